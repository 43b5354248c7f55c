# A cycle as a tree: main calls f twice, which is recursive by way of g. g calls
# f six times, so that F / V = 2 / 8 and sqrt(sqrt(1 / 4)) = 0.707 is the
# probability that f was called by main. All that enters g comes from f. So the
# walk back from g passes f once or more, and the total of f is the whole; that
# of g is 20 and the 10 of f with the probability 0.293 that f is below g.
cat >edges <<'EOT'
%edges 1
main 0
f 10
g 20
main -> f x2
f -> g x7
g -> f x6
self 4
self -> self x15
main -> self x1
EOT
costs() {
    "$PROF2DOT" edges --cycles="$1" -T json |
        grep -o '"name": "[a-z]*"\|"total": [0-9.]*\|"way": "[a-z]*"' |
        tr '\n' ' '
    echo
    "$PROF2DOT" edges --cycles="$1" -T json | grep '"caller"' | cut -d, -f3
}
costs walk
costs tree
"$PROF2DOT" edges --cycles=tree | tr -d '\n' |
    grep -o "totals [a-z~ ]*are [a-z,;() ~0-9]*"
# The tooltip of the legend says which estimate is best for weights of its kind.
printf 'main;a;b;a 3\nmain;b 4\n' >stacks
for file in edges stacks; do
    "$PROF2DOT" -q --cycles=split --total=callratios $file |
        tr -d '\\\n' | grep -o 'cycles of [a-z]* calls: [^"]*split [0-9]*'
done
# By default there are ranges, and the legend says how often they are true.
for file in edges stacks; do
    "$PROF2DOT" -q --total=callratios $file |
        tr -d '\\\n' | grep -o 'ranges in cycles of [a-z]* calls: [^"]*one number'
done
# What records stacks is said for formats that somebody records, and not where
# stacks were read.
for file in gprof/lisp pstats/calc.prof callgrind/queens folded/lisp; do
    echo "$file: $("$PROF2DOT" -q --total=callratios "$SAMPLES/$file" |
        grep -o 'exact if recorded with [^\"]*')"
done
# Files of callgrind's form are by callgrind, or by others without its options.
for creator in callgrind-3.19.0 xdebug; do
    cat >recursion <<END
# callgrind format
creator: $creator
events: Ir
fn=main
1 1
cfn=f
calls=1 1
1 90
fn=f
1 30
cfn=g
calls=2 1
1 60
fn=g
1 60
cfn=f
calls=1 1
1 20
totals: 91
END
    echo "$creator: $("$PROF2DOT" -q -f callgrind recursion |
        grep -o 'exact if recorded with [^\"]*')"
done
# Totals that the profiler has measured are exact.
"$PROF2DOT" -q "$SAMPLES/fprof/parity.analysis" | dotlist -l | grep 'measured by'
