# Messages that no other test prints: an input for each, as printf(1) writes it.
run() { # [OPTION]... FILE: shows the first message
    "$PROF2DOT" -T text "$@" 2>&1 >out | sed -n '1s/^prof2dot: //p'
}
said() { # TEXT [OPTION]...
    printf "$1" >in
    shift
    run "$@" in
}
table='{"$schema": "https://www.speedscope.app/file-format-schema.json",
    "shared": {"frames": []}, "profiles": [{"type": "sampled", "unit": "none",'
said x -f instruments
said 'Call graph:\nTotal number in stack\n' -f sample
said 'Index\n' -f axe
said 'events: Ir\nfn=a\n1 2\ncfn=b\ncalls=1 2\nfn=c\n1 5\n' -f callgrind
said '1 2\nevents: Ir\nfn=a\n1 2\n' -f callgrind
said 'fn=a\n' -f callgrind
said 'flat profile:\n'
said '\n\n\nEach sample counts as 0.01 seconds.\n'
said x -f bcc
said x -f bpftrace
said x -f dtrace
said x -f luajit
said 'COST CENTRE MODULE SRC no. entries %%time\n\nMAIN M x 1 0 50.0 50.0 100.0 100.0\n' \
    -f ghc
said 'v 10400 3\n# ips: 0\n' -f heaptrack
said "$table"' "samples": [], "weights": []}]}'
said 'JAVA PROFILE 1.0.1\n\nCPU SAMPLES BEGIN (total = 5)\nrank self\nCPU SAMPLES END\n'
said 'Function Stack,CPU Time\n' -f vtune
said 'Function Stack,"CPU Time' -f vtune
said '"Level' -f vsprof
said 'Level,Name\n' -f vsprof
said '{}' -f xhprof
said 'Process Name, Process, Stack, Weight, Count\n' -f xperf
said 'Process Name, Process, Stack, Module, Function, Weight, Count
Idle, Idle (0), [Root]/a!b, a, b, 1, 1\n' -f xperf
said '{"nodes": [{"id": 1, "callFrame": {"functionName": "(root)"}, "children": [2, 3]},
    {"id": 2, "callFrame": {"functionName": "(idle)"}, "hitCount": 5},
    {"id": 3, "callFrame": {"functionName": "a"}, "hitCount": 5}]}'
said '<?xml version="1.0" ?><profile><options/><binary name="a"><symbol idref="0"><callers>
</callers><callees></callees><count>x</count></symbol></binary></profile>' -f oprofile-xml

echo '# perf'
event() { printf 'a 1 1.5: 1 %s:\\n\\t12 f (m)\\n\\n' "$@"; }
said "$(event c c)"'a 1 1.5: 1\n\t12 f (m)\n\n' --event=c
said 'a 1: 1 c:\n\t12 f (m)\n\n' --time=1,3
said "$(event c)" && cp in one
said "$(event c)" --base one --ignore=.
said "$(event c:u c:k)" one
sed 's/x86_64/sparc9/g' "$TESTS/readers/perfdata/dwarf.data" >in
run in
perl -0777 -pe 'substr($_, 48, 8) = "\0" x 8' "$SAMPLES/perfdata/small.data" >in
run in
said 'a 1 1.5: 1 cpu-clock:u:\n\t10 g (inlined)\n\t12 f (m)\n\n'
"$PROF2DOT" --base=in -T text "$SAMPLES/perfdata/lines.data" 2>&1 | grep inlined

echo '# gmon.out'
cp "$SAMPLES/gmon/words" "$SAMPLES/gmon/words.gmon" .
change() { perl -0777 -pe "\$n = 2 * unpack 'L', substr \$_, 37, 4; $1" words.gmon >in; }
change '$_ = substr($_, 0, 20)' && run words in
change 'substr($_, 20, 41 + $n) = ""' && run words in
change 's/seconds/minutes/' && run words words.gmon in
change 'substr($_, 61, $n) = "\1\0" x ($n / 2)' && run words in
change '$_ = substr($_, 0, 20) . "\1" . ("\0" x 14) . "\177\0\1\0\0\0"'
"$PROF2DOT" -T text words in 2>&1 | tail -n 1

echo '# Very Sleepy'
mkdir folder
sleepy() { # TEXT: of stacks
    echo bad >folder/Symbols.txt
    printf "$1" >folder/Callstacks.txt
    tar -C folder -cf in Symbols.txt Callstacks.txt
    "$PROF2DOT" -f sleepy in
}
sleepy x
sleepy '1 x\n'
sleepy '\n1 x\n'

echo '# Tachyon'
bytes() { perl -0777 -pe "$1" "$SAMPLES/tachyon/calc.bin" >in && run in; }
bytes '$_ = substr($_, 0, 40)'
bytes '$_ = substr($_, 0, 70)'
bytes 'substr($_, 40, 24) = "\377" x 24'
bytes 'substr($_, 28, 1) = "\77"'

echo '# others'
for event in x y; do printf "%%edges 1\n%%event $event\na 1\n" >$event; done
run --base x y
said '%%edges 1\n"a" module="m"\n"a" 1\n' --path=nosuch
{ cat "$TESTS/readers/otlp/lengths.binpb" && printf '\377'; } >in
run in
awk 'BEGIN { for (i = 0; i < 400; i++) print "m;f" i % 20 ";g" i % 50 ";h" i, 1 }' >in
printf '#!/bin/sh\nexec sleep 9\n' >slow && chmod +x slow
"$PROF2DOT" -T svg --dot=./slow --layout-timeout=.01 --fit=none -n0 -e0 in 2>&1 |
    head -n 1
mkdir bin && : >bin/dot
PATH=$PWD/bin "$PROF2DOT" -T svg x
run -T list --list=f "$SAMPLES/perfdata/lines.data"
"$PROF2DOT" --split-by=comm -T svg --dot=/nonexistent -q -o none "$SAMPLES/perf/threads"
