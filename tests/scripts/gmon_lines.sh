# Draws boxes of lines and addresses from gmon.out. First from a program of 96
# bytes and files of a few bins, whose numbers were worked out by hand; then
# from a program that gcc built and that ran.
. "$TESTS/tools/say.sh"

# Nothing here needs much memory, but sanitizers reserve a lot.
[ "$SAN" ] || ulimit -v 2000000 2>/dev/null

# clang's assembler makes no lines of a unit without .debug_info.
case $(gcc -dumpmachine 2>/dev/null) in
x86_64*linux*) ;;
*)
    echo 'skipped gmon_lines: there is no gcc for Linux on x86-64'
    exit 0
    ;;
esac

# The numbers on the right are addresses behind 0x401000.
cat >hand.s <<'END'
        .file 1 "hand.c"
        .text
        .globl main, f, g
        .type main, @function
        .type f, @function
        .type g, @function
main:   .loc 1 20               # 0x00
        nop
        .skip 7, 0x90
        call f                  # 0x08, returns to 0x0d
        .loc 1 21               # 0x0d
        nop
        .skip 2, 0x90
        call g                  # 0x10, returns to 0x15
        .loc 1 22               # 0x15
        nop
        .skip 10, 0x90
f:      .loc 1 10               # 0x20
        nop
        .skip 5, 0x90
        .loc 1 11               # 0x26
        call g                  # returns to 0x2b
        .loc 1 12               # 0x2b
        call g                  # returns to 0x30
        .loc 1 13               # 0x30
        call f                  # returns to 0x35
        .loc 1 14               # 0x35
        nop
        .skip 26, 0x90
g:      .loc 1 30               # 0x50
        nop
        .skip 3, 0x90
        .loc 1 31               # 0x54
        nop
        .skip 11, 0x90
END
link() { # PROGRAM OPTION...
    program=$1
    shift
    gcc -nostdlib -static -no-pie -Wl,-Ttext=0x401000,-e,main \
        -Wl,--build-id=none -o "$program" "$@" 2>messages
}
if ! link hand -g hand.s; then
    echo "skipped gmon_lines: $(head -n 1 messages)"
    exit 0
fi

number() { # BYTES N: prints N with the lowest byte first
    awk -v size="$1" -v n="$2" 'BEGIN {
        for (; size > 0; size--) {
            printf "\\%03o", n % 256
            n = int(n / 256)
        }
    }'
}
# One tick is one second. The addresses are those behind 0x401000.
base=4198400
histogram() { # BYTES TICKS...: the range, and the ticks of its bins
    bins="\\0$(number 8 $base)$(number 8 $((base + $1)))"
    shift
    bins="$bins$(number 4 $#)$(number 4 1)seconds$(number 8 0)s"
    for ticks; do
        bins="$bins$(number 2 "$ticks")"
    done
    # shellcheck disable=SC2059
    printf "gmon$(number 4 1)$(number 12 0)$bins"
}
arc() { # FROM SELF COUNT
    # shellcheck disable=SC2059
    printf "\\1$(number 8 $((base + $1)))$(number 8 $((base + $2)))$(
        number 4 "$3")"
}
all() { # GRANULARITY PROGRAM FILE...: prints functions and calls as rows.awk
    granularity=$1
    shift
    "$PROF2DOT" -q -T json -n0 -e0 --granularity="$granularity" "$@" >json &&
        awk -f "$TESTS/tools/rows.awk" json |
        sed -e "s/ back$//" -e "/^whole/d" -e "/^cycle/d"
}
same() { # THING: is `got` what is on standard input, in any order?
    sort >want
    sort got | diff - want >difference
    say "$1" "$(grep '^[<>]' difference | tr '\n' ' ')"
}

# Twelve bins of 8 bytes. The bin at 0x08 has 5 bytes of line 20 and 3 of line
# 21; that at 0x10 5 of 21 and 3 of 22; that at 0x20 6 of 10 and 2 of 11; that
# at 0x28 3 of 11 and 5 of 12; that at 0x30 5 of 13 and 3 of 14; and that at
# 0x50 4 of 30 and 4 of 31. The cost of g is 84 and it is called 42 times: 2 for
# each.
{
    histogram 96 2 8 8 0 16 8 8 0 0 0 84 0
    arc 0x00 0x24 10 # line 20 calls f
    arc 0x10 0x54 2  # line 21 calls g
    arc 0x20 0x54 10 # line 11 calls g
    arc 0x30 0x54 30 # line 12 calls g: the address is one of line 13
    arc 0x30 0x24 5  # line 13 calls f
} >gmon.out
all function hand gmon.out >got
same functions <<'END'
main 18 134 -
f 32 112 15
g 84 84 42
main -> f 10 112
main -> g 2 4
f -> f 5 -
f -> g 40 80
END
all line hand gmon.out | grep -v '^[a-z]* -> ' >got
same lines <<'END'
main 0 134 -
main (hand.c:20) 7 119 -
main (hand.c:21) 8 12 -
main (hand.c:22) 3 3 -
f 0 112 15
f (hand.c:10) 12 12 -
f (hand.c:11) 7 27 -
f (hand.c:12) 5 65 -
f (hand.c:13) 5 5 -
f (hand.c:14) 3 3 -
g 0 84 42
g (hand.c:30) 42 42 -
g (hand.c:31) 42 42 -
main (hand.c:20) -> f 10 112
main (hand.c:21) -> g 2 4
f (hand.c:11) -> g 10 20
f (hand.c:12) -> g 30 60
f (hand.c:13) -> f 5 -
END
"$PROF2DOT" -q -T list --list='^g$' --source=. hand gmon.out >listing
[ "$(grep -c '42 s.* 3[01]    hand.c:3' listing)" = 2 ]
say 'a listing of lines' "$(cat listing)"
# A function calls each of its lines, and the cost of this is the line's total.
all line hand gmon.out | grep '^[a-z]* -> ' >got
same 'functions above lines' <<'END'
main -> main (hand.c:20) - 119
main -> main (hand.c:21) - 12
main -> main (hand.c:22) - 3
f -> f (hand.c:10) - 12
f -> f (hand.c:11) - 27
f -> f (hand.c:12) - 65
f -> f (hand.c:13) - 5
f -> f (hand.c:14) - 3
g -> g (hand.c:30) - 42
g -> g (hand.c:31) - 42
END

# A unit without a line table, here behind the others, has functions without
# lines, and the other unit keeps its lines.
cat >bare.s <<'END'
        .text
        .balign 16, 0x90
        .globl bare
        .type bare, @function
bare:   .skip 16, 0x90
        .section .debug_abbrev, "", @progbits
abbreviations:
        .byte 1, 0x11, 0        # a unit without children
        .byte 0x03, 0x08        # name: a string
        .byte 0x11, 0x01        # low_pc: an address
        .byte 0x12, 0x07        # high_pc: 8 bytes
        .byte 0, 0, 0
        .section .debug_info, "", @progbits
        .long last - first
first:  .short 4
        .long abbreviations
        .byte 8
        .byte 1
        .asciz "bare.c"
        .quad bare
        .quad 16
last:
        .section .note.GNU-stack, "", @progbits
END
gcc -c bare.s && link half -g hand.s bare.o
histogram 112 2 8 8 0 16 8 8 0 0 0 84 0 5 6 >bare.out
all line half bare.out | grep -v -e '->' -e '^[a-z]* [0-9]* [0-9]* -$' >got
same 'a unit without a line table' <<'END'
main (hand.c:20) 7 7 -
main (hand.c:21) 8 8 -
main (hand.c:22) 3 3 -
f (hand.c:10) 12 12 -
f (hand.c:11) 7 7 -
f (hand.c:12) 5 5 -
f (hand.c:13) 5 5 -
f (hand.c:14) 3 3 -
g (hand.c:30) 42 42 -
g (hand.c:31) 42 42 -
END
all line half bare.out | grep '^bare' >got
same 'its function' <<'END'
bare 11 11 -
END

# A bin is at its first address, a call at that of its instruction.
all address hand gmon.out | grep -v '^[a-z]* -> ' >got
same addresses <<'END'
main 0 134 -
main+0x0 2 2 -
main+0x8 8 120 -
main+0x10 8 12 -
f 0 112 15
f+0x0 16 16 -
f+0x6 0 20 -
f+0x8 8 8 -
f+0xb 0 60 -
f+0x10 8 8 -
g 0 84 42
g+0x0 84 84 -
main+0x8 -> f 10 112
main+0x10 -> g 2 4
f+0x6 -> g 10 20
f+0xb -> g 30 60
f+0x10 -> f 5 -
END
"$PROF2DOT" -T edges --granularity=address hand gmon.out >edges
grep -q '^f+0xb 0 .*line=12 ' edges && grep -q '^f 0 .*line=10 ' edges
say 'lines of addresses'

# Files add up, and so do runs whose calls are from the same place. One bin may
# have bytes of two functions: profil(2) counts from 0x1a to 0x31 in the second
# of four bins. It has 6 bytes of line 22, 6 of 10, 5 of 11, 5 of 12 and 2 of 13.
all line hand gmon.out gmon.out >got
all line hand gmon.out | awk '
    { for (i = NF; i > NF - (/ -> / ? 2 : 3); i--)
          if ($i ~ /^[0-9]/) $i *= 2 }
    1' | same 'two files'
{ histogram 96 0 24 0 0; arc 0x00 0x24 1; } >wide
all line hand wide >got
same 'a bin of two functions' <<'END'
main 0 24 -
main (hand.c:20) 0 18 -
main (hand.c:22) 6 6 -
f 0 18 1
f (hand.c:10) 6 6 -
f (hand.c:11) 5 5 -
f (hand.c:12) 5 5 -
f (hand.c:13) 2 2 -
f -> f (hand.c:13) - 2
main -> main (hand.c:20) - 18
main -> main (hand.c:22) - 6
main (hand.c:20) -> f 1 18
f -> f (hand.c:10) - 6
f -> f (hand.c:11) - 5
f -> f (hand.c:12) - 5
END

# Where no instruction calls the callee directly, the call is at the address of
# the arc: 0x40 is of line 14. Nothing is called at 0x20 in f but g.
{
    histogram 96 0 0 0 0 0 0 0 0 0 0 84 0
    arc 0x40 0x54 21
    arc 0x20 0x04 21
} >indirect
all line hand indirect | grep ') -> ' >got
same 'indirect calls' <<'END'
f (hand.c:14) -> g 21 84
f (hand.c:10) -> main 21 0
END

# A call that returns to a bucket which begins in the function before is one of
# that function, as it is with functions.
{ histogram 96 0 0 0 0 0 0 0 0 0 0 0 0; arc 0x10 0x24 3; } >before
all line hand before | grep -- '-> f' >got
same 'a call of another function' <<'END'
main (hand.c:21) -> f 3 0
END

# Only its own lines call f: it is entered once, as without lines.
{ histogram 96 0 0 0 0 8 0 0 0 0 0 0 0; arc 0x30 0x24 5; } >alone
for granularity in function line address; do
    all $granularity hand alone | grep '^f [0-9]' | sed 's/ [0-9.]*//' >got
    echo 'f 8 5' | same "recursion alone, by $granularity"
done

# Calls that were counted 0 times have no cost, although f is called nowhere
# else: its cost stays with it, as without lines.
{ histogram 96 0 0 0 0 8 0 0 0 0 0 0 0; arc 0x00 0x24 0; } >never
all line hand never | grep -e '^f [0-9]' -e ':10) [0-9]' -e '-> f [0-9]' >got
same 'calls counted 0 times' <<'END'
f 0 8 0
f (hand.c:10) 6 6 -
main (hand.c:20) -> f 0 0
END

# There is no histogram, or none of its ticks is in the program.
{
    histogram 96 0 0 0 0 0 0 0 0 0 0 0 0 | head -c 20
    arc 0x00 0x24 7
} >arcs
all line hand arcs | grep -- '-> f' >got
echo 'main (hand.c:20) -> f 7 0' | same 'no histogram'

# A program without lines has none to show, but addresses.
strip -g -o bare hand
"$PROF2DOT" --granularity=line bare gmon.out >out 2>err
[ $? = 1 ] && [ ! -s out ] && [ "$(wc -l <err)" = 1 ] &&
    grep -q '^prof2dot: bare: --granularity=line: the program has no lines' err
say 'no debug information' "$(head -n 1 err)"
all address bare gmon.out | sort >got
all address hand gmon.out | same 'addresses without debug information'

# Lines may be in a debug file beside the program.
objcopy --only-keep-debug hand hand.debug 2>messages &&
    objcopy --add-gnu-debuglink=hand.debug bare apart 2>>messages
all line apart gmon.out >got
all line hand gmon.out | same 'lines in a debug file'

# Sections that old binutils compressed are called .zdebug_line.
objcopy --compress-debug-sections=zlib-gnu hand old 2>messages
readelf -SW old | grep -q ' \.zdebug_line '
say 'old compressed sections' "$(head -n 1 messages)"
all line old gmon.out >got
all line hand gmon.out | same 'lines in old compressed sections'

# A part without lines stays with its function: h is assembled without -g. Large
# bins are looked at in steps, but no tick moves to another function: the bin of
# 2048 bytes has 96 of hand.s and 1952 of h.
cat >h.s <<'END'
        .text
        .globl h
        .type h, @function
h:      .skip 1952, 0x90
END
gcc -g -c hand.s && gcc -c h.s && link large hand.o h.o
histogram 2048 2048 >one
all line large one | grep -v -- '->' |
    awk '{ name = $1; self[name] += $(NF - 2) } NF == 4 { total[name] = $3 }
         END { for (name in self) print name, self[name], total[name] }' >got
same 'bins of 2 kB, parts without lines' <<'END'
main 32 32
f 48 48
g 16 16
h 1952 1952
END

# Two files may have a static function of the same name at the same line. Their
# boxes are one, but each function keeps its total: 8 and 24.
cat >twin.h <<'END'
        .file 1 "twin.h"
twin:   .loc 1 5
        nop
        .skip 15, 0x90
        .type twin, @function
END
for i in 1 2; do
    { echo '.text'; cat twin.h; } >twin$i.s
    gcc -g -c twin$i.s
done
printf '.text\n.globl main\n.type main,@function\nmain:.skip 16,0x90\n' >m.s
gcc -c m.s && link twins m.o twin1.o twin2.o
{
    histogram 48 0 8 24
    arc 0x00 0x14 9
    arc 0x00 0x24 1
} >twin.out
all line twins twin.out | grep '^twin' >got
same 'equal names and lines' <<'END'
twin 0 8 9
twin 0 24 1
twin (twin.h:5) 32 32 -
twin -> twin (twin.h:5) - 8
twin -> twin (twin.h:5) - 24
END

# A program that runs: the functions have the totals that they have without
# lines, in two cycles, by every way to treat them; two calls are two arrows.
cat >run.c <<'END'
volatile unsigned sink;
__attribute__((noinline)) void work(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sink += i;
}
__attribute__((noinline)) void odd(int n);
__attribute__((noinline)) void even(int n)
{
    work(300);
    for (int i = 0; i < 100; i++)
        sink ^= 1;
    if (n > 0)
        odd(n - 1);
    work(600);
}
__attribute__((noinline)) void odd(int n)
{
    work(200);
    if (n > 0)
        even(n - 1);
    if (n > 6)
        odd(n - 7);
    sink++;
}
int main(void)
{
    for (int i = 0; i < 4000; i++)
        even(9);
    work(1000000);
    for (int i = 0; i < 2000; i++)
        odd(8);
    work(2000000);
    return 0;
}
END
if ! gcc -pg -g -O1 -fno-optimize-sibling-calls -o run run.c 2>messages ||
    ! mkdir ran || ! (cd ran && unset GMON_OUT_PREFIX && ../run) ||
    ! mv ran/gmon.out gmon.out 2>>messages; then
    echo 'skipped gmon_lines: a program that ran: no -pg'
    exit 0
fi
for way in split walk; do
    all function --cycles=$way run gmon.out | grep -v -- '->' |
        awk '{ print $1, $3, $4 }' | sort >functions
    for granularity in line address; do
        all $granularity --cycles=$way run gmon.out | grep -v -- '->' >parts
        awk 'NF == 4 && $1 !~ /[+]/ { print $1, $3, $4 }' parts | sort |
            diff - functions >difference
        say "totals and calls by $granularity, $way" "$(cat difference)"
        awk '{ sum += $(NF - 2) } END { printf "%.6f\n", sum }' parts >sum
        all function run gmon.out | grep -v -- '->' |
            awk '{ sum += $2 } END { printf "%.6f\n", sum }' | cmp -s - sum
        say "sum by $granularity, $way" "$(cat sum)"
    done
done
# even(9) calls even 6 times in all, 5 of these with n > 0, and odd 6 times, 5
# of these with n > 0; odd(8) calls even 5 times, 4 of these with n > 0, and odd as
# often as even(9).
all line run gmon.out | awk '/[)] -> / { $NF = ""; print }' | sed 's/ $//' >got
same 'calls by line' <<'END'
even (run.c:10) -> work 34000
even (run.c:14) -> odd 28000
even (run.c:15) -> work 34000
main (run.c:29) -> even 4000
main (run.c:30) -> work 1
main (run.c:32) -> odd 2000
main (run.c:33) -> work 1
odd (run.c:19) -> work 36000
odd (run.c:21) -> even 30000
odd (run.c:23) -> odd 6000
END

# gprof counts ticks by line as well, except that it moves bins by up to 2
# bytes; it prints a row for each row of the table of lines.
if command -v gprof >/dev/null &&
    gprof -b -l -p run gmon.out >flat 2>messages; then
    awk '$NF ~ /^[0-9a-f]+[)]$/ { at[$(NF - 3) " " $(NF - 2)] += $3 }
         END { for (k in at) if (at[k] > 0) print k ")", at[k] }' flat |
        sort >theirs
    all line run gmon.out | awk '!/->/ && NF == 5 { print $1, $2, $3 }' |
        sort >ours
    awk 'NR == FNR { a[$1 " " $2] = $3; next } { b[$1 " " $2] = $3 }
         END {
             for (k in a) { n++; if (a[k] - b[k] > 0.1 || b[k] - a[k] > 0.1)
                 print k, a[k], b[k] }
             if (!n) print "nothing"
         }' theirs ours >difference
    [ ! -s difference ]
    say 'ticks by line as gprof' "$(head -n 1 difference)"
else
    echo 'skipped gmon_lines: ticks by line as gprof: there is no gprof -l'
fi
