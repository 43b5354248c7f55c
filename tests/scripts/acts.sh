# Each option either changes what an output shows, or a message names it: no
# option is ignored in silence. All pairs of options and outputs are tried, in
# make check those of two outputs.
. "$TESTS/tools/say.sh"

cat >mix <<'END_OF_MIX'
main;f;g;h 50
main;f;g;f;g 20
main;f 5
main;/lib/x.c`big;std::vector<int, std::allocator<int> >::push_back(int&&) 300
main;/lib/x.c`big;a_very_long_name_of_more_than_sixty_columns_that_has_to_be_cut(int) 200
main;y.c`w1;y.c`w2;y.c`w3;y.c`w4 40
main;_ZN1a1bEv 9
main;_ZN1a1bEi 9
main;tiny 1
main;f;left;f;g 6
main;left 7
END_OF_MIX
sed 's/ 50$/ 150/; s/ 200$/ 20/; s/ 7$/ 7.3/' mix >new
cat >calls <<'END_OF_CALLS'
%edges 1
%calls measured
main entry=1
main -> f 2 w=9
f -> g 5 w=8
g -> f 2 w=3
g -> g 1
f 5
g 9
main -> h 4 w=5
h 5
END_OF_CALLS
# Two events, processes and threads, a place without a name, periods and times.
awk 'BEGIN {
    for (i = 0; i < 12; i++)
        printf "%s %d/%d %d.5: %d %s: \n\t    4010%02d %s (/bin/%s)\n" \
            "\t    402000 main+0x1 (/bin/app)\n\n", i % 3 ? "app" : "kid",
            i % 3 ? 7 : 8, 20 + i % 4, i, 10 + i, i % 2 ? "cpu-clock" : "faults",
            i, i % 4 ? "work" i % 5 "+0x4" : "[unknown]", i % 5 ? "app" : "lib"
}' >perf
printf '%s\n' 'main;read_[k];copy_[k] 3' 'main;work 7' >kernel
for side in a b; do
    "$PROF2DOT" -q -T pprof --sample-label=k=$side mix -o $side.pb
done
trace=$SAMPLES/bop/pipeline.trace
lines=$SAMPLES/perfdata/lines.data

# Prints the options and what to give them: NAME=ARGUMENT|INPUT|OPTIONS of both
# runs|OUTPUTS, if not all of them.
list_options() {
    cat <<END_OF_OPTIONS
addresses|$lines
event=faults|perf
weight=period|perf
unit=ns|mix
comm=kid|perf
pid=8|perf
tid=21|perf
thread=21|perf
with-label=k=a|a.pb b.pb
no-inline|$lines
time=0,4|perf
tags=comm|perf
granularity=module|perf
demangle=none|mix
total=callratios|mix
cycles=collapse|calls
break=f/g|mix
base=new|mix
normalize|mix|--base=new
margin=30|mix|--base=new
fail-if=+0.1%|mix|--base=new
compare-tolerance=30|mix|--base=new
compare-only-slower|mix|--base=new
compare-only-faster|mix|--base=new
focus=f|mix
ignore=f|mix
show-from=f|mix
prune-from=f|mix
hide=f|mix
show=f|mix
path=/bin/lib|perf
collapse-recursion=.*|mix
fold=f|mix
relative|mix|--focus=f
node-thres=5|mix
edge-thres=5|mix
nodecount=3|mix
root=f|mix
leaf=f|mix
depth=1|mix
theme=print|mix
colormap=print|mix
skew=3|mix
color-by=total|mix
color-nodes-by-selftime|mix|--theme=color
colour-nodes-by-selftime|mix|--theme=color
strip|mix
wrap|mix|-n0
label-length=20|mix
node-label=self-time|mix
show-samples|mix
time-format=%.4f|mix
rankdir=LR|mix
bare|mix
invert|mix
fit=300x200|mix||svg $outputs
chains=keep|mix
recursion=edges|mix||top dot folded html
clusters=module|perf||top dot folded html
kernel=all|kernel||svg html
kernel=entry|kernel||top folded
title=T|mix
no-legend|mix
deps=site|$trace||top dot folded flame html
deps-min=3|$trace
advise|$trace||top dot folded flame
sample-label=k=v|mix
sort=name|mix
list=f|mix||top dot folded flame json
markdown|mix
source=$SAMPLES|$lines
assembly|$lines
dark=always|mix
name=abc|mix
url=http://x/%n|mix
url-target=_top|mix|--url=http://x/%n
dot=/nonexistent|mix||svg top folded list-functions
layout-timeout=0.00001|mix||svg top folded list-functions
split-most=3|mix
watch|mix
no-browser|mix
depfile=d|mix
if-changed|mix
END_OF_OPTIONS
}
# These say what is read, how the run goes or where the output goes.
others='format list-formats list-events list-threads list-places symfs debuginfod
    program force files0-from keep-going threads max-memory compare
    compare-color-by-difference list-functions list-modules output split-by to
    serve progress no-progress quiet no-sandbox require-sandbox help completion
    version'

outputs='top folded'
[ ! "$FULL" ] ||
    outputs="$outputs dot html flame json tree peek list markdown csv edges pprof \
callgrind speedscope list-functions list-modules list-events list-threads"

# Runs the program, and leaves out the ids that follow from all of the options.
run() { # OUTPUT FILE OPTIONS...
    case $1 in
    list-*) to=--$1 ;;
    peek | list) to="-T $1 --list=." ;;
    *) to="-T $1" ;;
    esac
    file=$2
    shift 2
    "$PROF2DOT" $to "$@" >out 2>$file.said
    echo "status $?" >>out
    sed 's/g[0-9a-f]\{12\}//g' out >$file
}

check_option() { # OPTION INPUT OPTIONS OUTPUTS
    name=${1%%=*} silent='' wrong=''
    for output in ${4:-$outputs}; do
        before=before.$(echo "$output $2 $3" | tr -c 'a-z0-9\n' _)
        [ -f "$before" ] || run $output "$before" $3 $2
        grep -q '^status [034]' "$before" || continue
        run $output after $3 "--$1" $2
        said=no differs=yes
        ! grep -q -e "--$name" after.said || said=yes
        ! cmp -s "$before" after || differs=no
        [ $said$differs != nono ] || silent="$silent $output"
        [ $said$differs != yesyes ] || ! grep -q 'nothing with' after.said ||
            wrong="$wrong $output"
    done
    [ ! "$silent$wrong" ]
    say "--$1" "ignored by${silent:- none}, said to be and is not by${wrong:- none}"
}

while IFS='|' read -r option input options only; do
    check_option "$option" "$input" "$options" "$only"
done <<END_OF_OPTIONS
$(list_options)
END_OF_OPTIONS

# All options that the program knows are above.
"$PROF2DOT" --completion=bash | grep -o -- '--[a-z][a-z0-9-]*' | sort -u |
    sed 's/^--//' >names
{ list_options | sed 's/[=|].*//' && printf '%s\n' $others; } | sort -u >known
missing=$(grep -vxFf known names)
[ ! "$missing" ]
say 'all options are tried' "not tried: $missing"
