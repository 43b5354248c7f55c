# A profile of Python is the same through a pipe and compressed; several add up;
# dumps of its other profilers are refused by name.
file=$SAMPLES/pstats/calc.prof
"$PROF2DOT" -T edges "$file" >plain
"$PROF2DOT" -T edges <"$file" | cmp plain - && echo same from a file
cat "$file" | "$PROF2DOT" -T edges - | cmp plain - && echo same from a pipe
gzip -c "$file" | "$PROF2DOT" -T edges | cmp plain - && echo same from gzip
"$PROF2DOT" -T edges "$file" "$file" | grep '^factor '
grep '^factor ' plain
"$PROF2DOT" -f pstats "$SAMPLES/folded/words"
echo "folded: $?"
"$PROF2DOT" --event=x "$file"
echo "event: $?"
printf '\023\017hotshot-version\003' >hotshot
printf '\200\004\225\000cyappi\nYFuncStats' >yappi
printf '\200\003c_line_profiler\nline_profiler' >lprof
printf '{)\003z./' >short
for name in hotshot yappi lprof short; do
    "$PROF2DOT" "$name"
    echo "$name: $?"
done
