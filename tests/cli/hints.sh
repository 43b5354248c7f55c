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
try_text old-perf.data 'PERFFILE\000'
try_text dae 'DAE\n\000'
try_text trace.dat '\027\010Dtracing6\000'
try_text capture.syscap '\136\227\312\375\001\000\000\000'
try_text perf-stat '\n Performance counter stats for ./a:\n\n  1.20 msec task-clock\n'
try_text perf-stat-o '# started on Thu Nov 26 02:08:31 2026\n\n\n Performance counter stats for ./a:\n'
try_text strace '%% time     seconds  usecs/call     calls    errors syscall\n------ ----------- ----------- --------- --------- ----------------\n 50.00    0.000300         300         1           execve\n'
try_text ltrace '%% time     seconds  usecs/call     calls      function\n------ ----------- ----------- --------- --------------------\n 50.00    0.000300         300         1 malloc\n'
try_text perf-annotate ' Percent |\tSource code & Disassembly of a for cycles (3 samples)\n'
try_text perf-trace '     0.000 ( 0.003 ms): true/123 brk()      = 0x55\n'
try_text hyperfine 'Benchmark 1: ./a\n  Time (mean):  1.0 ms\n'
try_text cprofile '         4 function calls in 0.001 seconds\n\n   Ordered by: standard name\n'
try_text cprofile-after '42\n         4 function calls in 0.001 seconds\n\n   Ordered by: standard name\n'
try_text importtime 'import time: self [us] | cumulative | imported package\nimport time:       128 |        128 |   _io\n'
try_text nytprof.out 'NYTProf 5 0\n#Perl profile database\n'
try_text goroutines 'goroutine 1 [running]:\nmain.work(0x1)\n\t/tmp/x.go:10 +0x1d\n'
try_text go-trace 'go 1.22 trace\000\000\000'
try_text pprof-top 'File: a\nShowing nodes accounting for 10ms, 100%% of 10ms total\n      flat  flat%%   sum%%        cum   cum%%\n      10ms   100%%   100%%       10ms   100%%  main.f\n'
try_text eprof 'FUNCTION    CALLS        %%  TIME  [uS / CALLS]\n--------    -----  -------  ----  [----------]\nm:f/1           1   100.00     3  [      3.00]\n'
try_text otlp.pb '\012\035\012\033\012\031\012\014service.name\022\005\012\003app\022\000'
try 'https://x.y/cpu.pb?a=1&b=2'
try_text gdb '#0  0x00007f in a () from /lib/b.so\n#1  main () at m.c:3\n'
try_text profraw '\377lprofr\201\010\000'
try_text gcda 'adcg*33B'
try_text gcno 'oncg*33B'
try_text perfetto '\012\003\100\001\120\012\004\120\001\130\001\012\002\120\001'
try_text perfetto-messages '\012\003\122\001\101\012\002\120\001\012\003\132\001\101'
try_text perfetto-version '\012\002\010\001\012\002\120\001\012\002\120\001'
try_text xray '\003\000\001\000\003\000\000\000\000\136\320\262\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000'
try_text austin 'MOJ\003\001'
try_text marshal '\004\010{\011:'
try_text luajit-a 'output\n\n====== p.lua ======\n@@ 1 @@\n      | local s = 0\n  93%% | s = s + 1\n'
try_text luajit-A '\n====== p.lua ======\n   93 | s = s + 1\n'
try_text luajit-none '[No samples collected]\n'
try_text heapsnapshot '{"snapshot":{"meta":{"node_fields":["type"]}}}'
try_text v8.log 'v8-version,11,3\n'
try_text safari '{"version":1,"recording":{"instrumentTypes":[]}}'
try_text jfr 'FLR\000\000\002'
try_text heap-dump 'JAVA PROFILE 1.0.2\000\000\000\000\010'
try_text jstack '2024-01-01 10:00:00\nFull thread dump OpenJDK:\n\n"main" #1\n'
try_text simpleperf 'SIMPLEPERF\001\000'
try_text art '*version\n3\ndata-file-overflow=false\n*end\nSLOW\003\000'
try_text art-stream 'SLOW\003\000\040\000'
try_text nettrace 'Nettrace\024\000\000\000!FastSerialization.1'
try_text ghc.hp 'JOB "walk +RTS -hc"\nDATE "Sun Nov 22"\nBEGIN_SAMPLE 0.1\n'
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
try_text bare-html '<HTML><body>a;b 1</body>\n'
try_text digraph 'digraph {\n a -> b;\n}\n'
try_text named-digraph '// a;b 1\n/* c */ strict\ndigraph "a b"\n{ a -> b }\n'
try_text graph 'graph G{ a -- b [label="a;b 1"] }\n'
try_text memray.bin 'memray\000\013\000\000\000\001\000'
try_text pyinstrument.json '{"start_time": 1700000000.1, "duration": 0.5, "sample_count": 400, "target_description": "Program: a.py", "cpu_time": 0.4, "root_frame": {"function": "<module>", "file_path_short": "a.py", "time": 0.5, "children": []}}'
try_text a.pyisession '{"frame_records": [["<module>\\u0000a.py\\u00001", 0.1]], "start_time": 1700000000.1, "duration": 0.5}'
try_text new.pyisession '{"session": {"frame_records": []}}'
try_text pyinstrument.txt '\n  _     ._   __/__   _ _  _  _ _/_   Recorded: 14:53:35  Samples:  131\n /_//_/// /_\\ / //_// / //_'"'"'/ //     Duration: 3.131     CPU time: 0.195\n/   _/                      v4.6.2\n\nProgram: a.py\n\n3.131 <module>  a.py:1\n'
try_text scalene.json '{"alloc_samples": 4, "args": ["a.py"], "elapsed_time_sec": 2.5, "entrypoint_dir": "/app", "files": {"/app/a.py": {"functions": [], "lines": []}}}'
try_text phpspy '0 strlen <internal>:-1\n1 App\\\\Kernel::run /app/src/Kernel.php:12\n2 <main> /app/index.php:3\n# - - - -\n\n0 <main> /app/index.php:3\n'
try_text phpspy-lines '0 usleep <internal>:-1\n1 <main> a.php:5\n'
try_text sb-sprof 'Number of samples:   144\nSample interval:     0.01 seconds\nTotal sampling time: 1.44 seconds\nNumber of cycles:    0\nSampled threads:\n'
try_text sb-sprof-flat '\nNumber of samples:   3\nSample mode:         CPU\nSample interval:     0.01 seconds\n           Self        Total        Cumul\n  Nr  Count     %%  Count     %%  Count     %%    Calls  Function\n'
try_text tprof '\n****** Process <0.94.0>  --  100.00%% of total *** \nFUNCTION          CALLS  TIME (\302\265s)  PER CALL  [    %%]\nlists:seq/2           1          10     10.00  [16.00]\n'
try_text tprof-memory 'FUNCTION          CALLS  WORDS  PER CALL  [    %%]\nlists:seq_loop/3      5     10      2.00  [16.00]\n'
try_text perf-json '{\n\t"linux-perf-json-version": 1,\n\t"headers": {},\n\t"samples": [\n\t\t{"timestamp": 1}\n\t]\n}\n'
try_text threadz '\055-- threadz 1 ---\n\n--- Thread 7f794ab90940 (name: main/14748) stack: ---\n  PC: 0x00bfb6 0x000bfb6: main\n  0x0002c2\n'
try_text bytes-used 'Bytes Used\tCount\t\tSymbol Name\n   5.20 MB      100.0%%\t2\t \tmain\n'
try_text xhprof-array 'Array\n(\n    [main()==>strlen] => Array\n        (\n            [ct] => 1\n            [wt] => 4\n        )\n)\n'
try_text xhprof.php "<?php return array (\n  'main()==>strlen' => \n  array (\n    'ct' => 1,\n    'wt' => 4,\n  ),\n);\n"
try_text xhgui.json '{"meta": {"url": "/", "SERVER": []}, "profile": [["main()", {"ct": 1, "wt": 4}]]}'
try_text bpftrace-hist '@us[\n    poll+1\n    main+12\n]: \n[2, 4)                 3 |@@@      |\n'
try_text bpftrace-stats 'Attaching 1 probe...\n\n@ns[\n    f+1\n]: count 5, average 20, total 100\n'
try_text bpftrace.json '{"type": "attached_probes", "data": {"probes": 1}}\n{"type": "map", "data": {"@": {"\\n  f+1\\n": 3}}}\n'
try_text function '# tracer: function\n#\n#           TASK-PID     CPU#  TIMESTAMP  FUNCTION\n            bash-4711  [001]   100.000001: sys_open <-do_syscall_64\n'
try_text kernel-stacks '# tracer: nop\n#\n#           TASK-PID     CPU#  TIMESTAMP  FUNCTION\n            bash-4711  [001] .....   100.000001: kmalloc: ptr=0\n            bash-4711  [001] .....   100.000002: <stack trace>\n => __kmalloc\n => vfs_read\n'
try_text kernel-events '# tracer: nop\n#\n#           TASK-PID     CPU#  TIMESTAMP  FUNCTION\n            bash-4711  [001] .....   100.000001: kmalloc: ptr=0\n'
{
    printf '\012\200\200\004\100\001'
    head -c 65534 /dev/zero
    printf '\012\003\100\001\120'
} >perfetto-large
try perfetto-large
echo 'main;a 1' >in
# What the program writes itself is no input, but for two of its outputs.
for output in dot svg html; do
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
mkdir -p Run.trace uftrace.data oprofile_data/samples threads.data empty
: >threads.data/data
: >threads.data/data.0
: >oprofile_data/samples/operf.log
: >Run.trace/form.template
: >uftrace.data/default.opts
try Run.trace
try uftrace.data/
try oprofile_data
try threads.data
try empty
# The command names the file as a shell needs it.
try_text "it's a perf.data" 'PERFFILE'
try - <old-perf.data
# The answer may be overruled.
printf '[{"ph";b 1\n' >odd
try odd
"$PROF2DOT" -f folded -T folded odd
# Near these are inputs that are read.
read_text() { # NAME TEXT (of printf)
    # shellcheck disable=SC2059
    printf "$2" >"$1"
    echo "$1:"
    "$PROF2DOT" -T folded "$1" 2>&1
}
read_text frames-0-1 '0 strlen;a 3\n1 main;b 4\n'
read_text bpftrace-count '@us[\n    poll+1\n    main+12\n]: 3\n'
read_text xhgui-object '{"meta": {"url": "/"}, "profile": {"main()": {"ct": 1, "wt": 4}}}'
