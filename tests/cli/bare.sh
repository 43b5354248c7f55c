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
[ "$bytes" -lt 3000 ] || echo "$bytes bytes"
echo 'entities and quotes'
printf '%s\n' 'a && b &c;"q" <t>;&lt ;x\&amp 5' >names
"$PROF2DOT" -f folded -T edges names | sed 's/&lt /\&lt; /; s/&amp"/\&amp;\&#38;\&#x2F;\&#;\&#xg;\&;"/' |
    "$PROF2DOT" --bare | grep label
echo 'what a plain graph has not'
for option in --clusters=module --recursion=cluster --deps=site --deps=function \
    --deps-min=3 --title=t --url=%n; do
    "$PROF2DOT" --bare $option in
done
"$PROF2DOT" --bare --deps=none --recursion=edges --clusters=none in | wc -l
echo 'small shares'
printf 'a;b;c 1e15\na;d 0.5\na;e 123456789012\na;f 999999999999999\n' | "$PROF2DOT" --bare -n0 -e0 | grep weight
