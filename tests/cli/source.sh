# Pages in files with --source: the lines near those with cost, and their costs.
# The member "source" of the data stands on lines of its own.
show() { # OPTIONS...
    echo "\$ $*"
    "$PROF2DOT" -T html "$@" 2>messages >page || echo "status $?"
    cat messages
    awk '/"source":{/ { sub(/^.*"source":{/, "\"source\":{"); shown = 1 }
        shown && /"n_left"/ { sub(/,"modules":.*/, ""); print; exit }
        shown && NF' page
}
programs=$SAMPLES/../programs
go=$SAMPLES/pprof/queens.cpu.pb.gz
cp "$programs/queens.go" "$programs/lines.c" .
touch -d 2001-01-01 queens.go lines.c
show --focus=isSafe --ignore=copyOf --source=. "$go"
show --source=. "$SAMPLES/perfdata/lines.data"

echo 'Files that are missing, short or newer, and what has no lines:'
mkdir other empty
cat lines.c >other/lines.c
touch -d 2100-01-01 other/lines.c
show --source=other "$SAMPLES/perfdata/lines.data" | grep '"notes":\["'
head -n 38 lines.c >other/lines.c
touch -d 2001-01-01 other/lines.c
show --source=other "$SAMPLES/perfdata/lines.data" | grep '"notes":\["'
show --source=empty "$SAMPLES/perfdata/lines.data" | grep '"notes":\["'
show --source=none "$SAMPLES/perfdata/lines.data"
show --source=. "$SAMPLES/perf/calc"
printf '%%edges 1\na name=f file=lines.c line=35\n[a] 3\n' >f.edges
show --source=. f.edges

echo 'Lines within 8 of cost, and 1 MB:'
awk 'BEGIN { for (i = 1; i < 90; i++) print i }' >long.c
printf 'events: Ir\nfl=long.c\nfn=long\n20 5\n36 5\n54 5\n84 5\n' >long.cg
touch -d 2001-01-01 long.c
show --source=. long.cg | awk '/"parts"/ { gsub(/^.*"parts":/, "") }
    /^\]\]/ || /\[\[/ || /^"/ { printf "%s ", $0 } END { print "" }'
awk 'BEGIN { for (i = 1; i <= 30000; i++) printf "%098d\n", i }' >wide.c
awk 'BEGIN { print "events: Ir\nfl=wide.c"; for (f = 1; f <= 4; f++) {
    print "fn=f" f; for (i = 1; i < 300; i++) print (f * 300 + i) * 17, 9 - f
    } }' >wide.cg
touch -d 2001-01-01 wide.c
show --source=. wide.cg | awk '/^\[[0-9],{/ { print $0 }
    /^prof2dot/ || /n_left/ { sub(/.*,"n_left/, "n_left"); print }' |
    cut -c 1-100

echo 'What does not go together:'
cat "$go" | "$PROF2DOT" -T html --source=. - >/dev/null; echo "status $?"
cat "$SAMPLES/perfdata/lines.data" | "$PROF2DOT" -T html --assembly - >/dev/null; echo "status $?"
for option in --base="$go" --granularity=file --cycles=collapse; do
    "$PROF2DOT" -T html --source=. "$option" "$go" 2>&1; echo "status $?"
done
"$PROF2DOT" -T svg --source=. "$go" 2>&1; echo "status $?"
"$PROF2DOT" --source=. --split-by=comm -o parts "$SAMPLES/perf/threads" 2>&1
