# Formats of samples have the tags and times that their inputs tell.
show() { # OPTIONS...
    printf '$ prof2dot %s\n' "$*" | sed "s|$SAMPLES/||; s|$TESTS/readers/||"
    "$PROF2DOT" -q "$@" 2>&1 || echo "exit $?"
}
for file in jfr/Words.jfr.txt xctrace/walk.xml bcc/walk.txt \
    macos-sample/walk.txt firefox/threads.json; do
    show -T folded --tags=comm "$SAMPLES/$file" |
        sed 's/;.*;/;...;/' | sort -u
    show -T text --list-threads "$SAMPLES/$file"
done
show -T folded --tags=tid "$SAMPLES/uftrace/jumps" | head -n 3
show -T folded --tags=comm "$SAMPLES/uftrace/jumps"

# The start of an event is a time of day; a row of xctrace counts from the start.
show -T folded --time=39120,39121.0035 "$SAMPLES/jfr/Words.jfr.txt" |
    wc -l
show -T text --time=0,1 "$SAMPLES/jfr/Words.jfr.txt"
grep -o 'sample-time id="[0-9]*" fmt="[^"]*">[0-9]*' \
    "$SAMPLES/xctrace/walk.xml"
show -T text -n0 --time=0.058,0.06 "$SAMPLES/xctrace/walk.xml"
show -T text --time=0,1 "$SAMPLES/bcc/walk.txt"
# The samples from 1 ms to 3 ms weigh 2 and 7; the other thread has none there.
show -T text -n0 --time=0.001,0.003 "$SAMPLES/firefox/threads.json"
show -T text --list-threads --time=0.001,0.003 "$SAMPLES/firefox/threads.json"

# The labels of pprof are keys, of threads or others. Events are different costs
# of its samples.
threads=$TESTS/readers/pprof/thread_list.pb
show -T text --list-threads "$threads"
show -T folded --tags=comm,tid "$threads"
show -T folded --tags=bytes,thread "$TESTS/readers/pprof/labels.pb"
show -T folded --tags=thred "$TESTS/readers/pprof/labels.pb"
show -T folded --tid=1 "$TESTS/readers/pprof/labels.pb"
show --list-events "$TESTS/readers/pprof/default.pb"

# Very Sleepy names the threads of each stack.
show -T folded --tags=comm,tid "$TESTS/readers/sleepy/threads.sleepy"
show -T text --list-threads "$TESTS/readers/sleepy/threads.sleepy"
show -T folded --tags=comm "$SAMPLES/sleepy/words.sleepy"

# A table of xperf has two costs for each row.
show -T folded --tags=comm,pid --event=samples "$SAMPLES/xperf/words.csv" |
    sed 's/;pid: \([^;]*\);.* /;pid: \1;... /' | sort | uniq -c
show -T text --list-threads "$SAMPLES/xperf/words.csv"
cut -d, -f 1-3 "$SAMPLES/xperf/words.csv" | sort | uniq -c
show -T text --event=samples --time=9.773,10.1 "$SAMPLES/xperf/words.csv" |
    sed -n '2p'
awk -F ', ' '$NF + 0 >= 9.773 && $NF + 0 <= 10.1 && $1 != "Idle" {
    n += $(NF - 1)
}
END { print n }' "$SAMPLES/xperf/words.csv"

# The outermost function of sysprof's stacks is the process.
show -T text --list-threads "$SAMPLES/sysprof/walk.sysprof"
show -T folded --tags=comm "$SAMPLES/sysprof/walk.sysprof"
show -T folded --comm=other "$SAMPLES/sysprof/walk.sysprof"

# What lies in a range of time, and what an independent count finds there.
numbers() { # MEMBER FILE: the numbers of an array, one a line
    tr -d ' \n' <"$2" | sed 's/.*"'"$1"'":\[\([^]]*\)\].*/\1/' | tr , '\n'
}
sum() { # OPTIONS...
    "$PROF2DOT" -q -T folded "$@" 2>&1 |
        awk '{ sum += $NF } END { print "sum", sum }'
}
echo '# V8: a sample costs the time until the next one'
file=$SAMPLES/cpuprofile/walk.cpuprofile
sum --time=22126.95,22127 "$file"
idle=$(tr '{' '\n' <"$file" | sed -n 's/^"id":\([0-9]*\),.*/\1/p; s/.*"(idle)".*/idle/p' |
    sed -n '/idle/{x;p;q;};h')
numbers samples "$file" >ids
numbers timeDeltas "$file" | paste ids - |
    awk -v start="$(grep -o '"startTime":[0-9]*' "$file" | tr -dc 0-9)" \
        -v idle="$idle" '
        in_range { sum += $2 }
        { at += $2; time = (start + at) / 1e6
          in_range = time >= 22126.95 && time <= 22127 && $1 != idle }
        END { print "independent", sum / 1e6 }'
echo '# stackprof: the interval for each sample in the range'
file=$SAMPLES/stackprof/walk.json
sum --time=0.15,0.35 "$file"
numbers raw_timestamp_deltas "$file" |
    awk '{ at += $1 / 1e6; n += at >= .15 && at <= .35 }
        END { print "independent", n / 1000 }'
echo '# logs of V8: ticks'
file=$SAMPLES/v8log/walk.v8log.json
sum --time=0.25,0.3 "$file"
tr -d ' \n' <"$file" | grep -o '"tm":[0-9]*,"vm":[^,]*,"s":\[[-0-9]' |
    awk -F'[:,]' '{ n += $2 >= 250000 && $2 <= 300000 }
        END { print "independent", n }'
echo '# speedscope: samples at 0, 10, 30 and 55 ms, and an interval until 40 ms'
file=$SAMPLES/speedscope/threads.json
show -T text --list-threads "$file"
show -T folded --tags=comm "$file" | sed 's/;.*;/;...;/'
show -T folded --time=0.01,0.03 "$file"
show -T folded --time=0.035,0.045 --comm=worker "$file"
show -T folded --tags=tid "$file"
echo '# Chrome: intervals count as far as they lie in the range'
cat >trace.json <<'END'
{"traceEvents":[
{"ph":"M","pid":7,"tid":9,"name":"thread_name","args":{"name":"render"}},
{"ph":"X","pid":7,"tid":9,"ts":1000000,"dur":500000,"name":"draw"},
{"ph":"B","pid":7,"tid":9,"ts":1100000,"name":"load"},
{"ph":"E","pid":7,"tid":9,"ts":1300000},
{"ph":"X","pid":7,"tid":10,"ts":1400000,"dur":1000000,"name":"wait"}],
"samples":[{"pid":7,"tid":9,"ts":1000000,"sf":2,"weight":1},
{"pid":7,"tid":9,"ts":2000000,"sf":2,"weight":2},
{"pid":7,"tid":9,"ts":3000000,"sf":1,"weight":4}],
"stackFrames":{"1":{"name":"main"},"2":{"name":"f","parent":1}}}
END
show -T text --list-events trace.json
show -T text --list-threads trace.json
show -T folded --tags=tid trace.json
show -T folded --time=1.2,1.45 trace.json
show -T folded --time=1.5,3 --event=samples trace.json
show -T folded --time=5,6 trace.json
echo '# a page has all events and threads of a trace, and the numbers of calls'
"$PROF2DOT" -q -T html trace.json | grep -o '"choices":{.*"wholes":[^]]*\]'
"$PROF2DOT" -q -T html trace.json | grep -o '"draw",[^]]*' | cut -d, -f1-6,8,10-
echo '# dispersion is measured by times'
"$PROF2DOT" -q -T text -n0 --base "$SAMPLES/cpuprofile/walk.cpuprofile" \
    "$SAMPLES/cpuprofile/walk.cpuprofile" 2>&1 | grep -o 'noise measured'
