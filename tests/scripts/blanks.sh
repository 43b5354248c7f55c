# Blanks at the ends of lines, as pastes and filters leave them, change nothing, and
# neither does a last line without its end.
# Traces, gmon.out and *.heap are read with the program that stands beside them.
. "$TESTS/tools/say.sh"
for file in "$SAMPLES"/*/*; do
    name=${file#"$SAMPLES/"}
    case $name in
    bop/* | gmon/* | *.heap | *.args) continue ;;
    esac
    # A text has no NUL.
    tr -d '\0' <"$file" | cmp -s - "$file" || continue
    "$PROF2DOT" -q -T edges "$file" >plain 2>err || continue
    sed "s/\$/ $(printf '\t')/" "$file" >blanks
    "$PROF2DOT" -q -T edges blanks >found 2>err && cmp -s plain found &&
        printf %s "$(cat "$file")" >blanks &&
        "$PROF2DOT" -q -T edges blanks >found 2>err && cmp -s plain found
    say "$name" "$(cat err) $(diff plain found | sed 5q)"
done
