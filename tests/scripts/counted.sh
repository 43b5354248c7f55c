# What is counted: events, threads and periods of perf texts, and events of
# OProfile's reports, are counted again by awk (tools/recount.awk) and compared
# with the functions of -T json and the stacks of -T edges. Of the files named
# here some are in ../shared/corpus, and left out where that is not.
soh=$(printf '\001')

say() { # WHAT [WHY]: whether the last command was good
    if [ $? = 0 ]; then
        printf 'ok counted: %s\n' "$1"
    else
        printf 'FAILED counted: %s%s\n' "$1" "${2:+: $2}"
    fi
}

# Rows "function module self total" of the JSON in a file, whole first, with
# an empty name.
cat >rows.awk <<'EOF'
function text(key) {
    return match($0, "\"" key "\": \"([^\"\\\\]|\\\\.)*\"") ? \
           substr($0, RSTART + length(key) + 5, RLENGTH - length(key) - 6) : ""
}
function number(key) {
    match($0, "\"" key "\": [-+.0-9e]+")
    return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4) + 0
}
function plain(s) { # of JSON's escapes, those that are in our files
    gsub(/\\"/, "\"", s)
    gsub(/\\t/, "\t", s)
    gsub(/\\\\/, "\\", s)
    return s
}
BEGIN { OFS = "\001"; OFMT = "%.17g" }
/^  "whole": / { print "", "", number("whole"), number("whole") }
/^    [{]"id": / {
    print plain(text("name")), plain(text("module")), number("self"), \
        number("total")
}
EOF

# Compares the rows of one choice in the file "want" with the file "rows".
cat >compare.awk <<'EOF'
function near(a, b) {
    return a - b <= 1e-9 * b && b - a <= 1e-9 * b
}
BEGIN { FS = "\001" }
NR == FNR {
    if ($1 != ENVIRON["event"] || $2 != kind || $3 != ENVIRON["name"])
        next
    self[$4, $5] = (period ? $8 : $6) / divisor
    total[$4, $5] = (period ? $9 : $7) / divisor
    n++
    next
}
!(($1, $2) in self) { bad = bad " " $1 " is not there;" }
{
    if (!near($3, self[$1, $2]) || !near($4, total[$1, $2]))
        bad = bad " " $1 " has " $3 " of " $4 ", not " self[$1, $2] " of " \
            total[$1, $2] ";"
    found++
}
END {
    if (found != n)
        bad = bad " " found + 0 " functions, not " n
    print bad
    exit bad != ""
}
EOF

# The sum of the stacks in the edges language is the whole.
stacks_add_up() {
    whole=$(sed -n "s/^$soh$soh\([^$soh]*\)$soh.*/\1/p" rows)
    "$PROF2DOT" -q -T edges "$@" |
        awk -v whole="$whole" '/^\[/ { sum += $NF }
            END { exit !(sum - whole <= 1e-9 * whole && \
                         whole - sum <= 1e-9 * whole) }'
}

run() { # WEIGHT KIND FILE OPTIONS...: event and name are in the environment
    weight=$1 kind=$2 file=$3
    shift 3
    divisor=1
    case $weight/$event in
    period/cpu-clock* | period/task-clock*) divisor=1000000000 ;;
    esac
    what="${file##*/} $*"
    set -- --weight="$weight" "$@" "$file"
    "$PROF2DOT" -q -T json -n0 -e0 "$@" >json 2>err
    say "$what ends well" "$(head -n 1 err)"
    awk -f rows.awk json >rows
    differences=$(awk -v kind="$kind" -v divisor=$divisor \
        -v period="$([ "$weight" = period ] && echo 1)" \
        -f compare.awk want rows)
    say "$what" "$differences"
    stacks_add_up "$@"
    say "$what as edges"
}

# Every choice of a perf text; under SAN the first few.
perf() { # FILE WEIGHT...
    file=$1
    shift
    if [ ! -e "$file" ]; then
        echo "skipped counted: there is no ${file##*/}"
        return
    fi
    awk -f "$TESTS/tools/recount.awk" "$file" >want
    cut -d "$soh" -f 1-3 want | sort -u | { [ "$SAN" ] && head -n 5 || cat; } \
        >choices
    while IFS=$soh read -r event kind name; do
        export event name
        for weight; do
            run "$weight" "$kind" "$file" --event="$event" \
                ${kind:+--"$kind"="$name"} </dev/null
        done
    done <choices
    # No event asked for: that of the first stack.
    event=$(sed -n 's/^.*[0-9.]: *\([0-9][0-9]*  *\)*\([a-z-]*\): *$/\2/p' \
        "$file" | head -n 1)
    name=
    case $file in
    *.default.* | */threads) run samples '' "$file" ;;
    esac
}

# Of the rows at the left edge of a table with two pairs of columns the sum of
# each, against the whole.
oprofile() { # FILE COLUMN OPTION...
    file=$1 column=$2
    shift 2
    if [ ! -e "$file" ]; then
        echo "skipped counted: there is no ${file##*/}"
        return
    fi
    "$PROF2DOT" -q -T json -n0 -e0 "$@" "$file" >json 2>err
    awk -f rows.awk json | awk -F "$soh" -v column="$column" '
        function add(name, samples) {
            sum[name] += samples
        }
        NR == FNR {
            add($1, $3)
            next
        }
        /^-/ { table = 1 }
        table && /^[0-9]/ {
            split($0, words, " ")
            samples = 0
            for (c = 1; c <= length(column); c++)
                if (substr(column, c, 1) == "x")
                    samples += words[2 * c - 1]
            sub(/\(no location information\)/, "-")
            symbol = $0
            for (i = 0; i < 2 * length(column) + place; i++)
                sub(/^[^ ]+ +/, "", symbol)
            add(symbol, -samples)
            add("", -samples)
        }
        /linenr info/ { place++ }
        /image name/ { place++ }
        END {
            for (name in sum)
                if (sum[name])
                    print name, "differs by", sum[name]
        }' - "$file" >bad
    [ ! -s err ] && [ -s json ] && [ ! -s bad ]
    say "${file##*/} $*" "$(head -n 1 err bad)"
}

corpus=${SHARED:-/nonexistent}/corpus
perf "$SAMPLES/perf/threads" samples period
perf "$SAMPLES/perf/calc" samples period
perf "$corpus/perf/threads.default.perf" samples period
perf "$corpus/perf/threads.fields.perf" samples
perf "$corpus/perf/threads.period_ns.perf" samples period
perf "$corpus/perf/threads.onlyfaults.perf" samples period
perf "$corpus/perf/threads.pertid.perf" samples
perf "$corpus/perf/csw.default.perf" samples period
perf "$corpus/perf/sysw.default.perf" samples period
perf "$corpus/perf/badname.default.perf" samples period
perf "$corpus/perf/rdcpu.fields_period.perf" samples period
perf "$corpus/perf/rdcpu.crlf.perf" samples
perf "$corpus/perf/xz.ipsymoff.perf" samples period

odd=$TESTS/readers/oprofile
oprofile "$odd/events.oprofile" x-- --event=CPU_CLK_UNHALTED:1000005
oprofile "$odd/events.oprofile" -x- --event=CPU_CLK_UNHALTED:500010
oprofile "$odd/events.oprofile" --x --event=LLC_MISSES
oprofile "$odd/cpus.oprofile" xx
oprofile "$odd/threads.oprofile" xx
oprofile "$odd/threads.oprofile" -x --tid=4712
for name in ev2.cgf ev2.cl; do
    oprofile "$corpus/oprofile/$name.oprofile" x- \
        --event=CPU_CLK_UNHALTED:1000005
    oprofile "$corpus/oprofile/$name.oprofile" -x \
        --event=CPU_CLK_UNHALTED:500010
    oprofile "$corpus/oprofile/$name.oprofile" x-
done
