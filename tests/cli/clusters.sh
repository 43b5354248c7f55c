# --clusters: frames, whose titles have the self cost of their boxes.
titles() {
    "$PROF2DOT" -q -n 0 -e 0 -T svg --no-legend "$@" |
        grep -o '>[^<]*: self [^<]*<' | sort
}
for by in module class package file; do
    echo "# $by"
    "$PROF2DOT" -q $SAMPLES/pstats/* --no-legend --clusters=$by -n 0 -e 0 -T svg |
        grep -o '>[^<]*: self [^<]*<' | sort | head -4
done
echo '# comm: as many boxes as functions of all threads, and their sums'
titles $SAMPLES/perf/threads --clusters=comm
"$PROF2DOT" -q $SAMPLES/perf/threads --list-threads
"$PROF2DOT" -q $SAMPLES/perf/threads --clusters=comm -n 0 -e 0 -T json |
    grep -c '"key": "'
for comm in 'sort 1' 'sort 2' primes; do
    "$PROF2DOT" -q $SAMPLES/perf/threads --comm="$comm" -n 0 -T json
done | grep -c '"self"'
echo '# what is refused'
"$PROF2DOT" $SAMPLES/perf/threads --clusters=comm --tags=pid
"$PROF2DOT" $SAMPLES/perf/threads --clusters=comm --recursion=cluster
"$PROF2DOT" $SAMPLES/callgrind/queens --clusters=comm
"$PROF2DOT" $SAMPLES/perf/threads --clusters=thread
# A cycle that is entered at one, three and five of its functions.
for n in 1 3 5; do
    awk -v n=$n 'BEGIN {
        print "%edges 1"
        for (i = 1; i <= 5; i++)
            print "f" i " -> f" i % 5 + 1, 10 "\nf" i, 10
        for (i = 1; i <= n; i++) print "main -> f" i, 60 - 10 * i
    }' | "$PROF2DOT" -q -n0 -e0 --recursion=cluster |
        dotlist | grep -o 'entered via [^"]*'
done
echo '# comm: the legend counts the functions and calls of each command'
for comm in one two; do
    for f in f f g h$comm; do
        printf '%s 1 1.0: 1 c:\n\t12 %s (m)\n\t14 main (m)\n\n' $comm $f
    done
done >both
for limits in '-n 0 -e 0' '-n 0 -e 20' '-n 20 -e 20'; do
    "$PROF2DOT" -q $limits --clusters=comm both | dotlist -l |
        grep -o '[^\\"]* of [0-9]* [a-z]*[^\\]*'
done
echo '# comm: whatever the order of the samples'
for comm in two one; do
    for f in h$comm g f f; do
        printf '%s 1 1.0: 1 c:\n\t12 %s (m)\n\t14 main (m)\n\n' $comm $f
    done
done >htob
for to in dot json text; do
    for file in both htob; do
        cp $file in
        "$PROF2DOT" -q -n 0 -e 0 --clusters=comm -T $to in >$file.$to
    done
    cmp both.$to htob.$to && echo "same $to"
done
