# Which event is drawn by default, with which totals, and where the others are
# named.
draw() {
    "$PROF2DOT" -q -n 0 -e 0 "$@"
}

# Counts the samples of each function of an event: "SAMPLES FUNCTION".
count() { # FILE EVENT
    awk -v event=" $2: *\$" '
        /^[^\t]/ { drawn = $0 ~ event; split("", seen) }
        drawn && /^\t/ {
            sub(/^\t *[0-9a-f]+ /, "")
            sub(/ \([^()]*\)$/, "")
            sub(/\+0x[0-9a-f]+$/, "")
            if (!seen[$0]++) samples[$0]++
        }
        END { for (f in samples) print samples[f] " " f }' "$1" | sort
}
totals() { # FILE
    draw -T json "$1" |
        sed -n 's/.*"name": "\([^"]*\)".*"total": \([0-9]*\).*/\2 \1/p' | sort
}
echo 'Totals of the default event are its numbers of samples:'
file=$SAMPLES/perf/threads
count "$file" cpu-clock >expected
totals "$file" >got
cmp expected got && wc -l <got

echo 'Other events are in the legend:'
legend() {
    "$PROF2DOT" "$@" 2>err >picture
    { cat err && { dotlist -l picture 2>/dev/null || cat picture; }; } |
        grep -Eo '100% = [^\\<]*|also recorded[^\\<]*|several events.*'
}
sample() { # COMM EVENT FUNCTION
    printf '%s 1 1.000001: 7 %s: \n\t 10 %s (/bin/a)\n\n' "$@"
}
{
    sample bash page-faults touch
    sample make page-faults touch
    sample bash page-faults touch
    sample make cpu-clock run
    sample bash branches jump
    sample bash sched:sched_switch switch
    sample make cycles:u run
    sample bash branches jump
} >events
legend events
legend -T html events
legend --event=page-faults events
legend --comm=bash events
legend --comm=bash --focus=touch --relative events
legend --event=branches events events
legend --tags=event events
sample bash page-faults touch >faults
legend faults events
legend faults
legend "$TESTS/readers/oprofile/default-event.oprofile"

echo 'Events of Callgrind go by their names, then by names without units, then by descriptions:'
cat >named.cg <<'EOF'
version: 1
event: Time_(10ns) : Time spent
event: Ir : Time
event: Dr : Data
event: Dw : Data
events: Time_(10ns) Time_(ms) Memory_(bytes) Memory Ir Dr Dw
fn=f
1 1000 2 3 4 5 6 7
EOF
for event in Ir Dw 'Time_(10ns)' 'Time_(ms)' Time Memory 'Memory_(bytes)' \
    'Time spent' Data time; do
    echo "$event: $(draw -T edges --event="$event" named.cg 2>&1 |
        grep -v '^%edges\|^%calls' | xargs)"
done
