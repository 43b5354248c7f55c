# Entry and exit of functions without references and calls are recorded, too.
cc=$BUILD/bop-cc

. "$TESTS/tools/say.sh"

if [ ! -x "$cc" ]; then
    echo 'skipped leaf: libbop is not for this system'
    exit
fi
unset BOP_CC BOP_CXX BOP_FUNCTIONS BOP_SEM BOP_MODE BOP_CALLS
BOP_TRACE=$PWD/trace BOP_PLACES=no && export BOP_TRACE BOP_PLACES
cat >leaf.c <<'END'
int total;
static int leaf(int n) { return n * 2; }
static void nothing(void) { }
static int chosen(void) { return 4; }
static int (*resolve(void))(void) { return chosen; }
int choice(void) __attribute__((ifunc("resolve")));
int main(void)
{
    for (int i = 0; i < 3; i++)
        total += leaf(i);
    nothing();
    return choice() - 4;
}
END
printf 'main\nleaf\nnothing\n' >functions.in

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    if [ ! -e "$BUILD/libbop_$compiler.so" ]; then
        echo "skipped leaf: there is no plugin for $compiler"
        BOP_CC=$compiler "$cc" -o prog leaf.c && ./prog 2>err
        grep -q '^bop: leaf: functions.in names it, but its code has no hooks' err
        say "$compiler: without a plugin, the run says it" "$(cat err)"
        continue
    fi
    for flags in '' -static; do
        # shellcheck disable=SC2086
        BOP_CC=$compiler "$cc" $flags -o prog leaf.c && ./prog 2>err &&
            [ ! -s err ]
        say "$compiler $flags: runs" "$(cat err)"
        for row in 'leaf leaf.c D 3 0 0' 'nothing leaf.c D 1 0 0' \
            'chosen leaf.c S 1 0 0'; do
            grep -q "^f [0-9]* 0:[0-9a-f]* $row\$" trace
            say "$compiler $flags: $row" "$(grep '^f' trace | tr '\n' ';')"
        done
        ! nm prog | grep -q bop_mark && ! grep -q '_sub_I_\|tsan.module' trace
        say "$compiler $flags: nothing is left of the mark"
        BOP_MODE=events ./prog && [ "$(grep -c '^[ex] ' trace)" -ge 8 ]
        say "$compiler $flags: events" "$(grep '^[ex]' trace | tr '\n' ';')"
    done
done
# The plugin is not there.
mkdir lib && cp "$BUILD"/libbop.* lib && sed "s|^library=.*|library=$PWD/lib|" \
    "$cc" >bop-cc && chmod +x bop-cc && ./bop-cc -o prog leaf.c && ./prog 2>err
grep -q '^bop: leaf: functions.in names it, but its code has no hooks' err
say 'without a plugin, the run says it' "$(cat err)"
