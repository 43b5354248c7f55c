# -T folded can be read again, even with names that look like comments or like
# several frames, and with stacks that have no cost.
cat >in <<'END'
%edges 1
["#main" "#a" "b;c" ""] 2
[main a] 0
[main d] 0
[main d e] 0
END
"$PROF2DOT" -T folded in | tee out
"$PROF2DOT" -T folded out | cmp - out
printf 'main;a 0\n' | "$PROF2DOT" -T folded
