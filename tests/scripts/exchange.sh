# Files of pprof that are added up are the same bytes in any order and in any
# grouping, and so is each that is read and written again. With FULL there are
# 200 files and 20 orders.
. "$TESTS/tools/say.sh"

files=${FULL:+200} orders=${FULL:+20}
files=${files:-24} orders=${orders:-4}

# Prints a random perf script of one or two events.
record() { # SEED
    awk -v seed="$1" 'BEGIN {
        srand(seed)
        for (i = 0; i < 30; i++) {
            printf "%s %d/%d %.6f: %d %s:\n", rand() < .5 ? "alpha" : "beta",
                100 + seed % 7, 200 + int(rand() * 3), seed + i / 1000,
                1 + int(rand() * 100000),
                rand() < .7 || seed % 3 == 0 ? "cycles" : "cache-misses"
            for (depth = int(rand() * 6); depth >= 0; depth--)
                printf "\t%x f%d+0x%x (/usr/lib/lib%d.so)\n", 4096 + depth,
                    int(rand() * 5), depth, int(rand() * 3)
            print "\t1000 main+0x10 (/usr/bin/prog)\n"
        }
    }'
}

# Adds up the files that a file lists.
add_up() { # LIST OUTPUT
    xargs "$PROF2DOT" -q -T pprof --tags=comm,tid <"$1" >"$2"
}

for i in $(seq $files); do
    record $i >$i.perf
    echo $i.perf >one
    add_up one $i.pb.gz
    echo $i.perf >>recordings
    echo $i.pb.gz >>list
done
add_up recordings all.pb.gz

# The numbers of samples and the sums of their periods, from the text.
cat [0-9]*.perf | awk '
    /^(alpha|beta)/ { n[$5]++; sum[$5] += $4 }
    END { for (e in n) print e, n[e], sum[e] }' | sed 's/:/ /' | sort >expected
for event in cache-misses cycles; do
    printf '%s ' $event
    for column in $event $event:period; do
        "$PROF2DOT" -q -T folded --event=$column all.pb.gz |
            awk '{ sum += $NF } END { printf " %d", sum }'
    done
    echo
done >sums
cmp -s expected sums
say "the sums are those of the samples" "$(diff expected sums | head -n 2)"

for order in $(seq $orders); do
    awk -v seed=$order 'BEGIN { srand(seed) } { print rand(), $0 }' list |
        sort | sed 's/.* //' >shuffled
    n=0
    while [ "$(wc -l <shuffled)" -gt 1 ]; do
        n=$((n + 1))
        size=$((2 + (order * 7 + n * 5) % 11))
        head -n $size shuffled >part
        add_up part part$n.pb.gz
        { tail -n +$((size + 1)) shuffled; echo part$n.pb.gz; } >rest
        mv rest shuffled
    done
    cmp -s "$(cat shuffled)" all.pb.gz
    say "order $order"
    rm -f part*.pb.gz
done

# What is read and written again is the same, whatever wrote it first.
for file in "$SAMPLES"/*/*; do
    "$PROF2DOT" -q -T pprof "$file" >once 2>/dev/null || continue
    "$PROF2DOT" -q -T pprof once >twice 2>messages
    cmp -s once twice
    say "${file#"$SAMPLES"/} again" "$(head -n 1 messages)"
done

# A comment of others is kept, once: here the text 1 of the profile.
echo 'main;f 5' >stack
"$PROF2DOT" -q -T pprof stack | gunzip >plain
{ cat plain && printf '\150\1'; } >commented
bytes() { # FILE...
    "$PROF2DOT" -q -T pprof "$@" | gunzip | wc -c
}
[ $(($(bytes plain) + 2)) = "$(bytes commented)" ] &&
    [ $(($(bytes plain plain) + 2)) = "$(bytes commented commented)" ] &&
    [ $(($(bytes plain plain) + 2)) = "$(bytes plain commented)" ]
say 'comments are kept'

# Names that hardly get smaller are compressed in several steps, and none is lost.
awk 'BEGIN { srand(3); for (i = 0; i < 12000; i++) {
    name = ""
    while (length(name) < 48)
        name = name sprintf("%c", 97 + int(26 * rand()))
    print "main;" name, 1 } }' >random
"$PROF2DOT" -q -T pprof random | "$PROF2DOT" -q -T folded | sort >back
sort random | cmp - back
say 'names that hardly get smaller'
