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
echo 'a comparison'
show --base=in in
echo 'one function left out'
show --hide=list in
show -e 20 in
