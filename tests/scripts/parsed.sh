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

draw() { # ENDING [OPTION]... FILE: makes an output
    n=$((n + 1))
    to=$1
    shift
    case $to in
    flame) ending=svg ;;
    speedscope) ending=json ;;
    *) ending=$to ;;
    esac
    name=out/$(printf %04d $n).$ending
    "$PROF2DOT" -q -T "$to" "$@" >"$name" 2>messages
    case $?:$may_fail in
    0:* | 4:*) echo "$name $to $*" >>drawn ;;
    [12]:yes) rm "$name" ;;
    *)
        rm "$name"
        grep -q 'built without' messages
        say "-T $to $* is drawn" "$(head -n 1 messages)"
        ;;
    esac
}

each() { # FILE OUTPUT...: some inputs have nothing to draw
    file=$1
    shift
    may_fail=yes
    for to; do
        draw "$to" "$file"
    done
    may_fail=
}

may_fail=
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

# What adds parts to a page, to JSON and to pictures.
programs=$SAMPLES/../programs
lines=$SAMPLES/perfdata/lines.data
go=$SAMPLES/pprof/queens.cpu.pb.gz
trace=$SAMPLES/bop/pipeline.trace
perf=$SAMPLES/perf/threads
gprof=$SAMPLES/gprof/lisp-brief
draw html --assembly --source="$programs" "$lines"
draw html --assembly --source="$programs" --tags=comm "$lines"
draw html --source="$programs" --focus=isSafe "$go"
draw html --base="$perf" --tags=comm "$perf"
draw json --base="$gprof" "$gprof" # ranges of both sides
if [ -e "$trace" ]; then # it is left out if WITH_DEPS=no
    for to in html json; do
        draw $to --advise "$trace"
    done
    for to in html json svg dot; do
        for deps in toplev site none; do
            draw $to --deps=$deps "$trace"
        done
        draw $to --base="$trace" "$trace"
    done
    draw json --advise "$TESTS/readers/bop/spans" # loops and statements
fi
for to in html json csv dot svg flame; do
    for tags in comm pid tid event comm,tid; do
        draw $to --tags=$tags "$perf"
    done
    draw $to --base="$SAMPLES/folded/lookup.before" "$SAMPLES/folded/lookup.after"
    draw $to --base="$SAMPLES/perf/calc" --base="$SAMPLES/perf/calc" \
        "$SAMPLES/perf/calc" "$SAMPLES/perf/words"
    draw $to --granularity=line "$lines"
    draw $to --fold='[aeiou]' "$SAMPLES/perf/lisp"
done
for to in html json csv dot svg; do
    draw $to --clusters=module --recursion=edges "$SAMPLES/perf/lisp"
    draw $to --cycles=collapse --recursion=cluster "$SAMPLES/perf/lisp"
done

# Names that mean something to each of these languages, also as files, modules
# and titles.
awk 'BEGIN { print "%edges 1" } { gsub(/[\\"]/, "\\\\&")
    printf "\"%s\" name=\"%s\" file=\"%s\" line=%d module=\"%s\"\n", $0, $0, $0, NR, $0
    printf "[main \"%s\"] %d\n", $0, NR }' "$TESTS/scripts/hostile.names" >hostile
for to in html json csv dot svg flame; do
    draw $to hostile
    draw $to --url='%f#%n' hostile
    draw $to --title='</script><!-- "a" & ]]> \\' --granularity=file hostile
done
for to in html json csv dot svg; do
    draw $to -n0 --base=hostile hostile
    draw $to -n0 --clusters=module hostile
done

# JSON is what its schema says, which names what the manual describes.
schema=${TESTS%/tests}/docs/prof2dot-json.schema.json
python3 -c 'import jsonschema' 2>/dev/null ||
    echo 'skipped parsed: the schema of JSON needs the module jsonschema of Python'
python3 -c 'import json, sys
def names(schema):
    if isinstance(schema, dict):
        yield from schema.get("properties", ())
        for value in schema.values():
            yield from names(value)
print("\n".join(set(names(json.load(open(sys.argv[1]))))))' "$schema" >members
sed -n "s/^\\.It Va//p; s/^\\.Va//p" "${TESTS%/tests}/man/prof2dot-json.5" | tr -s " ,;." "\\n" >described
grep -Fvx -f described members >left
[ -s members ] && [ ! -s left ]
say "prof2dot-json(5) describes the members of the schema" "$(cat left)"
python3 "$TESTS/tools/parse.py" "$schema" $(sed 's/ .*//; /\.dot$/d' drawn) >said 2>&1
status=$?
[ -e "$trace" ] || sed -i '/no JSON has/d' said
# A number is no name: say which output it is.
awk -v tests="${TESTS%/tests}/" 'FILENAME == "drawn" { of[$1 ":"] = substr($0, length($1) + 2); next }
    $1 == "FAILED" && $3 in of { file = $3; sub(/^FAILED parsed: [^ ]*/, "FAILED parsed: -T " of[file] ":") }
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
