# The legend says how many samples times come from, as far as the reader knows,
# and not what the times of a few functions suggest.
count() {
    "$PROF2DOT" "$@" 2>/dev/null | dotlist -l | grep '100% =\|samples: '
}
echo 'gmon.out, and twice of it:'
cp "$SAMPLES"/gmon/words* .
count words words.gmon
count words words.gmon words.gmon
count --focus=main words words.gmon
echo 'Reports of gprof:'
count "$SAMPLES/gprof/words"
sed 's/counts as 0.01/counts as 0.001/' "$SAMPLES/gprof/words" >fast
count fast
sed '/^Each sample/d' "$SAMPLES/gprof/words" >without
count without
echo 'Intervals of different lengths:'
cat >deltas.cpuprofile <<'END'
{"nodes":[
{"id":1,"callFrame":{"functionName":"(root)"},"children":[2,3,4]},
{"id":2,"callFrame":{"functionName":"a"}},
{"id":3,"callFrame":{"functionName":"b"}},
{"id":4,"callFrame":{"functionName":"(idle)"}}],
"startTime":0,"endTime":10000,
"samples":[2,2,2,2,3,4,2],"timeDeltas":[0,1000,1010,990,2007,1000,3000]}
END
count deltas.cpuprofile
count "$SAMPLES/cpuprofile/walk.cpuprofile"
echo 'Periods, which differ:'
cat >periods.perf <<'END'
a 1 1.000000: 1000 cycles:
	1 f (/bin/a)

a 1 1.001000: 3500 cycles:
	1 g (/bin/a)

a 1 1.002000: 500 cycles:
	1 g (/bin/a)

END
count --weight=period periods.perf
echo 'Times that are multiples of an interval:'
for sample in rprof/walk.out stackprof/walk.json ghc/walk.prof \
    pprof/queens.cpu.pb.gz gperftools/calc.cpu; do
    count "$SAMPLES/$sample"
done
echo 'Times and sizes that may be measured:'
for sample in hprof/times.hprof edges/shop perf-report/words.caller.txt \
    pprof/queens.heap.pb.gz; do
    count "$SAMPLES/$sample"
done
count "$SAMPLES/cpuprofile/walk.cpuprofile" "$SAMPLES/hprof/times.hprof"
count "$SAMPLES/hprof/times.hprof" "$SAMPLES/cpuprofile/walk.cpuprofile"
