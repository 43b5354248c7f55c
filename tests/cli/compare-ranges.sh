# Comparisons of totals that are estimated in cycles.
compare() {
    echo "\$ $*"
    "$PROF2DOT" --base=old "$@"
    echo "status $?"
}
range_of() { # FUNCTION FILE
    "$PROF2DOT" -T json -n 0 -e 0 "$2" | sed -n "/\"label\": \"$1\"/p" |
        grep -o '"low.*"high": [0-9.]*'
}
cat >old <<'EOF'
%edges 1
%unit instructions
main 0 entry=1
main -> a x1
a 10 x8
a -> d x4
a -> e x4
d 5 x4
e 5 x4
d -> c x5
e -> c x3
c 80 x8
c -> a x7
EOF

echo 'd calls c more often: the estimates change, and their ranges overlap:'
sed 's/^d -> c x5/d -> c x6/; s/^e -> c x3/e -> c x2/' old >calls
compare -T top calls
compare -T top --cycles=split calls
compare -T csv calls
compare -T top --fail-if=1%:total@d calls

echo 'c costs more: its ranges overlap, but its self cost has changed:'
sed 's/^c 80/c 90/' old >more
compare -T top more

echo 'c costs so much more that the ranges of its total do not overlap:'
sed 's/^c 80/c 800/' old >much
compare -T top much
compare -T markdown much
"$PROF2DOT" -T csv much

echo 'The gap between the ranges of d is 30, and its estimates differ by 75:'
sed 's/^c 80/c 200/' old >twice
for margin in 29 31; do
    compare -T top --margin=$margin twice | grep ' d$'
done
for margin in 13 14; do
    echo "\$ --base=twice --margin=$margin old"
    "$PROF2DOT" --base=twice -T top --margin=$margin old | grep ' d$'
done
compare -T peek --list='^d$' twice

echo 'JSON, and two runs of the base, which are the mean of theirs:'
range_of d old
range_of d calls
"$PROF2DOT" --base=old --base=calls -T json -n 0 -e 0 much |
    sed -n '/"label": "d"/p' | grep -o '"total_change": {[^}]*}'

echo 'Tooltips, and the page:'
for new in calls much; do
    "$PROF2DOT" --base=old -n 0 -e 0 $new | grep -o 'tooltip="[^"]*"' |
        grep '^tooltip="[ad]\\' | sort -u
    "$PROF2DOT" --base=old -n 0 -e 0 $new | grep -o 'tooltip="[ad] →[^"]*"' |
        sort -u
done
"$PROF2DOT" --base=old -n 0 -e 0 -T html much | grep '"d",'

echo 'A function that is new in a cycle, and one that is gone:'
sed '/^d\|-> d/d; s/^a -> e x4/a -> e x8/; s/^e 5 x4/e 5 x8/; s/^e -> c x3/e -> c x8/' \
    old >without
compare -T top without
"$PROF2DOT" --base=without -n 0 -e 0 old | grep -o 'tooltip="d[^"]*"'
