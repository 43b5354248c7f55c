# What is said of an input or of a result is so: each sentence of this table, with
# options and inputs for which it has to be said, and some near them for which it
# must not be. Looked at are messages, a table, the legend, tooltips and boxes, and
# what a picture says of itself.
. "$TESTS/tools/say.sh"

stacks() { # N ROOT: folded stacks, of which one has N frames
    awk -v n="$1" -v root="$2" 'BEGIN { line = root
        for (i = 1; i < n; i++) line = line ";down"
        print line, 3; print "main;start 1"; print "worker;job 1" }'
}
samples() { # N EVENT FRAME...: of perf script, innermost frame first
    awk 'BEGIN { for (i = 0; i < ARGV[1]; i++) {
        printf "a 7/%d %d.5: 1000 %s:\n", 7 + i % 2, i, ARGV[2]
        for (k = 3; k < ARGC; k++) print "\t10" k " " ARGV[k]
        print "" } }' "$@"
}
stacks 127 down >deep
stacks 126 down >shallow
samples 9 cycles 'f+0x1 (/a)' 'main+0x1 (/a)' '_start+0x1 (/a)' >whole
samples 9 cycles 'f+0x1 (/a)' >alone
samples 400 cycles 'f+0x1 (/a)' 'main+0x1 (/a)' '_start+0x1 (/a)' >many
samples 9 cycles '[unknown] (/a)' 'main+0x1 (/a)' '_start+0x1 (/a)' >nameless
samples 9 cycles 'f+0x1 (/a)' '[unknown] (/a)' 'main+0x1 (/a)' '_start+0x1 (/a)' >through
samples 3 cycles 'f+0x1 (/a)' | cat whole - >half
samples 4000 cycles 'f+0x1 (/a)' 'main+0x1 (/a)' '_start+0x1 (/a)' >plenty
samples 9 faults 'f+0x1 (/a)' 'main+0x1 (/a)' '_start+0x1 (/a)' | cat whole - >two
samples 9 cycles 'copy_page+0x1 ([kernel.kallsyms])' 'do_read+0x1 ([kernel.kallsyms])' \
    'read+0x1 (/c)' 'main+0x1 (/a)' '_start+0x1 (/a)' >kernel
samples 404 cycles 'f+0x1 (/a)' 'main+0x1 (/a)' '_start+0x1 (/a)' >same
samples 500 cycles 'g+0x1 (/a)' 'main+0x1 (/a)' '_start+0x1 (/a)' | cat many - >more
{ printf 'c%d;f 100\n' 1 2 3 4 5 6 7 8 9 && echo 'f 50'; } >unmet
printf 'c9;f 900\nf 40\n' >met
printf 'main;a;x 4\nmain;b;x 3\n' >ways
printf 'main;a;x 5\nmain;b;x 3\n' >way
ir() { printf 'events: Ir\nfn=main\n1 10\nfn=f\n1 %s\n' "$1"; }
ir 5 >ir5
ir 6 >ir6
ir 50 | sed 's/^fn=/&x/' >xir
ir 50 | sed 's/=f/=new/' >renamed
printf '%%edges 1\nmain 1 x1\nf 2\nmain -> f x3\n' >calls
printf '%%edges 1\nmain 1 x1\nf 2\nmain -> f x3\ng 1\ng -> f x1\n' >shared
printf '%%edges 1\n%%calls measured\nmain 1 x1\nf 2\nmain -> f 2 x3\n' >measured
printf '%%edges 1\n%%calls measured\nmain 1\nf 2\ng 1\nmain -> f 3 x3\nf -> g 1 x2\ng -> f x1\n' >ring
printf '%%edges 1\nmain 1\nf 2\ng 1\nmain -> f x3\nf -> g x2\ng -> f x1\n' >cycle
printf '%%edges 1\nf 2\ng 1\nf -> g x2\ng -> f x1\n' >closed
printf '%%edges 1\nmain 0\nf 0\nmain -> f x3\n' >costless
printf 'main;f 5\nmain;g 5\n' >exact
printf 'main;f 5\nmain;g 6\n' >slower
printf 'main;f 5\nmain;g x -6\n' >skipped
printf 'main;f;f 5\nmain;g 5\n' >recursion
printf 'main;f;f 6\nmain;g 5\n' >loop
printf 'main;a;b;c 5\nmain;g 5\n' >chain
awk 'BEGIN { for (i = 1; i <= 12; i++)
    print "main;box" i ";alloc 1\nmain;box" i, i == 1 ? 30 : 19 }' >lifted
awk 'BEGIN { for (i = 1; i <= 70; i++) print "main;f" i, i < 3 ? 30 / i : 1 }' >bushy
printf 'main;mid;f 50\nmain;tiny 0.01\n' >parts
echo 'f 5' >five
echo 'f 6' >six
printf 'main;mid;f 50\nmain 9\nmain;mid 1\n' >deepest
gzip -c exact >exact.gz
head -c 30 exact.gz >cut.gz
node() { # NAME
    printf '{"nodes": [{"id": 1, "callFrame": {"functionName": "(root)"}, "children": [2, 3]},
        {"id": 2, "callFrame": {"functionName": "%s"}, "hitCount": 5},
        {"id": 3, "callFrame": {"functionName": "f"}, "hitCount": 5}]}' "$1"
}
node '(idle)' >idle
node 'idle' >busy

# Prints all that is said.
text_of() { # [OPTION]... FILE
    "$PROF2DOT" -T top "$@" 2>&1
    "$PROF2DOT" -q "$@" 2>/dev/null >dot &&
        { dotlist -l dot && dotlist dot; } 2>/dev/null | tr '\n' ' '
}
text() { # OPTIONS: the name of the file that has its text
    name=text.$(printf %s "$1" | tr -c 'a-zA-Z0-9.=-' _)
    [ -e "$name" ] || text_of $1 >"$name"
    echo "$name"
}
compare() {
    while IFS='|' read -r claim so not; do
        grep -q -e "$claim" "$(text "$so")"
        say "said of $so: $claim"
        ! grep -q -e "$claim" "$(text "$not")"
        say "not said of $not: $claim" "$(grep -o -m 1 -e "$claim" "$(text "$not")")"
    done
}
compare <<END
totals are exact, counted from stacks|shallow|deep
totals are exact, counted from stacks|exact|calls
totals are too low: 60.0%|deep|shallow
cut at 127 frames|deep|shallow
no call chains: record with -g|$TESTS/readers/perf-report/no_chains.txt|$TESTS/readers/perf-report/callee.txt
totals are exact, measured by the profiler|measured|calls
measured, but estimates (~) in cycles|ring|measured
totals are estimates, shared among callers by calls|shared|measured
cycle split by entry|cycle|calls
cycle solved as a random walk|--cycles=walk cycle|cycle
cycle solved as a tree of calls|--cycles=tree cycle|cycle
nothing is known to enter cycle 1|closed|cycle
no samples recorded|costless|calls
end in an unresolved function|nameless|whole
end in an unresolved function|nameless|through
pass through an unresolved function|through|nameless
without symbols: 100% of the samples in files (install debug symbols)|nameless|through
for names: install debug symbols|nameless|whole
have no full stack|half|whole
samples: shares .* points|whole|plenty
sum of 2 files|whole whole|whole
of cycles, tid 7|--tid=7 whole|whole
each sample costs its period|--weight=period whole|whole
also recorded: 9 samples of faults|two|whole
for others: --event=faults|two|--event=cycles two
5 times|calls|exact
calls itself or back into a cycle|recursion|exact
functions that pass most of their cost|chain|--chains=keep chain
1 line skipped|skipped|exact
the input is damaged or cut off|cut.gz|exact.gz
idle samples are left out|idle|busy
kernel, .*: a box for each entry|--kernel=entry kernel|--kernel=all kernel
kernel, .*: all functions|kernel|whole
bold: the hottest function|alone|whole
bold: the way to the hottest function|whole|alone
bold: the ways to the 2 hottest, about equal|exact|slower
bold: the ways to the hottest function|ways|way
5.3% caller not recorded|--nodecount=1 unmet|--nodecount=1 met
94.7% from 9 callers|--nodecount=1 unmet|--nodecount=1 met
95.7% from c9|--nodecount=1 met|--nodecount=1 unmet
all 5 functions|--kernel=all kernel|--kernel=entry kernel
open heads: calls over functions left out|--nodecount=2 parts|parts
those from 0.5%|parts|-n0 parts
costs are exact: every difference is a change|--base=ir5 ir6|--base=many more
the others did not|--base=ir5 ir6|--base=many more
the others may be noise|--base=many more|--base=ir5 ir6
, within noise|--base=many same|--base=many more
1 of 2 functions changed|--base=ir5 ir6|--base=ir5 ir5
the new side is .* larger|--base=many more|--base=many same
(made equal)|--normalize --base=many more|--base=many more
two sides have no function in common|--base=ir5 xir|--base=ir5 ir6
noise measured|--base=many more|--base=ir5 ir6
bold new, dashed gone|--base=ir5 renamed|--base=ir5 ir6
outline: bold new|--base=many more|--base=more many
outline: dashed gone|--base=more many|--base=many more
totals and ~ are estimates|shared|-n20 $TESTS/dot/joined.edges
totals are estimates|-n20 $TESTS/dot/joined.edges|measured
dotted: over functions left out|--nodecount=2 parts|lifted
dotted: over other boxes|lifted|-e.5 lifted
of this over other boxes|lifted|--nodecount=2 parts
dashed: calls back|--recursion=edges cycle|cycle
calls itself or back|--base=recursion loop|--base=exact slower
without a number: below 5%|bushy|parts
below 5%, or all of the callee|bushy|--base=ir5 ir6
recursive: in cycle 1 of 2 functions|cycle|calls
\\nrecursive"|recursion|cycle
begins a chain of 2 functions|chain|--chains=keep chain
of this over functions left out|--nodecount=2 deepest|--nodecount=4 deepest
+1 callee |parts|-n0 parts
1 noted call |recursion|--recursion=edges recursion
total ~|shared|measured
before and after|--base=five five|--base=five six
within noise (p |--base=many same|--base=ir5 ir6
f calls g 2|--cycles=collapse ring|ring
3 calls between them as arrows|-T svg chain|-T svg --chains=keep chain
lies in functions left out|-T svg parts|-T svg -n0 parts
Most is spent in the bodies of|-T svg calls|-T svg costless
No cost was recorded|-T svg costless|-T svg calls
The largest changes: |-T svg --base=many more|-T svg --base=many same
END

if "$PROF2DOT" --version | grep -q '^no dependences'; then
    echo 'skipped claims of dependences: the program is built without them'
    exit
fi
# Loops of main and what is carried by n, then statements and dependences between
# them: after the kinds of dependences that were traced.
study() { # NAME KINDS LINE...
    { printf '%%edges 1\n%%dependences %s\n' "$2"
      printf 'main 1000 x1 detail\nf 2000 x1\nmain -> f 2000 x1\n'
      [ $# -lt 3 ] || { shift 2 && printf '%s\n' "$@"; }; } >"$1"
}
all=flow+anti+output
while read -r name kinds loop; do
    study "$name" "$kinds" "main @loop a.c:5 900 iterations=${loop:-9}"
done <<END
doall $all
hidden $all+no-locals
partly $all+incomplete
flow flow
while $all 9 not-for
once $all 1
mean $all 3 x3
exit $all 9 early-exit
left $all 9 early=1 early-exit
prints $all 9 outputs=2
scans $all 9 inputs=1
dice $all 9 inputs=4611686018427387904
threads $all 9 threads
caller $all 9 calls=inet_pton
END
while read -r name role; do
    study "$name" $all 'main @loop a.c:5 900 iterations=9' \
        "main @use a.c:5 carries kind=O wrote=a.c:6 read=a.c:6 min=1 max=1 var=n" \
        "main @use a.c:5 $role wrote=a.c:6 read=a.c:7 var=n"
done <<END
sum carries kind=R min=1 max=1 update=n++ reduction=sum
best carries kind=R min=1 max=1 update=n++ reduction=argmax
next carries kind=R min=1 max=1
far carries kind=R min=2 max=31
farther carries kind=R min=2 max=32
private carries kind=O min=1 max=1
below carries kind=O min=1 max=1 below
alias carries kind=O min=1 max=1 alias
lastly out kind=R
firstly in kind=R
late out kind=R late
frees frees kind=A min=1 max=1
END
while read -r name kinds rest; do
    study "$name" "$kinds" 'main @ a.c:5 400 x4' 'main @ a.c:9 500 x1 outputs=2' \
        ${rest:+"main ~> main x4 wrote=a.c:5 wtop=a.c:5 wfor=main rfor=main min=3 max=9 var=n $rest"}
done <<END
pair $all
pair-hidden $all+no-locals
pair-partly $all+incomplete
pair-flow flow
reads $all kind=R read=a.c:9 rtop=a.c:9
overwrites $all kind=A read=a.c:9 rtop=a.c:9
thread $all kind=X read=a.c:9 rtop=a.c:9
each $all kind=R read=a.c:5 rtop=a.c:5 rmin=1 rmax=1
third $all kind=R read=a.c:5 rtop=a.c:5 rmin=2 rmax=3
adds $all kind=R read=a.c:5 rtop=a.c:5 rmin=1 rmax=1 update=n++ reduction=sum
scratch $all kind=O read=a.c:5 rtop=a.c:5 rmin=1 rmax=1
END
study again $all 'main @loop a.c:5 900 iterations=9' \
    'main @use a.c:5 carries kind=A wrote=a.c:6 read=a.c:6 min=1 max=1 var=n wide'
once='main @ a.c:5 400 x1
main @ a.c:9 500 x1'
study apart $all "$once"
study joined $all "$once" "main ~> main x4 kind=R wrote=a.c:5 wtop=a.c:5 wfor=main \
read=a.c:9 rtop=a.c:9 rfor=main min=3 max=9"
study between $all 'f ~> main x4 kind=R wrote=a.c:5 read=a.c:9 min=3 max=9'
study both $all "$once" 'f 0 detail'
study writes $all 'main @ a.c:5 400 x4 outputs=2' 'main @ a.c:9 500 x1 outputs=2'
study blind $all 'main @ a.c:5 400 x4' '%blind libraries x2 names=libm.so.6'
study cheap $all 'main @ a.c:5 4 x4'
study unstudied $all
compare <<END
iterations: DOALL; #pragma omp parallel for$|doall|while
iterations: DOALL$|while|doall
iterations: DOALL in memory|hidden|doall
: dependences are missing|partly|doall
no flow dependence; BOP_KINDS=raw,war,waw tells|flow|doall
at most one iteration, so nothing|once|mean
at most one iteration on average|mean|once
may be left early|exit|left
left early 1×|left|exit
: order of output$|prints|scans
: order of input$|scans|dice
: order of rand.*numbers$|dice|scans
other threads take part|threads|doall
calls .inet_pton., which is not traced|caller|doall
DOALL with reduction(+: n)|sum|best
a reduction with its place|best|sum
carried by .n. at distance 1 |next|sum
at distance 2 to 31 |far|farther
at distance 2 to >31 |farther|far
for private(n)|private|below
which functions use that the loop calls|below|private
which the loop uses by another name|alias|private
lastprivate(n)|lastly|late
whose last value not always the last iteration writes|late|lastly
firstprivate(n)|firstly|lastly
which a later iteration overwrites|again|private
which a later iteration frees|frees|private
4 executions, independent; needs no other statement|pair|each
independent in memory; needs no memory of other|pair-hidden|pair
independent as far as recorded; no need of another|pair-partly|pair
scalar local variables were not traced|pair-hidden|pair
only flow dependences were recorded|pair-flow|pair
but for order of output|writes|pair
order of output after :5|writes|pair
reads what :5 wrote (.n.)|reads|pair
overwrites what :5 read (.n.)|overwrites|reads
wrote in another thread|thread|reads
each reads .n. that the execution before wrote|each|third
that an execution 2 to 3 before wrote|third|each
.n++. at :5 (sum, a reduction)|adds|each
written first each time: privatizable|scratch|adds
not traced: libraries (2: libm.so.6)|blind|pair
functions under study have 0.1% of the cost|cheap|pair
double border: under study|pair|exact
dashed, open arrow: this statement|--deps=toplev reads|--deps=toplev pair
dashed, open arrow: this function|between|--deps=toplev reads
dotted: the second one overwrites|--deps=toplev overwrites|--deps=toplev reads
bold dashed, hollow arrow: one thread|--deps=toplev thread|--deps=toplev reads
What could run at once|--advise doall|--advise exit
What is not safe to say|--advise exit|--advise doall
What must keep its order|--advise next|--advise doall
All this is true of this run|--advise doall|--advise next
the input has no dependences|--advise calls|--advise unstudied
no function under study has run|--advise unstudied|--advise next
No loop and no pair of statements|--advise next|--advise doall
neither needs the other|--advise apart|--advise joined
Name in functions.in, too: f|--advise pair|--advise both
END
