# Comparisons of exact costs: each side has the totals of its own picture.
compare() {
    echo "\$ --base=$*"
    "$PROF2DOT" --base="$@" -T text
    echo "status $?"
}

# callgrind measures calls, also those inside a cycle. The program has another
# name in the new version, so its functions get new identities.
echo 'Measured calls, and a program that moves:'
cat >old <<'EOF'
%edges 1
%unit instructions
%calls measured
main module=/old/prog 20
expr module=/old/prog 210 total=1072
term module=/old/prog 290 total=1040
factor module=/old/prog 572 total=990
legacy module=/old/prog 65
main -> expr 1072 w=1072
main -> legacy 65 w=65
expr -> term 2674 w=2674
term -> factor 2384 w=2384
factor -> expr 1812 w=1812
EOF
sed 's|/old|/new|
    s/ 572 total=990/ 472 total=890/
    s/total=1040/total=940/
    s/total=1072/total=972/
    s/legacy/fast/' old >new
compare old new
"$PROF2DOT" --base=old new -T json |
    grep -o '"label": "[a-z]*"\|"total_change": {[^v]*' | paste - -

echo 'A cycle on one side only is a cycle on both:'
cat >straight <<'EOF'
%edges 1
%unit instructions
main 10
a 20
b 30
c 40
main -> a 1
a -> b 2
b -> c 3
main -> c 1
EOF
sed 's/^c 40/c 60/; $a c -> a 2' straight >round
compare straight round
"$PROF2DOT" --base=straight round -T json |
    grep -o '"presence.*"runs": [^]]*\]' | tail -1
compare straight round --cycles=walk
compare straight round --cycles=collapse
compare round straight --cycles=collapse

echo 'Several runs:'
sed 's/^c 40/c 41/' straight >straight.2
sed 's/^c 60/c 61/' round >round.2
compare straight --base=straight.2 round round.2
compare straight straight

echo 'The numbers of each run:'
"$PROF2DOT" --base=straight --base=straight.2 round -T json >both.json
grep -o '"label": "c".*' both.json | grep -o '"presence.*'
"$PROF2DOT" both.json
echo "status $?"

echo 'One new run has the variance of the base runs:'
sed 's/^c 40/c 48/' straight >straight.3
sed 's/^c 40/c 44/' straight >straight.4
compare straight --base=straight.3 straight.4
compare straight.4 straight straight.3

# The counts of both sides are in the profile that is drawn, so a note of calls
# without an arrow has none. An event that is the unit is said once.
echo 'Calls back, and an event that is the unit:'
cat >old <<'END'
version: 1
events: Ir
fn=main
1 20
cfn=fib
calls=5 2
1 10
fn=fib
2 10
cfn=fib
calls=12 2
2 8
END
sed 's/^1 20/1 30/' old >new
"$PROF2DOT" --base=old new | dotlist | grep -o '↺ itself[^"]*'
"$PROF2DOT" old | dotlist | grep -o '↺ itself[^"]*'
"$PROF2DOT" --base=old new -T html | grep -o '[0-9]* → [0-9]* Ir[^<]*'
"$PROF2DOT" old -T html | grep -o '[0-9]* Ir[ ·][^<]*'
"$PROF2DOT" old -T text

# A call that closes a cycle in one run only: its cost there is not known.
printf 'events: Ir\nfn=b\n1 1\ncfn=a\ncalls=1 1\n1 5\nfn=a\n1 1\n' >open
{ sed '/^fn=a/,$d' open && printf 'fn=a\n1 10\ncfn=b\ncalls=5 1\n1 9\n'; } >closed
for base in open closed; do
    [ $base = open ] && new=closed || new=open
    "$PROF2DOT" -n0 -e0 --base=$base $new | grep -o '[^l]tooltip="b → a.*"'
    "$PROF2DOT" -n0 -e0 --base=$base $new -T json |
        grep -o '"presence.*"runs[^]]*' | grep null
done

# Calls on one side only.
printf 'main;both 5\nmain;before 7\n' >old
printf 'main;both 5\nmain;after 7\n' >new
"$PROF2DOT" -n0 -e0 --base=old new -T json |
    sed -n 's/.*"caller".*"cost".*\("presence.*\), "variance.*/\1/p'

# A stored profile has estimates, which the samples it came from give again.
cat >cycle.oprofile <<'EOF'
CPU: P4, speed 1000 MHz (estimated)
Counted CYCLES events (cycles) with a unit mask of 0x00 (No unit mask) count 1
samples  %        image name               symbol name
-------------------------------------------------------------------------------
100      10.0000  p                        a
  5000     10.0000  p                        b
  1        10.0000  p                        d
-------------------------------------------------------------------------------
100      10.0000  p                        b
  10       10.0000  p                        c
  20000    10.0000  p                        d
-------------------------------------------------------------------------------
20000    10.0000  p                        c
  100      10.0000  p                        a
  5000     10.0000  p                        b
-------------------------------------------------------------------------------
1        10.0000  p                        d
  10       10.0000  p                        a
  10       10.0000  p                        c
-------------------------------------------------------------------------------
EOF
"$PROF2DOT" cycle.oprofile -T json -o cycle.json
"$PROF2DOT" --base=cycle.json cycle.oprofile -T text
"$PROF2DOT" --base=cycle.oprofile cycle.json -T text

echo 'Changes come in the order of the larger one of self and total:'
cat >old <<'EOF'
%edges 1
%unit instructions
[main f] 10
[main f g] 90
[main h] 30
[main t u] 20
EOF
cat >new <<'EOF'
%edges 1
%unit instructions
[main f] 60
[main f g] 41
[main h] 50
[main t u] 41
EOF
"$PROF2DOT" -q --base=old new -T text
"$PROF2DOT" -q --base=old new -T text --nodecount=3

# Counts of executions, whose mean is that of the runs of a side.
for count in 3 5 7; do
    printf '%%edges 1\nmain 1 x1\nf 2 x%s\nmain -> f x%s\n' $count $count >x$count
done
"$PROF2DOT" -q -T json --base=x3 x5 x7 | grep -o '"name": "[a-z]*"\|"count_change": .*}'
