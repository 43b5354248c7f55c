# Feeds the outputs of every sample, and of costs in seconds, at 1e15 and beyond
# 2^63, to the programs that read them, or to what these programs say of their
# input: tools/consumers.py. No line may be refused, and sums must be equal. With
# FULL, slow readers get all outputs. SPEEDSCOPE names the folder of speedscope's npm
# package.
command -v python3 >/dev/null || {
    echo 'skipped consumers: there is no python3'
    exit
}
set --
for file in "$SAMPLES"/*/*; do
    [ ! -x "$file" ] || continue # a program, which goes with its .gmon
    [ "$file" = "${file%.gmon}" ] || file=${file%.gmon},$file
    set -- "$@" "$file"
done
mode=quick
[ ! "$FULL" ] || mode=full
python3 "$TESTS/tools/consumers.py" "$PROF2DOT" $mode "$@"
