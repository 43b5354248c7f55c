# Options choose among OProfile's events, processes and threads.
cp "$TESTS/readers/oprofile/"*.oprofile "$TESTS/readers/oprofile-xml/"*.xml .
try() {
    echo "\$ prof2dot $*"
    "$PROF2DOT" -T edges "$@"
    status=$?
    [ $status = 0 ] || echo "exit $status"
}
try --event=LLC_MISSES events.oprofile
try --event=CPU_CLK_UNHALTED:500010 events.oprofile
try --event=CPU_CLK_UNHALTED events.oprofile
try --event=CPU_CLK events.oprofile
try --event=LLC_MISSES two-reports.oprofile
try --event=none two-reports.oprofile
try --event=TIMER timer.oprofile
try --event=x no-header.oprofile
try --tid=4712 threads.oprofile
try --tid=4711,4712 threads.oprofile
try --tid=47 threads.oprofile
try --pid=4711 threads.oprofile
try --tid=4711 cpus.oprofile
try --event=LLC_MISSES:6000 classes.xml
try --event=LLC_MISSES:6001 classes.xml
try --tid=4711 threads.xml
try --pid=4711 --tid=4712 threads.xml
try --pid=4711 --tid=4713 threads.xml
try --pid=4712 threads.xml
try --tid=4712 classes.xml
try --comm=x threads.oprofile
try --weight=period threads.oprofile
# An event with another sampling interval is another event.
sed 's/1000005/2000010/' plain.oprofile >slower
cat plain.oprofile slower >both
try both
try plain.oprofile events.oprofile
# A report of more events than the reader takes.
awk '{ print } /<eventsetup/ { for (i = 1; i < 1003; i++)
    print "<eventsetup id=\"" i "\" eventname=\"E" i "\" setupcount=\"1\"/>" }' \
    callgraph.xml >many
try -q many
"$PROF2DOT" -T edges many 2>&1 | grep 'left out: 3'
