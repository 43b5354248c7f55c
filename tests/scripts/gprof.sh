# Compares the totals of functions outside cycles with those in gprof's reports:
# each may differ by one unit of the last digit that gprof prints. The reports
# are samples, those of ../shared, and those of generated programs, which are
# built with -pg and run here. What prof2dot reads from gmon.out is compared
# with gprof's report of it as well. With FULL there are more programs, and a
# table of their numbers.
tools=$TESTS/tools
largest=0

. "$TESTS/tools/say.sh"

all() { # INPUT...: prints the whole profile as JSON
    "$PROF2DOT" -q -T json -n0 -e0 "$@"
}

# Leaves the largest difference of all reports in $largest.
same_totals() { # CASE REPORT [TOLERANCE]
    all "$2" >json &&
        awk -v TOLERANCE="${3-1}" -f "$tools/gprof_totals.awk" "$2" json >result &&
        [ "$(wc -l <result)" = 1 ]
    say "$1" "$(head -n 1 result)"
    largest=$(awk -v most="$largest" '/^largest / && $2 > most { most = $2 }
        END { print most }' result)
}

for report in "$SAMPLES"/gprof/* "$SAMPLES"/gmon/*.gprof; do
    same_totals "${report##*/}" "$report"
done

# Those that are left out have no call graph or no times.
if [ "$SHARED" ]; then
    for report in "$SHARED"/corpus/prof/*.prof "$SHARED"/gmon/*/gprof*.txt \
        "$SHARED"/gmon/variants/*.txt; do
        case ${report##*/} in
        inc_issue88.prof | rdparse.flat_only.prof | noarcs.txt | nohist.txt) ;;
        *) same_totals "${report#"$SHARED"/}" "$report" ;;
        esac
    done
fi

# Builds a program in a folder of its own and runs it for about 0.3 s.
make_program() { # SEED SHAPE
    mkdir "p$1" && cd "p$1" &&
        awk -v SEED="$1" -v SHAPE="$2" -v STEPS=2e8 \
            -f "$tools/call_shapes.awk" &&
        ${CC:-cc} -O$(($1 / 2 % 2)) -fno-inline -pg -c a.c b.c &&
        ${CC:-cc} -O0 -c bare.c && ${CC:-cc} -pg -o p a.o b.o bare.o &&
        ./p && [ -s gmon.out ]
}

# gprof adds up the files it is given, so the same file several times makes
# larger numbers. The self times in the report of one file are within three
# ticks of those that are read from gmon.out, since gprof shifts bins by up to
# 2 bytes. Both parts of a printed total are rounded, and so is each self time
# that a total adds up. Each run has other samples: of 16 totals of program 14,
# the largest differences were 0.6 to 1.2 units, and once it was 1.6.
compare_program() { # SEED SHAPE
    case="program $1 ($2)"
    (make_program "$1" "$2") 2>messages
    say "$case" "$(tail -n 1 messages)"
    files=$(awk -v n=$((1 + $1 % 3 * 18)) -v file="p$1/gmon.out" \
        'BEGIN { while (n--) print file }')
    for options in -b '-b -q' -bz -bT; do
        # shellcheck disable=SC2086
        gprof $options "p$1/p" $files >report
        same_totals "$case, gprof $options" report 3
    done
    [ ! "$FULL" ] || table "$1 $2" "$files"
    gprof -b "p$1/p" "p$1/gmon.out" >report
    all report >theirs && all "p$1/p" "p$1/gmon.out" >ours &&
        awk -v TICKS=3 -f "$tools/gmon_text.awk" ours theirs >why &&
        [ ! -s why ]
    say "$case, gmon.out" "$(head -n 1 why)"
}

# Prints the numbers in gprof's report beside those that we read from the report
# and from gmon.out.
table() { # NAME FILES
    # shellcheck disable=SC2086
    gprof -b "p${1% *}/p" $2 >report && all report >text &&
        all "p${1% *}/p" $2 >json
    awk -v TABLE="$1, report" -f "$tools/gprof_totals.awk" report text
    awk -v TABLE="$1, gmon.out" -f "$tools/gprof_totals.awk" report json
}

leaves_gmon_out() {
    echo 'int main(void) { return 0; }' >empty.c &&
        ${CC:-cc} -pg -o empty empty.c && ./empty && [ -s gmon.out ]
}

if ! command -v gprof >/dev/null; then
    echo 'skipped gprof programs: there is no gprof'
elif [ "$SAN" ]; then
    echo 'skipped gprof programs: reports are read above'
elif ! leaves_gmon_out 2>messages; then
    echo 'skipped gprof programs: cc -pg does not work'
else
    [ ! "$FULL" ] || printf '%-22s %9s %9s %9s %9s %9s\n' \
        'program and input' function self ours total ours
    seed=0 shapes='mixed cycles wide chain recursive mixed cycles wide dag mixed'
    for shape in $shapes $shapes; do
        seed=$((seed + 1))
        [ "$FULL" ] || [ $seed -le 3 ] || break
        compare_program $seed "$shape"
    done
fi
echo "gprof: the largest difference of a total is $largest s"
