# Comparisons of two formats, and of units: equal recordings are equal.
run() {
    echo "\$ $*"
    "$PROF2DOT" -q "$@" -T text
    echo "status $?"
}

as_folded() { # INPUT [OPTION]...
    "$PROF2DOT" -q "$@" -T folded
}

echo 'Stacks of samples:'
perf=$SAMPLES/perf/calc
as_folded "$perf" >perf.folded
run --base="$perf" perf.folded
run --base=perf.folded "$perf"
run --base=perf.folded "$perf" --unit=samples

echo 'Events of one side:'
pprof=$SAMPLES/pprof/queens.cpu.pb.gz
as_folded "$pprof" >seconds.folded
as_folded "$pprof" --event=samples >samples.folded
run --base="$pprof" samples.folded
run --base="$pprof" seconds.folded --unit=ns
run --base="$pprof" samples.folded --event=samples
run --base=samples.folded "$pprof" --event=samples
run --base=samples.folded samples.folded --event=samples
run --base="$pprof" "$pprof" --unit=s

echo 'A report and what it is a report of:'
run --base="$SAMPLES/gmon/words" --base="$SAMPLES/gmon/words.gmon" \
    "$SAMPLES/gmon/words.gprof" -n 0

echo 'The first input does not say what it counts:'
for event in cycles page-faults; do
    printf 'calc 1 1.0: 1 %s:\n\t1 main (/calc)\n\n' $event >$event.perf
done
run --base=perf.folded cycles.perf page-faults.perf
printf '%%edges 1\n%%unit instructions\nmain 1\n' >instructions
run --base=perf.folded "$perf" instructions
run perf.folded cycles.perf page-faults.perf

echo 'Units:'
cat >seconds <<'EOF'
%edges 1
%unit seconds
main 1
f 2
main -> f 2
EOF
sed 's/seconds/ms/; s/ \([12]\)/ \1000/' seconds >milliseconds
sed 's/seconds/bytes/' seconds >bytes
sed 's/seconds/instructions/' seconds >instructions
run --base=seconds milliseconds
run --base=seconds bytes
run --base=instructions "$perf"
run --base=seconds perf.folded

echo 'No calls on one side:'
cat >flat <<'EOF'
%edges 1
%unit instructions
main 1
f 3
EOF
"$PROF2DOT" --base=instructions flat -T text
"$PROF2DOT" --base=instructions flat -q --fail-if=-10% -o x
echo "status $?"

echo 'Samples read again:'
"$PROF2DOT" -q "$perf" -T json -o perf.json
run --base=perf.json perf.json

echo 'Numbers that are far apart:'
echo 'a;b 1e-290' >tiny
echo 'a;b 9e99' >huge
run --base=tiny huge
run --base=huge tiny --normalize
echo 'a;b 1e-100' >tiny
run --base=huge tiny --normalize
for i in 1 2 3; do
    echo "a;b ${i}e99" >base.$i
    echo "a;b ${i}e98" >new.$i
done
run --base='base.?' new.1 new.2 new.3 --unit=samples

echo 'One side tells inlined functions:'
sample() { # FRAME
    printf 'prog 1 1.0: 1 cycles:\n\t40 small+0x0 %s\n\t40 main+0x0 (/prog)\n\n' \
        "$1"
}
sample '(inlined)' >old
sample '(/prog)' >new
"$PROF2DOT" old -T json -o old.json
for pair in 'old new' 'new old' 'new old.json' 'old old.json' 'new new'; do
    set -- $pair
    "$PROF2DOT" --base="$1" "$2" -T text 2>&1 | grep 'inlined'
    echo "$pair: status $?"
done

# Totals of a cycle are estimates on the side that has it, also if the other side
# was stored with its estimates.
for pair in 'x y' 'a b'; do
    set -- $pair
    printf '%s\n' '%edges 1' 'main 0 x1' 'other 0 x1' "$1 8" "$2 4" \
        "main -> $1 x3" "other -> $2 x1" "$1 -> $2 x2" "$2 -> $1 x6" >"cycle.$1"
done
"$PROF2DOT" -q -T json cycle.x >stored.json
"$PROF2DOT" -q -T json --base=stored.json cycle.a |
    sed -n 's/.*"name": "\([^"]*\)".*"exact": \([a-z]*\),.*/\1 \2/p' | sort
