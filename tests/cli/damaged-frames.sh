# Call frame information of a program that was changed: the CFA of walk is an
# expression, and the next instruction moves its offset by 2 GB.
cp "$TESTS/fuzz/programs/framed" .
data=$TESTS/fuzz/seeds/perfdata/unwound.data

echo "# whole"
"$PROF2DOT" -T folded --symfs=. "$data"
printf '\017\001\060\016\377\377\377\377\007' |
    dd of=framed bs=1 seek=661 conv=notrunc 2>/dev/null
echo "# stacks end at walk"
"$PROF2DOT" -T folded --symfs=. "$data"
