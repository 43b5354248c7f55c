# --max-memory stops an input that needs more, in whatever stage, with a message
# that names the option. Nothing is written.
run() {
    echo "\$ prof2dot $*"
    "$PROF2DOT" -T text --nodecount=1 "$@" >out 2>err
    echo "status $?, $(wc -l <out) lines of output"
    cat err
}
# A line of 80 MB, which 80 kB of compressed data promise.
{
    printf 'main;'
    head -c 80000000 /dev/zero | tr '\000' a
} | gzip >line.gz
run --max-memory=20M line.gz
run --max-memory=20M --threads=2 -o never line.gz | sed 1d
[ ! -e never ] && echo 'nothing is written'
# Many functions: the limit holds for arrays and for texts.
awk 'BEGIN { for (i = 0; i < 100000; i++) print "main;a_long_name_" i, 1 }' >many
run --max-memory=20M many
run --max-memory=0 many
run --max-memory=2G many
for size in 1 4K 500MiB 1e9 0 x -1 1X 1MM 10ms '' 9223372036854775808; do
    echo 'main;a 1' | "$PROF2DOT" -T text --max-memory="$size" >out 2>&1
    echo "$size: $? $(head -1 out)"
done
