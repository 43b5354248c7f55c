# Modifiers of an event and kinds of cores change its name and nothing else.
text() { # EVENT
    printf 'a 1 %s.5: 7 %s:\n\t12 f (m)\n\t13 g (m)\n\n' 1 "$1" 2 "$1" 3 faults
}
report() { # EVENT
    printf "# Samples: 3  of event '%s'\n#\n" "$1"
    printf '# Overhead  Symbol\n# ........  ......\n#\n'
    printf '    70.00%%  [.] f\n\n    30.00%%  [.] g\n\n'
}
header() { # EVENT: the name has the length of cpu-clock:u
    sed "s|cpu-clock:u|$1|g" "$SAMPLES/perfdata/small.data"
}
spellings() { # COMMAND EVENT...: compares what each prints with the first
    for event; do
        [ "$event" != "$1" ] || continue
        $1 "$event" >in
        n=0
        for option in '' "--event=$event" "--event=${event%%[:/]*}*" --weight=period; do
            n=$((n + 1))
            [ "$1:$n" != report:4 ] || continue
            "$PROF2DOT" -q -T json $option in 2>&1 |
                sed -e '/event/d' -e 's|[gf][0-9a-f]\{12\}||g' >json
            [ -e first$n ] || mv json first$n
            [ ! -e json ] || diff first$n json || echo "$1 $event $option"
        done
    done
    grep whole first*
    rm -f first* json
}
spellings text cycles cycles:u cycles:pp cycles:ppp cycles:uP cpu/cycles/ cpu/cycles/u \
    cpu_core/cycles/ cpu_atom/cycles/ppp
spellings report cycles cycles:u cycles:ppp cpu/cycles/ cpu_core/cycles/
spellings header cpu-clock:u cpu-clock:k cpu-clock:P cpu-clock:H
for event in offcpu-time:u sched:sched_stat_runtime sched:sched_stat_wait:u \
    sched:sched_stat_blocked sched:sched_stat_iowait sched:sched_stat_sleep; do
    text $event >in
    "$PROF2DOT" -q -T json --event=$event --weight=period in | grep -E '"(unit|whole)"'
done
