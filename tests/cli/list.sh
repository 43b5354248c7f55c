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
