# A file of another tool is recognised, whatever its name: the message says what
# it is and which command makes something readable. Status 1, no output.
try() { # FILE
    "$PROF2DOT" -o out "$@" 2>&1 | sed 's/^prof2dot: //'
    [ ! -e out ] || echo "FAILED $1 was drawn"
}
try_text() { # NAME TEXT (of printf)
    # shellcheck disable=SC2059
    printf "$2" >"$1"
    try "$1"
}
try_text perf.data 'PERFILE2\000\000'
try_text old-perf.data 'PERFFILE\000'
try_text dae 'DAE\n\000'
try_text trace.dat '\027\010Dtracing6\000'
try_text capture.syscap '\136\227\312\375\001\000\000\000'
try_text perf-stat '\n Performance counter stats for ./a:\n\n  1.20 msec task-clock\n'
try_text replay '# DURATION     TID     FUNCTION\n   1.190 us [  7310] | a();\n'
try_text gdb '#0  0x00007f in a () from /lib/b.so\n#1  main () at m.c:3\n'
try_text xdebug 'version: 1\ncreator: xdebug 3.2.0 (PHP 8.2)\nevents: Time\n\nfl=(1)\n'
try_text callgrind '# callgrind format\nversion: 1\nevents: Ir\nfn=main\n1 2\n'
try_text old-callgrind 'version: 1\ncmd: ./t\nevents: Ir\nfn=main\n1 2\n'
try_text ruby-prof 'events: wall_time\n\nfl=a.rb\nfn=b\n1 2\n'
try_text cachegrind 'desc: I1 cache: 32768 B\ncmd: ./t\nevents: Ir\nfn=main\n'
try_text dhat '{"dhatFileVersion":2,"mode":"heap"}'
words='\000\000\000\000\000\000\000'
try_text gperftools "\\000$words\\003$words\\000$words\\047$words\\000$words a;b 1\\n"
try_text gperftools-32 '\000\000\000\000\003\000\000\000\000\000\000\000\020\047\000\000'
try_text gperftools-big "$words\\000$words\\003$words\\000"
try_text heap 'heap profile:  1: 72 [ 1: 72] @ heapprofile\n  1: 72 [1: 72] @ 0x7f\n'
try_text go-heap 'heap profile: 1: 72 [1: 72] @ heap/1048576\n1: 72 [1: 72] @ 0x7f\n'
try_text jemalloc 'heap_v2/524288\n  t*: 1: 2 [0: 0]\n'
try_text pprof '\012\004\010\001\020\002\012\004\010\003\020\004\022\004\012\002\001\002'
try_text pprof-2 '\110\326\335\345\222\005\012\004\010\001\020\002\120\001'
try_text xray '\003\000\001\000\003\000\000\000\000\136\320\262\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000'
try_text pstats '{)\003z./'
try_text pstats-2 '{(\003\000\000\000t\001'
try_text pstats-3 '\373)\003\332'
try_text austin 'MOJ\003\001'
try_text marshal '\004\010{\011:'
try_text stackprof '{ "version": 1.2, "mode": "cpu", "gc_samples": 0 }'
try_text xhprof '{"main()==>f":{"ct":1,"wt":2}}'
try_text rprof 'sample.interval=20000\n"f" "g" \n'
try_text luajit '100%%  fib\n  -- 100%%  l.lua:1\n'
try_text speedscope '{"$schema":"https://www.speedscope.app/file-format-schema.json"}'
try_text prof-process 'Statistical profiling result from isolate.log, (75 ticks)\n'
try_text v8.log 'v8-version,11,3\n'
try_text v8.json '{"code":[{"name":"node","type":"SHARED_LIB"}]}'
try_text trace.json '{"traceEvents":[{"ph":"B"}]}'
try_text array.json '[{"name":"a;b","ph":"B"},\n{"ph":"E"}\n'
try_text samply '{"meta":{"preprocessedProfileVersion":47}}'
try_text gecko '{"meta":{"version":13,"stackwalk":1}}'
try_text safari '{"version":1,"recording":{"instrumentTypes":[]}}'
try_text gprof2dot.json '{"version":0,"costs":[{"description":"m"}]}'
try_text jfr 'FLR\000\000\002'
try_text jfr-print 'jdk.ExecutionSample {\n  startTime = 00:44:13.041\n}\n'
try_text heap-dump 'JAVA PROFILE 1.0.2\000\000\000\000\010'
try_text jstack '2024-01-01 10:00:00\nFull thread dump OpenJDK:\n\n"main" #1\n'
try_text simpleperf 'SIMPLEPERF\001\000'
try_text art '*version\n3\ndata-file-overflow=false\n*end\nSLOW\003\000'
try_text art-stream 'SLOW\003\000\040\000'
try_text nettrace 'Nettrace\024\000\000\000!FastSerialization.1'
try_text ghc '\tSun Aug 13 10:47 2023 Time and Allocation Profiling Report  (Final)\n'
try_text sample 'Analysis of sampling a (pid 1) every 1 millisecond\n'
try_text instruments 'Running Time\tSelf (ms)\t\tSymbol Name\n1ms 1%%\t0\t \ta\n'
try_text xctrace '<?xml version="1.0"?>\n<trace-query-result>\n'
try_text pmc '@ inst_retired.any [35705 samples]\n\n20.86%%  [7447]     f @ /k\n'
try_text 7z '7z\274\257\047\034'
try_text png '\211PNG\r\n'
try_text jpeg '\377\330\377\340'
try_text svg '<?xml version="1.0"?>\n<!DOCTYPE svg>\n<svg width="1">\n'
try_text html '<!DOCTYPE html>\n<title>a;b 1</title>\n'
echo 'main;a 1' >in
# What the program writes itself is no input, but for two of its outputs.
for output in dot json svg html; do
    "$PROF2DOT" -T $output in >own.$output
    try own.$output
done
# A core dump is no program of a gmon.out.
{
    printf '\177ELF\002\001\001\000\000\000\000\000\000\000\000\000\004\000\076\000'
    head -c 100 /dev/zero
} >core
try core
try - <core
try core "$SAMPLES/gmon/words.gmon"
# Folders.
mkdir Run.trace uftrace.data empty
: >Run.trace/form.template
: >uftrace.data/default.opts
try Run.trace
try uftrace.data/
try empty
# The answer may be overruled.
printf '[{"ph";b 1\n' >odd
try odd
"$PROF2DOT" -f folded -T folded odd
