# What perf.data needs beside a reading of its records.
data=$SAMPLES/perfdata/small.data
run() { "$PROF2DOT" -T folded "$@" 2>&1 | tail -n 3; }

echo "# a file of another build is not used"
cp "$data" .
printf 'int main(void) { return 0; }\n' | ${CC:-cc} -x c -o small - 2>/dev/null
"$PROF2DOT" -T folded small.data 2>&1 >stacks
grep -c leaf stacks

echo "# pipes and compressed files"
run - <"$data" >first
cat "$data" | run - >second
gzip -c "$data" >small.gz
run small.gz >third
cmp first second && cmp first third && echo same

echo "# threads, tags and times"
run --comm=nobody "$data"
run --comm=small --tags=comm "$data"
run --tags=cpu "$data"
run --time=1,2 "$data"
run --time=2,1 "$data"
run --list-threads "$data" | sed 's/[0-9][0-9]*/N/g'
from=$("$PROF2DOT" -T folded --time=0, "$data" 2>&1 | wc -l)
[ "$from" -gt 3 ] && echo "all after 0"

echo "# perf text takes --time as well"
printf 'a 1 1.5: 1 c:\n\t12 f (m)\n\na 1 2.5: 1 c:\n\t12 g (m)\n\n' >text
run --time=2, text
run --time=,2 text
run --time=3,4 text

echo "# times of events without sample_id_all"
perl -0777 -pe 'substr($_, 162, 1) &= "\xfb"' "$data" >alone.data
first=$("$PROF2DOT" -T folded --time=0, alone.data 2>/dev/null | wc -l)
early=$("$PROF2DOT" -T folded --time=0,1 alone.data 2>/dev/null | wc -l)
echo "after 0 s: $([ "$first" -gt 3 ] && echo some), until 1 s: $early"

echo "# a recording that ends inside the last of ten compressed samples"
perl -e '
    my $samples = join "", map { pack "LSSQLLQ", 9, 2, 32, $_, 7, 7, $_ } 1 .. 10;
    my $whole = substr $samples, 0, -10;
    my $block = 1 | length($whole) << 3; # the last one, not packed
    my $frame = pack "LCvvC", 0xfd2fb528, 0x60, length($whole) - 256,
        $block & 0xffff, $block >> 16;
    $frame .= $whole . "\0" x (-(length($frame) + length($whole)) % 8);
    my $attribute = pack "LLQQQQQ", 1, 64, 0, 1, 7, 0, 1 << 18;
    print "PERFILE2", pack("Q", 16), pack("LSS", 64, 0, 80),
        $attribute, "\0" x (64 - length $attribute), pack("Q", 1),
        pack("LSS", 81, 0, 8 + length $frame), $frame' >half.data
"$PROF2DOT" -T text half.data
echo "exit $?"
perl -0777 -pe 'substr($_, 65, 1) = "\4"' half.data >no-periods.data
"$PROF2DOT" -q -T text --base="$data" no-periods.data

# What perf writes behind the samples is cut off.
head -c 9978 "$SAMPLES/perfdata/small.data" >cut.data
"$PROF2DOT" -T text cut.data >/dev/null
echo "exit $?"

echo "# a module of the kernel has '_' where its file has '-'"
perl -e '
    sub record { pack("LSS", $_[0], $_[1], 8 + length $_[2]) . $_[2] }
    my $attribute = pack "LLQQQQQ", 1, 64, 0, 1, 7, 0, 1 << 18;
    my $path = "/lib/modules/6.1/kernel/net/nf-log-ipv4.ko.xz";
    my $mapping = pack "LLQQQa48LLQ", -1, 0, 1 << 40, 4096, 0, $path, 0, 0, 0;
    print "PERFILE2", pack("Q", 16),
        record(64, 0, $attribute . "\0" x (64 - length $attribute) . pack "Q", 1),
        record(1, 1, $mapping), record(9, 1, pack "QLLQ", (1 << 40) + 16, 7, 7, 1)
    ' >module.data
"$PROF2DOT" -q -T folded module.data

# Prints a file with these records, whose events are samples of {address, tid,
# time} and, if `chains`, stacks.
perf_file() { # CHAINS <RECORDS, as Perl
    perl -e '
        my ($chains) = @ARGV;
        sub record { my ($type, $misc, $body) = @_;
            pack("LSS", $type, $misc, 8 + length $body) . $body }
        sub text { my $t = $_[0] . "\0"; $t . "\0" x (-length($t) % 8) }
        sub mapping { record(1, 2, pack("LLQQQ", 7, 7, 4096, 4096, 0) .
            text("/nowhere/prog") . pack("LLQ", 7, 7, 1)) }
        sub stack { record(9, 2, pack("QLLQQQ*", $_[1], 7, 7, $_[0], @_ + 0,
            -512 & ~0, @_[1 .. $#_])) }
        my $data = join "", eval join "", <STDIN>;
        die $@ if $@;
        my $attribute = pack("LLQQQQQ", 1, 64, 0, 1, $chains ? 39 : 7, 0,
            1 << 18);
        print "PERFILE2", pack("Q*", 104, 80, 104, 80, 184, length $data,
            0, 0, 0, 0, 0, 0), $attribute,
            "\0" x (80 - length $attribute), $data' "$1"
}

echo "# records that have nothing but their times"
echo 'mapping(), record(9, 2, pack "QLLQ", 4097, 7, 7, 2),
    record(13, 0, pack "LLQ", 7, 7, 3)' | perf_file '' >short.data
"$PROF2DOT" -T text short.data 2>&1 >/dev/null

echo "# stacks that end like one three samples before"
echo 'mapping(), stack(2, 4100, 4116, 4132, 4148), stack(3, 4160),
    stack(4, 4132, 4176), stack(5, 4132, 4148)' | perf_file 1 >stacks.data
"$PROF2DOT" -q -T folded --granularity=address stacks.data

echo "# a pipe with more than its head"
echo 'mapping(), map { stack($_ + 2, 4100 + $_ % 50, 4103) } 1 .. 20000' |
    perf_file 1 >long.data
"$PROF2DOT" -q -T folded --granularity=address long.data >first
wc -c <long.data
cat long.data | "$PROF2DOT" -q -T folded --granularity=address - | cmp first - &&
    echo "same: $(wc -l <first)"

echo "# what tracers write behind a record is no part of its size"
echo 'mapping(), record(66, 0, pack "L", 13) . "\0" x 16, stack(2, 4100),
    record(71, 0, pack "QQQLLL", 8, 0, 0, 0, 7, 0) . "\0" x 8,
    stack(3, 4100)' | perf_file 1 >tracers.data
"$PROF2DOT" -T folded tracers.data

echo "# a stack whose copy has no return address is broken, but not cut"
perl -0777 -pe 'substr($_, 2472 + 232, 1024) = "\x11" x 1024' \
    "$TESTS/readers/perfdata/dwarf.data" >broken.data
"$PROF2DOT" --symfs="$SAMPLES/perfdata" -T text broken.data 2>&1 >/dev/null

echo "# two events, which nothing but their ids tells apart"
perl -e '
    sub record { pack("LSS", $_[0], 2, 8 + length $_[1]) . $_[1] }
    sub attribute { my ($config, $ids) = @_;
        my $fields = pack "LLQQQQQ", 0, 64, $config, 1, 65539, 0, 1 << 18;
        $fields . "\0" x (64 - length $fields) . pack "QQ", $ids, 8 }
    my $data = join "", map { record(9, pack "QQLL", $_, 4100, 7, 7) }
        100, 200, 200;
    print "PERFILE2", pack("Q*", 104, 80, 104, 160, 280, length $data, 0, 0, 0,
        0, 0, 0), attribute(0, 264), attribute(1, 272), pack("QQ", 100, 200),
        $data' >events.data
"$PROF2DOT" -q --list-events events.data

echo "# a recording that tells the release of its kernel, or nothing of it"
for head in 'record(80, 0, pack("QL", 4, 8) . "0.1-ours"),' ''; do
    echo "$head"' record(1, 1, pack("LLQQQ", -1, 0, 0xffffffff81000000, 4096, 0) .
        text("[kernel.kallsyms]_text") . pack "LLQ", -1, 0, 0),
        record(9, 1, pack("QLLQ", 0xffffffff81000010, 7, 7, 1))' |
        perf_file '' >kernel.data
    "$PROF2DOT" -T text kernel.data 2>&1 >/dev/null | grep "the kernel:"
done

echo "# the kernel that was mapped first has the symbols, and was moved"
HOME=$PWD
kernel() { # PATH...: prints the records of kernels, the build id of each is its number
    n=0
    for path; do
        n=$((n + 1))
        echo "record(10, 0x4001, pack('LLQQQCx3a20LL', -1, 0, 0xffffffff82000000,
            0x10000, 0xffffffff82000000, 20, chr($n) x 20, 5, 2) . text('$path') .
            pack('LLQ', 7, 7, 1)),"
    done
}
samples() {
    echo "map { record(9, 1, pack 'QLLQ', \$_, 7, 7, 2) }
        0xffffffff82000010, 0xffffffff82001010, 0xffffffff82001020"
}
id=$(printf '01%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20)
mkdir -p ".debug/[kernel.kallsyms]/$id"
printf 'ffffffff81%s\n' '000000 T _stext' '000000 T _text' '001000 t old' \
    '001000 T read' '002000 T write' >".debug/[kernel.kallsyms]/$id/kallsyms"
for paths in '[kernel.kallsyms]_text [kernel.kallsyms]_etext' \
    '[kernel.kallsyms]_text' '[kernel.kallsyms]_stext' '[kernel.kallsyms]'; do
    { echo 'mapping(),' && kernel $paths && samples; } |
        perf_file '' >kernel.data
    "$PROF2DOT" -q -T folded kernel.data --granularity=address
done
echo "# a kernel whose symbols are not there"
{ echo 'mapping(),' && kernel one '[kernel.kallsyms]_text' && samples; } |
    perf_file '' >kernel.data
"$PROF2DOT" -T folded kernel.data
{ echo 'mapping(),' && samples; } | perf_file '' >kernel.data
"$PROF2DOT" -T folded kernel.data
