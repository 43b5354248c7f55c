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
try_text heaptrack 'v 10400 3\nX ./t 8\nI 1000 5e298d\n'
try_text gdb '#0  0x00007f in a () from /lib/b.so\n#1  main () at m.c:3\n'
try_text xdebug 'version: 1\ncreator: xdebug 3.2.0 (PHP 8.2)\nevents: Time\n\nfl=(1)\n'
try_text massif 'desc: (none)\ncmd: ./t\ntime_unit: i\n#---\nsnapshot=0\n'
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
try_text profraw '\377lprofr\201\010\000'
try_text gcda 'adcg*33B'
try_text gcno 'oncg*33B'
try_text perfetto '\012\003\100\001\120\012\004\120\001\130\001\012\002\120\001'
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
try_text v8log.json '{"code":[{"name":"a;b","type":"CODE","kind":"Bytecode"}],"ticks":[]}'
try_text heapsnapshot '{"snapshot":{"meta":{"node_fields":["type"]}}}'
try_text speedscope '{"$schema":"https://www.speedscope.app/file-format-schema.json"}'
try_text v8.log 'v8-version,11,3\n'
try_text trace.json '{"traceEvents":[{"ph":"B"}]}'
try_text array.json '[{"name":"a;b","ph":"B"},\n{"ph":"E"}\n'
try_text samply '{"meta":{"preprocessedProfileVersion":47}}'
try_text gecko '{"meta":{"version":13,"stackwalk":1}}'
try_text safari '{"version":1,"recording":{"instrumentTypes":[]}}'
try_text gprof2dot.json '{"version":0,"costs":[{"description":"m"}]}'
try_text jfr 'FLR\000\000\002'
try_text jfr-print 'jdk.ExecutionSample {\n  startTime = 00:44:13.041\n}\n'
try_text hprof 'JAVA PROFILE 1.0.1, created\n'
try_text jstack '2024-01-01 10:00:00\nFull thread dump OpenJDK:\n\n"main" #1\n'
try_text simpleperf 'SIMPLEPERF\001\000'
try_text art '*version\n3\ndata-file-overflow=false\n*end\nSLOW\003\000'
try_text art-stream 'SLOW\003\000\040\000'
try_text nettrace 'Nettrace\024\000\000\000!FastSerialization.1'
try_text ghc '\tSun Aug 13 10:47 2023 Time and Allocation Profiling Report  (Final)\n'
try_text sample 'Analysis of sampling a (pid 1) every 1 millisecond\n'
try_text instruments 'Running Time\tSelf (ms)\t\tSymbol Name\n1ms 1%%\t0\t \ta\n'
try_text xctrace '<?xml version="1.0"?>\n<trace-query-result>\n'
try_text xperf 'Process Name, Display Name, Process, Stack, Module\n'
try_text vtune 'Function Stack,CPU Time:Self,Module\nTotal,0.0,[Unknown]\n'
try_text axe 'Index  %% CPU Time:Total  CPU Time:Self\n'
try_text vsprof 'Level,Function Name,Number of Calls\n'
try_text zip 'PK\003\004'
try_text sleepy 'PK\003\004\024\000\000\000\010\000\103\203\127\076\213\235\147\012\144\000\000\000\207\000\000\000\011\000\000\000Stats.txtM'
try_text rar 'Rar!\032\007\001\000'
try_text library '!<arch>\nm.o/\n'
try_text lz4 '\004\042M\030\144\100'
try_text compress '\037\235\220'
try_text mach-o '\317\372\355\376\007\000\000\001'
try_text exe 'MZ\220\000\003\000This program cannot be run in DOS mode.'
try_text sqlite 'SQLite format 3\000'
try_text 7z '7z\274\257\047\034'
try_text png '\211PNG\r\n'
try_text jpeg '\377\330\377\340'
try_text gif 'GIF89a\001\000'
try_text webp 'RIFF\044\000\000\000WEBPVP8 '
try_text pdf '%%PDF-1.5\n'
try_text ps '%%!PS-Adobe-3.0\n'
try_text svg '<?xml version="1.0"?>\n<!DOCTYPE svg>\n<svg width="1">\n'
try_text plain-svg '<svg width="1">\n'
try_text html '<!DOCTYPE html>\n<title>a;b 1</title>\n'
try_text old-html '\n<!-- a;b 1 -->\n<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">\n'
try_text bare-html '<HTML><body>a;b 1</body>\n'
try_text digraph 'digraph {\n a -> b;\n}\n'
try_text named-digraph '// a;b 1\n/* c */ strict\ndigraph "a b"\n{ a -> b }\n'
try_text graph 'graph G{ a -- b [label="a;b 1"] }\n'
echo 'main;a 1' >in
tar -cf in.tar in
try in.tar
gzip in.tar
try in.tar.gz
# What the program writes itself is no input, but for two of its outputs.
for output in dot json svg html; do
    "$PROF2DOT" -T $output in >own.$output
    try own.$output
done
# An input without content.
try_text nothing ''
try_text blank '\n \n'
# A core dump is no program of a gmon.out.
{
    printf '\177ELF\002\001\001\000\000\000\000\000\000\000\000\000\004\000\076\000'
    head -c 100 /dev/zero
} >core
try core
try - <core
try core "$SAMPLES/gmon/words.gmon"
# Folders.
mkdir -p Run.trace uftrace.data oprofile_data/samples empty
: >oprofile_data/samples/operf.log
: >Run.trace/form.template
: >uftrace.data/default.opts
try Run.trace
try uftrace.data/
try oprofile_data
try empty
# The command names the file as a shell needs it.
try_text "it's a perf.data" 'PERFILE2'
try - <perf.data
# The answer may be overruled.
printf '[{"ph";b 1\n' >odd
try odd
"$PROF2DOT" -f folded -T folded odd
