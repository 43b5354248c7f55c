# Several files, which threads read ahead: the number of threads changes no byte
# of the output and no message.
limit=
command -v timeout >/dev/null && limit='timeout 60'

. "$TESTS/tools/say.sh"

# Compares what one thread makes of the files and says of them with what two and
# five do, or as many as $counts says.
together() { # THING OPTION|FILE...
    thing=$1
    shift
    $limit "$PROF2DOT" --threads=1 "$@" >one 2>&1
    echo "status $?" >>one
    for threads in ${counts:-2 5}; do
        $limit "$PROF2DOT" --threads=$threads "$@" >two 2>&1
        echo "status $?" >>two
        cmp -s one two
        say "$thing, $threads threads" "$(diff one two | head -n 3)"
    done
}

# Variables that all threads share would need a lock, and no reader has any.
# Those of elf are one for each thread, one that is atomic, and the functions of
# libraries that are loaded late, under a lock (util/library.h).
if [ -z "$SAN" ] && nm --version >/dev/null 2>&1; then
    find "$BUILD"/src/readers "$BUILD"/src/input "$BUILD"/src/elf \
        "$BUILD"/src/model "$BUILD"/src/unwind "$BUILD"/src/names \
        "$BUILD"/src/graph -name '*.o' -exec nm -A {} + |
        awk '$2 ~ /^[bBC]$/ || $3 ~ /^[bBC]$/ { print $NF }' |
        grep -v '^_' | sed 's/[.].*//' | sort -u >shared
    printf '%s\n' is_said last libarchive libcapstone >known
    [ ! "$(comm -23 shared known)" ]
    say "no reader has a variable" "$(tr '\n' ' ' <shared)"
fi

# Prints a perf script of one event.
record() { # SEED EVENT
    awk -v seed="$1" -v event="$2" 'BEGIN {
        srand(seed)
        for (i = 0; i < 200; i++) {
            printf "prog %d/%d %.6f: %d %s:\n", seed, seed + i % 3,
                seed + i / 1000, 1 + int(rand() * 1000), event
            for (depth = int(rand() * 9); depth >= 0; depth--)
                printf "\t%x f%d+0x1 (/usr/lib/lib%d.so)\n", 4096 + depth,
                    int(rand() * 20), depth % 3
            print "\t1000 main+0x10 (/usr/bin/prog)\n"
        }
    }'
}

for i in 1 2 3 4 5 6 7 8 9; do
    { record $i cycles; record $i faults; } >$i.perf
    printf 'main;f%d %s\nbad %d\n' $i $i.3 $i >$i.folded
done
record 10 faults >faults.perf
awk 'BEGIN { while (n++ < 700000) print "main;walk;f" n % 7 " " n % 11 }' \
    >large.folded # of 12 MB; the next one is read by the caller
cat large.folded large.folded >larger.folded
head -c 3000 1.perf | gzip | head -c 900 >cut.perf.gz
echo 'no profile' >none
for type in json pprof html folded; do
    together "perf as $type" -T $type ?.perf
done
together "fractions" -T json ?.folded
together "the event of the first file" -T text faults.perf ?.perf
together "the event of a later file" -T json 1.folded 2.folded faults.perf \
    ?.perf
together "one event is missing" -T json --event=cycles ?.perf faults.perf
together "threads" --list-threads ?.perf
together "large files" -T json 1.folded larger.folded 2.folded large.folded \
    larger.folded 3.folded
together "large files at the end" -T json 1.folded larger.folded larger.folded
together "two rates" -T json --weight=samples ?.perf "$SAMPLES"/perf/calc
together "a file that fails" -T json 1.perf 2.perf none 3.perf gone 4.perf
together "files that fail" --keep-going -T json none 1.perf none gone 2.perf \
    cut.perf.gz 3.perf gone
together "only files that fail" --keep-going -T json none gone none
together "another kind" -T json 1.perf 2.perf "$SAMPLES"/gprof/calc 3.perf
for threads in 1 3; do
    { cat 2.perf | "$PROF2DOT" --threads=$threads -T json 1.perf 3.perf - \
        4.perf 5.perf; } >out$threads 2>&1
done
cmp -s out1 out3
say "a pipe among files"
# While the caller waits for the pipe, threads wait as well.
mkfifo fifo
for threads in 1 3; do
    "$PROF2DOT" --threads=$threads -T text 1.perf fifo 2.perf 3.perf 4.perf \
        >out 2>&1 &
    exec 3>fifo
    sleep 0.2
    ls /proc/$!/task 2>/dev/null | wc -l | tr -d ' ' >n
    grep -h '^SigBlk:.*[1-9a-f]' /proc/$!/task/*/status 2>/dev/null |
        wc -l | tr -d ' ' >blocked
    cat 5.perf >&3
    exec 3>&-
    wait $!
    [ -e /proc/self/task ] || continue
    [ "$(cat n)" = $threads ]
    say "the number of threads is $threads" "$(cat n)"
    # Signals are for the thread that has always been there.
    [ "$(cat blocked)" = $((threads - 1)) ]
    say "signals of $threads threads" "$(cat blocked)"
done
[ "$FULL" ] || counts=5
for file in "$SAMPLES"/*/*; do
    [ -f "$file" ] && [ ! -x "$file" ] || continue
    together "${file#"$SAMPLES"/} again" -T json "$file" "$file" "$file" "$file"
done
