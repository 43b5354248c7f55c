# Flame graphs: where the frames are, what they say and what is refused.
cat >in <<'END'
main;parse;read 30
main;parse 10
main;eval;apply;eval 40
main;eval;apply 15
main;idle 4.99
main;late .01
END
frames() { # OPTIONS...: row, start and width in percent, and title of each frame
    "$PROF2DOT" -q -T flame "$@" >flame.svg || return
    xmlcheck <flame.svg
    tr -d '\n' <flame.svg | sed 's/<g class="node/\n&/g' |
        sed -n 's|^<g class="node fn \([^"]*\)"><title>\([^<]*\)</title>.*<rect class="box" x="\([^"]*\)" y="\([^"]*\)" width="\([^"]*\)".*|\4 \3 \5 \1 \2|p' |
        awk '{ printf "%d %.1f %.1f", $1 / 15, $2 / 657.72 * 100, ($3 + .5) / 657.72 * 100
               for (i = 4; i <= NF; i++) printf " %s", $i; print "" }'
}
echo 'callers on top'
frames in
echo 'callees on top'
frames --invert in
echo 'a comparison'
sed 's/15$/45/' in >new
frames --base=in new | head -4
echo 'what it says'
for options in '' --invert --base=new; do
    "$PROF2DOT" -q -T flame $options in |
        sed -n 's/.*<desc[^>]*>\([^.<]*\..*\)<.desc>/\1/p; s/.*>\([^<]*width: [^<]*\)<.*/\1/p'
done
echo 'main;a 0' | "$PROF2DOT" -q -T flame
echo 'a name has margins of 2.5 points, and is cut where it does not fit'
awk 'BEGIN { for (i = 1; i <= 60; i++) print "main;calculate", i >("fits." i)
             for (i = 1; i <= 60; i++) print "main;other", 600 - i >("fits." i) }'
for i in $(seq 60); do
    "$PROF2DOT" -q -T flame "fits.$i" | tr -d '\n' |
        sed 's/<g class="node/\n&/g' |
        sed -n 's|.*<title>calculate.*<rect class="box" x="\([^"]*\)".* width="\([^"]*\)".*<text x="\([^"]*\)".* textLength="\([^"]*\)"[^>]*>\([^<]*\)</text>.*|\1 \2 \3 \4 \5|p'
done | awk '$3 < $1 + 2.5 || $3 + $4 > $1 + $2 - 2.5 { print "too wide:", $0 }
    $5 != name { print $5, "in", $2; name = $5 }'
echo 'filters, a link and a title'
frames --focus=apply --url='https://x/?f=%n&a' --title=Flame in >/dev/null
grep -o 'xlink:href="[^"]*"\|<text[^>]*>Flame' flame.svg | sort -u
xmlcheck <flame.svg
echo 'main (a.py:1);f;g (b.py:2) 1' >some
"$PROF2DOT" -q -T flame --url='file:///src/%f' some >flame.svg
xmlcheck <flame.svg
tr -d '\n' <flame.svg | grep -o '<a [^>]*>\|</a>\|<title>[a-z ]*'
echo 'by dot'
cat >dot <<'END'
#!/bin/sh
cat >graph
printf 'IEND\256B`\202'
END
chmod +x dot
sed 's/late/"<\\\\>"/' in >odd
"$PROF2DOT" -q -T flame --dot=./dot --fit=a4 --title='Flame \"&' odd -o x.png
cat graph
echo 'refused'
"$PROF2DOT" -T flame "$TESTS/readers/callgrind/levels.out"
"$PROF2DOT" -T flame --root=eval in
"$PROF2DOT" -T svg --invert in
"$PROF2DOT" -T flame -o x.svg in && ls x.svg
