# Events that count together: kinds of cores, globs, lists, and modifiers, which
# make no other event of an event, also in comparisons and sums.
sample() {
    printf 'a 1 1.%06d: %s %s: \n\t 1 %s (/m)\n\t 2 main (/m)\n\n' "$1" 7 "$2" "$3"
}
# What is drawn: the event, and the samples of all functions.
show() {
    echo "$ $*"
    "$PROF2DOT" -T top "$@" | sed -n '1p; s/^ *\([0-9]*\) .* - /  \1 /p'
}
{ sample 1 cpu_core/cycles/P f; sample 2 cpu_atom/cycles/P g
  sample 3 cpu_core/cycles/P f; sample 4 cpu_core/instructions/P h; } >hybrid
{ sample 1 armv8_cortex_a53/cpu_cycles/u f
  sample 2 armv8_cortex_a72/cpu_cycles/uP g; } >arm
# The codes of different kinds of cores mean different things, and one core does
# not count an event in parts.
{ sample 1 cpu_core/event=0x3c/ f; sample 2 cpu_atom/event=0x3c/ g; } >codes
{ sample 1 cpu_core/r3c/ f; sample 2 cpu_atom/r3c/ g; } >raw
{ sample 1 cpu_core/cycles/ f; sample 2 cpu_core/cycles/P g; } >twice
{ sample 1 cpu_core/cycles/u f; sample 2 cpu_atom/cycles/k g; } >levels
{ sample 1 cycles:u f; sample 2 cycles:k g; sample 3 faults h; } >modified
sample 1 cpu_atom/cycles/P g >one
for file in hybrid arm codes raw twice levels one; do
    show "$file"
done
"$PROF2DOT" --list-events hybrid
show --event=cycles hybrid
show --event='cpu_core/*' hybrid
show --event=cpu_core/cycles/ hybrid
show --event='*/instructions/, cycles' hybrid
show --weight=period hybrid
show --weight=period --event='*' hybrid
show --event='cycles*' modified
show --event=cycles:k,faults modified
show --event=cycles modified
show --event='misses*' modified
show --tags=event hybrid
"$PROF2DOT" -T pprof hybrid -o hybrid.pb.gz && "$PROF2DOT" --list-events hybrid.pb.gz

# Modifiers.
{ sample 1 cpu-clock:ppp f; sample 2 cpu-clock:ppp g; } >precise
{ sample 1 cpu-clock f; sample 2 cpu-clock f; } >plain
{ sample 1 cpu-clock:u f; sample 2 cpu-clock:u f; } >user
show precise plain
show plain precise
show plain user
show user --event=cpu-clock
show plain --event=cpu-clock:u
for base in plain user hybrid; do
    echo "base $base"
    "$PROF2DOT" -T text --base "$base" precise | sed 1q
done
show plain modified
# Different costs of the same samples are not added up.
show --event='*' "$TESTS/readers/pprof/go-generic.pb.gz"
show --event='sam*' "$TESTS/readers/pprof/go-generic.pb.gz"
