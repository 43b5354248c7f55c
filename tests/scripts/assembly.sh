# --assembly: the costs of instructions are those that perf annotate --stdio -n
# (6.1) prints of the same recordings, and text and pages agree.
. "$TESTS/tools/say.sh"
data=$SAMPLES/perfdata/lines.data
if "$PROF2DOT" -V | grep -q '^no Capstone'; then
    "$PROF2DOT" -T list --list=. --assembly "$data" 2>messages
    [ $? = 2 ] && grep -q 'built without it' messages
    say 'a build without Capstone says so'
    exit
fi

list() { # OPTIONS...
    "$PROF2DOT" -q -T list -n0 --assembly "$@"
}
# Prints "ADDRESS SELF" for each instruction with self cost.
costs() {
    awk '$1 != "." { for (i = 2; i < NF; i++)
        if ($i ~ /^[0-9a-f]+:$/) print substr($i, 1, length($i) - 1), $1 }'
}
same() { # WHAT EXPECTED FOUND
    [ "$2" = "$3" ]
    say "$1" "expected '$2', found '$3'"
}

# What perf annotate prints of divide, fill and count.
sort >expected <<'END'
4001b6 1
4001b8 12
4001ba 1
4001c1 22
4001c4 4
4001c7 5
400175 1
400178 3
40017a 6
400181 4
400184 7
4001f8 1
4001fa 1
4001fd 3
400203 1
400208 2
40020e 2
400212 1
END
list --list='divide|fill|count' "$data" | costs | sort >found
same 'self costs by instruction' "$(cat expected)" "$(cat found)"
list --list=. --no-inline "$data" | costs | sort >found
same 'without inlined functions' "$(cat expected)" "$(cat found)"

# Lines and the instructions of each line agree, but for inlined ones.
same 'the instructions of a line' 40 "$(
    list --list=divide "$data" | awk '$5 == 40 && $6 ~ /:$/ { n += $1 }
        END { print n }')"
same 'a jump names its target' 'jne 0x4001a8 <divide+0x18>' "$(
    list --list=divide "$data" | grep -o 'jne .*' | tr -s ' ')"
same 'inlined code names its function' 'lines.c next:22' "$(
    list --list=fill "$data" | sed -n 's/.*40017a:.*; //p')"
same 'a function without code of its own' '(inlined in fill)' "$(
    list --list=next "$data" | grep -o '(inl.*')"
same 'bytes before the first cost and after the last' '400190 4001d1' "$(
    list --list=divide "$data" | grep -o '[0-9a-f]*:  ' | tr -d ': ' |
        sed -n '1p; $p' | xargs)"
same 'few of them by default' "$(printf '%s\n' 4001ad '...')" "$(
    "$PROF2DOT" -q -T list --list=divide --assembly "$data" |
        sed -n '/(instr/,$p' | grep -oE '4001ad|\.\.\.')"
same 'filters hold' '' "$(
    list --list=divide --ignore=divide "$data" 2>&1 | costs)"
same 'several recordings add up' "$(awk '{ print $1, 2 * $2 }' expected)" "$(
    list --list=. "$data" "$data" | costs | sort)"

# A page has the same numbers.
"$PROF2DOT" -T html --assembly "$data" >page 2>messages
awk -F '[],[]' '
    /"code":\[\["/ { in_costs = 1; split("", cost) }
    /^\[[0-9]+,[0-9.]+,"/ && in_costs { cost[$2] = $3 + 0 }
    /^\[[0-9]+,"[0-9a-f]+"/ { gsub("\"", "", $3)
        if (cost[$2]) print $3, cost[$2] }' page | sort >found
same 'a page has the same costs' "$(cat expected)" "$(cat found)"
list --list=. "$data" |
    sed -n 's/.* \([0-9a-f]*\):  \([a-z]*\).*/\1 \2/p' | sort >listed
sed -n 's/^\[[0-9]*,"\([0-9a-f]*\)","\([a-z]*\)[^"]*",[0-9]*,[0-9]*\].*/\1 \2/p' \
    page | sort >found
same 'a page has some of the same instructions' '58' "$(
    wc -l <found | xargs && comm -13 listed found)"
grep -q 'the page has the instructions of 3 functions, [1-9] kB' messages
say 'its size is said' "$(cat messages)"
! grep -q 'left out' messages
say 'nothing is left out of a few functions' "$(cat messages)"
! grep -q lines.c.*for page && ! grep -q 'table\[i\]' page
say 'no source without --source'

# Files that are not there, or of another machine or build, give no instructions.
mkdir -p root/home/user/src none
cp "$data" here.data
"$PROF2DOT" -q -T list --list=. --assembly --symfs=none here.data >found 2>&1
same 'no program, no instructions' 2 $?
# The machine in the header is that of z/Architecture (22), which is not known.
cp "$SAMPLES/perfdata/lines" root/home/user/src
printf '\26\0' | dd of=root/home/user/src/lines bs=1 seek=18 conv=notrunc \
    2>/dev/null
"$PROF2DOT" -T list --list=divide --assembly --symfs=root "$data" 2>&1 |
    grep -q 'no instructions of 3 functions: their files have none, or those of another kind of machine'
say 'another machine is noted' "$("$PROF2DOT" -T list --list=divide \
    --assembly --symfs=root "$data" 2>&1)"
cp "$SAMPLES/perfdata/lines" root/home/user/src

# Bytes that are no instruction: 0x06 is none in 64 bits.
for at in 4001af 4001ad 4001cc; do
    printf '\6' | dd of=root/home/user/src/lines bs=1 \
        seek=$((0x$at - 0x400000)) conv=notrunc 2>/dev/null
done
list --symfs=root --list=divide "$data" >found
same 'bytes that are no instruction' '4001ad:  .byte   0x06 0xd2 0x06 0x83 0xc0 0x04 0x83 0xc9 0x01
4001cc:  .byte   0x06 0xda 0x89 0xf0 0x5d 0xc3' "$(
    grep -o '[0-9a-f]*:  \.byte.*' found)"
same 'costs beside them' "$(grep -E '^4001[bc]' expected)" "$(
    costs <found | sort)"

# What has no addresses refuses the option.
"$PROF2DOT" -T html --assembly "$SAMPLES/perf/calc" >/dev/null 2>messages
same 'a format without addresses' \
    "2 prof2dot: $SAMPLES/perf/calc: --assembly is of no use: perf input has no addresses of instructions in programs; leave it out" \
    "$? $(cat messages)"
"$PROF2DOT" -T svg --assembly "$data" >/dev/null 2>messages
same 'an output without instructions' \
    '2 prof2dot: --assembly: this is not for -T svg, but for HTML pages and -T list' \
    "$? $(cat messages)"
"$PROF2DOT" -T list --list=f --base="$data" --assembly "$data" >/dev/null 2>messages
same 'two programs' \
    '2 prof2dot: --assembly: the instructions of two programs are not compared; leave out --base' \
    "$? $(cat messages)"
