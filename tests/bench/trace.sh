#!/bin/sh
# Measures what tracing costs. Programs of tests/bench/trace, built with -O0, run
# natively, with bop-cc, with ThreadSanitizer, and natively under valgrind's
# memcheck. They take turns; the table has medians of user and system time.
#
#     tests/bench/trace.sh [TURNS]      after make; BUILD is its folder (build)
#
# It reports targets that are missed. A traced program takes at most 8, 20, 25
# and 15 times as long as the native one, no longer than memcheck, and at most 3
# times as long as ThreadSanitizer. It needs at most 70 MB more than 8 times the
# memory of the native program, and its trace is smaller than 1 MB.
set -u
cd "$(dirname "$0")/../.." || exit
root=$(pwd -P)
bop=$root/${BUILD:-build}/bop-cc
turns=${1:-5}
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit
echo main >functions.in
[ -x /usr/bin/time ] || { echo 'needs GNU time' >&2; exit 1; }
command -v valgrind >/dev/null && valgrind=yes || valgrind=

# Prints the seconds and kB of one run.
measure() { # COMMAND...
    /usr/bin/time -o took -f '%U %S %M' "$@" >/dev/null 2>&1
    awk '{ printf "%.2f %d\n", $1 + $2, $3 }' took
}

median() { # FILE
    sort -n "$1" | awk '{ row[NR] = $0 } END { print row[int((NR + 1) / 2)] }'
}

prepare() { # KERNEL
    source=$root/tests/bench/trace/$1.c
    ${CC:-gcc} -O0 -g -o native "$source" &&
        "$bop" -o traced "$source" &&
        ${CC:-gcc} -O0 -g -fsanitize=thread -o tsan "$source"
}

turn() {
    measure ./native >>native.times
    BOP_TRACE=trace measure ./traced >>traced.times
    measure ./tsan >>tsan.times
    [ ! "$valgrind" ] || measure valgrind -q ./native >>memcheck.times
}

row() { # KERNEL TARGET
    for how in native traced tsan memcheck; do
        [ -s $how.times ] && median $how.times || echo 0 0
    done | tr '\n' ' ' | awk -v name="$1" -v target="$2" \
        -v size="$(wc -c <trace)" '{
        slower = $3 / $1
        printf "%-12s %7.2f %7.2f %5.1fx %7.2f %7.2f %8.1f %8.1f %7.1f\n", \
            name, $1, $3, slower, $5, $7, $2 / 1e3, $4 / 1e3, size / 1e3
        why = ""
        if (slower > target) why = why " more than " target " times native;"
        if ($7 && $3 > $7) why = why " slower than memcheck;"
        if ($3 > 3 * $5) why = why " more than 3 times tsan;"
        if ($4 > 8 * $2 + 70e3) why = why " memory;"
        if (size > 1e6) why = why " trace too large;"
        if (why) print "  MISSED:" why
    }'
}

printf '%-12s %7s %7s %6s %7s %7s %8s %8s %7s\n' "" native libbop "" tsan \
    memchk "nat. MB" "bop MB" "tr. kB"
for pair in sort:8 matrix:20 interpreter:25 compress:15; do
    rm -f ./*.times took
    prepare "${pair%:*}" || exit
    i=0
    while [ $((i += 1)) -le "$turns" ]; do
        turn
    done
    row "${pair%:*}" "${pair#*:}"
done
