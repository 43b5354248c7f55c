# Options may stand anywhere and may be shortened, and the last one counts. "--"
# ends them, "-" is standard input, and -f takes names, aliases and auto.
echo 'main;a 1' >in
echo 'main;b 2' >-x
"$PROF2DOT" in --to text --nodec=1
"$PROF2DOT" -T text -T folded in
"$PROF2DOT" -T folded in -- -x
"$PROF2DOT" -Tfolded - in <-x
for format in auto folded collapse collapsed; do
    "$PROF2DOT" -f $format -T folded in
done
"$PROF2DOT" --node in
echo "short for two: $?"
# -n switches off the default of --nodecount, but no --nodecount that is given.
awk 'BEGIN { for (i = 0; i < 100; i++) print "f" i, 1 }' >hundred
for options in '' '-n 0' '-n 0 --nodecount=5' '--nodecount=90'; do
    "$PROF2DOT" -q $options hundred | grep -c 'id=f[0-9a-f]*,'
done
# A list of functions goes where -o says.
"$PROF2DOT" --list-functions=a -o list in && cat list
