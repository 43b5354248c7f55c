# gprof -c lists calls that it finds in the program, counted 0 times. They pass no time on, and no cycle is closed by them.
cat >unprofiled.txt <<'EOF'
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 84.21      0.80     0.80                             unprofiled
  8.42      0.88     0.08        8    10.00    10.00  b
  7.37      0.95     0.07        8     8.75     8.75  a

			Call graph


granularity: each sample hit covers 2 byte(s) for 1.05% of 0.95 seconds

index % time    self  children    called     name
                0.00    0.00       0/0           a [4]
                0.00    0.00       0/0           b [3]
[1]     84.2    0.80    0.00                 unprofiled [1]
-----------------------------------------------
                                                 <spontaneous>
[2]     15.8    0.00    0.15                 main [2]
                0.08    0.00       8/8           b [3]
                0.07    0.00       8/8           a [4]
-----------------------------------------------
                0.08    0.00       8/8           main [2]
[3]      8.4    0.08    0.00       8         b [3]
                0.00    0.00       0/0           unprofiled [1]
-----------------------------------------------
                0.07    0.00       8/8           main [2]
[4]      7.4    0.07    0.00       8         a [4]
                0.00    0.00       0/0           unprofiled [1]
-----------------------------------------------
EOF
"$PROF2DOT" -T text unprofiled.txt
"$PROF2DOT" -q unprofiled.txt | dotlist
echo 'a cycle of gprof that a call counted 0 times closes'
cat >cycle.txt <<'EOF'
Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total           
 time   seconds   seconds    calls  ms/call  ms/call  name    
 60.00      0.60     0.60       24    25.00    25.00  b
 40.00      1.00     0.40        8    50.00   125.00  a

			Call graph


granularity: each sample hit covers 2 byte(s) for 1.00% of 1.00 seconds

index % time    self  children    called     name
[1]    100.0    1.00    0.00      24+8       <cycle 1 as a whole> [1]
                0.60    0.00      24             b <cycle 1> [3]
                0.40    0.00       8             a <cycle 1> [4]
-----------------------------------------------
                                                 <spontaneous>
[2]    100.0    0.00    1.00                 main [2]
                0.66    0.00      16/24          b <cycle 1> [3]
                0.33    0.00       8/24          a <cycle 1> [4]
-----------------------------------------------
                                   8             a <cycle 1> [4]
                0.66    0.00      16/24          main [2]
[3]     60.0    0.60    0.00      24         b <cycle 1> [3]
                                   0             a <cycle 1> [4]
-----------------------------------------------
                                   0             b <cycle 1> [3]
                0.33    0.00       8/24          main [2]
[4]     40.0    0.40    0.00       8         a <cycle 1> [4]
                                   8             b <cycle 1> [3]
-----------------------------------------------
EOF
for cycles in split walk tree collapse; do
    "$PROF2DOT" -T text --cycles=$cycles cycle.txt
done
echo 'two parts of one profile: a call that is counted in one of them'
printf '%%edges 1\nmain 0 x1\nmain -> f x0\nf 5 x1\nf -> g x0\n' >one
printf '%%edges 1\nmain 0 x1\nmain -> f x3\nf 5 x3\nf -> g\ng 2\n' >two
"$PROF2DOT" -q -T edges one two
"$PROF2DOT" one two -T text
echo 'many functions in the note'
printf '%%edges 1\nmain 1 x1\nmain -> f x0\nf 5\nmain -> g x0\ng 2\nmain -> h x0\n' |
    "$PROF2DOT" -T text --depth=0 -
echo 'recursion is counted'
printf '%s\n' '%edges 1' 'main 5 entry=1' 'f 4' 'main -> f x0' 'f -> f x3' |
    "$PROF2DOT" -T text

echo 'A caller without cost is not named, nor counted:'
printf '%s\n' '%edges 1' 'main 10' 'big 10' 'other 1' 'none 1' 'f 20' 'main -> big 80 x1' \
    'big -> f 15 x1' 'main -> other 6 x1' 'main -> none 1 x1' 'other -> f 5 x1' \
    'none -> f 0 x1' >callers
"$PROF2DOT" -q --nodecount=3 callers | dotlist | grep -o 'label="f[^"]*'
