# Several inputs are added up if they count the same thing.
echo 'main;a 1' >one
echo 'main;a 2
main;b 4' >two
printf '%%edges 1\na -> b 1\n' >calls
printf '%%edges 1\n%%unit seconds\na -> b 1\n' >seconds
"$PROF2DOT" -T edges one two one
"$PROF2DOT" -T edges calls calls
"$PROF2DOT" one calls
echo "kinds: $?"
"$PROF2DOT" calls seconds
echo "units: $?"
"$PROF2DOT" one nosuch
echo "missing: $?"
sed 's/count 1000005/count 77/' "$SAMPLES/oprofile/rdparse.oprofile" >other
"$PROF2DOT" "$SAMPLES/oprofile/rdparse.oprofile" other
echo "counts: $?"
