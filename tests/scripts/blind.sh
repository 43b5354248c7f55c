# Looks for what was not traced in all that prof2dot makes of a trace, and for
# the verdicts in JSON and in the data of the page.
cat >trace <<'END'
bop-trace 1
h pid=1 kinds=raw clock=refs untraced=a.o%20b.o missing=loops%20(llvm-dev) missing= missing=structures%20(gcc) exe=/nowhere/prog
m 0 1000 9000 - /nowhere/prog
m 1 10000 20000 - /nowhere/libbop.so
m 2 20000 30000 - /nowhere/libz.so.1
m 3 30000 40000 - /nowhere/libtraced.so
l 80000000 p.c 1
l 80000001 p.c 2
f 1 80000000 main p.c D 1 10 20
f 2 3:10 helper q.c S 3 10 10
c 1 80000000 2 3 10
t 80000000 3 12 4
t 80000001 1 8 8
D R 80000000 80000000 80000000 80000000 2 4 4 1 1 - -
D R 80000000 80000000 80000001 80000001 1 4 4 0 0 - -
b 12 assembly inline%20assembly
b - stores streaming%20stores
n 20 3 0 0
end 17
END

. "$TESTS/tools/say.sh"

# Looks for a text in a file.
has() { # NAME FILE TEXT
    grep -qF -- "$3" "$2"
    say "$1" "no '$3'"
}

spots='not traced: object files without hooks (2: a.o, b.o), inline assembly (12×), libraries but for known functions of libc (1: libz.so.1), loops (llvm-dev), structures (gcc), streaming stores; only flow dependences were recorded, unless BOP_KINDS=raw,war,waw is set'
for format in text json html dot; do
    "$PROF2DOT" -q -n0 -e0 --deps=toplev -T "$format" trace >"$format" 2>err
    say "-T $format" "$(cat err)"
done
has 'the sentence in text' text "$spots"
sed -n '/not traced/,/is set/p' dot | sed 's/<br.*//; s/^ *//' | tr '\n' ' ' |
    sed 's/ $//' >sentence
has 'the sentence in the legend' sentence "$spots"
has 'the legend of the page' html 'inline assembly (12×)'
has 'JSON counts' json \
    '{"what": "object files without hooks", "count": 2, "names": "a.o b.o"}'
has 'JSON without a count' json \
    '{"what": "streaming stores", "count": null, "names": null}'
has 'JSON has verdicts' json '"place": "p.c:1", "count": 3, "cost": 12.0, "most": 4.0, "verdict": "3 executions, loop-carried: each reads memory without a name that the execution before wrote (:1 → :1); needs no other statement", "carried_over": 1}'
has 'the page has verdicts' html 'loop-carried: each reads memory'
has 'JSON has what is missing without a plugin' json \
    '{"what": "loops (llvm-dev)", "count": null, "names": null}'
"$PROF2DOT" -q --deps=none trace >dot 2>err
! grep -q 'not traced' dot
say 'no arrows, no sentence'
"$PROF2DOT" -q -T json trace trace 2>err | grep -F '"inline assembly", "count": 24' |
    grep -c . >n
has 'counts of two traces add up' n 1
sed 's/^b 12/b x/' trace >bad
"$PROF2DOT" -T text bad >text 2>err
has "a bad record" err "b NUMBER|- KEY WHAT"
sed 's/^b - stores/b -/' trace >former
"$PROF2DOT" -T text former >text 2>err
has 'a record without a key' err "found 'b - streaming%20stor'; another bop-cc"
has 'nothing is called safe then' text 'no need of another statement is recorded'

# What is missing without a plugin is in the header of the trace, once for each
# compiler.
if [ -x "$BUILD/bop-cc" ]; then
    mkdir -p without
    for file in "$BUILD"/libbop* "$BUILD/include"; do
        case $file in
        *libbop_gcc.so | *libbop_clang.so) ;;
        *) ln -sf "$file" without/ ;;
        esac
    done
    sed "s|^library=.*|library='$PWD/without'|" "$BUILD/bop-cc" >without/bop-cc
    chmod +x without/bop-cc
    echo 'int x; int main(void) { x = 1; return 1 - x; }' >a.c
    echo 'int y;' >b.c
    number=$(gcc -dumpversion | sed 's/[.].*//')
    BOP_CC=gcc without/bop-cc -o prog a.c b.c && BOP_TRACE=missing ./prog
    [ "$(sed -n 's/^h .* missing=\([^ ]*\) exe.*/\1/p' missing)" = \
        "loops,%20structures%20by%20value%20and%20operands%20of%20assembly,%20for%20which%20bop-cc%20needs%20gcc-$number-plugin-dev" ]
    say 'the trace names the package of the plugin for gcc' "$(sed -n 2p missing)"
    "$PROF2DOT" -q missing | grep -q "loops, structures by value and operands of assembly, for which bop-cc needs gcc-$number-plugin-dev"
    say 'so does the legend'
    if command -v clang >/dev/null; then
        BOP_CC=clang without/bop-cc -c b.c && BOP_CC=gcc without/bop-cc -o prog a.c b.o &&
            BOP_TRACE=missing ./prog
        [ "$(sed -n 2p missing | grep -o ' missing=[^ ]*' | grep -c 'gcc\|llvm-[0-9]*-dev')" = 2 ]
        say 'and of that for clang' "$(sed -n 2p missing)"
    fi
    if [ -e "$BUILD/libbop_gcc.so" ]; then
        BOP_CC=gcc "$BUILD/bop-cc" -o prog a.c b.c && BOP_TRACE=missing ./prog
        ! grep -q 'missing=' missing
        say 'nothing is missing with a plugin' "$(sed -n 2p missing)"
    fi
fi
exit 0
