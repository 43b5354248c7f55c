# --tags: boxes above the stacks, which no pattern, threshold or depth counts.
threads=$SAMPLES/perf/threads
run() {
    echo "== $*"
    "$PROF2DOT" "$@"
    echo "status $?"
}
run --tags=comm -T text "$threads"
run -q --tags=pid,tid,comm -T folded "$threads"
run -q --tags=event -T text "$threads"
run -q --tags=event,comm --event=page-faults -T edges "$threads"

# A page is told how many frames of tags its stacks begin with.
for tags in '' --tags=comm --tags=pid,tid,comm; do
    # shellcheck disable=SC2086
    "$PROF2DOT" -q -T html $tags "$threads" | grep -o '"tags":[0-9]*'
done

# The functions of the view are the same with and without tags.
for options in '' '-n 20' '--nodecount=3' '--depth=1' '--root=run' \
    '--leaf=fill' '--focus=^sort' '--hide=run --show-from=start_thread' \
    '--cycles=collapse' '--relative --ignore=sort'; do
    # shellcheck disable=SC2086
    "$PROF2DOT" -q -T json $options "$threads" | grep '"total": .*"cycle"' |
        sed 's/"entry": [^,]*,//' >without
    # shellcheck disable=SC2086
    "$PROF2DOT" -q -T json $options --tags=tid,comm "$threads" >with
    grep '"total": .*"cycle"' with | grep -v '"tag": ' |
        sed 's/"entry": [^,]*,//' >functions
    echo "$options: $(grep -c '"tag": ' with) tags"
    sed 's/,$//' without >plain
    sed 's/,$//' functions | cmp - plain
done

# Tags are dropped with the functions below them, and have a limit of their own.
run -q --tags=tid -n 30 -T text "$threads"
run -q --tags=tid,comm --nodecount=1 -T text "$threads"
run -q --tags=comm -e 20 -T text "$threads"

# No pattern matches them.
run -q --tags=comm --focus=comm "$threads"
run -q --tags=comm --root='comm: primes' "$threads"
run -q --tags=comm --leaf='comm*' "$threads"
run -q --tags=comm --break='comm: primes/start_thread' "$threads"
run -q --tags=comm --list-functions='comm*' "$threads"
run -q --tags=comm --list-functions "$threads"

# Wrong or impossible.
run --tags=cpu "$threads"
run --tags=comm,comm "$threads"
run --tags=comm,,tid "$threads"
run --tags= "$threads"
run --tags=event --weight=period "$threads"
run -q --tags=event --weight=period --event=cpu-clock -T text "$threads"
run --tags=pid "$SAMPLES/perf/words"
run --tags=comm "$SAMPLES/folded/words"
run --tags=comm "$SAMPLES/gprof/words"
printf '\t 1 f (/x)\n\t 2 main (/x)\n\n' >bare
run -q -f perf --tags=comm bare
run -q -f perf --tags=event bare

# Samples without the tag have a box of their own; inputs add up.
(cat "$threads"; printf '\n'; cat bare) >mixed
run -q --tags=comm -n 0 -T folded mixed
run -q --tags=comm -T text "$SAMPLES/perf/words" "$SAMPLES/perf/calc"

# Boxes are rounded and have no link; the legend explains them.
for theme in heat print; do
    echo "== $theme"
    "$PROF2DOT" -q --tags=comm -s -c "$theme" --url='https://x/%n' \
        "$threads" | dotlist |
        grep -E '^(node ("comm: primes|"strike)|digraph )' |
        sed -E 's/ (color|fillcolor|font[a-z]*|penwidth|id|tooltip)="[^"]*"//g'
done
"$PROF2DOT" -q --tags=comm -o out.html "$threads" && grep -c '"comm: primes"' out.html
# The numbers below a table count functions only.
"$PROF2DOT" -q --tags=comm -T markdown "$threads" | tail -n 1
# The legend says what square boxes are.
"$PROF2DOT" -q --tags=comm "$threads" | dotlist -l | grep 'square'
