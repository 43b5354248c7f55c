# Profiles of Very Sleepy are archives with several files.
threads=$TESTS/readers/sleepy/threads.sleepy
cp "$threads" in
run() {
    "$PROF2DOT" "$@" || echo "exit $?"
}
run -T folded --tid=4120 in
run -T folded --comm='worker*' in
run -T folded --comm=none in
run --list-threads in
run -T folded --tid=1 "$SAMPLES/sleepy/words.sleepy"
run -T folded - <in
echo 'a;b 1' >text
run -f sleepy text
tar -cf two.tar text in
run -f sleepy two.tar
# The stacks come after the symbols, so a cut file has some.
cp "$SAMPLES/sleepy/words.sleepy" words
head -c 360 words >cut
run -T folded cut
head -c 150 words >cut
run -T folded cut
