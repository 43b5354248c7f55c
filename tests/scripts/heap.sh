# Builds tests/bop/heap.c and compares how verdicts call memory of the heap: what
# the source accesses there. Then does so without the source, and from edges.
. "$TESTS/tools/say.sh"
[ -e "$BUILD/libbop_gcc.so" ] || {
    echo 'skipped heap: there is no plugin for gcc'
    exit
}
unset BOP_FUNCTIONS BOP_SEM BOP_MODE BOP_GRANULE BOP_CALLS BOP_MAXEDGES
export BOP_TRACE=trace

# Checks that the verdict of a line has some words.
has() { # HOW LINE PATTERN
    grep "heap.c:$2: .*$3" text >/dev/null
    say "$1: line $2, $3" "$(grep "heap.c:$2: " text)"
}

check() { # HOW FILE
    "$PROF2DOT" -q -n0 -e0 -T text "$2" >text
    has "$1" 33 'loop-carried: each reads `s->head` '
    has "$1" 35 'loop-carried: each reads `s->buff`, `s->live` (allocated at :30) that'
    has "$1" 37 'loop-carried: each reads `s->table\[\]` (allocated at :31) that the execution 3'
    has "$1" 40 'but for `\*p += …` at :40 (sum, a reduction); reads what :35 wrote (`s->buff`)'
    has "$1" 41 'reads what :33 wrote (`s->head->value`)'
}

build() { # COMPILER
    cp "$TESTS/bop/verdicts/heap.c" .
    BOP_CC=$1 "$BUILD/bop-cc" -o prog heap.c && ./prog
    [ -s trace ]
    say "$1: runs"
    check "$1" trace
}

build gcc
rm heap.c
check 'without the source' trace
"$PROF2DOT" -q -T edges trace >trace.edges
check 'from edges' trace.edges
[ ! -e "$BUILD/libbop_clang.so" ] || build clang
