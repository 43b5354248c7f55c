# Builds programs of tests/bop/counts by bop-cc and gcc, and compares all that
# their traces count with the lines at the end of the programs.
#
#     main -> by 2 x1            a call: its cost, and how often
#     37: 4 x1 4 by R34 x2 3..5  a statement: its cost, how often, the highest
#                                cost, callees, whether it writes or reads files;
#                                then each dependence on what a line accessed: how
#                                often, its distances, and the name of the data
#     34 loop: 12 x1 2           a loop: its cost, how often, iterations
. "$TESTS/tools/say.sh"

if [ ! -e "$BUILD/libbop_gcc.so" ]; then
    echo 'skipped counts: there is no plugin for gcc'
    exit
fi
unset BOP_CC BOP_CXX BOP_FUNCTIONS BOP_SEM BOP_MODE BOP_GRANULE BOP_CALLS \
    BOP_MAXEDGES
export BOP_CC=gcc BOP_KINDS=raw,war,waw BOP_TRACE=trace BOP_PLACES=no

# shellcheck disable=SC2016
counts='
function value(name, at) {
    at = index($0, " " name "=")
    at = at ? substr($0, at + length(name) + 2) : ""
    sub(/ .*/, "", at)
    sub(/.*(\/|\.c:)/, "", at)
    return at
}
function has(name) { return value(name) ? " " value(name) : "" }
function files() { return (has("outputs") ? " o" : "") (has("inputs") ? " i" : "") }
{ line = $3; sub(/.*\.c:/, "", line) }
$2 == "->" { print $1, $2, $3, $4, $5 }
$2 == "~>" {
    on[value("rtop")] = on[value("rtop")] " " value("kind") value("wrote") " " \
        $4 " " value("min") ".." value("max") has("var")
}
$2 == "@" { print line ": " $4, $5 has("most") has("callee") has("calls") files() on[line] }
$2 == "@loop" { print line " loop: " $4, $5 has("iterations") has("early") files() }'

echo main >functions.in
for file in "$TESTS"/bop/counts/*.c; do
    name=${file##*/}
    "$BUILD/bop-cc" -w -pthread -o prog "$file" -Wl,--no-as-needed -lstdc++ && ./prog >out
    say "$name runs"
    "$PROF2DOT" -q -T edges trace | awk "$counts" >have
    sed -n '/^COUNTS/,/^\*\//p' "$file" | sed '1d;$d' | diff - have >difference
    say "$name" "$(grep '^[<>]' difference | head -6 | tr '\n' ';')"
done
