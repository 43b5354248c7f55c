# The article on recursion: a cycle is drawn as one graph without cycles for
# each function that is called from outside of it.

# The cycle {a b} is called 3 times through a and once through b. a does 8 and b
# 4 by itself, and b calls leaf, which does 4: the cycle costs 16.
two_entries() {
    input <<'EOF'
%edges 1
main 0 x1
other 0 x1
a 8
b 4
leaf 4
main -> a x3
other -> b x1
a -> b x2
b -> a x6
b -> leaf x5
EOF
}
# The same with a as the only entry.
one_entry() {
    two_entries
    grep -v other in >less
    mv less in
}

statement 'functions that call each other are a cycle' views/recursion
two_entries
shows <<'EOF'
cycle 12 16 4
EOF

statement 'a function that calls only itself is no cycle' views/self-call
input <<'EOF'
%edges 1
main 0 x1
f 3
main -> f x2
f -> f x5
EOF
shows <<'EOF'
f 3 3 -
main -> f 2 3
f -> f 5 -
EOF
lacks <<'EOF'
cycle 3 3 2
EOF

statement 'a cycle with one entry becomes a graph rooted there' unit/split
one_entry
shows <<'EOF'
a 8 16 -
b 4 8 -
a -> b 2 8
EOF

statement 'a call that leads back in this graph passes no time on' \
    cli/back-arrows
one_entry
shows <<'EOF'
b -> a 6 - back
EOF

# x and y are both one call away from e.
statement 'calls between functions equally far from the entry are left out' \
    unit/split
input <<'EOF'
%edges 1
main 0 x1
e 1
x 2
y 4
main -> e x1
e -> x x1
e -> y x1
x -> y x7
y -> e x1
EOF
shows <<'EOF'
e 1 7 -
x 2 2 -
y 4 4 -
e -> x 1 2
e -> y 1 4
x -> y 7 - back
y -> e 1 - back
EOF

# 3 of the 4 calls that lead on to z come from x. The 20 that lead back from it
# do not count.
statement 'within a graph callers share the time of a callee by their calls' \
    unit/split
input <<'EOF'
%edges 1
main 0 x1
e 0
x 0
y 0
z 8
main -> e x1
e -> x x1
e -> y x1
x -> z x3
y -> z x1
z -> x x20
z -> e x1
EOF
shows <<'EOF'
x 0 6 -
y 0 2 -
z 8 8 -
x -> z 3 6
y -> z 1 2
z -> x 20 - back
EOF

# Rooted at a: a has 16 and b 8. Rooted at b: b has 16 and a 8. 3 of 4 calls
# enter at a: 12 + 2 and 6 + 4.
statement 'the times of the graphs of all entries are summed' views/two-entries
two_entries
shows <<'EOF'
a 8 14 -
b 4 10 -
a -> b 2 6
b -> a 6 2 back
EOF

statement 'what a member calls outside of the cycle is a part of its own time' \
    unit/split
one_entry
shows <<'EOF'
leaf 4 4 -
b -> leaf 5 4
b 4 8 -
EOF

statement 'callers outside share the time of the cycle by their calls' \
    cli/cycle-entries
two_entries
shows <<'EOF'
main -> a 3 12
other -> b 1 4
EOF

statement 'no time is lost or counted twice' unit/split
two_entries
shows <<'EOF'
whole 16
main 0 12 1
other 0 4 1
EOF

# Half of the cycle for each: a has 4 rooted at a and 3 rooted at b, b 1 and 4.
statement 'if nothing calls a cycle from outside, each member is an entry' \
    views/rootless
input <<'EOF'
%edges 1
a 3 x5
b 1 x5
a -> b x5
b -> a x5
EOF
shows <<'EOF'
whole 4
a 3 3.5 5
b 1 2.5 5
EOF
