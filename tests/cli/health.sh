# Problems of the samples appear in one line on standard error, in the legend and
# in JSON.
told() { # FILE: prints that line, those of the legend and the costs in JSON
    echo "-- $1"
    "$PROF2DOT" -n0 "$1" >dot
    dotlist -l dot | sed -n '/^totals are\|was measured/,$p' |
        grep -v '^totals are [ems]'
    "$PROF2DOT" -q -T json "$1" | sed -n 's/^  "health": //p'
}

frames() { # N: prints N frames, the innermost first
    awk -v n="$1" 'BEGIN { for (i = n; i > 0; i--)
        printf "\t%16x f%d+0x1 (/bin/deep)\n", 4096 + i, i }'
}

sample() { # FRAMES...
    printf 'prog 1 1.000000: cycles:\n'
    printf '\t%s\n' "$@"
    echo
}

start='1000 _start+0x1 (/bin/prog)'
main='2000 main+0x1 (/bin/prog)'
lib='3000 qsort+0x1 (/lib/libc.so.6)'
nowhere='7f00 [unknown] ([unknown])'
stripped='4000 [unknown] (/bin/prog)'

# Stacks may begin in all these functions, so nothing is wrong.
{
    sample "$main" "$start"
    sample "$start"
    sample '5 do_idle+0x1 ([kernel.kallsyms])'
    sample "$lib" "$main" "$start"
    sample "$main" '8000 __libc_start_main+0x1 (/lib/libc.so.6)' "$nowhere"
    sample '9000 vfs_read ([kernel.kallsyms])' \
        '9001 entry_SYSCALL_64_after_hwframe+0x1 ([kernel.kallsyms])'
    sample "$main" 'a000 clone3@@GLIBC_2.34+0x1 (/lib/libc.so.6)'
} >clean
told clean

# Ten samples have each problem once.
{
    sample "$lib"
    sample "$stripped"
    echo 'prog 1 1.000000: cycles:'
    frames 127
    echo
    sample "$lib" "$nowhere"
    sample "$main" "$lib"
    sample "$stripped" "$main" "$start"
    sample "$lib" "$stripped" "$main" "$start"
    sample "$main" "$start"
    sample "$main" "$start"
    sample "$main" "$start"
} >broken
told broken
"$PROF2DOT" -q broken | grep -c 'stacks are cut'
"$PROF2DOT" --no-legend -q broken | grep -c 'stacks are cut'

# Of as many stacks that are cut as broken ones, the broken ones get the advice,
# and of one more the cut ones.
{
    echo 'prog 1 1.000000: cycles:'
    frames 127
    echo
    sample "$nowhere"
} >even
"$PROF2DOT" -T top even >/dev/null
{
    cat even
    echo 'prog 1 1.000000: cycles:'
    frames 127
    echo
} >cut
"$PROF2DOT" -T top cut >/dev/null

# Inlined functions do not count for perf's limit of 127 frames, so stacks can be
# deeper.
{
    echo 'prog 1 1.000000: cycles:'
    frames 127
    printf '\t1000 g+0x1 (inlined)\n\t1000 f90+0x1 (/bin/deep)\n\n'
    echo 'prog 1 1.000000: cycles:'
    frames 129 | tail -n 40
    echo
} >inlined
told inlined

# A stack of one frame is not cut off, nor is a deep one that begins in _start.
{
    echo 'prog 1 1.000000: cycles:'
    frames 126
    printf '\t%s\n\n' "$start"
} >deep
told deep
printf 'prog 1 1.000000: cycles:             7f41%05d f (/bin/prog)\n' 1 2 >flat
told flat
"$PROF2DOT" -q flat | grep -o 'totals are without[^\\"<]*'

# Only the reader sees records of lost samples.
{
    cat clean
    echo 'prog 1 2.000000: PERF_RECORD_LOST lost 1200'
    echo 'prog 1 2.100000: PERF_RECORD_LOST lost 34'
    printf 'prog 1 3.000000: faults:\n\t%s\n\n' "$start"
    printf 'prog 1 3.000000: cycles:\n\n'
    echo 'nothing that perf prints'
} >lost
told lost
{
    cat clean
    printf 'Warning:\nProcessed 10 events and lost 1 chunks!\n\n'
} >chunks
told chunks
{
    cat clean
    printf 'Warning:\nProcessed 2000 samples and lost 12.50%%!\n\n'
} >percent
told percent

# Problems of two inputs add up, -q prints none, and a filter changes nothing.
cat broken >again
"$PROF2DOT" -T text broken again lost >text
"$PROF2DOT" -q -T text broken >text
"$PROF2DOT" -T text --path=/lib broken >text
"$PROF2DOT" -T json -q --addresses broken | grep -o '"unresolved[^,]*, "p[^,]*'
"$PROF2DOT" -T edges broken >edges
"$PROF2DOT" --list-functions broken >list

# Folded stacks may begin with functions, with the names that FlameGraph gives
# processes, or with names of threads that look similar.
printf 'main;f 96\nqsort 3\nmain;[libz.so.1] 1\n' >plain
told plain
printf 'prog;_start;main 90\nprog;qsort 5\nprog;[unknown];g 5\n' >named
told named
printf 'Server;start 90\nServer;stop 5\n(idle) 5\n' >server
told server
printf '<module> (a.py:1) 5\n<module> (a.py:1);f (a.py:9) 5\n' >python
told python
printf 'main;f 995\nmain 1\nqsort 4\n' >little
told little
printf 'main;f -1\nmain;f 1\n' >skipped
told skipped
printf 'main;f -1\nmain;f 1\nqsort 1\n' >both
told both

# In profiles from calls only names can be missing.
printf '%%edges 1\n%%unit seconds\nmain 1\nmain -> "[unknown]" 1\n"[unknown]" 1\n' \
    >calls
told calls

# This input is compressed and cut off.
awk 'BEGIN { for (i = 0; i < 8000; i++) print "main;f" i * 7919 % 8009, 1 }' |
    gzip | head -c 16000 >cut.gz
told cut.gz 2>&1 | sed 's/\.gz:[0-9]*:/.gz:N:/; s/here: .*/here/
    s/"samples": [0-9.]*/"samples": N/
    s/[0-9,]* of [0-9,]* functions, [0-9.<]*%/N of N functions, N%/'
# OProfile calls functions without symbols like their images; here they have
# 30 + 7 + 2 of 43 samples.
"$PROF2DOT" -T text "$TESTS/readers/oprofile/names.oprofile" >text
# No cure of another profiler is named.
"$PROF2DOT" -o /dev/null "$SAMPLES/v8log/walk.v8log.json"
printf 'main;a 50\nmain;b 49\nlost 1\n' | "$PROF2DOT" -o /dev/null

echo 'The kernel notes lost events, and perf adds them up once more:'
record() { # TYPE SIZE NUMBER...: octal; 64 bits each
    printf "\\$1\\0\\0\\0\\0\\0\\$2\\0"
    shift 2
    for number; do printf "\\$number\\0\\0\\0\\0\\0\\0\\0"; done
}
noted() {
    record 2 30 1 5
    record 2 30 1 3
}
added() { # NUMBER
    record 15 20 "$1"
}
losses() { # prints what was lost of a recording that ends with standard input
    cat "$TESTS/readers/perfdata/pipe.data" - >lost.data
    "$PROF2DOT" -q -T json --symfs="$SAMPLES/perfdata" lost.data |
        grep -o '"lost_events.*[^}]' | tr -d '}'
}
noted | losses
added 11 | losses
{ noted && added 10; } | losses
{ noted && added 11; } | losses
