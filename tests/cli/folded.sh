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
# Stacks without any cost must look like stacks; a cost is enough otherwise.
for text in 'main;parse' 'a;{closure};b<int>::c()' 'x 1' '1;' "g;o_'" 'x;>)'; do
    printf '%s: ' "$text"
    printf '%s\n' "$text" | "$PROF2DOT" -q -T folded 2>&1 | head -n 1
done
