# A profile without any cost has no percentages, but its picture is not empty.
printf '%%edges 1\n%%unit seconds\nmain 0 x1\na 0 x5\nmain -> a x5\n' >in
"$PROF2DOT" -T text in
"$PROF2DOT" in | grep -c -e '->'
"$PROF2DOT" -T json in | grep -c nan
echo "status $?"
