# A flat profile all of whose functions are below the default threshold.
for i in $(seq 1000); do echo "f$i $((i % 7 + 1))"; done >flat
echo 'The costliest are drawn:'
"$PROF2DOT" flat 2>&1 -o dot
grep -c '^	f[0-9a-f]*	\[' dot
grep -o 'showing.*informative' dot
"$PROF2DOT" flat -T text | awk 'END { print NR, "lines" }'
echo 'A threshold that was asked for holds:'
"$PROF2DOT" -n 0.5 flat -o dot
echo "status $?"
