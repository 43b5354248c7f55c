# Compares the bounds of the longest chain of dependent executions with the
# longest chain of random small runs.
failed=0 exact=0
for seed in $(seq 1 60); do
    longest=$(awk -v seed="$seed" -v trace=trace -f "$TESTS/tools/chains.awk")
    n=$(wc -l <trace)
    sed "s/^end/end $((n - 2))/" trace >whole
    "$PROF2DOT" -q -T json whole >json 2>err
    least=$(sed -n 's/.*"chain_least": \([0-9]*\).*/\1/p' json)
    most=$(sed -n 's/.*"chain_most": \([0-9]*\).*/\1/p' json)
    [ "$least" ] && [ "$least" -le "$longest" ] &&
        [ "$longest" -le "$most" ] || {
        echo "FAILED chains: seed $seed: $longest is not from $least to $most"
        failed=1
    }
    [ "$least" = "$most" ] && exact=$((exact + 1))
done
[ $failed = 0 ] && echo "ok chains: the longest chain is within its bounds"
[ $exact -gt 0 ] && echo "ok chains: some bounds are exact" ||
    echo "FAILED chains: no bound is exact"
