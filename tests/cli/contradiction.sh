# The calls of main cost more together than there is, so its share of the call of
# itself would be more than the whole, 7.
cat >in <<END
%edges 1
%calls measured
main entry=8
leaf 7
main -> main 8 w=8
main -> leaf 7 w=7
main -> other 8 w=8
main -> third 8 w=8
END
"$PROF2DOT" -T json --cycles=walk in | grep -o '"whole": [^,]*\|"cost": [0-9.]*'
echo '# a cycle'
cat >in <<'END'
%edges 1
%calls measured
main entry=8
trace 1
shade 1
main -> trace 8 w=8
trace -> shade w=4
shade -> trace w=4
shade -> leaf 9 w=9
END
"$PROF2DOT" -T text -n0 -e0 in
