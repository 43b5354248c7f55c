# -T pprof: what is written is read again with the same names, lines, events and
# labels; what it cannot hold is refused.
cat >in.perf <<'E'
make 7/8 1.000000: 1000 cycles:
	1000 walk+0x1 (/usr/bin/prog)
	2000 main+0x1 (/usr/bin/prog)

cc 9/9 3.500000: 250 cycles:
	1000 walk+0x1 (/usr/lib/libwalk.so)
	2000 main+0x1 (/usr/bin/prog)

E
sed 's/cycles/faults/' in.perf >other.perf
draw() {
    "$PROF2DOT" "$@"
    echo "$*: $?"
}
draw in.perf -o in.pb.gz
od -An -tx1 -N10 in.pb.gz
gzip -dc in.pb.gz | tr -c '[:graph:] ' '[\n*]' | grep ..
echo 'mappings have functions, files, lines and inlined functions:'
gzip -dc in.pb.gz | od -An -v -tx1 | tr -d ' \n' | grep -o '38014001480150..' |
    uniq -c
draw -T folded in.pb.gz
draw --list-events in.pb.gz
draw --event=cycles:period -T folded in.pb.gz
echo '# labels'
draw -T pprof --tags=comm,tid in.perf -o labels.pb.gz
draw --tags=comm,tid -T folded labels.pb.gz
draw -T pprof --tags=host in.perf -o x.pb.gz
draw -T pprof --tags=host in.pb.gz -o x.pb.gz
echo '# events of several files, in both orders'
draw -q -T pprof in.perf other.perf -o a.pb.gz
draw -q -T pprof other.perf in.perf -o b.pb.gz
cmp a.pb.gz b.pb.gz
draw -q --list-events a.pb.gz
echo '# one event, by its weight'
draw -T pprof --weight=samples in.perf -o c.pb.gz
draw --list-events c.pb.gz
echo '# lines, tags and what is not known'
draw -q -T pprof "$SAMPLES/cpuprofile/walk.cpuprofile" -o d.pb.gz
draw --granularity=line -T folded d.pb.gz | tail -n 3
draw -T pprof "$SAMPLES/perf/calc" --granularity=module -o e.pb.gz
draw -T folded e.pb.gz
echo '# refused'
draw -T pprof "$SAMPLES/gprof/calc" -o x.pb.gz
echo 'main;walk 1.5' >in.folded
draw -T pprof in.folded -o x.pb.gz
draw -T pprof --unit=ms in.folded -o ms.pb.gz
draw --list-events ms.pb.gz
draw -T pprof in.perf --base=other.perf -o x.pb.gz
ls

echo 'Names that a reader made up stay such:'
for file in "$SAMPLES/firefox/threads.json" "$TESTS/readers/firefox/raw"; do
    "$PROF2DOT" -q -T folded "$file" -o read.folded
    "$PROF2DOT" -q -T pprof --granularity=function "$file" -o written.pb.gz
    "$PROF2DOT" -q -T folded written.pb.gz | diff read.folded - && echo equal
    grep '`.*+0x' read.folded
done

echo 'The order of stacks, and stacks without cost:'
printf 'main;f;x 1\nmain;g 2\nmain;f;y 3\n' >order.folded
printf 'main;g 2\nmain;f;y 3\nmain;dead 0\nmain;f;x 1\n' >other.folded
draw -q -T pprof order.folded -o order.pb.gz
draw -q -T pprof other.folded -o other.pb.gz
cmp order.pb.gz other.pb.gz && echo 'the same bytes'

echo 'Inputs of other units:'
draw -q -T pprof order.folded "$SAMPLES/massif/heap.massif" -o units.pb.gz
draw -q -T folded --event=counts units.pb.gz

echo 'Unknown functions have the names of their modules, and stay unknown:'
cat >unknown.perf <<'E'
prog 1/1 1.000000: 10 cycles:
	10 [unknown] (/lib/liba.so)
	20 main+0x1 (/bin/prog)

prog 1/1 2.000000: 10 cycles:
	30 [unknown] (/lib/libb.so)
	20 main+0x1 (/bin/prog)

E
draw -q -T pprof unknown.perf -o unknown.pb.gz
gzip -dc unknown.pb.gz | tr -c '[:graph:] ' '[\n*]' | grep '\[.*\]'
draw -q -T folded unknown.pb.gz
