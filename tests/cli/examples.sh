# Examples of the manual and of docs/recipes.md work.
manual=$TESTS/../man/prof2dot-edges.5
recipes=$TESTS/../docs/recipes.md
# The manual has an example of a graph and one of stacks.
sed -n '/^%edges/,/^\.Ed/p' "$manual" | sed '$d' >graph
"$PROF2DOT" -T edges graph
{
    echo '%edges 1'
    grep '^\[main' "$manual"
} | "$PROF2DOT" -T folded
# docs/recipes.md has a table of options. Names are replaced by those of a
# sample.
sed -n '/^| to\.\.\. |/,/^$/p' "$recipes" | cut -d'|' -f3 | grep -o '`-[^`]*`' |
    tr -d '`' | sed -e 's/parse/factor/' -e 's/malloc/new_node/' \
    -e 's|/home/me/project|/home/user|' -e 's/prog\*/calc*/' \
    -e 's/idle/evaluate/' -e 's/std::/new_/' -e 's|log/flush|sum/product|' \
    >answers
# The ids of threads change whenever the sample is recorded again.
pid=$(sed -n '1s|.* \([0-9]*\)/.*|\1|p' "$SAMPLES/perf/threads")
tid=$(sed -n '1s|.*/\([0-9]*\) .*|\1|p' "$SAMPLES/perf/threads")
while read -r options; do
    printf '%s: ' "$options"
    sample=calc
    case $options in
    --comm=* | --pid=* | --tid=* | --tags=* | --event=*) sample=threads ;;
    --unit=*) sample=../folded/calc ;;
    esac
    options=$(echo "$options" | sed -e 's/=worker/=sort*/' -e "s/4712/$tid/" \
        -e "s/4711/$pid/")
    eval "set -- $options"
    "$PROF2DOT" -q "$@" "$SAMPLES/perf/$sample" 2>&1 >out | tr '\n' ' '
    [ -s out ] && echo good
done <answers
# The cap keeps the most informative functions.
"$PROF2DOT" -T text --nodecount=3 "$SAMPLES/perf/calc"
