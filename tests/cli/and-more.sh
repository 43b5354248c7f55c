# Lists in messages name the first of many, and count the others.
show() { # [OPTION]... FILE
    "$PROF2DOT" -T text "$@" 2>&1 >out | grep -E -o "$seen"
}
echo '-- events'
seen='the input has: .*|for others: .*'
for n in 1 2 3 4 5 6 10 11 12; do
    awk -v n=$n 'BEGIN { for (i = 1; i <= n; i++)
        printf "a 1 1.5: 1 e%d:\n\t12 f (m)\n\n", i }' >in
    show --event=none in
    [ $n -gt 6 ] || "$PROF2DOT" -q in | dotlist -l | grep 'also recorded'
    show in
done
echo '-- files of an archive'
seen='it has: .*'
for n in 2 3 10 11 12; do
    for i in $(seq $n); do echo 'main;a 1' >$i; done
    tar -cf in.tar $(seq $n)
    show in.tar
done
echo '-- files without symbols'
seen='no symbols of .*: the'
for n in 0 1 2 3 4 5; do
    {
        echo 'heap profile: 1: 10 [ 1: 10] @ heapprofile'
        for i in $(seq $n); do echo "1: 10 [ 1: 10] @ 0x${i}00010"; done
        printf '\nMAPPED_LIBRARIES:\n'
        for i in $(seq $n); do echo "${i}00000-${i}10000 r-xp 0 08:01 1 /none/$i"; done
    } >in
    show in
done
echo '-- modules'
seen='the .*modules? .*;'
for n in 1 2 4 5 6 7; do
    awk -v n=$n 'BEGIN { print "%edges 1"
        for (i = 1; i <= n; i++) printf "f%d module=m%d\nf%d 1\n", i, i, i }' >in
    show --path=none in
done
echo '-- inputs of a page'
for n in 1 2 3; do
    "$PROF2DOT" -T html $(seq $n) | grep -o '<title>[0-9].*</title>'
done
echo '-- cycles that nothing enters, and their members'
seen='nothing is known .*'
for n in 1 2 3 4 5; do
    awk -v n=$n 'BEGIN { print "%edges 1"
        for (i = 1; i <= n; i++) for (j = 1; j <= n; j++)
            printf "c%d_%d 1\nc%d_%d -> c%d_%d x1\n", i, j, i, j, i, j % n + 1 }' >in
    show in
    grep -E -o "$seen" out
done
