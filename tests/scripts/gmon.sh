# Compares profiles from gmon.out with those from gprof's text. With
# ../shared/gmon, also compares numbers with computed ones to 1e-9, reads every
# damaged file and, with FULL, every program with the files of all others.
tools=$TESTS/tools

. "$TESTS/tools/say.sh"

# Nothing here needs much memory, whatever size a file claims to have; but
# sanitizers reserve a lot.
[ "$SAN" ] || ulimit -v 2000000 2>/dev/null

all() { # INPUT...: prints the whole profile as JSON
    "$PROF2DOT" -q -T json -n0 -e0 "$@"
}

demangled() {
    if command -v c++filt >/dev/null; then c++filt; else cat; fi
}

# gprof shifts bins by up to 2 bytes and rounds to hundredths of a second, so a
# neighbour may get some ticks.
same_as_text() { # CASE TICKS TEXT INPUT...
    case=$1 ticks=$2 text=$3
    shift 3
    all "$@" | demangled >ours && all "$text" >theirs &&
        awk -v TICKS="$ticks" -f "$tools/gmon_text.awk" ours theirs >why &&
        [ ! -s why ]
    say "$case as text" "$(head -n 1 why)"
}

for program in calc words shapes; do
    if [ $program = shapes ] && ! command -v c++filt >/dev/null; then
        echo "skipped gmon $program as text: there is no c++filt"
        continue
    fi
    file=$SAMPLES/gmon/$program
    same_as_text $program 3 "$file.gprof" "$file" "$file.gmon"
done

# It does not matter in which order the files are given, or whether they are
# compressed.
sample=$SAMPLES/gmon/words
"$PROF2DOT" -T edges "$sample" "$sample.gmon" >once
gzip -c "$sample.gmon" >compressed
"$PROF2DOT" -T edges compressed --program="$sample" | cmp -s once -
say compressed
"$PROF2DOT" -T edges "$sample" - <"$sample.gmon" | cmp -s once -
say 'standard input'

# Files of other clock rates, in any order, add up to the same bytes. The rate is
# at byte 41, in two bytes.
for rate in 350:003 320:007 013:000; do
    cp "$sample.gmon" "rate${rate#*:}"
    # shellcheck disable=SC2059
    printf "\\${rate%:*}\\${rate#*:}" |
        dd of="rate${rate#*:}" bs=1 seek=41 conv=notrunc 2>messages
done
all "$sample" "$sample.gmon" rate003 rate007 rate000 >rates
all "$sample" rate007 rate000 "$sample.gmon" rate003 | cmp -s rates -
say 'order of rates'

# A histogram may cover the executable segment only, which is the second one of
# this program. Another build's is refused.
number() { # BYTES N: prints N with the lowest byte first
    awk -v size="$1" -v n="$2" 'BEGIN {
        for (; size > 0; size--) {
            printf "\\%03o", n % 256
            n = int(n / 256)
        }
    }'
}
histogram() { # LOW HIGH: 4 bins of 1, 2, 3 and 4 ticks
    # shellcheck disable=SC2059
    printf "gmon$(number 4 1)$(number 12 0)\\0$(number 8 "$1")$(
        number 8 "$2")$(number 4 4)$(number 4 100)seconds$(number 8 0)s$(
        number 2 1)$(number 2 2)$(number 2 3)$(number 2 4)"
}
# What is wrong with the head of a BSD file is told with its place.
bsd() { # BYTES TYPE: the head, and one bin of 16 bits
    # shellcheck disable=SC2059
    printf "$(number 8 4198400)$(number 8 4198404)$(number 4 "$1")$(
        number 4 333945)$(number 4 100)$(number 4 "$2")$(number 8 0)$(
        number 2 1)"
}
told() { # THING MESSAGE
    "$PROF2DOT" -q "$sample" bsd >out 2>messages
    grep -qF -e "bsd: $2" messages
    say "$1" "$(cat messages)"
}
bsd 42 7 >bsd
told 'wide bins' 'byte 28: expected bins of 16 bits, found type 7'
bsd 39 16 >bsd
told 'a small head' \
    'byte 16: expected the size of the header and of 16-bit bins, found 39'
bsd 43 16 >bsd
told 'half a bin' \
    'byte 16: expected the size of the header and of 16-bit bins, found 43'

echo 'int main(void) { return 0; }' >two.c
if ${CC:-cc} -no-pie -Wl,-z,separate-code -o two two.c 2>messages &&
    readelf -lW two >segments && readelf -SW two >sections; then
    low=$(($(awk '/LOAD/ && /R E/ { print $3; exit }' segments)))
    high=$(awk '/ AX / { at = NF - 7; sum = "0x" $at " 0x" $(at + 2) }
        END { print sum }' sections)
    high=$((($((${high% *})) + $((${high#* })) + 3) / 4 * 4))
    # The last bin is that of the last instructions, those of _fini.
    [ $low -gt 4194304 ] && histogram $low $high >segment &&
        all two segment | grep -q '"name": "_fini"'
    say 'the executable segment only' "$low to $high: $(all two segment 2>&1)"
    histogram $((low + 4)) $high >other
    ! all two other >messages 2>&1
    say 'not a part of the executable segment'
else
    echo 'skipped gmon the executable segment only: no -no-pie, or no readelf'
fi

# The sum of 300 runs is 300 times one run. No count is so large that awk would
# round it.
i=0
set --
while [ $i -lt 300 ]; do
    i=$((i + 1))
    cp "$sample.gmon" run$i
    set -- "$@" run$i
done
"$PROF2DOT" -T edges "$sample" "$@" >many
awk 'function times(word, n) {
         if (match(word, /^(x|w=)?[0-9.]+$/) && word != "0") {
             match(word, /[0-9]/)
             return substr(word, 1, RSTART - 1) \
                    sprintf("%.15g", n * substr(word, RSTART))
         }
         return word
     }
     FNR == 1 { file++ }
     { row = ""; for (i = 1; i <= NF; i++) row = row " " \
           (/^%/ ? $i : times($i, file == 1 ? 300 : 1)) }
     file == 1 { want[FNR] = row; n = FNR; next }
     row != want[FNR] { print "line " FNR ":" row; exit 1 }
     END { if (FNR != n) exit 1 }' once many >why
say '300 files' "$(head -n 1 why)"

corpus=$SHARED/gmon
if [ ! "$SHARED" ] || [ ! -d "$corpus" ]; then
    exit 0
fi

runs_of() { # PROGRAM: prints the names of its files
    if [ -e "$corpus/$1/gmon.1" ]; then
        echo "$corpus/$1"/gmon.[0-9]
    else
        echo "$corpus/$1/gmon.out"
    fi
}

# gprof adds functions with certain names (.isra.0, .part.0, .cold) to the one
# before.
known_text() {
    case $1 in
    lua | cxx-O2-nopie | syms) return 0 ;;
    esac
    return 1
}

programs=
for ref in "$corpus"/*/ref-default.json; do
    folder=${ref%/*}
    name=${folder##*/}
    programs="$programs $name"
    files=$(runs_of "$name")
    # shellcheck disable=SC2086
    "$PROF2DOT" -q -T edges "$folder/$name" $files >edges &&
        all "$folder/$name" $files >json &&
        awk -f "$tools/gmon_ref.awk" edges json "$ref" >why &&
        [ ! -s why ]
    say "$name" "$(head -n 1 why)"
    # shellcheck disable=SC2086
    known_text "$name" ||
        same_as_text "$name" 1 "$folder/gprof.txt" "$folder/$name" $files
done

# A file of another program is refused, or read with a warning by --force. Two
# of the names have the same program.
[ "$FULL" ] || programs=
for one in $programs; do
    for other in $programs; do
        program=$corpus/$one/$one
        file=$(runs_of "$other")
        "$PROF2DOT" "$program" "${file%% *}" >out 2>err
        status=$?
        if cmp -s "$program" "$corpus/$other/$other"; then
            [ $status = 0 ] && ! grep -q warning err
            say "$one own $other" "$(head -n 1 err)"
            continue
        fi
        [ $status = 1 ] && [ "$(wc -l <err)" = 1 ] && [ ! -s out ]
        say "$one crossed $other" "status $status"
        "$PROF2DOT" --force "$program" "${file%% *}" >out 2>err
        status=$?
        { [ $status = 0 ] && grep -q 'warning: .*another program' err; } ||
            { [ $status = 1 ] && [ -s err ]; }
        say "$one forced $other" "status $status"
    done
done

# Each damaged file has its message.
while read -r file want; do
    "$PROF2DOT" "$corpus/bad/nonrec" "$corpus/bad/$file" >out 2>err
    status=$?
    case $want in
    -) [ $status = 0 ] && [ ! -s err ] ;;
    warning*) [ $status = 0 ] && grep -q "${want#warning }" err ;;
    drawn*) [ $status = 4 ] && [ -s out ] && grep -q "${want#drawn }" err ;;
    *)
        [ $status = 1 ] && [ ! -s out ] && [ "$(wc -l <err)" = 1 ] &&
            grep -q "$file: $want" err
        ;;
    esac
    say "bad/$file" "status $status: $(head -n 1 err)"
done <<'END'
badmagic.gmon expected a gmon.out file
badtag.gmon drawn byte 2900: expected a record of kind 0, 1 or 2, found 7
badversion.gmon byte 4: expected version 1 of gmon.out, found 2
base.gmon -
bigend.gmon byte 4: the numbers have the other byte order
cut0.gmon the input is empty
cut3.gmon expected a gmon.out file
cut19.gmon expected a header of 20 bytes, found 19
cut20.gmon no records
cut21.gmon byte 20: expected the head of a histogram of 40 bytes, found 0
cut40.gmon byte 20: expected the head of a histogram of 40 bytes, found 19
cut61.gmon byte 20: expected a histogram of 2608 bytes, found 0: the file is cut off
cut100.gmon byte 20: expected a histogram of 2608 bytes, found 39: the file is cut off
cut1000.gmon byte 20: expected a histogram of 2608 bytes, found 939: the file is cut off
cut2879.gmon -
cut2880.gmon drawn byte 2879: expected an arc of 20 bytes, found 0: the file is cut off
cut2899.gmon drawn byte 2879: expected an arc of 20 bytes, found 19: the file is cut off
dimchange.gmon byte 2669: a histogram of cycles cannot be added
empty.gmon no records
hugencnt.gmon byte 20: expected a histogram of 8589934560 bytes, found 2839: the file is cut off
hugencnt2.gmon byte 20: expected a histogram of 4294967294 bytes, found 2839: the file is cut off
lohi.gmon byte 20: a histogram of no addresses
overlap.gmon byte 2669: the addresses of this histogram overlap
rate0.gmon warning rate is 0
scalechange.gmon warning left out: 2.32 seconds in no function
trailing.gmon drawn byte 2900: expected an arc of 20 bytes, found 2: the file is cut off
END
"$PROF2DOT" "$corpus/bad/cutelf" "$corpus/bad/base.gmon" 2>err
[ $? = 1 ] && grep -q 'cutelf: the ELF file is damaged' err
say bad/cutelf

# Files with the same content in another form: each row has the factors by which
# times and counts differ, and the message, if any.
scaled() { # TIMES COUNTS: multiplies what -T edges has written
    awk -v times="$1" -v counts="$2" '
        /^%/ { next }
        !/ -> / { $2 = sprintf("%.9g", $2 * times) }
        {
            sub(/ w=.*/, "")
            for (i = 3; i <= NF; i++)
                if ($i ~ /^x[0-9]/)
                    $i = sprintf("x%.15g", counts * substr($i, 2))
            print
        }'
}

cd "$corpus/variants" || exit
"$PROF2DOT" -T edges nonrec base.gmon >"$OLDPWD/base"
cd "$OLDPWD" || exit
while read -r file times counts message; do
    (cd "$corpus/variants" && "$PROF2DOT" -T edges nonrec "$file.gmon") \
        2>err | scaled 1 1 >got
    scaled "$times" "$counts" <base | cmp -s - got &&
        if [ "$message" = - ]; then
            [ ! -s err ]
        else
            grep -q "$message" err
        fi
    say "variants/$file" "$(head -n 1 err)"
done <<'END'
bb 1 1 basic blocks were passed over: 1
bsd44 1 1 -
dimcycles 1 1 -
dupes 2 2 -
nohist 0 1 no histogram
oldbsd 1 1 taken for 100 ticks
onehist 1 1 -
otherrate 1.4 1 the clock rate is 250
rate1000 0.1 1 -
shuffled 1 1 -
twohist 1 1 -
version0 1 1 -
zerobins 0 1 without bins
END

# Arcs from outside of the program count for the routine that they lead to, and
# have no caller: 82 calls in 2 arcs. Two more lead out of the program.
(cd "$corpus/variants" && "$PROF2DOT" -T edges nonrec arcsout.gmon) >got 2>err
sed 's/ x24082 entry=82 / x24000 entry=0 /' got | cmp -s - base &&
    ! cmp -s got base && grep -q 'no caller: 82 (arcs: 2)' err &&
    grep -q 'dropped: 97 (arcs: 2)' err
say variants/arcsout "$(head -n 1 err)"
while read -r file ticks; do
    same_as_text "variants/$file" "$ticks" "$corpus/variants/$file.txt" \
        "$corpus/variants/nonrec" "$corpus/variants/$file.gmon"
done <<'END'
bigcount 1
bsd44 1
saturated 300
zeroarc 1
END
"$PROF2DOT" -T edges "$corpus/variants/nonrec" "$corpus/variants/noarcs.gmon" \
    2>err | awk '!/^%/ { n++; whole += $2 } / -> / { whole = -1 }
                 END { exit !(n == 4 && sprintf("%.9g", whole) == "2.32") }' &&
    grep -q 'no calls were recorded' err
say variants/noarcs

# The program is stripped and has its debug file beside it, or an old C library
# has loaded it to another address.
folder=$corpus/bigcycle
all "$folder/bigcycle" "$folder/gmon.out" | grep -o '"name.*"self.*' |
    sed 's/"module": "[^"]*"//' >want
for case in "$corpus/strip/b.stripped" "$corpus/strip/bigcycle.debug" \
    "$corpus/oldpie/oldpie"; do
    all "$case" "${case%/*}/gmon.out" | grep -o '"name.*"self.*' |
        sed 's/"module": "[^"]*"//' | cmp -s want -
    say "${case##*/}"
done
"$PROF2DOT" "$corpus/oldpie/oldpie" "$corpus/oldpie/gmon.out" 2>&1 >out |
    grep -q 'they were moved back'
say 'oldpie is told'
cp "$corpus/strip/b.stripped" alone
"$PROF2DOT" alone "$corpus/strip/gmon.out" 2>&1 >out |
    grep -q 'alone: no symbols of functions'
say 'stripped is told'
cp "$corpus/nonrec/nonrec" bigcycle.debug
"$PROF2DOT" alone "$corpus/strip/gmon.out" 2>&1 >out |
    grep -q 'bigcycle.debug: not the debug file of alone'
say 'another debug file is told'
