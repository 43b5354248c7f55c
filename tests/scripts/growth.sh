# Inputs that were made to cost much: what is counted grows no faster than the
# input, or the program refuses with a message. Nothing here measures time.
say() { # THING [WHY]: reports whether the last command succeeded
    if [ $? = 0 ]; then
        printf 'ok growth: %s\n' "$1"
    else
        printf 'FAILED growth: %s%s\n' "$1" "${2:+: $2}"
    fi
}

# libcgraph asks every subgraph of a graph about every node and edge, so no
# graph may have many.
awk 'BEGIN { print "%edges 1"; for (i = 0; i < 5000; i++) {
    print "a" i " 1 module=m" i; print "a" i " -> hub 1" } }' >modules.edges
"$PROF2DOT" -q --clusters=module -n0 -e0 modules.edges >modules.dot
most=$(awk '/^\t*(subgraph .*)?{$/ { match($0, /^\t*/)
    n[RLENGTH]++
    if (n[RLENGTH] > most) most = n[RLENGTH]
    for (i in n) if (i > RLENGTH) n[i] = 0 }
    END { print most }' modules.dot)
[ "$(grep -c 'subgraph cluster_module' modules.dot)" = 5000 ] &&
    [ "$most" -le 64 ]
say '5,000 modules' "$most subgraphs of one graph"

# 2,500 callers times 2,500 callees.
awk 'BEGIN { for (i = 0; i < 2500; i++) {
    print "a" i " -> hub 1"; print "hub -> b" i " 1"; print "b" i " 1" } }' \
    >hub.edges
"$PROF2DOT" --max-memory=1G --hide=hub -o out.dot hub.edges 2>err
[ $? = 1 ] && grep -q 'millions of calls' err && [ ! -e out.dot ]
say 'hiding a hub is refused' "$(cat err)"

# A build id of 20,000 bytes.
hostile=${SHARED:+$SHARED/hostile}
if [ -e "$hostile/elf-buildid-20000" ]; then
    "$PROF2DOT" --force --max-memory=100M -T text "$hostile/elf-buildid-20000" \
        "$SAMPLES/gmon/calc.gmon" >out 2>err
    ! grep 'out of memory' err
    say 'a long build id' "$(cat err)"
else
    echo 'skipped growth: a long build id: there is no ../shared'
fi

# Names that an older hash gave the same number.
if [ -e "$hostile/collide20000.edges" ]; then
    "$PROF2DOT" -q -T json "$hostile/collide20000.edges" >one &&
        "$PROF2DOT" -q -T json "$hostile/collide20000.edges" >two &&
        cmp -s one two && [ "$(grep -c '"id"' one)" -gt 20000 ]
    say '20,000 names' "$(head -c 200 one)"
else
    echo 'skipped growth: 20,000 names: there is no ../shared'
fi
