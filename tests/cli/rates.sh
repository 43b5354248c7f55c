# Recordings of different rates: samples count their periods, so that one second
# of a program is one second in each.
run() { echo "\$ prof2dot $*"; "$PROF2DOT" "$@" 2>&1 || echo "status $?"; }
record() { # HZ [PERIOD]: a second of half parse and half eval in two threads
    awk -v hz="$1" -v period="$2" 'BEGIN {
        for (i = 0; i < hz; i++)
            for (tid = 7; tid < 9; tid++)
                printf "prog 7/%d %.6f: %s cycles: \n\t 10 %s (/bin/prog)\n" \
                    "\t 20 main (/bin/prog)\n\n", tid, 5 + i / hz, period,
                    i % 2 ? "parse" : "eval"
    }'
}
record 50 4000000 >slow
record 200 1000000 >fast
record 200 >bare
echo '# added up'
run -T folded slow fast
run -T folded --weight=samples slow fast
run -T folded --weight=period slow fast
echo '# compared'
run --base slow fast -T text | sed '/^functions/d'
run --weight=samples --base slow fast -T text | sed -n '2,3p'
echo '# periods are not printed'
run --base slow bare -T text
run --weight=samples -T folded slow bare
echo '# equal rates'
run -T folded slow slow
record 80 2500000 >similar
run -T folded slow similar
echo '# a pipe'
cat fast | run -T folded slow -
cat fast | run -T folded --weight=period slow -
echo '# every trace point is a sample, whatever the times between them are'
sed 's/ cycles: / sched:sched_switch: /' slow >slow.switch
sed 's/ cycles: / sched:sched_switch: /' fast >fast.switch
run -T folded slow.switch fast.switch
echo '# warnings of an input that is read twice come once'
sed '5s/.*/?/' fast >bad
run -T folded slow bad

echo '# perf.data tells its rate'
data=$SAMPLES/perfdata/small.data
rate() { # BYTES: writes them in place of the number of samples in a second
    perl -0777 -pe "substr(\$_, 136, 2) = \"$1\"" "$data"
}
rate '\xe8\x03' >1000.data
rate '\xa0\x0f' >4000.data
cp "$SAMPLES/perfdata/small" .
run -T folded 1000.data 4000.data
run -T folded 1000.data 1000.data
run --base 1000.data 4000.data -T text 2>&1 | sed "s|^functions.*||" | head -n 3
run --weight=samples --base 1000.data 4000.data -T text 2>&1 | sed "s|^functions.*||" | head -n 3
