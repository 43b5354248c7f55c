# --files0-from and --keep-going.
echo 'main;a 1' >one
echo 'main;b 2' >two
echo 'no profile' >bad
draw() {
    "$PROF2DOT" "$@"
    echo "$*: $?"
}
printf 'one\0two\0' >list
draw -T folded --files0-from=list
printf 'one\0two' | draw -T folded --files0-from=-
draw -T folded --files0-from=list one
draw -T folded --files0-from=none
: | draw -T folded --files0-from=-
printf 'one\0\0two\0' | draw -T folded --files0-from=-
printf 'one\0-\0' | draw -T folded --files0-from=-
printf 'one\ntwo\n' | draw -T folded --files0-from=-
draw --files0-from=list -T folded -o list
draw --files0-from=list -T folded -o out --depfile=out.d
cat out.d
draw --serve --files0-from=list
echo '# --keep-going'
draw -T folded one bad two
draw -T folded --keep-going one bad two none
draw -T folded --keep-going bad none
draw -q -T pprof --keep-going bad one none -o sum.pb.gz
draw -q -T text sum.pb.gz
draw --keep-going --base=one two
