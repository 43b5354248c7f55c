# The contexts of a page: stacks below 0.02 % are merged into row -1.
nodes() {
    "$PROF2DOT" -q -n0 -e0 -T html "$@" | grep -o '"contexts":[^]]*\]}'
}
printf 'main;a 5000\nmain;b 4999\nmain;c 0.5\nmain;d;e 0.5\ntiny 1\n' >stacks
nodes stacks
echo '# nothing is small'
printf 'main;a 2\nmain;a;b 1\nmain 3\nother 1\n' >stacks
nodes stacks
echo '# from calls: none'
printf 'main 1\nf 2\nmain -> f\n' | "$PROF2DOT" -q -n0 -e0 -T html -f edges |
    grep -o '"contexts":[a-z]*'
echo '# at most 4 MB, with a greater limit'
awk 'BEGIN { for (i = 0; i < 4500; i++) {
    s = "r"
    for (d = 0; d < 250; d++) s = s ";g" (i * 31 + d * 7) % 4999
    print s, 1 } }' >stacks
"$PROF2DOT" -q -T html stacks |
    awk '{ at = index($0, "\"contexts\":") } at {
        text = substr($0, at); sub(/].*/, "", text)
        sub(/,"merged.*/, "", $0)
        print (length(text) <= 4000000), substr($0, at, 40) }'
echo '# the title is file and event'
printf 'a;b 1\n' >in.folded
"$PROF2DOT" -q -T html in.folded | grep -m1 -o '^<title>[^<]*'
"$PROF2DOT" -q -T html <in.folded | grep -m1 -o '^<title>[^<]*'
"$PROF2DOT" -q -T html in.folded in.folded | grep -m1 -o '^<title>[^<]*'
"$PROF2DOT" -q -T html --title=mine in.folded | grep -m1 -o '^<title>[^<]*'
echo 'main;a 0' | "$PROF2DOT" -q -T html | grep -o '<p>no cost[^<]*'
echo '# events and threads of the samples'
for sample in '7 1.0: 1 cycles f' '8 1.1: 1 cycles f' '8 1.2: 1 faults g'; do
    set -- $sample
    printf 'worker %s %s %s %s:\n\t1 %s+0x1 (/bin/x)\n\t2 main+0x1 (/bin/x)\n\n' \
        "$@"
done >in.perf
for options in '' --event=faults --tid=8; do
    "$PROF2DOT" -q -T html $options in.perf |
        grep -o '"others":.*"costs":[0-9.e+-]*'
done
echo '# the same without times'
sed 's/ 1\.[0-9]:/:/; s/^\(worker [78]\): 1 /\1 1 /' in.perf >untimed.perf
"$PROF2DOT" -q -T html untimed.perf | grep -o '"others":.*"parts":[^]]*\]'
echo '# a title is text'
"$PROF2DOT" -q -T html --title="$(printf 'a & b <i> "c"\td')" in.folded |
    grep -m1 -o '^<title>.*'
echo '# the style sheets for dark pages'
for options in '' --dark=never '-c dark' '-c dark --dark=never'; do
    "$PROF2DOT" -q $options -T html in.folded | grep -o '<style[^>]*>' | uniq -c
done
echo '# 200 threads, the names of 200 others, and all that are left'
awk 'BEGIN { for (i = 0; i < 402; i++)
    printf "t%03d %d/%d 1.0: %d cycles:\n\t1 f (/x)\n\n", i, i + 1, i + 1,
        1000 - i }' >many.perf
"$PROF2DOT" -q -T html many.perf | grep -o '"threads":\[[^]]*\(\][^]]*\)*\]\]' |
    grep -o '"t[0-9]*"' | sed -n '1p; 199,203p; $p'
echo '# what begins in a page also ends'
for options in '' --dark=auto '-c print' --base=in.folded; do
    # shellcheck disable=SC2086
    "$PROF2DOT" -q -T html $options in.folded >page
    for tag in style script head body html svg nav main section table; do
        [ "$(grep -o "<$tag[ >]" page | wc -l)" = \
            "$(grep -o "</$tag>" page | wc -l)" ] ||
            echo "$options: <$tag> is not closed"
    done
done
