# What --advise says of loops and pairs of statements whose gains are known, in
# each of its outputs.
. "$TESTS/tools/say.sh"

if "$PROF2DOT" --version | grep -q '^no dependences'; then
    echo 'skipped advise: the program is built without dependences'
    exit
fi

cat >loops.edges <<'EOF'
%edges 1
%dependences flow+anti+output
main 1000 x1 detail
work 7000 x7
rest 1999 x2
tiny 1 x1
main -> work 7000 x7
main -> rest 2000 x2
rest -> tiny 1 x1
main @loop a.c:5 9000 iterations=4
main @loop a.c:20 9000 x3 iterations=300
main @loop a.c:25 120 iterations=1000
main @loop a.c:26 10 iterations=1000
main @loop a.c:9 500 iterations=8
main @use a.c:9 carries kind=R wrote=a.c:9 read=a.c:10 min=1 max=1 var=x
main @loop a.c:12 499 iterations=8
main @use a.c:12 carries kind=R wrote=a.c:12 read=a.c:13 min=2 max=2 var=y
main @loop a.c:14 600 iterations=1
main @loop a.c:15 400 iterations=1
main @loop a.c:16 700 x5 iterations=5
main @use a.c:16 carries kind=R wrote=a.c:16 read=a.c:16 min=1 max=1 var=x
main @loop a.c:17 600 x5 iterations=5
main @use a.c:17 carries kind=A wrote=a.c:17 read=a.c:17 min=1 max=2 var=x
EOF
"$PROF2DOT" -q -n0 --advise loops.edges >have
cat >want <<'EOF'
What could run at once: times as fast at most, with 2 and with 8 processors
    1.82 3.08  loop at a.c:5 of main: 1×, 4 iterations: DOALL; #pragma omp parallel for
    1.33 2.42  loop at a.c:20 of main: 3×, 300 iterations: DOALL; #pragma omp parallel for
    1.01 1.01  loop at a.c:25 of main: 1×, 1,000 iterations: DOALL; #pragma omp parallel for

What is not safe to say: the same if it could run at once
    1.00 1.00  loop at a.c:16 of main: 5×, 5 iterations: at most one iteration on average, so little is known
    1.00 1.00  loop at a.c:14 of main: 1×, 1 iteration: at most one iteration, so nothing is known

What must keep its order: share of the cost
         6.0%  loop at a.c:17 of main: 5×, 5 iterations: carried by `x`, which a later iteration overwrites (:17 → :17)
         5.0%  loop at a.c:9 of main: 1×, 8 iterations: carried by `x` at distance 1 (:9 → :10)

All this is true of this run; other input may need another order, and a result in a register may decide whether a statement runs.
Name in functions.in, too: work (70.0%), rest (20.0%)
EOF
diff want have >difference
say 'loops, and functions to be studied' "$(cat difference)"

# An exit that nothing has taken forbids a pragma.
cat >exits.edges <<'EOF'
%edges 1
%dependences flow+anti+output
main 1000 x1 detail
main @loop a.c:5 500 iterations=100 early-exit
main @loop a.c:9 400 iterations=50 early=1 early-exit
EOF
"$PROF2DOT" -q -n0 --advise exits.edges >have
cat >want <<'EOF'
What is not safe to say: the same if it could run at once
    1.33 1.78  loop at a.c:5 of main: 1×, 100 iterations: may be left early

What must keep its order: share of the cost
        40.0%  loop at a.c:9 of main: 1×, 50 iterations: left early 1×

All this is true of this run; other input may need another order, and a result in a register may decide whether a statement runs.
EOF
diff want have >difference
say 'early exits' "$(cat difference)"

# Gains of loops that cost more than the whole, were never entered or start often.
# Functions of 10 % of the whole, of 1000 references for each call, and those of
# which one call has 80 % of the cost.
cat >more.edges <<'EOF'
%edges 1
%dependences flow+anti+output
main 0 x1 detail
edge 1000 x1
below 990 x1
many 2010 x3
outer 400 x1
inner 1600 x1
near 402 x1
part 1598 x1
self 0 x1
own 2000 x2
main -> edge 1000 x1
main -> below 990 x1
main -> many 2010 x3
main -> outer 2000 x1
outer -> inner 1600 x1
main -> near 2000 x1
near -> part 1598 x1
main -> own 2000 x2
own -> own 2000 x1
main @loop b.c:1 20000 x1 iterations=4
main @loop b.c:2 5000 x0 iterations=8
main @loop b.c:3 9000 x10 iterations=1000
main @loop b.c:4 9000 x5 iterations=1000
main @loop b.c:5 5000 x1 iterations=8
main @loop b.c:6 2000 x2 iterations=2
EOF
"$PROF2DOT" -q -n0 --advise more.edges | sed -n 's/ iterations*: .*//p; /^Name/p' >have
cat >want <<'EOF'
    2.00 4.00  loop at b.c:1 of main: 1×, 4
    1.33 1.78  loop at b.c:2 of main: 0×, 8
    1.33 1.78  loop at b.c:5 of main: 1×, 8
    1.05 1.63  loop at b.c:4 of main: 5×, 1,000
    1.00 1.00  loop at b.c:6 of main: 2×, 2
Name in functions.in, too: near (20.0%), own (20.0%), inner (16.0%), part (16.0%), edge (10.0%)
EOF
diff want have >difference
say 'boundaries of gains and of functions' "$(cat difference)"
sed 's/^many 2010 x3/many 2010 x2/' more.edges >six.edges
"$PROF2DOT" -q -n0 --advise six.edges | tail -n 1 >have
grep -q ': many (20.1%), near .*, part (16.0%)$' have
say 'at most five functions' "$(cat have)"

# c needs b, which needs a; d shares a file with e; each is in one function.
cat >pairs.edges <<'EOF'
%edges 1
%dependences flow+anti+output
main 10000 x1 detail
other 10000 x1 detail
main @ a.c:1 4000 x1
main @ a.c:2 3000 x1
main @ a.c:3 2000 x1
main @ a.c:4 1000 x3 outputs=2
main @ a.c:5 900 x1 outputs=2
main @ a.c:6 190 x1
other @ b.c:1 4000 x1
main ~> main kind=R wrote=a.c:1 wtop=a.c:1 wfor=main read=a.c:2 rtop=a.c:2 rfor=main
main ~> main kind=O wrote=a.c:2 wtop=a.c:2 wfor=main read=a.c:3 rtop=a.c:3 rfor=main
EOF
"$PROF2DOT" -q -n0 --advise pairs.edges | sed -n 's/ of main: neither.*//p' >have
cat >want <<'EOF'
    1.05 1.05  statements at a.c:1 and :5
    1.05 1.05  statements at a.c:2 and :5
    1.05 1.05  statements at a.c:3 and :5
EOF
diff want have >difference
say 'pairs of statements' "$(cat difference)"

sed 's/flow+anti+output/flow+no-locals/' loops.edges >less.edges
"$PROF2DOT" -q -n0 --advise less.edges | sed -n 's/.*\(loop at a.c:5 \|loop at a.c:14 \)/\1/p' >have
cat >want <<'EOF'
loop at a.c:5 of main: 1×, 4 iterations: no flow dependence; BOP_KINDS=raw,war,waw tells the rest; scalar local variables may carry it: bop-cc --locals
loop at a.c:14 of main: 1×, 1 iteration: at most one iteration, so nothing is known
EOF
diff want have >difference
say 'loops of which two things are not known' "$(cat difference)"
sed 's/flow+anti+output/flow+no-locals/' pairs.edges >less.edges
"$PROF2DOT" -q -n0 --advise less.edges >have
grep -q '^What is not safe' have && ! grep -q '^What could' have &&
    grep -q 'neither needs the other; only flow .*; scalar local' have
say 'what is not known is not safe' "$(cat have)"

"$PROF2DOT" -q -n0 -T json --advise loops.edges |
    sed -n 's/.*"status": "\(.*\)", "function.*"place": "\(.*\)", "other.*"gain_2": \([0-9.]*\).*/\1 \2 \3/p' >have
cut -c1-16 have >short
cat >want <<'EOF'
safe a.c:5 1.818
safe a.c:20 1.33
safe a.c:25 1.00
unsure a.c:16 1.
unsure a.c:14 1.
ordered a.c:17 1
ordered a.c:9 1.
EOF
diff want short >difference
say 'JSON has the advice' "$(cat difference have)"
"$PROF2DOT" -q -n0 -T json loops.edges | grep -q '"functions_in": \["work", *"rest"\]'
say 'JSON has the functions to be studied'

"$PROF2DOT" -q -n0 -T html loops.edges >page.html
grep -q '^\["loop at a.c:5","1.82 3.08","1×, 4 iterations: DOALL; #pragma' page.html &&
    grep -q '"Name in functions.in, too: work (70.0%), rest (20.0%)"' page.html
say 'the page has the advice' "$(grep -c 'loop at' page.html)"

printf 'f 5\n' >none.edges
"$PROF2DOT" -q --advise none.edges | grep -q '^There is no advice: the input has'
say 'an input without dependences'
printf '%%edges 1\n%%dependences flow\nf 5\n' >empty.edges
"$PROF2DOT" -q --advise empty.edges | grep -q '^There is no advice: no function'
say 'a trace without functions under study'

# Prints the message for options that do not fit.
refused() { # OPTION...
    "$PROF2DOT" --advise "$@" loops.edges 2>&1 >/dev/null
}
[ "$(refused -T svg)" = 'prof2dot: --advise: this is not for -T svg, but for -T top, HTML pages and -T json' ] &&
    [ "$(refused --base loops.edges)" = 'prof2dot: --advise: advice is of one trace; leave out --base' ] &&
    [ "$(refused --markdown)" = 'prof2dot: --advise: advice is of one trace; leave out --markdown' ] &&
    [ "$(refused --list-functions)" = 'prof2dot: --advise: this is not for --list-functions, but for -T top, HTML pages and -T json' ]
say 'options that do not fit' "$(refused -T svg; refused --base loops.edges; refused --markdown; refused --list-functions)"
