# What options choose of samples and of inputs in tests/readers.
while read -r file options; do
    folder=$SAMPLES
    [ -e "$folder/$file" ] || folder=$TESTS/readers
    echo "\$ $options ${file##*/}"
    (cd "$folder/${file%/*}" && eval "set -- $options" &&
        exec "$PROF2DOT" -T edges "$@" "${file##*/}") </dev/null || echo "exit $?"
done <<'END'
callgrind/addresses.out --granularity=line
callgrind/derived-twice.out --event=sum
callgrind/parts.out --event=Irr
callgrind/parts.out --event=Dr
callgrind/parts.out --tid=2
callgrind/xdebug.out --event=Memory
chrome/details --granularity=module
chrome/browser.json --event=intervals --tags=pid,comm
chrome/browser.json --event=nosuch
chrome/browser.json --event=intervals --tid=12
chrome/torch --list-events
chrome/torch --event=intervals
chrome/torch --list-threads
chrome/torch --time=0.0002,0.000502
dhat/rust --event=end-blocks
firefox/allocations --event=cpu
firefox/allocations --event=js-allocations
folded/python-threads.folded --list-threads
folded/python-threads.folded --tags=tid
folded/python-threads.folded --tid=4712
ftrace/named-late --comm=sshd
ftrace/named-late --comm=bash
ftrace/tasks --tid=4711
gprof2dot/order --event=Tine
gprof2dot/order --event=Time
jfr/cut.txt --event=jdk.ObjectAllocationSample --comm="a \"b\" (c)"
macos-sample/walk.txt --comm=worker --addresses
otlp/whole.binpb --list-events
otlp/whole.binpb --tags=process.executable.name
otlp/whole.binpb --granularity=line
otlp/whole.binpb --tags=region
otlp/whole.binpb --event=off_cpu --tags=comm,pid,tid
otlp/whole.binpb --list-threads
otlp/whole.binpb --time=1700000000.15,1700000000.35
perf/comm_only.perf --comm='4 5 6' --comm='tmux: *'
perf-report/no-addresses.txt --addresses
perf-report/tags.txt --comm=b
pmcstat/disk --event=inst_retired.any
pprof/unresolved.pb --addresses
pprof/negative.pb --tags=event
pprof/negative.pb --event=cup
pprof/inlined.pb --granularity=line
pprof/labels.pb --tags=thred
pprof/thread_list.pb --comm=web --tid=18
pprof-text/growth -f pprof-text
speedscope/behind --event=minutes
speedscope/behind --event=seconds
tachyon/threads.bin --granularity=line
tachyon/threads.bin --list-threads
tachyon/threads.bin --tid=4712
tachyon/threads.bin --time=0.0015,0.0035
xhprof/wrapped --event=cpu
END
