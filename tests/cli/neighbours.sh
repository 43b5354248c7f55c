# -T callgrind, speedscope, csv, and -T folded of a comparison.
cat >in.folded <<'E'
main;run;run;walk 3
main;run;"walk" 2
main 1
E
draw() {
    "$PROF2DOT" -q --unit=samples "$@" >out
    status=$?
    sed 's/prof2dot [0-9.]*/prof2dot VERSION/' out
    echo "$*: $status"
}
echo '# callgrind: levels of recursion, which are one function when it is read'
draw -T callgrind in.folded
"$PROF2DOT" -q -T callgrind --unit=ms in.folded | grep -A2 ^events
"$PROF2DOT" -q -T callgrind in.folded | "$PROF2DOT" -q -T top -
# Callgrind writes lines of 32 bits; 0 is an unknown one.
printf '%s\n' '%edges 1' 'f 1 file=a.c line=4294967296' |
    "$PROF2DOT" -q -T callgrind | grep -A 1 '^fn'
echo '# callgrind: lines of pprof, and estimates of gprof'
"$PROF2DOT" -q -T callgrind "$SAMPLES/pprof/queens.cpu.pb.gz" |
    sed -n '/main.board.isSafe$/,/^$/p' | sed 2q
"$PROF2DOT" -q -T callgrind "$SAMPLES/gprof/calc" | sed -n '5,6p; $p'
cat >recursive.edges <<'E'
%edges 1
%unit seconds
main 0.5 x1
walk 2 x5
main -> walk x3
walk -> walk x2
E
"$PROF2DOT" -q -T callgrind recursive.edges | sed 1,3d
echo '# callgrind: events whose names become the same are one'
printf 'p 1 1.0: 1 %b:\n\t1 f+0x1 (/bin/x)\n\n' zz 'b\001b' 'b\002b' aa \
    'b\001b' >events.perf
"$PROF2DOT" -q -T callgrind events.perf | sed -n '5,6p;$p'
echo '# callgrind: functions of one name in two modules stay two'
"$PROF2DOT" -q -T callgrind "$SAMPLES/callgrind/queens" |
    "$PROF2DOT" -q -T json -n 0 -e 0 - |
    grep -o '"name": "(below main)".*"module": "[^"]*"'
echo '# speedscope'
draw -T speedscope in.folded
"$PROF2DOT" -T speedscope "$SAMPLES/gprof/calc"
echo '# csv'
draw -T csv in.folded
"$PROF2DOT" -q -T csv recursive.edges
sed 's/walk 3/walk 5/; $d' in.folded >new.folded
echo 'main;new 4' >>new.folded
draw -T csv --base=in.folded new.folded
echo '# two columns'
draw -T folded --base=in.folded new.folded
draw -T folded --normalize --base=in.folded new.folded
draw -T folded --base=in.folded --base=in.folded new.folded
"$PROF2DOT" -T folded --base=recursive.edges recursive.edges
draw -T folded --fail-if=+5% --base=in.folded new.folded
draw -T speedscope --base=in.folded new.folded
