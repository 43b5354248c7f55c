# What one run a side tells, and five: phases, bursts, a start that is slow. All
# recordings have 1 sample in 1 ms, or 1/RATE.
run() {
    echo "\$ $*"
    "$PROF2DOT" "$@"
    echo "status $?"
}
gate() { # CHANGE OPTION...: what --fail-if says, and the status
    echo "\$ --fail-if=$*"
    "$PROF2DOT" -q -o /dev/null --fail-if="$@"
    echo "status $?"
}
# Writes samples of "NAME COUNT" lines, one group after the other.
perf_of() { # RATE
    awk -v rate="$1" '{
        for (i = 0; i < $2 * rate; i++) {
            printf "p 1 %.6f: 1 cpu-clock:\n\t1 %s (p)\n\t2 main (p)\n\n",
                   1 + n++ / rate / 1000, $1
        }
    }'
}
phases() { # RATE SOLVE
    printf '%s\n' 'parse 170' "solve $2" 'print 112' | perf_of "$1"
}
echo 'Phases: solve is twice as long, at 1 and at 8 kHz, both directions'
for rate in 1 8; do
    phases $rate 55 >once
    phases $rate 110 >twice
    phases $rate 58 >same
    gate +2% --base=once twice
    gate -2% --base=twice once
    gate +2% --base=once same
done
echo 'Five runs a side'
i=0
for solve in 53 56 57 56 56; do
    i=$((i + 1))
    phases 1 $solve >old.$i
    phases 1 $((2 * solve + i)) >new.$i
done
run --base='old.*' new.1 new.2 new.3 new.4 new.5 -T text --fail-if=+2%
run --base=old.1 --base=old.2 --base=old.3 old.4 old.5 -T text --fail-if=+2%
echo 'What --fail-if can find with one run on a side, and with few samples'
run --base=old.1 new.1 new.2 new.3 -o /dev/null --fail-if=+90%
printf 'main;a 5\nmain;b 4\n' >few
printf 'main;a 6\nmain;b 4\n' >more
run --base=few more -o /dev/null --fail-if=+90%
echo 'One function has half of the cost'
printf '%s\n' 'a 50' 'b 50' 'c 50' 'big 150' | perf_of 1 >once
printf '%s\n' 'a 51' 'b 48' 'c 50' 'big 300' | perf_of 1 >twice
gate +2% --base=once twice

# Pieces of 1 to 9 samples of three functions in random order.
pieces() { # SEED TIMES_FOR_C MOST
    awk -v x="$1" -v times="$2" -v most="$3" 'function draw(n) {
            x = (x * 1103515245 + 12345) % 2147483648
            return int(x / 65536) % n
        }
        BEGIN {
            for (i = 0; i < 9000 / most; i++) {
                k = draw(10)
                size = 1 + draw(most)
                print k == 0 ? "c " size * times : k < 5 ? "a " size : "b " size
            }
        }' | perf_of 1
}
echo 'Steady: a function of a tenth is doubled'
pieces 7 1 1 >once
pieces 7 2 1 >twice
pieces 99 1 1 >same
gate +2% --base=once twice
gate +2% --base=once same
echo 'Bursts of up to 60 ms: the same program differs by more'
pieces 7 1 60 >once
for seed in 1 2 3 4; do
    pieces $seed 1 60 >same
    gate +2% --base=once same
done
"$PROF2DOT" -q --base=once same -T text | grep -o 'noise measured [0-9]* *'
echo 'A start that is slow, then a change'
start() { # SOLVE
    {
        echo 'interpret 40'
        i=0
        while [ $i -lt 60 ]; do
            i=$((i + 1))
            printf '%s\n' 'parse 3' "solve $1" 'print 2'
        done
    } | perf_of 1
}
start 2 >once
start 4 >twice
gate +2% --base=once twice
gate +2% --base=once once

echo 'Times of one run: what changed is no noise'
timed() { # F1 F2 N: ten functions; another program ran during the Nth
    echo '%edges 1
%unit seconds
%calls measured'
    awk -v f1="$1" -v f2="$2" -v slow="$3" 'BEGIN {
        for (i = 1; i <= 10; i++) {
            self = i == 1 ? f1 : i == 2 ? f2 : .05 * (i % 3 + 1)
            if (i == slow)
                self += .008
            printf "f%d %g total=%g\nmain -> f%d %g\n", i, self, self, i, self
            sum += self
        }
        printf "main 0 total=%g entry=%g\n", sum, sum
    }'
}
timed .6 .2 4 >before
timed .02 .1 7 >after
timed .6 .2 9 >same
run --base=before after -T text --fail-if=-2%
run --base=before same -T text --fail-if=2%
