# What -T json writes can be read again, and gives the same numbers, ids and
# estimates and the same picture, except that it does not say any more how totals
# came about and from how many samples.
# It has no stacks, so that functions of the kernel stay as they are, and there
# are no arrows from higher up in place of small ones.
# The ranges of estimates in cycles are not read: --cycles=split shows none.
same() { # FILE
    "$PROF2DOT" -q --cycles=split -T json "$1" -o one.json
    "$PROF2DOT" -q -T json one.json -o two.json
    for file in one two; do
        sed -n '/^  "functions"/,/^  "cycle_list"/p' $file.json |
            sed 's/"entry": [^,]*//' >$file
    done
    diff one two && echo "same numbers"
    "$PROF2DOT" -q -e 0 --cycles=split --kernel=all "$1" | sed 's/\\nkernel, [^\\"]*//; s/\\n[^\\]*totals are[^\\"]*//; s/\\ncycles of [^\\"]*//; s/\\n[^\\]* samples: shares [^\\"]*//; /^100% =/d' >one
    "$PROF2DOT" -q -e 0 one.json | sed 's/\\n[^\\]*totals are[^\\"]*//; s/\\ncycles of [^\\"]*//; s/\\n[^\\]* samples: shares [^\\"]*//; /^100% =/d' >two
    diff one two && echo "same picture"
}
same "$SAMPLES/folded/lisp"
same "$SAMPLES/gprof/lisp"
same "$SAMPLES/perf/calc"
same "$SAMPLES/pstats/calc.prof"
printf '%%edges 1\na 1 tag=x\nb 2 name=a tag=y\n' >tags
same tags
"$PROF2DOT" -q -T json -n0 -e0 "$SAMPLES/cpuprofile/walk.cpuprofile" -o one.json
"$PROF2DOT" -q -T text --base="$SAMPLES/cpuprofile/walk.cpuprofile" one.json
"$PROF2DOT" -q -T json "$SAMPLES/gprof/words" -o one.json
"$PROF2DOT" -T text -n 5 one.json
"$PROF2DOT" --event=cycles -T text one.json
echo "exit $?"

# A stored profile knows its samples, so that chance is judged as before.
for n in 20 30; do
    awk -v n=$n 'BEGIN {
        print "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\"},\"children\":[2,3]},"
        print "{\"id\":2,\"callFrame\":{\"functionName\":\"f\",\"url\":\"a.js\"}},"
        print "{\"id\":3,\"callFrame\":{\"functionName\":\"g\",\"url\":\"a.js\"}}],"
        printf "\"startTime\":0,\"endTime\":1100000,\"samples\":[2"
        for (i = 1; i < n; i++) printf ",2"
        for (i = 0; i < 1000; i++) printf ",3"
        printf "],\"timeDeltas\":[0"
        for (i = 1; i < n + 1000; i++) printf ",1000"
        print "]}" }' >$n.cpuprofile
    "$PROF2DOT" -q -T json $n.cpuprofile >$n.json
    grep '"counted_samples"' $n.json
done
"$PROF2DOT" -T text --base=20.cpuprofile --fail-if=+0.9%:self 30.cpuprofile
echo "status $?"
"$PROF2DOT" -T text --base=20.json --fail-if=+0.9%:self 30.json
echo "status $?"
