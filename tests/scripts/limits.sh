# Profilers keep a limited number of frames of a stack. Stacks of exactly that
# number are cut, unless they begin where shorter ones or programs begin; one
# frame more or less is none. Each format gets one deep stack and two short
# ones, of which each has a fifth of the cost.

# Prints stacks, outermost function first: the deep one has N frames.
stacks() { # N ROOT
    awk -v n="$1" -v root="$2" 'BEGIN {
        line = "3 " root
        for (i = 1; i < n; i++) line = line " down"
        print line
        print "1 main start"
        print "1 worker job"
    }'
}

# The rest of a file is printed by awk, by format; `at` is the cost and $2.. are
# the functions.
make_folded() {
    stacks "$@" | awk '{ line = $2; for (i = 3; i <= NF; i++) line = line ";" $i
        print line, $1 }'
}

# Those of perf begin with the name of a process.
make_labelled() {
    make_folded "$@" | sed 's/^/demo;/'
}

make_perf() {
    stacks "$@" | awk '{ for (k = 0; k < $1; k++) {
        print "demo 1 1.0: cycles:"
        for (i = NF; i > 1; i--) print "\t  10 " $i "+0x1 (/bin/demo)"
        print "" } }'
}

make_jfr() {
    stacks "$@" | awk '{ for (k = 0; k < $1; k++) {
        print "jdk.ExecutionSample {\n  startTime = 10:00:00.000"
        print "  stackTrace = ["
        for (i = NF; i > 1; i--) print "    A." $i "() line: 1"
        print "  ]\n}\n" } }'
}

make_dhat() { # malloc is one of the frames
    stacks "$1" "$2" | awk -v n="$1" 'BEGIN {
        print "{\"dhatFileVersion\": 2, \"mode\": \"heap\", \"verb\": \"A\","
        print " \"bklt\": true, \"bkacc\": false, \"cmd\": \"x\", \"pps\": [" }
        { printf "%s{\"tb\": %d, \"tbk\": 1, \"fs\": [1", comma, $1
        if (NF == n + 1) NF--
        for (i = NF; i > 1; i--) printf ", %d", id($i)
        print "]}"; comma = "," }
        function id(name) {
            return name == "main" ? 2 : name == "start" ? 3 : \
                name == "worker" ? 4 : name == "job" ? 5 : 6 }
        END { print "], \"ftbl\": [\"[root]\", \"0x1: malloc (in /x.so)\","
        print "\"0x2: main (a.c:1)\", \"0x3: start (a.c:1)\","
        print "\"0x4: worker (a.c:1)\", \"0x5: job (a.c:1)\","
        print "\"0x6: down (a.c:1)\"]}" }'
}

massif() { # N ROOT OPTIONS
    stacks "$1" "$2" | awk -v options="$3" '
        BEGIN {
            print "desc: " options "\ncmd: x\ntime_unit: i"
            print "#-----------\nsnapshot=0\n#-----------\ntime=1"
            print "mem_heap_B=5\nmem_heap_extra_B=0\nmem_stacks_B=0"
            print "heap_tree=peak\nn3: 5 (heap allocation functions) malloc"
        }
        { for (i = NF; i > 1; i--) {
            printf "%*s", NF - i + 1, ""
            print "n" (i > 2) ": " $1 " 0x1" length($i) ": " $i " (a.c:1)"
        } }'
}
make_massif() { massif "$1" "$2" '(none)'; }
make_massif50() { massif "$1" "$2" '--threshold=0 --depth=50'; }

make_heaptrack() {
    echo 'v 10400 3'
    echo 'X ./demo'
    echo 's 4 demo'
    for f in main start worker job down; do echo "s ${#f} $f"; done
    for i in 1 2 3 4 5; do
        printf 'i 10%d 1 %x 1 1\n' $i $((i + 1))
    done
    stacks "$@" | awk '{ parent = 0
        for (i = 2; i <= NF; i++) {
            printf "t %x %x\n", index("mswjd", substr($i, 1, 1)), parent
            parent = ++n
        }
        for (k = 0; k < $1; k++) { kinds[++m] = parent } }
        END {
            for (i = 1; i <= m; i++) printf "a 1 %x\n", kinds[i]
            for (i = 0; i < m; i++) printf "+ %x\n", i
            print "# strings: 6\n# ips: 5"
        }'
}

make_cpuprofile() {
    stacks "$@" | awk 'BEGIN {
        print "{\"nodes\": [{\"id\": 1, \"callFrame\": {\"functionName\":"
        printf "\"(root)\", \"url\": \"\"}, \"hitCount\": 0}"; n = 1 }
        { parent = 1
        for (i = 2; i <= NF; i++) {
            printf ",\n{\"id\": %d, \"callFrame\": {\"functionName\": \"%s\", " \
                "\"url\": \"a.js\"}, \"parent\": %d, \"hitCount\": %d}", ++n, \
                $i, parent, i == NF ? $1 : 0
            parent = n
        } }
        END { print "], \"startTime\": 0, \"endTime\": 5}" }'
}

make_hprof() {
    stacks "$@" | awk 'BEGIN { print "JAVA PROFILE 1.0.1, created x\n" }
        { print "TRACE " 300000 + NR ":"
        for (i = NF; i > 1; i--) print "\tA." $i "(A.java:1)"
        sum += 20 * $1
        rows = rows NR " 1% " sum "% " $1 " " 300000 + NR " A.x\n" }
        END { print "CPU SAMPLES BEGIN (total = 5) x"
        print "rank   self  accum   count trace method"
        printf "%sCPU SAMPLES END\n", rows }'
}

make_dtrace() {
    stacks "$@" | awk '{ print ""
        for (i = NF; i > 1; i--) print "              demo`" $i "+0x1"
        print "                " $1 }'
}

make_bpftrace() {
    stacks "$@" | awk '{ print "@["
        for (i = NF; i > 1; i--) print "    " $i "+1"
        print "]: " $1 }'
}

make_bcc() {
    echo 'Sampling at 49 Hertz of all threads by user + kernel stack...'
    stacks "$@" | awk '{
        for (i = NF; i > 1; i--) print "    " $i
        print "    -                demo (1)\n        " $1 "\n" }'
}

make_speedscope() {
    echo '{"$schema": "https://www.speedscope.app/file-format-schema.json",'
    echo '"shared": {"frames": [{"name": "main"}, {"name": "start"},'
    echo '{"name": "worker"}, {"name": "job"}, {"name": "down"}]},'
    echo '"profiles": [{"type": "sampled", "name": "a", "unit": "none",'
    echo '"startValue": 0, "endValue": 5, "samples": ['
    stacks "$@" | awk '{ printf "%s[", comma; comma = ","
        for (i = 2; i <= NF; i++)
            printf "%s%d", (i > 2 ? "," : ""), \
                index("mswjd", substr($i, 1, 1)) - 1
        print "]" }'
    echo '], "weights": [3, 1, 1]}]}'
}

# Evented profiles have each call: no stack can be cut.
make_evented() {
    echo '{"$schema": "https://www.speedscope.app/file-format-schema.json",'
    echo '"shared": {"frames": [{"name": "main"}, {"name": "start"},'
    echo '{"name": "worker"}, {"name": "job"}, {"name": "down"}]},'
    echo '"profiles": [{"type": "evented", "name": "a", "unit": "none",'
    echo '"startValue": 0, "endValue": 5, "events": ['
    stacks "$@" | awk '{
        for (i = 2; i <= NF; i++) event("O", $i)
        at += $1
        for (i = NF; i > 1; i--) event("C", $i) }
        function event(type, name) {
            printf "%s{\"type\": \"%s\", \"frame\": %d, \"at\": %d}\n", comma, \
                type, index("mswjd", substr(name, 1, 1)) - 1, at
            comma = "," }'
    echo ']}]}'
}

make_chrome() { # B and E
    echo '{"traceEvents": ['
    stacks "$@" | awk '{
        for (i = 2; i <= NF; i++) event("B", $i)
        at += $1
        for (i = NF; i > 1; i--) event("E", $i) }
        function event(type, name) {
            printf "%s{\"ph\": \"%s\", \"name\": \"%s\", \"pid\": 1, \"tid\": 1, " \
                "\"ts\": %d}\n", comma, type, name, at
            comma = "," }'
    echo ']}'
}

bytes() { # NUMBER...: one byte each
    for byte; do printf "\\$(printf %o "$byte")"; done
}

text() { # STRING: of the table of strings
    bytes 50 ${#1}
    printf %s "$1"
}

# A profile of pprof of at most 120 frames, with the event TYPE.
pprof() { # TYPE UNIT N ROOT
    bytes 10 4 8 6 16 7
    stacks "$3" "$4" | while read -r cost frames; do
        ids=
        for f in $frames; do
            case $f in
            main) id=1 ;; start) id=2 ;; worker) id=3 ;; job) id=4 ;;
            down) id=5 ;;
            esac
            ids="$id $ids"
        done
        set -- $ids
        bytes 18 $(($# + 4)) 10 $# "$@" 16 "$cost"
    done
    for id in 1 2 3 4 5; do
        bytes 34 6 8 $id 34 2 8 $id 42 4 8 $id 16 $id
    done
    text ''
    for f in main start worker job down "$1" "$2"; do text "$f"; done
}
make_go_cpu() { pprof cpu nanoseconds "$@"; }
make_go_heap() { pprof inuse_space bytes "$@"; }
make_go_locks() { pprof delay nanoseconds "$@"; }

word() { # NUMBER...: 64 bits each
    for number; do bytes $((number % 256)) $((number / 256)) 0 0 0 0 0 0; done
}

# Functions of a program that is not here have the names of their addresses.
make_gperftools() {
    word 0 3 0 10000 0
    stacks "$@" | while read -r cost frames; do
        ids=
        for f in $frames; do
            case $f in
            main) id=4097 ;; start) id=4113 ;; worker) id=4129 ;;
            job) id=4145 ;; down) id=4161 ;;
            esac
            ids="$id $ids"
        done
        set -- $((${ids%% *} + 1)) ${ids#* } # the leaf does not call
        word "$cost" $# "$@"
    done
    word 0 1 0
    echo '00001000-00002000 r-xp 00001000 00:00 0 /nowhere/demo'
}

# Compares the costs of stacks that are cut with what is expected.
check() { # FORMAT N ROOT WANT [OPTION]...
    what="$1 $2 $3"
    "make_$1" "$2" "$3" >input
    want=$4
    shift 4
    if ! "$PROF2DOT" -q -T json "$@" input >json; then
        echo "FAILED limits $what"
        return
    fi
    have=$(sed -n 's/^  "health".*"samples": \([^,]*\),.*"cut": \([^,]*\),.*/\1 \2/p' \
        json | awk '{ print $2 == "null" ? $2 : int(5 * $2 / $1 + .5) }')
    if [ "$have" = "$want" ]; then
        echo "ok limits $what"
    else
        echo "FAILED limits $what: expected $want of 5, got $have"
    fi
}

at_limit() { # FORMAT N [OPTION]...
    format=$1 n=$2
    shift 2
    check $format $((n - 1)) down 0 "$@"
    check $format $n down 3 "$@"
    check $format $((n + 1)) down 0 "$@"
    check $format $n main 0 "$@"
    check $format $n worker 0 "$@"
}

at_limit folded 127
at_limit folded 2048
at_limit labelled 127
at_limit perf 127
at_limit jfr 64
at_limit jfr 5
at_limit dhat 12
at_limit dhat 10
at_limit massif 30
at_limit massif50 50
at_limit heaptrack 62
at_limit heaptrack 64
at_limit cpuprofile 128
at_limit hprof 4
at_limit dtrace 20
at_limit dtrace 100
at_limit speedscope 127
at_limit go_cpu 64
at_limit go_heap 32
at_limit go_locks 32
at_limit gperftools 64 --addresses
check gperftools 252 down 0 --addresses
check gperftools 253 down 3 --addresses
check gperftools 254 down 3 --addresses
check gperftools 255 down 0 --addresses
check go_cpu 32 down 0
check massif50 30 down 0

# V8 has 255 frames and the innermost function, of which it loses some; it adds
# inlined functions. Stacks of the kernel stand on top of others.
check cpuprofile 253 down 0
check cpuprofile 254 down 3
check cpuprofile 256 down 3
check cpuprofile 260 down 3
check cpuprofile 256 main 0
check cpuprofile 256 worker 0
for format in bpftrace bcc; do
    check $format 126 down 0
    check $format 127 down 3
    check $format 140 down 3
    check $format 140 worker 0
done

# Options set other limits: then several stacks have just as many frames, and
# none has more. Few frames can be those of recursion.
make_twice() {
    stacks "$@" | awk '{ line = $2; for (i = 3; i <= NF; i++) line = line ";" $i
        if (NR == 1) { print line, 2; sub(/down$/, "job", line); $1 = 1 }
        print line, $1 }'
}
check twice 40 down 3
check twice 8 down 3
check twice 7 down 0
check twice 40 main 0
check twice 40 worker 0
check folded 40 down 0
make_deeper() { # one stack is deeper than the others
    make_twice "$@"
    make_folded $(($1 + 1)) worker | sed -n 1p
}
check deeper 40 down 0

# Inlined functions come on top of the limit of frames, and the outermost one
# must then have a caller.
make_inlined() {
    make_perf "$@" | awk '/ down\+0x1/ && !done++ { sub(/down.*/, "leaf (inlined)")
        print "\t  10 leaf (inlined)" } { print }'
}
check inlined 125 down 0
check inlined 127 down 3
make_alone() { # nothing calls the outermost function
    make_inlined "$@" | sed 's/ worker+/ alone+/'
}
check alone 128 worker 0

# Where unwinding fails, as perf's does, stacks begin in functions that others
# call, and those are no roots.
make_broken() {
    make_folded "$@"
    echo 'job;down 1'
}
check broken 127 job 3
make_unbroken() {
    make_dtrace "$@"
    printf '\n              demo`down+0x1\n              demo`job+0x1\n   1\n'
}
check unbroken 100 job 0
check dtrace 100 job 3

# An outermost frame can say that others are missing.
for mark in '[truncated]' '(truncated)' '<3 frames omitted>' '<1 frame omitted>' \
    'Truncated Frames' '[stack truncated]' ...; do
    make_marked() {
        make_folded 3 down | sed "1s/^/$mark;/"
    }
    check marked 3 "$mark" 3
done
for name in truncated_list '[truncated' 'x frames omitted' '3 frames'; do
    make_marked() {
        make_folded 3 down | sed "1s/^/$name;/"
    }
    check marked 3 "$name" 0
done

# What is said: the cure of each profiler, on standard error and in the legend,
# and that totals are too low in all outputs that speak of totals.
said() { # FORMAT N CURE
    "make_$1" "$2" down >input
    option=
    case $1 in gperftools) option=--addresses ;; esac
    "$PROF2DOT" -n0 -o dot $option input 2>told
    "$PROF2DOT" -q -T top $option input >top
    "$PROF2DOT" -q -T html $option input >page
    for file in dot top page; do
        grep -q "totals are too low: 60.0% of the" $file ||
            echo "FAILED limits $1: $file does not say that stacks are cut"
        ! grep -q 'totals are exact' $file ||
            echo "FAILED limits $1: $file says that totals are exact"
    done
    if grep -q "(\(60.0%\|3\) cut at $2 frames);" told &&
        grep -qF "; for full stacks: $3" told; then
        echo "ok limits said $1 $2"
    else
        echo "FAILED limits said $1 $2: $(cat told)"
    fi
}
said perf 127 'sysctl kernel.perf_event_max_stack=1024, and perf script --max'
said folded 2048 'async-profiler --jstackdepth 8192'
said jfr 64 'jfr print --stack-depth 1024, and record with -XX:FlightRecorder'
said jfr 5 'jfr print --stack-depth 64'
said dhat 12 'valgrind --tool=dhat --num-callers=500'
said dhat 10 'dhat::Profiler::builder().trim_backtraces(None)'
said massif 30 'valgrind --tool=massif --depth=200'
said massif50 50 'valgrind --tool=massif --depth=200'
said heaptrack 62 'no option of heaptrack keeps more than 64 frames'
said cpuprofile 256 'no option of V8 keeps more than 255 frames; perf record -g'
said cpuprofile 128 'no option of node --heap-prof keeps more than 128 frames'
said hprof 4 'java -agentlib:hprof=cpu=samples,depth=256'
said dtrace 100 'dtrace -x ustackframes=1024 -x stackframes=1024'
said bpftrace 127 'sysctl kernel.perf_event_max_stack=1024, and ustack(1024)'
said go_cpu 64 'no option of Go keeps more than 64 frames in CPU profiles'
said go_heap 32 'build with Go 1.23 or later'
said gperftools 64 'build gperftools with a larger kMaxStackDepth'

# A comparison says so of both sides, of which only the second one is cut here.
make_folded 126 worker >a
make_folded 127 down >b
"$PROF2DOT" -q -T json --base a b >json
grep -q '"cut": 3[.,].*"frame_limit": 127' json &&
    echo 'ok limits comparison' || echo 'FAILED limits comparison'

for n in 5 64 100 127 256; do
    check evented $n down null
    check chrome $n down null
done
