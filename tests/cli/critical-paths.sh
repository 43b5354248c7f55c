# Critical paths of a trace in each output: how much faster the program can be.
trace=$TESTS/readers/bop/spans
text() { # FILE
    "$PROF2DOT" -q -n0 -T text "$1" 2>&1 | grep -E 'span|^measured'
}
text "$trace"
"$PROF2DOT" -q -T json "$trace" | sed -n '/"spans": \[/,/\]/p'
echo 'Functions in a page, all and ten:'
"$PROF2DOT" -q -n0 -T html "$trace" | grep -oE '"(bound|spans)":"[^"]*"'
"$PROF2DOT" -q --nodecount=10 -T html "$trace" | grep -o '"spans":"[^"]*"'
"$PROF2DOT" -q --deps=toplev "$trace" | grep -o 'the longest chain of[^;]*'
echo 'A program of one reference, without a chain, and with one of nothing:'
for record in 'S p 0 1 1' '' 'S p 0 1000 0'; do
    sed "s/^S p 0 .*/$record/" "$trace" >file
    text file | grep -c '^measured'
done
echo 'Ratios:'
for record in 'S p 0 1 1' 'S p 0 9999 10' 'S p 0 10000 10' 'S p 0 3000 3000' \
    'S p 0 8000 1000'; do
    sed "s/^S p 0 .*/$record/; / span=2/s/span=2/span=1/" "$trace" >file
    text file | sed -n 's/; without.*//; s/^measured: //p'
done
