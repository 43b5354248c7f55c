# On a terminal the output is a report as wide as the terminal, and a line that
# says how to draw; an option of pictures, -T, -o and a pipe give the graph.
. "$TESTS/tools/say.sh"
command -v script >/dev/null && script -qec true /dev/null >/dev/null 2>&1 || {
    echo 'skipped terminal: there is no script of util-linux'
    exit
}
printf 'main;%s 90\nmain;b 10\n' "$(printf '%0120d' 7)" >stacks
on_terminal() { # COMMAND
    script -qec "$1" /dev/null </dev/null | tr -d '\r' | sed 's/…/./g' >out
}
is_report() {
    grep -q '^100 counts in all' out && ! grep -q digraph out
}

unset COLUMNS
on_terminal "'$PROF2DOT' stacks"
is_report && grep -qx 'prof2dot: draw it: prof2dot -o out.svg stacks' out
say 'a report' "$(cat out)"
[ "$(grep -v 'draw it' out | awk '{ print length }' | sort -n | tail -n 1)" = 80 ]
say 'the width of a terminal that has none' "$(cat out)"
on_terminal "stty cols 97; '$PROF2DOT' stacks"
[ "$(grep -v 'draw it' out | awk '{ print length }' | sort -n | tail -n 1)" = 97 ]
say 'the width of the terminal' "$(cat out)"
on_terminal "stty cols 97; COLUMNS=60 '$PROF2DOT' stacks"
[ "$(grep -v 'draw it' out | awk '{ print length }' | sort -n | tail -n 1)" = 60 ]
say 'the width of COLUMNS' "$(cat out)"
for columns in 0 39 1001 80x ''; do
    on_terminal "COLUMNS=$columns '$PROF2DOT' -q stacks"
    [ "$(awk '{ print length }' out | sort -n | tail -n 1)" = 80 ]
    say "no width: COLUMNS=$columns" "$(cat out)"
done
for columns in 40 1000; do
    on_terminal "COLUMNS=$columns '$PROF2DOT' -q stacks"
    [ "$(awk '{ print length }' out | sort -n | tail -n 1)" != 80 ]
    say "a width: COLUMNS=$columns" "$(cat out)"
done

on_terminal "'$PROF2DOT' stacks stacks"
grep -qx 'prof2dot: draw it: add -o out.svg' out
say 'two files' "$(cat out)"
on_terminal "'$PROF2DOT' - <stacks"
grep -qx 'prof2dot: draw it: add -o out.svg' out
say 'standard input' "$(cat out)"
on_terminal "'$PROF2DOT' --base=stacks stacks"
grep -q '^stacks .* stacks: 100 → 100 counts' out
say 'a comparison' "$(cat out)"
on_terminal "'$PROF2DOT' -q stacks"
is_report && ! grep -q 'draw it' out
say 'a quiet one' "$(cat out)"
on_terminal "'$PROF2DOT' --focus=b stacks"
is_report
say 'filters' "$(cat out)"
on_terminal "'$PROF2DOT' -T tree stacks"
! grep -q 'draw it' out && grep -q '^ *100%.*main' out
say 'a report that was asked for' "$(cat out)"
for option in -n5 -e1 --nodecount=3 --root=main -lb --depth=1 -cgray -s \
    --rankdir=LR --bare --no-legend --title=x -Tdot; do
    on_terminal "'$PROF2DOT' $option stacks"
    grep -q '^digraph' out
    say "a graph: $option" "$(head -n 3 out)"
done
on_terminal "'$PROF2DOT' stacks | cat"
grep -q '^digraph' out
say 'a pipe' "$(head -n 3 out)"
widest() {
    awk '{ print length }' "$1" | sort -n | tail -n 1
}
on_terminal "stty cols 97; '$PROF2DOT' -T top stacks | cat"
[ "$(widest out)" = 97 ]
say 'a report for a pager' "$(cat out)"
on_terminal "COLUMNS=70 '$PROF2DOT' -T top stacks | cat"
[ "$(widest out)" = 70 ]
say 'a report for a pager and COLUMNS' "$(cat out)"
on_terminal "'$PROF2DOT' -T top --label-length=0 stacks | cat"
[ "$(widest out)" -gt 120 ]
say 'whole names for a pager' "$(cat out)"
on_terminal "'$PROF2DOT' -T top stacks 2>err | cat"
[ "$(widest out)" -gt 120 ]
say 'a report for a program' "$(cat out)"
on_terminal "'$PROF2DOT' -T top stacks >file; cat file"
[ "$(widest out)" -gt 120 ]
say 'a report in a file' "$(cat out)"
on_terminal "'$PROF2DOT' -o x.dot stacks"
grep -q '^digraph' x.dot && ! grep -q 'draw it' out
say 'a file' "$(cat out)"
on_terminal "'$PROF2DOT' --list-functions stacks"
! grep -q 'draw it' out && grep -q '^ *10 .* b$' out
say 'a list' "$(cat out)"
