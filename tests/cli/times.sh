# Events whose periods are times: samples of perf record --off-cpu differ by a
# factor of millions, so each costs its period.
run() { echo "\$ prof2dot $*"; "$PROF2DOT" "$@" 2>&1 || echo "status $?"; }
sample() { # PERIOD EVENT FUNCTION
    printf 'prog 1 1.000001: %s %s: \n\t 10 %s (/bin/prog)\n\t 20 main (/bin/prog)\n\n' \
        "$@"
}
{
    sample 5000000 offcpu-time sleep
    sample 100 offcpu-time yield
} >offcpu
run -q -T folded offcpu
run -q -T folded --weight=samples offcpu
run -q -T folded --weight=period offcpu
"$PROF2DOT" -q -T dot offcpu | dotlist -l | grep '100% =\|each sample'
"$PROF2DOT" -q -T dot --weight=samples offcpu | dotlist -l | grep '100% =\|each sample'
run -q -T json offcpu | grep -o '"counted_samples": {[^}]*}'

echo '# so do those of the scheduler, but not those of clocks and of others'
for event in sched:sched_stat_iowait sched:sched_switch cpu-clock cycles:u; do
    { sample 5000000 "$event" a; sample 100 "$event" b; } >one
    echo "$event"; run -q -T folded one
done

echo '# text without periods'
sed 's/ 1.000001: [0-9]*/ 1.000001:/' offcpu >none
run -q -T folded none

echo '# each event has its own sum, unit and number of samples'
{ sample 7 sched:sched_switch a; cat offcpu; } >both
run -q --list-events both
run -q -T folded --event=sched:sched_switch both
printf '%s\n' 'events: Memory Time' 'fn=main' '1 2000000 3' >memory
run -q --list-events memory
"$PROF2DOT" -q -T dot memory | dotlist -l | grep 'also recorded: '

echo '# perf.data'
perl -0777 -pe 's/cpu-clock:u/offcpu-time/g' "$SAMPLES/perfdata/small.data" \
    >offcpu.data
"$PROF2DOT" -q --list-events offcpu.data
"$PROF2DOT" -q -T text --weight=samples offcpu.data | sed 1q
"$PROF2DOT" -q -T text offcpu.data | sed 1q
