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
threads=$TESTS/readers/pprof/threads.pb
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
