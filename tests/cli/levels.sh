# Levels of recursions, as callgrind keeps them: calls inside of cycles are
# measured, and estimates are marked wherever costs are shown.
levels="$TESTS/readers/callgrind/levels.out"

echo 'Arrows and their tooltips:'
"$PROF2DOT" "$levels" --chains=keep --recursion=edges |
    tr -d '\n' | tr ';' '\n' | grep -o 'tooltip="[^"]*→[^"]*"' | sort -u

echo 'In JSON, also by way of the edges language:'
"$PROF2DOT" -T edges "$levels" >edges
"$PROF2DOT" -T json "$levels" | grep '"caller"' | cut -d, -f3,6 >direct
"$PROF2DOT" -T json edges | grep '"caller"' | cut -d, -f3,6 | cmp - direct &&
    cat direct

echo 'An estimate is at most the total of both ends:'
cat >capped <<'EOT'
%edges 1
%calls measured-once
main 1
even 10
odd 20 total=25
main -> even 30
even -> odd 80 estimated
odd -> even 80 estimated
EOT
"$PROF2DOT" -T json capped | grep '"caller"' | cut -d, -f3,6
