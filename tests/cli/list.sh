# -T list: the source lines of functions, with their costs and their text.
run() { # OPTIONS...
    echo "\$ $*"
    "$PROF2DOT" -T list "$@" 2>&1 || echo "status $?"
}
programs=$SAMPLES/../programs
go=$SAMPLES/pprof/queens.cpu.pb.gz
cp "$programs/queens.c" "$programs/queens.go" .
touch -d 2001-01-01 queens.c queens.go
run -q --list='isSafe|copyOf' "$go"
run -q --list='isSafe|solve' --source=. "$go"
run -q --list='^place$' --source=. "$SAMPLES/callgrind/queens"
run -q --list='isSafe' --source=. --markdown "$go"
run -q --list='isSafe' --source=. -n 0 "$go"
run -q --list='isSafe' --source=none "$go"

echo 'Files that are missing, short or newer:'
mkdir other
head -n 21 queens.go >other/queens.go
touch -d 2100-01-01 other/queens.go
run -q --list='isSafe' --source=other "$go"
run -q --list='^main.main' --source="$SAMPLES" "$go" | head -n 6

echo 'What has no lines:'
run --list=main "$SAMPLES/gprof/calc"
printf 'main;f 3\n' >stacks
"$PROF2DOT" -q -T pprof stacks -o stacks.pb.gz
run -q --list=main stacks.pb.gz
run "$go"
run --list=main --granularity=line "$go"
run --list=main --base="$go" "$go"

echo 'Long functions, and many:'
awk 'BEGIN { for (i = 1; i < 60; i++) print "line " i }' >long.c
touch -d 2001-01-01 long.c
printf 'events: Ir\nfl=long.c\nfn=long\n10 5\n14 5\n40 5\n' >long.cg
run -q --list=long --source=. long.cg
run -q --list=long --source=. -n 0 long.cg | wc -l
printf 'events: Ir\nfl=long.c\nfn=long\n0 5\n40 5\n' >unknown.cg
run -q --list=long --source=. unknown.cg
awk 'BEGIN { print "events: Ir\nfl=long.c"
             for (i = 1; i < 60; i++)
                 print "fn=many" i "\n" i, 100 - i "\n" i + 1, 1 }' >many.cg
run -q --list=many many.cg | tail -n 4
awk 'BEGIN { print "events: Ir\nfl=long.c\nfn=one"
             for (i = 1; i < 300; i++) print i, i }' >one.cg
run -q --list=one one.cg | tail -n 2
