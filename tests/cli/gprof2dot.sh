# contrib/gprof2dot takes the options of gprof2dot, writes DOT to any file, and
# draws a box for each function.
export PROF2DOT
door=$TESTS/../contrib/gprof2dot
boxes() { sed -n '/^[[:blank:]]*f[0-9a-f]*[[:blank:]]*\[/p' "$1" | wc -l; }
"$door" -f perf -q -o calc.png "$SAMPLES/perf/calc" 2>&1
head -n 1 calc.png
boxes calc.png
"$PROF2DOT" -q -T json -n 0.5 "$SAMPLES/perf/calc" | grep -c '"label":'
"$door" -f collapse -n 20 -e 5 -c pink -s -w --total=callratios \
    --node-label=self-time --show-samples <"$SAMPLES/folded/calc" >folded.dot
boxes folded.dot
"$door" -f collapse --list-functions + "$SAMPLES/folded/calc" | head -n 3
"$door" -f collapse --list-functions 'fact*' "$SAMPLES/folded/calc"
"$door" --root=nothing "$SAMPLES/folded/calc" 2>&1
echo "status $?"
