# Builds tests/bop/verdicts/sites.c and sites.cc and compares where the memory was
# allocated that their statements share with the comments at the end of the
# programs; then what outputs say of it when the source is gone.
cc=$BUILD/bop-cc
if [ ! -x "$cc" ] || ! command -v gcc >/dev/null; then
    echo 'skipped sites: libbop is not for this system, or there is no gcc'
    exit
fi
unset BOP_CC BOP_CXX BOP_FUNCTIONS BOP_SEM BOP_MODE BOP_GRANULE BOP_CALLS \
    BOP_MAXEDGES BOP_KINDS
. "$TESTS/tools/say.sh"
echo main >functions.in

# Prints "WRITTEN READ ALLOCATED" for the lines of statements and of calls of
# malloc and the like.
lines() { # TRACE
    "$PROF2DOT" -q -T edges "$1" | grep ' ~> [^ ]*get' | grep -v ' var=' | sed \
        -e 's/.* wtop=[^ ]*\.cc*:\([0-9]*\)[^ ]* .* rtop=[^ ]*\.cc*:\([0-9]*\)[^ ]* \(.*\)/\1 \2 \3/' \
        -e '/ alloc=/!s/^\([0-9]* [0-9]*\) .*/\1 -/' \
        -e 's/^\([0-9]* [0-9]*\) .*alloc=[^ ]*\.cc*:\([0-9]*\).*/\1 \2/' | sort -u
}

# Compares the traces with the comments.
check() { # HOW FILE
    rm -f trace.*
    BOP_TRACE=trace.%p ./prog
    set -- "$1" "$2" trace.*
    lines "$3" | grep -v '^\([0-9]*\) \1 ' >have
    sed -n 's/^ \* \([0-9]* [0-9]* [0-9-]*\)$/\1/p' "$2" | sort |
        diff - have >difference
    say "$1" "$(tr '\n' ';' <difference)"
    [ "${4-}" ] || return 0
    lines "$4" >have
    sed -n 's/^ \* child //p' "$2" | sort | diff - have >difference
    say "$1: child of a fork" "$(tr '\n' ';' <difference)"
}

cp "$TESTS/bop/verdicts/sites.c" "$TESTS/bop/verdicts/sites.cc" .
for options in '' -static; do
    # shellcheck disable=SC2086
    "$cc" -w -pthread $options -o prog sites.c
    check "sites.c $options" sites.c
done
for options in -O0 -O2; do
    if ! echo '#include <stdexcept>' | c++ -x c++ -E - >/dev/null 2>&1; then
        echo "skipped sites: sites.cc $options: there is no C++"
        continue
    fi
    "$BUILD/bop-c++" -w -g $options -o prog sites.cc
    check "sites.cc $options" sites.cc
done
if command -v clang >/dev/null; then
    BOP_CC=clang "$cc" -w -pthread -o prog sites.c
    check 'sites.c by clang' sites.c
fi

# What outputs say where the plugin does not tell an expression.
cat >two.c <<'EOT'
#include <stdlib.h>
struct list { struct list *next; int n; };
int main(void)
{
    struct list *a = malloc(sizeof *a);
    struct list *b = calloc(1, sizeof *b);
    int *p = malloc(40);
    for (int i = 0; i < 10; i++)
        p[i] = i;
    a->n = b->n = 0;
    for (int i = 1; i < 10; i++) {
        struct list *l = i % 2 ? a : b;
        l->n += p[i];
        a->n = b->n + 2;
    }
    return a->n;
}
EOT
"$cc" -o prog two.c
BOP_TRACE=trace BOP_PLACES=no ./prog
"$PROF2DOT" -q -T text trace >with
[ ! -e "$BUILD/libbop_gcc.so" ] ||
    { grep -q 'each reads `l->n` (allocated at :6) that' with &&
        grep -q 'reads what :9 wrote (`p\[\]`)' with; }
say 'with what the plugin knows' "$(grep two.c: with)"
objcopy --remove-section .bop_facts prog && rm two.c
"$PROF2DOT" -q -T text trace >without
grep -q 'each reads memory allocated at :6 that' without &&
    grep -q 'reads what :9 wrote (memory allocated at :7)' without
say 'without that' "$(grep two.c: without)"
"$PROF2DOT" -q -T json trace |
    grep -q '"expression": null, "allocated_at": ".*/two.c:7"'
say 'JSON'
"$PROF2DOT" -q -T edges trace >edges && "$PROF2DOT" -q -T text edges |
    grep 'two.c:[0-9]*: ' >again
grep 'two.c:[0-9]*: ' without | cmp -s - again
say 'the edges language holds the places' "$(tr '\n' ';' <again)"
sed 's/^\(D.* [0-9]*\) 0:[0-9a-f]*$/\1/' trace >old
"$PROF2DOT" -q -T text old | grep -q 'each reads memory without a name that'
say 'an older trace'
rm prog
"$PROF2DOT" -q -T text trace | grep -q 'memory allocated at prog+0x[0-9a-f]*'
say 'without the program'
