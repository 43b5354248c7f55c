# If nothing is left to draw, nothing is written and the status is 1.
echo 'main;a 1' >in
echo old >out
for options in '-n 100 -z a -l main' '-z a -l main' '-p nosuch' \
    '--list-functions=nosuch'; do
    "$PROF2DOT" -o out $options in
    echo "$options: $?"
done
cat out
"$PROF2DOT" -n 100 -T folded in
