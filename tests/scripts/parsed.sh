# Every output is what its ending says, for the parsers of others: JSON, CSV and
# XML for those of Python, DOT for dot. All samples are drawn, and some with what
# adds parts to pages: source, instructions, tags, times, comparisons. FULL draws
# the inputs of tests/readers as well, and all by all outputs.
. "$TESTS/tools/say.sh"
if ! python3 -c 'import json, csv, html.parser, xml.parsers.expat' 2>/dev/null; then
    echo 'skipped parsed: python3 is missing'
    exit
fi
mkdir out
n=0

draw() { # ENDING [OPTION]... FILE: makes an output, unless there is nothing to draw
    n=$((n + 1))
    to=$1
    shift
    name=out/$(printf %04d $n)
    case $to in
    flame | advise) ending=svg ;;
    speedscope) ending=json ;;
    *) ending=$to ;;
    esac
    "$PROF2DOT" -q -T "$to" "$@" >"$name.$ending" 2>"$name.err"
    case $? in
    0 | 4) echo "$name.$ending $to $*" >>drawn ;;
    1 | 2) rm "$name.$ending" ;;
    *) false; say "$to $*" "$(head -n 1 "$name.err")" ;;
    esac
}

each() { # FILE OUTPUT...
    file=$1
    shift
    for to; do
        draw "$to" "$file"
    done
}

for file in "$SAMPLES"/*/*; do
    [ -x "$file" ] || each "$file" json html csv dot
done
draw flame "$TESTS/readers/uftrace/odd" # shares below 0.1%
if [ "$FULL" ]; then
    for file in "$SAMPLES"/*/* "$TESTS"/readers/*/*; do
        [ ! -x "$file" ] || continue
        case $file in
        *.golden | *.args) ;;
        *) each "$file" json html csv dot svg flame speedscope ;;
        esac
    done
fi

# What adds parts to a page and to JSON.
programs=$SAMPLES/../programs
lines=$SAMPLES/perfdata/lines.data
go=$SAMPLES/pprof/queens.cpu.pb.gz
for to in html json svg; do
    draw $to --assembly --source="$programs" "$lines"
    draw $to --assembly --source="$programs" --base="$lines" "$lines"
    draw $to --source="$programs" --focus=isSafe "$go"
    draw $to --base="$go" --tags=comm "$go"
    draw $to --advise "$SAMPLES/bop/pipeline.trace"
    for deps in toplev site none; do
        draw $to --deps=$deps "$SAMPLES/bop/pipeline.trace"
    done
    draw $to --base="$SAMPLES/bop/pipeline.trace" "$SAMPLES/bop/pipeline.trace"
done
for to in html json csv dot svg flame; do
    for tags in comm pid tid event comm,tid; do
        draw $to --tags=$tags "$SAMPLES/perf/threads"
    done
    draw $to --base="$SAMPLES/folded/lookup.before" "$SAMPLES/folded/lookup.after"
    draw $to --base="$SAMPLES/perf/calc" --base="$SAMPLES/perf/calc" \
        "$SAMPLES/perf/calc" "$SAMPLES/perf/words"
    draw $to --granularity=line --clusters=file "$SAMPLES/callgrind/queens"
    draw $to --clusters=module --fold='[aeiou]' "$SAMPLES/perf/lisp"
    draw $to --cycles=collapse --recursion=edges "$SAMPLES/perf/lisp"
done

# Names that mean something to each of these languages, also as files, modules
# and titles.
awk 'BEGIN { print "%edges 1" } { gsub(/[\\"]/, "\\\\&")
    printf "\"%s\" name=\"%s\" file=\"%s\" line=%d module=\"%s\"\n", $0, $0, $0, NR, $0
    printf "[main \"%s\"] %d\n", $0, NR }' "$TESTS/scripts/hostile.names" >hostile
for to in html json csv dot svg flame; do
    draw $to -n0 hostile
    draw $to -n0 --base=hostile --clusters=module --url='%f#%n' hostile
    draw $to --title='</script><!-- "a" & ]]> \\' --granularity=file hostile
done

python3 "$TESTS/tools/parse.py" $(sed 's/ .*//; /\.dot$/d' drawn) >said 2>&1
status=$?
# A number is no name: say which output it is.
awk -v tests="${TESTS%/tests}/" 'FILENAME == "drawn" { of[$1 ":"] = substr($0, length($1) + 2); next }
    $1 == "FAILED" { file = $3; sub(/^FAILED parsed: [^ ]*/, "FAILED parsed: -T " of[file] ":") }
    { gsub(tests, ""); print }' drawn said | grep '^FAILED'
[ $? = 1 ] && [ $status = 0 ] && grep -q '^parsed: .*csv .*html .*json .*svg' said
say "$(sed -n 's/^parsed: //p' said)" "$(tail -n 1 said)"

# One after the other: dot -Tcanon of Graphviz 2.43 crashes after some hundred files.
sed -n 's/^\([^ ]*\.dot\) \(.*\)/\1 \2/p' drawn >dots
while read -r file what; do
    dot -Tcanon "$file" >canon 2>messages && grep -q '^digraph' canon &&
        [ ! -s messages ] && continue
    false
    say "-T $what" "$(head -n 2 messages)"
done <dots
[ "$(wc -l <dots)" -gt 50 ]
say "$(wc -l <dots) dot"
