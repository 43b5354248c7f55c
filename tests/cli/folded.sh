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
# No number that others may write for a cost becomes part of a name.
for cost in 1e100 nan -inf infinity 0x10 1e3; do
    printf 'main;a %s\nmain;b 1\n' $cost | "$PROF2DOT" -T folded 2>&1
done
# Controls, and what turns the direction of text or has no width, are replaced,
# in messages as well.
printf 'main;a\033[31m 1\nmain;b\302\23331m 2\nmain;c\342\200\256d\342\200\213 3
main;e\342\200\250f\tg\377 4\n' >controls
for type in folded text edges; do
    "$PROF2DOT" -q -n0 -e0 -T $type controls
done
"$PROF2DOT" "$(printf 'a\302\23331mb\342\200\256c\342\200\213d\377e\303\244')"

# No byte reaches a terminal as a control character, and JSON keeps the names.
printf 'a\342\200\213b;c\342\200\256d;\302\205e;f\033g;j\233k;l\351m;n\360\237\230 1\n' \
    >controls
"$PROF2DOT" -T folded controls | od -An -c
"$PROF2DOT" -T json controls | sed -n 's/.*"name": "\([^"]*\)".*/\1/p'

echo '-- a first name that begins like UTF-16 or compressed data'
printf 'prog 7 1.5: 2 cycles:\n\t401000 (\265/\375x (/bin/prog)\n\n' >magic.perf
"$PROF2DOT" -T folded magic.perf >magic.folded
"$PROF2DOT" -T folded magic.folded

echo '-- a name of blanks'
printf '%%edges 1\n["  " f] 2\n' | "$PROF2DOT" -T folded

echo '-- a first name that is a comment behind blanks'
printf '%%edges 1\n["  # f" g] 2\n["\\n#h" g] 3\n' | "$PROF2DOT" -T folded >blanks
"$PROF2DOT" -T folded blanks

echo '-- files without a usual extension, and parameters of types in .NET'
printf '%s\n' 'mcall (/go/src/asm_amd64.s) 1' 'bound (self-hosted:954) 2' \
    'core!List`1.Add() 3' 'libc.so`0x12ab 4' 'libc.so`malloc 5' |
    "$PROF2DOT" -T edges
