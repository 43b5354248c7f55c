# Options choose the event, the weight and the threads that are counted. A name
# that the input does not have is an error that lists the names it has. An
# option that the format does not support is wrong usage.
try() {
    echo "\$ prof2dot $*"
    "$PROF2DOT" "$@"
    status=$?
    [ $status = 0 ] || echo "exit $status"
}
sample() { # COMM IDS PERIOD EVENT FUNCTION
    printf '%s %s 1.000001: %s %s: \n\t 10 %s (/bin/a)\n\n' "$@"
}
{
    sample swapper 0/0 1 cpu-clock idle
    sample bash 7/7 2000 cpu-clock parse
    sample bash 7/8 4000 cpu-clock run
    sample make 9/9 1 page-faults touch
    sample make 9/9 3 page-faults touch
} >in
try -T text in
try -T text --event=page-faults in
try -T text --event=page-faults --weight=period in
try -T text --weight=period --comm=bash in
try -T text --comm='s*' --comm=make -q in
try -T text --comm=make in
try -T json --pid=7 --tid=8 in | sed -n '/"unit"/,/"whole"/p'
"$PROF2DOT" --pid=7 --tid=8 in | dotlist -l | grep -c '100% = 1 sample of cpu-clock, pid 7, tid 8'
"$PROF2DOT" --event=page-faults --weight=period in | dotlist -l | grep -c '^100% = 4 page-faults$'
sample a 1 5000 cycles:ppp f >cycles
try --weight=period cycles | grep -c '100% = 5,000 cycles (cycles:ppp)'

echo 'What is not there:'
try --event=cycles in
try --comm=sh,zsh in
try --pid=8 in
try --tid=1 --tid=2 in
try --comm=bash --event=page-faults in
try --comm=make --pid=7 in
try --comm=make --pid=7 --event=nosuch in
for field in comm pid tid event period; do
    case $field in
    comm) sed 's/^[a-z]* //' in ;;
    pid) sed 's,[0-9]*/,,' in ;;
    tid) sed 's,[0-9]*/[0-9]*,,' in ;;
    event) sed 's/[a-z-]*: $//' in ;;
    period) sed 's/: [0-9]* /: /' in ;;
    esac >without
    case $field in
    period) set -- --weight=period ;;
    *) set -- --$field=7 ;;
    esac
    try "$@" without
done

echo 'Eleven threads and more:'
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sample t$i $i 1 cycles f; done >many
sample t12 12 1 cycles f >>many
try --tid=0 many

echo 'Several inputs:'
sample make 9/9 1 page-faults touch >faults
try -T text in faults
try -T text faults in
try -T text --comm=make --event=page-faults faults in
sample a 1 1 cycles f >without-faults
try faults without-faults

echo 'Without threads or events:'
echo 'main;a 1' >folded
printf '%%edges 1\n%%event cycles:u\n%%part "tid 7"\n[a] 1\n' >edges
printf '%%edges 1\n[a] 1\n' >eventless
for option in --event=x --weight=samples --weight=period --comm=a --pid=1 \
    --tid=1; do
    try $option folded
done
try --event=cycles -T edges edges
try --event=cycles:u -T edges -q edges eventless
try --event=cycles:k edges
try --event=cycles eventless
try --weight=period edges
try -T edges edges edges
try -T edges edges eventless
"$PROF2DOT" -T json edges | grep part

echo 'Wrong usage:'
for option in --event= --weight=x --comm= --pid= --pid=x --tid=1, --tid=, \
    --tid=1-2; do
    try $option in
done
