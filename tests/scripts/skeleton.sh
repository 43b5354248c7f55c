# The reader that HACKING.md shows as a model compiles without a warning, and
# is no longer than a screen or two.
. "$TESTS/tools/say.sh"
sed -n '/^```c$/,/^```$/p' "$TESTS/../HACKING.md" | sed '/^```/d' >walker.c
n=$(wc -l <walker.c)
[ "$n" -gt 50 ] && [ "$n" -le 80 ]
say 'the length of the model' "$n lines"
(cd "$TESTS/.." && $COMPILE -Werror -fsyntax-only -xc - <"$OLDPWD/walker.c") >out 2>&1
say 'the model of a reader compiles' "$(head -n 3 out)"
