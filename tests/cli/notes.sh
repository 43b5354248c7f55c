# Notes say what is worth knowing though nothing is wrong; errors say which
# inputs do not fit together.
awk 'BEGIN { for (i = 0; i < 100; i++) print "main;f" i, 1 }' >hundred
"$PROF2DOT" hundred | grep -c 'id=f[0-9a-f]*,'
"$PROF2DOT" -q hundred | grep -c 'id=f[0-9a-f]*,'
"$PROF2DOT" -n0 hundred | grep -c 'id=f[0-9a-f]*,'
"$PROF2DOT" --nodecount=10 hundred | grep -c 'id=f[0-9a-f]*,'
"$PROF2DOT" -T text hundred | wc -l
printf '%%edges 1\n%%event cycles\n[a] 1\n' >cycles
printf '%%edges 1\n%%event faults\n[a] 1\n' >faults
"$PROF2DOT" -T text cycles faults
echo "events: $?"
"$PROF2DOT" -T text cycles hundred | head -n 1
printf '%%edges 1\na -> b 1\n' >calls
"$PROF2DOT" -T folded calls
echo "folded: $?"
"$PROF2DOT" -o '' calls
"$PROF2DOT" --title= calls
echo "no name: $?"
# Totals from stacks need no estimate, so only --cycles=collapse has an effect.
printf 'main;a;b;a 3\nmain;b 1\n' >cyclic
for way in split walk collapse; do
    "$PROF2DOT" -T text --cycles=$way cyclic
    "$PROF2DOT" -q -T text --cycles=$way --total=callratios cyclic | tail -n 1
done
"$PROF2DOT" --cycles=walk --total=callratios cyclic | dotlist -l | grep -o 'calls; .*'
awk 'BEGIN {
    print "%edges 1\nmain 0 x1\nmain -> c0 x1\nc0 1\nc0 -> c1 x1"
    print "c2000 -> c0 x1\nmain -> a x1\na -> b x2\nb -> a x1\na 1"
    for (i = 1; i <= 2000; i++)
        print "c" i - 1 " -> c" i " x1"
}' >large
"$PROF2DOT" --cycles=walk large | dotlist -l | grep -o 'calls; .*'
"$PROF2DOT" -q -T json --cycles=walk large | grep -o '"inflow".*'
printf '%%edges 1\n%%event "\\x1b[31m"\n"\\x1b[2Ja" 1\n' >escapes
"$PROF2DOT" -z x escapes
"$PROF2DOT" -T text escapes
# The legend says how much a picture shows, and why.
awk 'BEGIN { for (i = 1; i <= 90; i++) print "main;f" i, 1
             print "main;g;h 100\nmain;i 1000" }' >many
showing() { # OPTIONS...
    "$PROF2DOT" -q "$@" many | dotlist -l | sed -n '/^showing/,/calls/p'
}
showing
showing -n 5 -e 50
showing --nodecount=2
showing --root=g --leaf=h --depth=9
showing -n0 -e0
printf '%%edges 1\na module=/bin/x\nb module=/lib/y\n[a b] 9\n[a] 1\n' >many
showing --path=/bin

# A ring of 40,000 functions is too much for the random walk; one note says so.
awk 'BEGIN { print "%edges 1"
             for (i = 0; i < 40000; i++) printf "f%d -> f%d x1\n", i, (i + 1) % 40000
             print "main -> f0 x1\nf7 5" }' >ring
for way in split walk; do
    "$PROF2DOT" --cycles=$way -T json ring -o ring.json
    grep -c '"way": "split"' ring.json
done
