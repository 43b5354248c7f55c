# A back call from 20 % of the whole on is an arrow; a smaller one, and any in a comparison, is a note.
cat >in <<'END'
main;eval;apply;eval;add 30
main;eval;apply 40
main;read;list;read;add 5
main;read;list 25
END
show() {
    "$PROF2DOT" -q "$@" |
        tee picture | dotlist -l | grep '↺\|dashed\|showing\|and . of'
    dotlist picture | grep -o 'label="[^"]*↺[^"]*"' || :
}
show in
echo '--recursion=edges'
show --recursion=edges in
echo 'lines of 40 columns, and longer'
for name in ppppppppppp pppppppppppp; do
    for callee in $name qqqqqqqqqqqqq leaf; do
        echo "main;$name;qqqqqqqqqqqqq;f;$callee 8"
    done >notes
    show notes | grep 'label="f'
done
echo 'unresolved code has the name of its module'
for leaf in g f f f f f f f f; do
    printf 'w 1 1.0: 1 cycles:\n\t1 %s+0x1 (/bin/w)\n' $leaf
    printf '\t2 [unknown] (/lib/x.so)\n\t1 f+0x2 (/bin/w)\n\t2 [unknown] (/lib/x.so)\n\n'
done >notes
show notes | grep 'label="f'
echo 'a comparison'
show --base=in in
echo 'one function left out'
show --hide=list in
show -e 20 in
echo 'dashes in SVG'
dashes() {
    "$PROF2DOT" -q -T svg "$@" | grep -o '<title>[a-z → ]*\|dasharray="[^"]*"' |
        grep -B1 dash || :
}
dashes in
dashes --recursion=edges in
printf 'main;f 500\nmain;g 500\nmain;h 100\n' >before
printf 'main;f 500\nmain;g 900\n' >after
dashes -n0 --base=before after
awk 'BEGIN { for (i = 0; i < 40; i++)
    print "main;p" i % 2 ";q" i ";r;s" i % 2, 100 - i }' >in
dashes -n 10 in
