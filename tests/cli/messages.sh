# The first five bad lines are reported with their numbers, then how many there
# were.
for i in 1 2 3 4 5 6 7; do echo "main;a -$i"; done >in
echo 'main;a 3' >>in
"$PROF2DOT" -f folded -T text in
echo "status $?"
"$PROF2DOT" -q -f folded -T text in
echo "quiet $?"
printf 'main;\033[31m -1\nmain 1\n' >escape
"$PROF2DOT" -T text escape
printf 'main;a\nmain;b\n' >bare
"$PROF2DOT" -T edges bare
printf 'main;a 1 10\nmain;b 2 20\n' >diff
"$PROF2DOT" -T edges diff
"$PROF2DOT" -T folded diff
printf '%%edges 1\n%%event x\na -> b 1 oops\n[a b] 1\na -> b 2\n[a b] 1\n"x\n' >calls
"$PROF2DOT" -T edges calls
"$PROF2DOT" -T folded calls
echo "folded $?"
