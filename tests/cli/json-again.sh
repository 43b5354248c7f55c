# What -T json writes can be read again, and gives the same numbers, ids and
# estimates and the same picture, except that it does not say any more how totals
# came about and from how many samples.
same() { # FILE
    "$PROF2DOT" -q -T json "$1" -o one.json
    "$PROF2DOT" -q -T json one.json -o two.json
    for file in one two; do
        sed -n '/^  "functions"/,/^  "cycle_list"/p' $file.json |
            sed 's/"entry": [^,]*//' >$file
    done
    diff one two && echo "same numbers"
    "$PROF2DOT" -q "$1" | sed '/^totals are/d; / samples: shares /d' >one
    "$PROF2DOT" -q one.json | sed '/^totals are/d; / samples: shares /d' >two
    diff one two && echo "same picture"
}
same "$SAMPLES/folded/lisp"
same "$SAMPLES/gprof/lisp"
same "$SAMPLES/perf/calc"
same "$SAMPLES/pstats/calc.prof"
"$PROF2DOT" -q -T json -n0 -e0 "$SAMPLES/cpuprofile/walk.cpuprofile" -o one.json
"$PROF2DOT" -q -T text --base="$SAMPLES/cpuprofile/walk.cpuprofile" one.json
"$PROF2DOT" -q -T json "$SAMPLES/gprof/words" -o one.json
"$PROF2DOT" -T text -n 5 one.json
"$PROF2DOT" --event=cycles -T text one.json
echo "exit $?"
