# Filters, merging and -T json keep dependences. Bad lines cause warnings.
cat >in <<'END'
%edges 1
%unit references
main 1 x1 entry=1 detail
produce 40 x2 file=/src/p.c
change 30 x2 file=/src/p.c
show 29 x2
main -> produce 40 x2
main -> change 30 x2
main -> show 29 x2
produce ~> change x10 kind=R wrote=/src/p.c:2 wtop=/src/p.c:11 wfor=main read=/src/p.c:5 rtop=/src/p.c:12 rfor=main min=11 max=20
produce ~> change x1 kind=X wrote=/src/p.c:2 read=/src/p.c:5 min=0 max=0
change ~> show x30 read=/src/p.c:9 min=3
change ~> change x4
END
dependences() {
    grep '~>'
}
for options in '' '--hide=produce' '--show=main|show|change' '--ignore=show' \
    '--focus=produce' '--show-from=change' '--prune-from=main' \
    '--hide=main' '--path=/src' '--break=main/show'; do
    echo "$ $options"
    "$PROF2DOT" -q -T edges $options in | dependences
done
echo '$ merged'
cat >more <<'END'
%edges 1
%unit references
show 5
produce 1 file=/src/p.c
change 1 file=/src/p.c
main 1
change ~> show x5 read=/src/p.c:9 min=2 max=7
produce ~> change x? wrote=/src/p.c:2 wtop=/src/p.c:11 wfor=main read=/src/p.c:5 rtop=/src/p.c:12 rfor=main min=12 max=25
show ~> main x1
END
"$PROF2DOT" -T edges in more | dependences
echo '$ json'
"$PROF2DOT" -T json in | sed -n '/"dependences"/,/\],/p'
"$PROF2DOT" -T json -n 35 in | sed -n '/"dependences"/,/\],/p'
"$PROF2DOT" -T json --deps=none --deps-min=100 in | grep -c kind.:
echo '$ collapsed'
printf '%s\n' '%edges 1' 'main 1' 'a 1 detail' 'b 1' 'main -> a' 'a -> b x1' \
    'b -> a x1' 'a ~> b x3 wfor=a' 'b ~> main x2 wtop=x' 'main ~> main' >cycle
"$PROF2DOT" --cycles=collapse -T json cycle |
    sed -n '/"functions"/,/^  \],/p;/"dependences"/,/\],/p' | cut -c1-210
"$PROF2DOT" --cycles=collapse cycle | grep -c class=dep
echo '$ bad lines'
printf '%s\n' '%edges 1' 'a 1' 'a ~> ' 'a ~> b x-1' 'a ~> b kind=W' \
    'a ~> b wrote=' 'a ~> b min=1e' 'a ~> b x1' >bad
"$PROF2DOT" -f edges -T edges bad
printf '%s\n' '[a b] 1' 'a ~> b' >stacks
"$PROF2DOT" -T edges -f edges stacks
echo '$ pictures'
for to in svg html; do
    "$PROF2DOT" -q -T $to in | grep -c 'class="edge dep'
done
echo '$ without dependences'
for deps in function toplev site none; do
    echo 'main;work 1' | "$PROF2DOT" --deps=$deps 2>&1 >/dev/null
done
echo '$ places'
cat >places <<'END'
%edges 1
main 1
a 1
a ~> a wrote=prog+0x10 read=prog+0x10
a ~> main wrote=/src/p.c:7 read=/src/p.c:7
main ~> a wrote=/src/p.c:7:1 read=/src/p.c:9:12
main ~> main wrote=/src/p.c:7 read=/src/q.c:7
END
"$PROF2DOT" places | sed -n 's/^.*labeltooltip="\(.*→.*→.*\)",/\1/p'
echo '$ loops of one iteration each, unless what happens in them tells of more'
for use in 'frees kind=A' 'carries kind=A' 'carries kind=R'; do
    for most in 1 2; do
        printf '%s\n' '%edges 1' '%dependences flow+anti+output' 'main 9 detail' \
            'main @loop a.c:7 9 x3 iterations=3' \
            "main @use a.c:7 $use wrote=a.c:8 read=a.c:9 min=1 max=$most var=p" \
            >loop
        "$PROF2DOT" -T text loop | sed -n "s/^.*a.c:7/$use $most/p"
    done
done
echo '$ arrows between statements'
"$PROF2DOT" -q --deps=toplev "$TESTS/readers/edges/verdicts.edges" | dotlist |
    grep 'class="*dep'
echo '$ a statement and what its tooltip says'
"$PROF2DOT" -q --deps=toplev "$TESTS/readers/edges/verdicts.edges" | dotlist |
    grep 'class="*statement' | grep -o 'tooltip="[^"]*"' | head -n 4
