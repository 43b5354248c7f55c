# Inputs that were made to cost much: what is counted grows no faster than the
# input, or the program refuses with a message. Nothing here measures time, but
# what would take minutes or hours gets some seconds of a processor.
. "$TESTS/tools/say.sh"

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

# 20,000 functions to match with as many, by lines, by hashes and by files.
two_versions() { # ROW, IN AWK: n is the number, move what the lines move by
    for move in 0 7; do
        awk -v move=$move 'BEGIN { print "%edges 1"
            for (n = 0; n < 20000; n++) print '"$1"' }' >$move.edges
    done
    (ulimit -t "$seconds" && exec "$PROF2DOT" --max-memory=1G -q -T json -n0 \
        --base=0.edges 7.edges) >out 2>err
}
seconds=10
[ "$SAN" ] && seconds=100
two_versions '"k" n, n % 100, "name=f file=a.py tag=" 3 * n + move'
[ $? = 0 ] && grep -q '"order": 20000,' out
say '20,000 functions of one name in a file' "$(cat err)"
two_versions '"k" n, n % 100, "name=" (n % 2 ? "f" : "g" n), \
    "file=a.py line=" 3 * n + move, "tag=" 3 * n + move'
[ $? = 0 ] && grep -q '"shift": 9999,' out
say '10,000 functions between others' "$(cat err)"
two_versions 'sprintf("\"a::f::h%016x\" %d", 7919 * n + move, n % 100)'
[ $? = 0 ] && grep -q '"summed": 1}' out
say '20,000 hashes of one name' "$(cat err)"
two_versions '"k" n, 1, "name=f" n, "file=" move "/x" n "/a.py"'
[ $? = 0 ] && grep -q '"name": 20000,' out
say '20,000 files of one name in other folders' "$(cat err)"
rm -f 0.edges 7.edges

# A build id of 20,000 bytes.
cat >long_id.s <<'EOF'
    .section .note.long, "a", %note
    .long 4, 20000, 3
    .asciz "GNU"
    .fill 20000, 1, 65
    .section .note.GNU-stack, "", %progbits
EOF
echo 'int main(void) { return 0; }' >long_id.c
if ${CC:-cc} -Wl,--build-id=none -o long_id long_id.c long_id.s 2>messages; then
    "$PROF2DOT" --force --max-memory=100M -T text long_id \
        "$SAMPLES/gmon/calc.gmon" >out 2>err
    [ -s err ] && ! grep 'out of memory' err
    say 'a long build id' "$(cat err)"
else
    echo 'skipped growth: a long build id: the compiler cannot make it'
fi

# Succeeds if the program draws an input within some seconds. SIGKILL ends it
# after them.
seconds=60
[ "$SAN" ] && seconds=100
draws() { # ARGUMENT...
    (ulimit -t $seconds && exec "$PROF2DOT" -T text "$@") >out 2>err &&
        [ -s out ]
}

# 50,000 rows that refer to one stack of 50,000 frames.
awk 'BEGIN { n = 50000; print "JAVA PROFILE 1.0.1, created today\n\nTRACE 1:"
    for (i = 0; i < n; i++) print "\ta.B.c(B.java:1)"
    print "CPU SAMPLES BEGIN (total = " n ") today"
    print "rank   self  accum   count trace method"
    for (i = 1; i <= n; i++)
        printf "%d 0.00%% %.2f%% 1 1 a.B.c\n", i, 100 * i / n
    print "CPU SAMPLES END" }' >deep.hprof
draws deep.hprof
say 'hprof: rows on a deep stack' "$(cat err)"
awk 'BEGIN { n = 50000; print "<?xml version=\"1.0\"?>\n<trace-query-result>"
    print "<node xpath=\"x\"><schema name=\"time-profile\"/><row>"
    print "<thread id=\"2\" fmt=\"m\"/><backtrace id=\"10\">"
    print "<frame id=\"11\" name=\"work\" addr=\"0x1\"/>"
    for (i = 0; i < n; i++) print "<frame ref=\"11\"/>"
    print "</backtrace></row>"
    for (i = 0; i < n; i++)
        print "<row><thread ref=\"2\"/><backtrace ref=\"10\"/></row>"
    print "</node></trace-query-result>" }' >deep.xml
draws deep.xml
say 'xctrace: rows on a deep stack' "$(cat err)"

# A chain of 250,000 nodes, each with samples.
awk 'BEGIN { n = 250000
    print "<profile><size>" n "</size><call_tree>1</call_tree><objects>"
    print "<object id=\"a\"><name>\"a\"</name></object></objects><nodes>"
    for (i = 0; i < n; i++) {
        print "<node id=\"" i "\"><object>a</object>"
        if (i) print "<parent>" i - 1 "</parent>"
        print "<self>1</self></node>"
    }
    print "</nodes></profile>" }' >deep.sysprof
draws deep.sysprof
say 'sysprof: samples all along a deep stack' "$(cat err)"
sed 's/>"a"</>"asm_sysvec_a"</' deep.sysprof >interrupt.sysprof
draws --base=deep.sysprof --base=interrupt.sysprof interrupt.sysprof
say 'a comparison of interrupts all along a deep stack' "$(cat err)"
rm -f interrupt.sysprof

# The same, at different times.
awk 'BEGIN { n = 150000
    print "{\"meta\":{\"version\":24,\"interval\":1},\"threads\":[{\"name\":"
    print "\"main\",\"pid\":1,\"tid\":1,\"stringTable\":[\"a\"],"
    print "\"frameTable\":{\"schema\":{\"location\":0},\"data\":[[0]]},"
    print "\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},"
    print "\"data\":[[null,0]"
    for (i = 1; i < n; i++) print ",[" i - 1 ",0]"
    print "]},\"samples\":{\"schema\":{\"stack\":0,\"time\":1},\"data\":["
    for (i = 0; i < n; i++) print (i ? "," : "") "[" i "," i "]"
    print "]}}]}" }' >times.json
draws --base=times.json times.json
say 'a comparison of times all along a deep stack' "$(cat err)"
rm -f times.json

# 300,000 mappings, each with a sample.
awk 'BEGIN { n = 300000
    print "heap profile: " n ": " n " [" n ": " n "] @ heapprofile"
    for (i = 0; i < n; i++) printf " 1: 1 [1: 1] @ 0x%x\n", 4096 * i + 4113
    print "\nMAPPED_LIBRARIES:"
    for (i = 1; i <= n; i++)
        printf "%x-%x r-xp 00000000 00:00 0 /none/%d\n", 4096 * i,
            4096 * i + 4096, i % 7 }' >maps.heap
draws maps.heap
say 'pprof-text: samples in many mappings' "$(cat err)"
rm -f maps.heap

# A program of 60,000 sections: DWARF 4 has the name of the folder, which is short,
# in the unit itself, and it is asked for at each of 100,000 addresses.
{
    echo 'int main(void)'
    echo '{ __asm__(".rept 100000\\nnop\\n.endr"); return 0; }'
    awk 'BEGIN { for (i = 0; i < 60000; i++) print "__asm__(\".section .s" i \
        ",\\\"\\\"\\n.byte 1\\n.text\");" }'
} >sections.c
if ${CC:-cc} -gdwarf-4 "-fdebug-prefix-map=$PWD=x" -no-pie -o sections \
    sections.c 2>/dev/null; then
    main=$(nm sections | sed -n 's/^0*\([0-9a-f]*\) T main$/\1/p')
    {
        echo 'heap profile: 100000: 100000 [ 100000: 100000] @ heapprofile'
        awk -v "main=$((0x$main))" 'BEGIN { for (i = 0; i < 100000; i++)
            printf "1: 1 [ 1: 1] @ 0x%x\n", main + 9 + i }'
        printf '\nMAPPED_LIBRARIES:\n'
        echo "00401000-00500000 r-xp 00001000 08:01 1 $PWD/sections"
    } >sections.heap
    draws --granularity=line sections.heap
    say 'texts in a file of 60,000 sections' "$(cat err)"
    rm -f sections*
else
    echo 'skipped growth: 60,000 sections: the compiler cannot make them'
fi

if ! command -v python3 >/dev/null; then
    echo 'skipped growth: programs and pprof: python3 is missing'
    exit
fi
for kind in symbols names ranges units attributes split functions nested; do
    python3 "$TESTS/tools/hostile.py" $kind "$PWD" &&
        draws -f pprof $kind.pb
    say "pprof: $kind" "$(cat err)"
    case $kind in
    ranges | units | attributes | split)
        grep -q 'missing, because its debug information is damaged' err
        say "pprof: $kind: what is missing is said" "$(cat err)"
        ;;
    esac
    rm -f $kind.*
done

python3 "$TESTS/tools/hostile.py" packed "$PWD"
"$PROF2DOT" --max-memory=500M -f pprof -T text packed.pb >out 2>err
[ $? = 1 ] && grep -q 'out of memory' err
say 'pprof: packed sections of any type count' "$(cat err)"
rm -f packed.*

# A place with 20,000 inlined functions below 2,000 callers would be 40 million
# frames. The functions at its ends have all that they cost.
python3 "$TESTS/tools/hostile.py" inlined "$PWD"
for file in inlined.pb inlined.heaptrack repeated.heaptrack; do
    draws --max-memory=200M --nodecount=3 "$file"
    say "$file" "$(cat err)"
    case $file in
    repeated*) ! grep 'inlined' err ;;
    *) grep -q 'inlined functions than programs have' err &&
        grep -q '100%.* 100%' out ;;
    esac
    say "$file: what is missing is said" "$(cat err out)"
done
rm -f inlined.* repeated.*

# Threads that have one event each, and threads that have a profile of V8 each.
awk 'BEGIN { for (i = 0; i < 32000; i++)
    printf "%s{\"ph\":\"X\",\"name\":\"f\",\"pid\":1,\"tid\":%d,\"ts\":%d,\"dur\":5}",
        i ? ",\n" : "[", i, 9 * i
    print "]" }' >threads.json
awk 'BEGIN { for (i = 0; i < 32000; i++) {
    printf "%s{\"ph\":\"P\",\"name\":\"Profile\",\"id\":\"0x%x\",\"pid\":1,\"tid\":%d,\"ts\":%d,\"args\":{\"data\":{\"startTime\":%d}}},\n",
        i ? ",\n" : "[", i, i, 9 * i, 9 * i
    printf "{\"ph\":\"P\",\"name\":\"ProfileChunk\",\"id\":\"0x%x\",\"pid\":1,\"tid\":%d,\"ts\":%d,\"args\":{\"data\":{\"cpuProfile\":{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"f\",\"scriptId\":1}}],\"samples\":[1,1]},\"timeDeltas\":[0,5]}}}",
        i, i, 9 * i }
    print "]" }' >profiles.json
[ "$SAN" ] || { draws --max-memory=50M threads.json && draws --max-memory=130M profiles.json; }
say 'chrome: many threads' "$(cat err)"
rm -f threads.json profiles.json

python3 "$TESTS/tools/hostile.py" samples "$PWD" && draws samples.data
say 'perf.data: samples of many processes' "$(cat err)"
rm -f samples.data

# Arrays that double take more memory than they have filled yet.
if [ "$SAN" ]; then
    echo 'skipped growth: memory that is not filled: sanitizers need more'
    exit
fi
python3 "$TESTS/tools/hostile.py" deep "$PWD" &&
    python3 -c '
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:])
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1000
print(most, "MB")
sys.exit(status != 1 or most > 500)' \
    "$PROF2DOT" --max-memory=500M -f pprof -T text deep.pb >out 2>&1
say 'memory that is not filled counts' "$(cat out)"
