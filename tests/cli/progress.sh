# Progress is shown with --progress, or on a terminal after a second (see
# scripts/progress.sh).
printf 'main;a 1\nmain;b 2\n' >in
"$PROF2DOT" --progress -o out.dot in
"$PROF2DOT" --progress -T svg --dot=true -o out.svg in
"$PROF2DOT" --progress -T edges -o out.edges in in
"$PROF2DOT" --progress -q -o quiet.dot in
"$PROF2DOT" --no-progress -o silent.dot in
"$PROF2DOT" -q --progress -o loud.dot in
cmp out.dot loud.dot
