# awk counts the events, threads and periods of perf texts and the events of
# OProfile's reports (tools/recount.awk); -T json has to have the same functions
# and -T edges stacks that add up to the same. Files of ../shared/corpus are left
# out if it is not there.
soh=$(printf '\001')

. "$TESTS/tools/say.sh"

# Prints rows "function module self total" from JSON. The first row, which has
# an empty name, is the whole.
cat >rows.awk <<'EOF'
function text(key) {
    return match($0, "\"" key "\": \"([^\"\\\\]|\\\\.)*\"") ? \
           substr($0, RSTART + length(key) + 5, RLENGTH - length(key) - 6) : ""
}
function number(key) {
    match($0, "\"" key "\": [-+.0-9e]+")
    return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4) + 0
}
function plain(s) { # undoes those escapes of JSON that occur in the files
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

# Compares the rows that "want" has for one event and one thread with "rows".
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

# Succeeds if the stacks that -T edges writes add up to the whole.
stacks_add_up() {
    whole=$(sed -n "s/^$soh$soh\([^$soh]*\)$soh.*/\1/p" rows)
    "$PROF2DOT" -q -T edges "$@" |
        awk -v whole="$whole" '/^\[/ { sum += $NF }
            END { exit !(sum - whole <= 1e-9 * whole && \
                         whole - sum <= 1e-9 * whole) }'
}

# $event and $name say which rows of "want" the result is compared with.
run() { # WEIGHT KIND FILE OPTIONS...
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

# Tests each event and thread of a perf text; without FULL only a few.
perf() { # FILE WEIGHT...
    file=$1
    shift
    awk -f "$TESTS/tools/trim.awk" "$file" | awk -f "$TESTS/tools/recount.awk" >want
    cut -d "$soh" -f 1-3 want | sort -u |
        { [ "$FULL" ] && [ ! "$SAN" ] && cat || head -n 5; } >choices
    while IFS=$soh read -r event kind name; do
        export event name
        for weight; do
            run "$weight" "$kind" "$file" --event="$event" \
                ${kind:+--"$kind"="$name"} </dev/null
        done
    done <choices
    # Without --event these are counted, if there are several.
    event=cpu-clock
    name=
    case $file in
    *.default.* | */threads) run samples '' "$file" ;;
    esac
}

# Adds up the samples of each symbol in the rows at the left edge of a table.
# COLUMNS has an "x" for each pair of columns that counts, a "-" for the others.
oprofile() { # FILE COLUMNS OPTION...
    file=$1 column=$2
    shift 2
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

perf "$SAMPLES/perf/threads" samples period
perf "$SAMPLES/perf/calc" samples period

odd=$TESTS/readers/oprofile
oprofile "$odd/events.oprofile" x-- --event=CPU_CLK_UNHALTED:1000005
oprofile "$odd/events.oprofile" -x- --event=CPU_CLK_UNHALTED:500010
oprofile "$odd/events.oprofile" --x --event=LLC_MISSES
oprofile "$odd/cpus.oprofile" xx
oprofile "$odd/threads.oprofile" xx
oprofile "$odd/threads.oprofile" -x --tid=4712

[ "$SHARED" ] || exit 0
corpus=$SHARED/corpus
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

for name in ev2.cgf ev2.cl; do
    oprofile "$corpus/oprofile/$name.oprofile" x- \
        --event=CPU_CLK_UNHALTED:1000005
    oprofile "$corpus/oprofile/$name.oprofile" -x \
        --event=CPU_CLK_UNHALTED:500010
    oprofile "$corpus/oprofile/$name.oprofile" x-
done
