# The notes on gprof of 1982 (S. Graham, P. Kessler, M. McKusick): the self time
# S, the calls C and the total time T of a routine.

# Writes a gmon.out for samples/profiles/gmon/calc, whose routines are
#
#     0xb1b formula  0xba8 operate  0xc3a choose  0xcbb evaluate  0xd9a main
#
# with bins of 4 bytes and one tick a second, and reads it.
calc() { # tick ADDRESS N, or arc FROM SELF N, one a line
    awk '
    function hex(text,    n, i) {
        for (i = 1; i <= length(text); i++)
            n = 16 * n + index("0123456789abcdef", substr(text, i, 1)) - 1
        return n
    }
    function put(bytes, n) {
        for (; bytes > 0; bytes--) {
            printf "\\%03o", n % 256
            n = int(n / 256)
        }
    }
    $1 == "tick" { ticks[hex($2) / 4] += $3 }
    $1 == "arc" { from[++n] = hex($2); self[n] = hex($3); count[n] = $4 }
    END {
        printf "gmon"
        put(4, 1); put(12, 0)
        put(1, 0); put(8, 0); put(8, 3752); put(4, 938); put(4, 1)
        printf "seconds"; put(8, 0); printf "s"
        for (i = 0; i < 938; i++)
            put(2, ticks[i])
        for (i = 1; i <= n; i++) {
            put(1, 1); put(8, from[i]); put(8, self[i]); put(4, count[i])
        }
    }' >escaped
    # shellcheck disable=SC2059
    printf "$(cat escaped)"
}
program=$SAMPLES/gmon/calc

# The bin at 0xc38 has 2 bytes of operate and 2 of choose.
statement 'a routine has the addresses from its entry to the next one' unit/gmon
calc >in <<'EOF'
tick ba8 8
tick c34 16
tick c38 4
tick c3c 32
EOF
shows "$program" <<'EOF'
operate 26 26 -
choose 34 34 -
EOF

statement 'S is the sum of the samples in these addresses' scripts/gmon
calc >in <<'EOF'
tick b1c 1
tick b20 2
tick ba4 4
tick cc0 8
EOF
shows "$program" <<'EOF'
whole 15
formula 7 7 -
evaluate 8 8 -
EOF

# The first address of an arc is in main, the second one in evaluate.
statement 'an arc is a call from the routine of its tail to that of its head' \
    unit/gmon
calc >in <<'EOF'
arc da0 cc4 3
EOF
shows "$program" <<'EOF'
main -> evaluate 3 0
evaluate 0 0 3
EOF

statement 'arcs between the same routines are one, which has their sum' \
    unit/gmon
calc >in <<'EOF'
arc da0 cc4 3
arc db0 cc4 5
EOF
shows "$program" <<'EOF'
main -> evaluate 8 0
EOF

statement 'C counts all arcs into a routine, those from itself too' scripts/gmon
calc >in <<'EOF'
arc da0 cc4 3
arc c50 cc4 4
arc cd0 cc4 10
EOF
shows "$program" <<'EOF'
evaluate 0 0 17
main -> evaluate 3 0
choose -> evaluate 4 0
evaluate -> evaluate 10 -
EOF

statement 'files of several runs are summed' scripts/gmon
calc >in <<'EOF'
tick cc0 2
arc da0 cc4 3
EOF
shows "$program" in in <<'EOF'
whole 6
main -> evaluate 9 6
EOF

statement 'T of a routine that calls nothing is its S' views/diamond
input <<'EOF'
%edges 1
main 1 x1
g 5
main -> g x2
EOF
shows <<'EOF'
g 5 5 -
EOF

# h: 12 for 6 calls. f: 2 + 12 * 4/6 = 10 for 5 calls. g: 3 + 12 * 2/6 +
# 10 * 2/5 = 11. main: 1 + 10 * 3/5 + 11 = 18.
statement 'T is S and, of each callee, T in proportion to the calls' \
    scripts/gmon
input <<'EOF'
%edges 1
main 1 x1
f 2
g 3
h 12
main -> f x3
main -> g x1
f -> h x4
g -> h x2
g -> f x2
EOF
shows <<'EOF'
h 12 12 -
f 2 10 -
g 3 11 -
main 1 18 1
f -> h 4 8
g -> h 2 4
main -> f 3 6
g -> f 2 4
EOF

# f costs 6 for the 3 calls that are not from itself.
statement 'calls of a routine by itself pass no time on' views/self-call
input <<'EOF'
%edges 1
main 0 x1
g 0 x1
f 6
main -> f x2
g -> f x1
f -> f x97
EOF
shows <<'EOF'
f 6 6 -
main -> f 2 4
g -> f 1 2
f -> f 97 -
EOF

# The cycle does 12 and calls h, which does 4: 16 for the 4 calls from outside.
statement 'a cycle is as one routine, whose inner calls pass no time on' \
    views/collapse
input <<'EOF'
%edges 1
main 0 x1
g 0 x1
a 8
b 4
h 4
main -> a x3
g -> b x1
a -> b x50
b -> a x60
b -> h x2
EOF
shows <<'EOF'
cycle 12 16 4
main -> a 3 12
g -> b 1 4
EOF

# A routine that nobody is known to call is spontaneous: it passes T to nobody.
statement 'a routine without callers is called spontaneously' cli/gmon-outside
calc >in <<'EOF'
tick da0 1
tick cc0 2
tick b1c 4
arc da0 cc4 3
EOF
shows "$program" <<'EOF'
whole 7
main 1 3 -
formula 4 4 -
EOF
lacks "$program" <<'EOF'
main -> formula 0 4
EOF

statement 'an arc counted 0 times passes no time on and closes no cycle' \
    unit/zero_calls
input <<'EOF'
%edges 1
main 0 x1
f 2
g 6
main -> f x1
f -> g x3
main -> g x0
g -> f x0
EOF
shows <<'EOF'
f 2 8 -
g 6 6 -
main 0 8 1
main -> f 1 8
f -> g 3 6
main -> g 0 0
g -> f 0 0
EOF
lacks <<'EOF'
cycle 8 8 1
EOF

# gprof leaves the time of g with g: no arc of the profile leads there.
statement 'arcs counted 0 times alone lead no time to a caller' unit/zero_calls
input <<'EOF'
%edges 1
main 1 x1
f 2 x1
g 6
main -> f x1
f -> g x0
main -> g x0
EOF
shows <<'EOF'
main 1 3 1
f 2 2 1
g 6 6 -
f -> g 0 0
main -> g 0 0
EOF
