#!/bin/sh
# Measures how tangled and how correct pictures are beside those of gprof2dot of
# the same profile: `make metrics`. It prints rows of Markdown.
#
#     tests/bench/metrics.sh [FILE]...      perf text or folded stacks
#
# Widths, crossings and lengths are those of dot's layout (tools/crossings).
# "members" is the number of functions in cycles, "totals" the number of
# different totals that they are drawn with, and "off" the largest error of a
# total, in percentage points, against a count of the stacks, as far as names can
# be compared. These variables are used:
#
#     BUILD        the folder of the program (build)
#     GPROF2DOT    the path of gprof2dot.py; without it only ours are measured
set -u
root=$(cd "$(dirname "$0")/../.." && pwd) || exit
BUILD=${BUILD:-build}
export LC_ALL=C PATH="$root/$BUILD:$root/$BUILD/tests/tools:$PATH"
[ $# -gt 0 ] || set -- "$root"/samples/profiles/perf/words \
    "$root"/samples/profiles/perf/calc "$root"/samples/profiles/perf/lisp
command -v dot >/dev/null || { echo 'there is no dot' >&2 && exit 1; }
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# A sample of perf is a line that is not indented, then frames from the leaf to
# the root, then an empty line.
stacks_of() { # FILE: prints "root;...;leaf COUNT"
    if [ "$(kind_of "$1")" = perf ]; then
        awk '/^[ \t]+[0-9a-f]+ / {
                 name = $0
                 sub(/^[ \t]+[0-9a-f]+ /, "", name)
                 sub(/ \([^()]*\)$/, "", name)
                 sub(/\+0x[0-9a-f]+$/, "", name)
                 stack = stack == "" ? name : name ";" stack
             }
             /^$/ && stack != "" { print stack, 1; stack = "" }' "$1"
    else
        cat "$1"
    fi
}

kind_of() { # FILE
    if grep -q '^[[:blank:]][[:blank:]]*[0-9a-f][0-9a-f]* ' "$1"; then
        echo perf
    else
        echo collapse
    fi
}

# A total is the cost of the stacks that hold a function at least once.
count() { # FILE: prints "PERCENT NAME"
    stacks_of "$1" | awk '
        {
            cost = $NF
            sub(/ [^ ]*$/, "")
            n = split($0, frames, ";")
            for (i = 1; i <= n; i++)
                if (last[frames[i]] != NR) {
                    last[frames[i]] = NR
                    total[frames[i]] += cost
                }
            whole += cost
        }
        END {
            for (name in total)
                printf "%.2f %s\n", 100 * total[name] / whole, name
        }'
}

# Prints "PERCENT CYCLE NAME" of functions from prof2dot's JSON.
ours() {
    awk '
        function field(name,    at, text) {
            at = index($0, "\"" name "\": ")
            text = substr($0, at + length(name) + 4)
            return text
        }
        /^  "whole": / { whole = field("whole") + 0 }
        /^    \{"id": / {
            name = field("name")
            sub(/^"/, "", name)
            sub(/", "label": .*/, "", name)
            printf "%.2f %d %s\n", 100 * field("total") / whole,
                field("cycle"), name
        }'
}

# Prints "PERCENT NAME" of functions from gprof2dot's labels, whose lines are the
# module, the name, the total and self.
theirs() {
    sed -n '/ -> /!s/.* label="\(.*\)".*/\1/p' | awk -F '[\\\\]n' '
        {
            for (i = 2; i <= NF; i++)
                if ($i ~ /^[0-9.]+%$/) {
                    printf "%.2f %s\n", $i, $(i - 1)
                    next
                }
        }'
}

# Prints the columns "members", "totals" and "off".
judge() { # FILE with "PERCENT NAME"
    awk '
        FILENAME == "truth" { truth[substr($0, index($0, " ") + 1)] = $1; next }
        FILENAME == "members" { member[$0] = 1; next }
        {
            name = substr($0, index($0, " ") + 1)
            if (name in member && !($1 in met)) {
                met[$1] = 1
                different++
            }
            if (name in member)
                members++
            functions++
            if (!(name in truth))
                next
            known++
            off = $1 - truth[name]
            off = off < 0 ? -off : off
            most = off > most ? off : most
        }
        END {
            printf "%d | %d | ", members, different
            printf (known * 2 > functions) ? "%.1f" : "–", most
        }
    ' truth members "$1"
}

row() { # PROGRAM: prints the row for ./graph and ./totals
    dot -Tplain <graph | crossings | tr ',x' '  ' | awk -v who="$1" \
        -v judged="$(judge totals)" -v name="$name" '
        { printf "| %s | %s | %d | %d | %.1f×%.1f | %d | %d | %s |\n", name,
              who, $1, $3, $(NF - 2), $(NF - 1), $5, $7, judged }'
}

rows() { # FILE
    file=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
    name=$(basename "$1")
    kind=$(kind_of "$file")
    cd "$work" || return
    count "$file" >truth
    prof2dot -q -T json --nodecount=80 "$file" | ours >functions
    sed -n 's/^[^ ]* [1-9][0-9]* //p' functions | sort -u >members
    sed 's/ [0-9]* / /' functions >totals
    prof2dot -q --no-legend "$file" >graph
    row prof2dot
    prof2dot -q --no-legend --recursion=edges "$file" >graph
    row "prof2dot --recursion=edges"
    [ "${GPROF2DOT-}" ] || return 0
    python3 "$GPROF2DOT" -f "$kind" "$file" >graph && theirs <graph >totals &&
        row gprof2dot
    [ "$kind" = perf ] || return 0
    python3 "$GPROF2DOT" -f perf --total=callstacks "$file" >graph &&
        theirs <graph >totals && row "gprof2dot --total=callstacks"
}

echo '| profile | drawn by | functions | arrows | inches | crossings |' \
    'inches of arrows | members | totals | off |'
echo '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|'
for file; do
    (rows "$file") || exit
done
