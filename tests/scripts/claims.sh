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
while IFS='|' read -r claim so not; do
    grep -q -e "$claim" "$(text "$so")"
    say "said of $so: $claim"
    ! grep -q -e "$claim" "$(text "$not")"
    say "not said of $not: $claim" "$(grep -o -m 1 -e "$claim" "$(text "$not")")"
done <<END
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
100% of the samples unresolved|nameless|through
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
totals and ~ are estimates|shared|-n10 $TESTS/dot/joined.edges
totals are estimates|-n10 $TESTS/dot/joined.edges|measured
dotted: over functions left out|--nodecount=2 parts|lifted
dotted: over other boxes|lifted|-e.5 lifted
of this over other boxes|lifted|--nodecount=2 parts
dashed: calls back|--recursion=edges cycle|cycle
calls itself or back|--base=recursion loop|--base=exact slower
without a number: below 5%|bushy|parts
below 5%, or as in the box below|bushy|--base=ir5 ir6
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
