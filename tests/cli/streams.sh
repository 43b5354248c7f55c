# If a standard stream is closed, no file takes its place.
printf 'main;a 1\nmain;b x\n' >in
"$PROF2DOT" -T folded in -o out <&-
"$PROF2DOT" - <&- 2>message
echo "no input: $? $(cut -c 1-26 message)"
"$PROF2DOT" -q in >&-
echo "no output: $?"
"$PROF2DOT" in -o out -T folded 2>&- && cat out
"$PROF2DOT" in -o out -T folded <&- >&- 2>&- && cat out
ls
