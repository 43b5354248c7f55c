# Plain graphs for other programs: names, shares, and nothing else.
cat >in <<'END'
main;"quoted\\" 3
main;list;back\slash 5
main;list;main 2
END
"$PROF2DOT" --bare in
"$PROF2DOT" --bare in | dot -Tdot >/dev/null && echo 'dot reads it'
printf '%s\n' '%edges 1' 'a 0' 'a -> b 0' | "$PROF2DOT" --bare
echo 'a comparison'
sed 's/5$/9/' in >new
"$PROF2DOT" --bare --base=in new | grep slash
"$PROF2DOT" -q --bare --nodecount=3 -o x.svg in && xmlcheck <x.svg && grep -c '<polygon' x.svg
"$PROF2DOT" --bare -T html in
"$PROF2DOT" --bare --fit=readme -T svg in
bytes=$("$PROF2DOT" -q --bare "$SAMPLES/perf/calc" | wc -c)
[ "$bytes" -lt 2500 ] || echo "$bytes bytes"
