# Folded text counts what --unit says. Times become seconds and sizes bytes, and
# every output shows them scaled in the same way.
printf 'main;parse 1230000000\nmain;read 4500000\nmain 12\n' >in
for unit in counts samples ns us ms s B kB MiB cycles; do
    echo "unit $unit"
    "$PROF2DOT" --unit=$unit -T text in
done
"$PROF2DOT" --unit=ns -T edges in
"$PROF2DOT" --unit=ns -T json in | grep -E '"unit"|"whole"|"parse"' |
    sed 's/"id": "[^"]*", //'
for unit in ns B; do
    "$PROF2DOT" --unit=$unit --show-samples in | tee picture | dotlist -l |
        grep '100% ='
    dotlist picture | grep -o 'label="\(in_\|parse\)[^"]*"'
    "$PROF2DOT" --unit=$unit -T html in | grep -o '"unit":"[^"]*"\|"[0-9.]* [kMGnum]*[sB]"\|100% is [^.]*\.[^.]*'
done
# The language of edges has units of its own. Weights that are costs follow.
printf '%%edges 1\n%%unit ms\na -> b 2000\nc -> b 1000 w=7\nb 3000\n' >ms
"$PROF2DOT" -T edges ms
# Merging: counts join samples and events in any order, but neither times nor
# sizes, and different units never add up.
echo 'main;idle 3' >counts
for unit in samples seconds cycles ns; do
    printf '%%edges 1\n%%unit %s\n[main work] 5\n' $unit >$unit
done
merge() {
    echo "\$ prof2dot $*"
    "$PROF2DOT" -T edges "$@"
    echo "status $?"
}
merge counts samples
merge samples counts
merge cycles counts counts
merge samples cycles
merge counts cycles samples
merge counts ns
merge seconds counts
merge seconds ns
merge --unit=ms seconds counts
merge --unit=samples counts samples
# Other formats say what they count.
merge --unit=ns samples
merge --unit= counts
# The columns of difffolded.pl.
printf 'main;a 1 10\nmain;b 20 2\n' >diff
merge diff
sed 's/ [^ ]*$//' diff | "$PROF2DOT" -T edges
