# Words of other programs do what they do there, or name the option that does. No
# word that is an option of ours changes its meaning.
cat >stacks <<'END'
top;ay;bee 60
top;bee 30
top;cee 10
END
try() {
    echo "\$ $*"
    "$PROF2DOT" -q "$@" </dev/null 2>&1 | sed 3q
}
for word in -top -text -tree -cum -flat; do
    try "$word" -top stacks
done
"$PROF2DOT" -dot stacks | head -n 1
for kind in proto callgrind svg png pdf; do
    "$PROF2DOT" -$kind stacks >"out.$kind"
    echo "-$kind: $(dd if="out.$kind" bs=1 count=4 2>/dev/null | od -An -c)"
done
echo 'Values follow = or stand in the next argument:'
try -focus=ay -top stacks
try -focus ay -top stacks
try -ignore=ay -top stacks
try -hide=bee -top stacks
try -show=bee -top stacks
try -show_from=ay -top stacks
try -peek=cee stacks
try -list=cee stacks
try -nodecount=1 -top stacks
try -base=stacks -top stacks
try -diff_base=stacks -top -normalize stacks
try -sample_index=cycles -top stacks
try -relative_percentages -focus=cee -top stacks
for word in -functions -files -lines; do
    try $word -top stacks
done
echo 'Servers:'
try -web -T svg stacks
try -http=localhost:8080 -T svg stacks
try -http=:x stacks
try -no_browser stacks
echo 'No option does the same:'
for word in -addresses -disasm=a -weblist=a -nodefraction=.1 -edgefraction=.1 \
    -unit=ms -tags -traces -raw; do
    try $word stacks
done
echo 'These are not words of the table:'
try -topmost stacks
try -focus
try -webx stacks
try -top=3 stacks
try -- -top
try stacks -- -top
"$PROF2DOT" -ffolded -out.txt -T top stacks && ls ut.txt
for word in -alloc_space -inuse_objects -noinlines -filefunctions -call_tree \
    -tagfocus=a=b -tagignore=a -tagroot=a -seconds=5 -trim=false -mean -prune_from=b \
    -output=y.svg '-output y.svg' -sort=self -sort=x -event=x -path= \
    -http=0.0.0.0:x; do
    try $word stacks
done
ls y.svg
echo 'Long options:'
for word in --svg --json --html --flame --top --speedscope --text --http \
    --http=:80 --web --diff --diff-base=x --stdio --tui --children \
    --no-children --inclusive --call-graph --cum --peek --inverted \
    --flamegraph --callers --percent-limit=1 --threshold=1 --dso=a --comms=a \
    --symbols=a --auto=yes --input=a --mean; do
    try $word stacks
done
"$PROF2DOT" -q -T md stacks | head -n 1
"$PROF2DOT" -q -T flamegraph stacks | grep -c '<svg'
echo 'The order of reports:'
"$PROF2DOT" -q -T top --sort=cum stacks
"$PROF2DOT" -q -T top --sort=flat stacks
echo 'Themes:'
for options in --theme=dark --colormap=dark '-c dark' --dark=always; do
    "$PROF2DOT" $options -q stacks | cksum
done | uniq -c | awk '{ print $1 " equal" }'
"$PROF2DOT" --dark=always -c dark stacks | head -n 1
try --dark=always -c gray stacks
try --theme=nosuch stacks
"$PROF2DOT" --dark=always -q -T html stacks | grep -c prefers-color-scheme
for word in diff csv callgrind python; do
    echo "--help=$word:"
    "$PROF2DOT" --help=$word
done
echo 'Values are values, whatever they look like:'
for title in --title --tit; do
    "$PROF2DOT" $title -top -T svg stacks | grep '^<title'
done
try -so -top -T top stacks && head -n 1 ./-top
