# The events of a report: what --event finds, and the events and threads that a
# page offers.
report=$TESTS/readers/perf-report
draw() {
    "$PROF2DOT" -q "$@" 2>&1 | head -n 8
}
cp "$report/fractal.txt" "$report/no_header.txt" .
draw -T edges --event=cache fractal.txt
draw -T edges --event=page-fault fractal.txt
draw -T edges --event=page-faults fractal.txt
draw -T edges --event=cycles no_header.txt
draw --list-events fractal.txt
draw --list-threads fractal.txt
draw --comm=nobody fractal.txt
echo '# a page has all events, in seconds and in page faults'
"$PROF2DOT" -q -T html fractal.txt | grep -o '"events":\[\[.*"wholes":[^]]*\]'
echo '# a page of pprof has the threads of the labels'
"$PROF2DOT" -q -T html "$TESTS/readers/pprof/labels.pb" |
    grep -o '"events":\[\[.*"wholes":[^]]*\]'
echo '# samples without stacks count'
draw --list-events "$TESTS/readers/pmcstat/no-samples"
echo '# a row that has several stacks counts once if nothing else tells'
sed 's/^# Samples: [^ ]*/# Samples: 0/' fractal.txt >zero.txt
draw --list-events zero.txt
