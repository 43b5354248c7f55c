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

echo 'Lines of both sides are as far below the first line of their function:'
node() { # FIRST-LINE LINE,TICKS...
    first=$(($1 - 1))
    shift
    printf '{"nodes":[{"id":1,"callFrame":{"functionName":"f","scriptId":"1",'
    printf '"url":"file:///two.js","lineNumber":%d,"columnNumber":0},' $first
    printf '"hitCount":%d,"positionTicks":[' 10
    between=
    for line; do
        printf '%s{"line":%d,"ticks":%d}' "$between" "${line%,*}" "${line#*,}"
        between=,
    done
    printf ']}],"startTime":0,"endTime":10000,'
    printf '"samples":[1,1,1,1,1,1,1,1,1,1],"timeDeltas":[1000,1000,1000,1000,'
    printf '1000,1000,1000,1000,1000,1000]}\n'
}
node 10 11,1 13,4 14,3 16,2 >before.cpuprofile
node 20 21,1 23,1 25,6 26,2 >after.cpuprofile
awk 'BEGIN { for (i = 1; i < 30; i++) print "line " i }' >two.js
touch -d 2001-01-01 two.js
run -q --list=f --base=before.cpuprofile after.cpuprofile
run -q --list=f --base=before.cpuprofile --source=. after.cpuprofile
run -q --list=f --base=before.cpuprofile --markdown after.cpuprofile
run -q --list=f --base=before.cpuprofile --base=before.cpuprofile \
    after.cpuprofile after.cpuprofile
printf 'events: Ir\nfl=long.c\nfn=f\n10 5\n14 5\n40 5\n' >before.cg
printf 'events: Ir\nfl=long.c\nfn=f\n10 5\n14 3\n41 9\n' >after.cg
run -q --list=f --base=before.cg after.cg

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
awk 'BEGIN { print "events: Ir\nfl=long.c\nfn=one"
             for (i = 0; i < 300; i++) print i, 300 - i }' >falling.cg
run -q --list=one falling.cg | sed -n '1,6p; $p'

# A page says how much of a function is in lines of other files.
printf 'int main(void)\n{\n    return f();\n}\n' >m.c
printf '%s\n' 'events: Ir' fl=m.c fn=main '2 10' fi=inline.h '7 5' fe=m.c '3 20' >m.callgrind
"$PROF2DOT" -q -T html --source=. m.callgrind | grep -o '[^"]*lines of other files[^"]*'
