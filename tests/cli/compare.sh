# Comparisons: what changed, and the exit statuses.
run() {
    echo "\$ $*"
    "$PROF2DOT" "$@"
    echo "status $?"
}

cat >old <<'EOF'
main;parse;read 300
main;parse;lex 200
main;eval;apply 400
main;print 100
EOF
cat >new <<'EOF'
main;parse;read 310
main;parse;lex 190
main;eval;apply 200
main;eval;cache 60
main;print 100
EOF
run --base=old new -T text
run --base=new old -T markdown
run --compare old new -T text --compare-only-slower
run --base=old old -T text
run --base=old new --normalize -T text
run --base=old new --margin=15 -T text

echo 'Several runs:'
for i in 1 2 3; do
    sed "s/0$/$i/" old >old.$i
    sed "s/0$/$i/" new >new.$i
done
run --base='old.?' new.1 new.2 new.3 -T text
run --base=old.1 --base=old.2 new.1 new.2 -T text

echo 'Builds in two folders:'
for side in old new; do
    cat >$side.edges <<END
%edges 1
%unit instructions
%calls measured
start module=/build/$side/prog 10
ld name=start module=/lib/ld.so 1
main module=/build/$side/prog 90
start -> main 90 x1
END
done
run --base=old.edges new.edges -T text

echo 'Times that are measured vary, too:'
sed 's/instructions/seconds/' old.edges >timed
sed 's/ 90/ 93/' timed >slower
sed 's/ 90/ 500/' timed >slow
run --base=timed slower -T text
run --base=timed slow --normalize -T text

echo 'Samples of different weights:'
{
    printf 'main;%s\n' 'f 500000' 'g 410003'
    for i in 1 2 3 4 5 6 7 8 9; do
        echo "main;small$i 100$i"
    done
} >weights
sed 's/f 500000/f 100000/' weights >fewer
run --unit=us --base=weights fewer -T text

echo 'Statuses:'
run --base=old new --fail-if=+10% -q -o x
run --base=old new --fail-if=+2% -q -o x
run --base=old new --fail-if=-2%:self -q -o x
run --base=old new --fail-if=2%@app -q -o x
run --base=old new --fail-if=-2%@nosuch -q -o x
run --base=old new --fail-if=-1%@whole -q -o x
run --base=old new --fail-if=2 -q -o x
run --fail-if=+2% new -q -o x
run --base='nosuch.*' new -q -o x
run --compare old -q -o x
echo 'other 5' >other
run --base=old other -q -o x
run --unit=ns --base=old new -T text
run --base=old new -z nosuch -q -o x
run --base=old new --focus=cache -T text
run --base=old new -T edges
run --base=old new --list-functions

echo 'Exact costs, versions in the names of modules, and calls:'
cat >one <<'EOF'
%edges 1
%unit instructions
%calls measured
main module=/lib/libx.so.1.2 10
f module=/lib/libx.so.1.2 90
main -> f 90 x3
EOF
sed 's/1\.2/1.3/; s/ 90/ 91/' one >two
run --base=one two -T text
run --base=one two -T json | grep '"label": "f"' |
    grep -o '"presence.*'
"$PROF2DOT" --base=one two 2>/dev/null | dotlist | grep -c '^node "f"'

echo 'Pictures:'
"$PROF2DOT" --base=old new -q >picture
dotlist -l picture
dotlist picture | sed -n '1s/.* label="\([^"]*\)".*/\1/p'
for n in 1 2; do
    "$PROF2DOT" -q --base=old new --nodecount=$n | dotlist |
        sed -n '1s/.*counts; \([^"]*\)" labelloc.*/\1/p'
done
grep '	tooltip="[^ ]' picture
label() { # FUNCTION: its box, but for its tooltip
    dotlist | sed -n "/^node \"$1\"/s/ tooltip=.*//p"
}
for theme in heat gray print dark; do
    "$PROF2DOT" -q -c $theme --base=old new >picture
    for name in apply cache print; do
        echo "$theme: $name"
        label $name <picture
    done
done
"$PROF2DOT" -q --base=new old | label cache
"$PROF2DOT" -q -c gray --base=new old | label cache
"$PROF2DOT" -q --base=old new -T svg | grep -o 'class="[^"]* \(fn\|call\) .*"'
mkdir -p a b
cp old a/prog
cp new b/prog
run --base=a/prog b/prog -T text -q | head -n 3

echo 'The page:'
"$PROF2DOT" --base=old new -T html >page
grep -o '<title>.*\|<h1>.*\|<p>1,000.*' page | grep -v '</svg' | head -n 3
sed -n 's/.*<noscript>//; /<tr>/p' page
grep '"cache"' page
echo 'Interrupts serve other programs as well:'
cat >calm <<'EOF'
main;work 900
main;work;asm_common_interrupt_[k];handle_softirqs_[k] 100
main;rest 1000
EOF
sed 's/ 100$/ 900/' calm >busy
run --base=calm busy -T text
sed 's/ 900$/ 2900/' calm >slow
run --base=calm slow -T text
sed 's/asm_common_/my_/' busy >own
run --base=calm own -T text

echo 'Runs that do not fit together:'
sed 's/0$//' old >tenth
sed 's/00$//' old >hundredth
run --base='old.?' tenth -q -T text | tail -n 2
run --base='old.?' new.1 hundredth -o x
run --base=old hundredth --normalize -o x
run --base=old tenth -o x
run --base=old busy --normalize -o x
run --base=old one -q -o x
sed 's/instructions/samples/' one >samples
run --base=old --unit=samples samples -o x
cat >cycles.perf <<'EOF'
a 1 1.0: cycles:
	1 f (x)

EOF
sed 's/cycles/faults/' cycles.perf >faults.perf
run --base=cycles.perf faults.perf -q -o x
run --base=cycles.perf faults.perf --event=cycles -q -o x
: >empty
run --base=empty new -o x
run --base=old empty -o x
run --base=old --unit=instructions one -q -T text | tail -n 3

echo 'What a comparison cannot be:'
run --base=old new -T folded -o x
run --base=old new -o x.edges
run --base=old new --list-functions
run --compare-only-slower new -o x

echo '-- members of a collapsed cycle'
printf 'main;a;b;a 3\nmain;c 5\n' >cyclic
printf 'main;c 9\n' >acyclic
"$PROF2DOT" -q --cycles=collapse --base=cyclic acyclic | dotlist |
    grep -a '^node.*cycle 1' | grep -a -o 'label="[^"]*"\|tooltip="[^"]*"'

echo 'The threads that both sides show, and those of one side:'
printf '%%edges 1\n%%part "comm io"\nmain 10\n' >io
sed 's/io/web/' io >web
for new in io web; do
    "$PROF2DOT" -q -f edges --base=io $new -T json | grep '"part"'
done

echo 'A glob that the shell expanded:'
run --base old.1 old.2 old.3 new.1 new.2 -o x
mkdir -p a b
cp old a/run.7
cp old a/run.8
cp new b/run.7
run --base=a/run.7 a/run.8 b/run.7 -o x
run --base=./a/run.7 a/run.8 b/run.7 -q -o x
run --base=old.1 old.2 old.3 -q -T text
run --base=a/run.7 b/run.7 -q -o x
run --base=old.1 --base=old.2 old.3 new.1 -q -o x
run --base=old.1 new.1 new.2 -q -o x

echo 'A base of nearly nothing:'
printf 'main;a 0.0000000001\nmain;b 0.0000000002\n' >nothing
run --base=nothing old -q -T text

echo 'What pictures, pages and tables say in words:'
{ cat new; echo 'main;late 90'; } >later
for theme in color gray bw print; do
    "$PROF2DOT" -q -c $theme --base=old later | dotlist -l | grep ' less'
    "$PROF2DOT" -q -c $theme --base=later old | dotlist -l | grep ' less'
done
"$PROF2DOT" -q -T svg --base=old later | sed -n 's/.*<desc[^>]*>\(.*\)<.desc>/\1/p'
"$PROF2DOT" -q -T html --base=old later | grep -o 'Largest changes\|Costs are totals[^<]*\|"changes":'
"$PROF2DOT" -q -T json --normalize --base=old later | grep -o '"normalized": [a-z]*'
printf '%%edges 1\n%%unit instructions\n%%calls measured\nf 10\ng 1\n' >one
sed 's/10/20/; s/^g/h/' one >two
run -T csv --base=one two
