# A damaged or cut input is drawn as far as it can be read, and the status is 4,
# with -q as well. Skipped lines are no damage, and neither are legal open ends.
run() {
    echo "\$ prof2dot $*"
    "$PROF2DOT" "$@" >out 2>err
    echo "status $?, $(wc -l <out) lines of output"
    sed 's/\(gz\|xz\|zst\):[0-9]*:/\1:N:/' err
}
awk 'BEGIN { for (i = 0; i < 40000; i++) print "main;f" i, i }' >long
gzip -c long | head -c 100000 >cut.gz
run -T text --nodecount=1 cut.gz
run -q -T text --nodecount=1 cut.gz
run -q --list-functions=main cut.gz
# The file is written, and so is the rule for make.
run -q -T text --nodecount=1 -o file --depfile=file.d cut.gz
ls file file.d
# One of several inputs is enough.
echo 'main;a 1' >whole
run -q -T text --nodecount=1 whole cut.gz
# Damage in the middle.
{
    gzip -c long | head -c 100000
    printf 'no gzip data'
    gzip -c long | tail -c 5000
} >bad.gz
run -q -T text --nodecount=1 bad.gz
# The library takes a damaged header of a later member for the end. Zeros after
# the last one fill a block and are no damage.
gzip -c whole >one.gz
{
    cat one.gz
    gzip -c whole | tr '\213' '\214'
} >two.gz
{
    cat one.gz
    head -c 600000 /dev/zero
} >filled.gz
# A member with a long name ends 5 bytes before the end of a read, so that the
# library looks for the next header in two reads.
{
    printf '\037\213\010\010\0\0\0\0\0\003'
    gzip -nc whole >bare.gz
    head -c $((262144 - 5 - $(wc -c <bare.gz) - 1)) /dev/zero | tr '\0' a
    printf '\0'
    tail -c +11 bare.gz
    head -c 600000 /dev/zero
} >filled-late.gz
run -T edges two.gz
run -T edges filled.gz
run -T edges filled-late.gz
{
    cat one.gz whole
} >text.gz
run -T edges text.gz
# UTF-16 text that ends in half a character.
printf 'm\000;\000a\000 \0001\000\n' >half
run -T edges half
# No damage: a skipped line, and a last line without its end.
printf 'main;a 1\nmain;b x -1\n' >skipped
run -T text skipped
printf 'main;a 1\nmain;b 2' >open
run -T edges open
# The last line is cut off, so that it cannot be read.
printf 'main;a 1\nmain;b x -1' >line
run -T edges line
run -q -T edges line
# Records of gmon.out that are cut off or of no known kind.
cp "$SAMPLES/gmon/words" "$SAMPLES/gmon/words.gmon" .
head -c 2200 words.gmon >arcs
run -T text --nodecount=1 words arcs
run -q -T text --nodecount=1 words words.gmon arcs
cat words.gmon whole >tail
run -T text --nodecount=1 words tail
head -c 100 words.gmon >head
run -T text words head
# Nothing is left of an input: that is an error, and nothing is written.
gzip -c whole | head -c 20 >nothing.gz
run -o never nothing.gz
printf 'bop-trace 1\nf 1' >nothing.trace
run -o never nothing.trace
[ ! -e never ]
