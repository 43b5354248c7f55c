# Reports of gprof on programs whose cycle was entered without a recorded call.
# They were made by gcc -pg; what is true was known from the programs.

# main calls a, which calls main, five times; every sample is below main. With
# walk, 5 of the 6 executions of main (5 calls and 1 entry) are below a, which
# costs 0.13 + 0.03 * 5/6 = 0.155 s, 96.9 %: the first execution of main spends
# 3.1 % before it calls a.
cat > main.prof <<'EOF'
index % time    self  children    called     name
                                   5             main <cycle 1> [2]
[1]     81.2    0.13    0.00       5         a <cycle 1> [1]
                                   5             main <cycle 1> [2]
-----------------------------------------------
                                   5             a <cycle 1> [1]
[2]     18.8    0.03    0.00       5         main <cycle 1> [2]
                                   5             a <cycle 1> [1]
-----------------------------------------------
EOF
"$PROF2DOT" -T text main.prof
"$PROF2DOT" -T text --cycles=walk main.prof

# root is the start of a thread, and nothing tells. 0.02 + 0.24 s: entered at
# root, root costs 0.26 and step 0.24; entered at step, step 0.26 and root 0.02.
# Half and half: step 0.25 (96.2 %), root 0.14 (53.8 %); true is 100 % for root.
cat > thread.prof <<'EOF'
index % time    self  children    called     name
                                   6             root <cycle 1> [2]
[1]     92.3    0.24    0.00       6         step <cycle 1> [1]
                                   5             root <cycle 1> [2]
-----------------------------------------------
                                   5             step <cycle 1> [1]
[2]      7.7    0.02    0.00       5         root <cycle 1> [2]
                                   6             step <cycle 1> [1]
-----------------------------------------------
EOF
"$PROF2DOT" -T text thread.prof
"$PROF2DOT" thread.prof 2>/dev/null | dotlist | grep -o 'nothing is known[^\"]*'

# The cure of the note gives the entry.
{ "$PROF2DOT" -T edges thread.prof; echo 'root entry=1'; } |
    "$PROF2DOT" -T text

# A cycle that is not shared among its members needs no entry.
"$PROF2DOT" -T text --cycles=collapse thread.prof
