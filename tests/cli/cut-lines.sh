# Text that ends inside of a line: what shows that is told with status 4, and
# what is before it is drawn. A whole last line may lack its line end.
until_text() { # FILE TEXT WHERE: the input up to where TEXT is last in it
    perl -0777 -pe 'BEGIN { $text = shift } s/.*\Q$text\E\K.*//s' "$2" \
        "$SAMPLES/$1" >"$3"
}
run() {
    echo "\$ prof2dot $*"
    "$PROF2DOT" "$@" >out 2>err
    echo "status $?, $(awk '$2 == "->" || /^\[/' out | wc -l) calls or stacks"
    cat err
}
until_text perf/words '(/home/user/samples/wor' module
until_text perf/words 'find_word+0x' symbol
printf '\t    ' | cat "$SAMPLES/perf/words" - >blanks
{ cat "$SAMPLES/perf/words" && printf 'words 1 2.5:  1 cycles' ; } >header
{ cat "$SAMPLES/perf/words" && printf 'w 1 2.5:  1 cycles: \n\nw 1 2.' ; } >second
until_text perf/words ')' whole
for file in module symbol blanks header second whole; do
    run -T edges $file
done
printf 'a 1 1.5:  1 cycles: \n\t  1f f+0x1 (/a)\n  f.c:10' >source
run -T edges source
# The cost of a stack, if others have one, but not its last digits.
printf 'main;a 11\nmain;b;c' >folded
run -T edges folded
printf 'main;a\nmain;b;c' >counted
run -T edges counted
until_text vsprof/CallTreeSummary.csv '100.00,"' vsprof
run -T edges vsprof
until_text vtune/top-down.csv '"9,000' vtune
run -T edges vtune
until_text jfr/Words.jfr.txt 'jdk.ExecutionSam' jfr
run -T edges jfr
until_text rprof/walk.out '"withVisible"' rprof
run -T edges rprof
