# Profiles of addresses get their names from the program: beside the profile,
# by --program, or as another input.
cp "$TESTS/readers/pprof/resolved.pb" "$TESTS/readers/gperftools/little64.prof" .
echo "without:"
"$PROF2DOT" -T folded resolved.pb
"$PROF2DOT" -q -T folded --program="$SAMPLES/gmon/calc" little64.prof
"$PROF2DOT" -q -T folded "$SAMPLES/gmon/calc" little64.prof
"$PROF2DOT" -q -T folded little64.prof "$SAMPLES/gmon/calc"
"$PROF2DOT" -q -T folded -f gperftools little64.prof little64.prof
cp "$SAMPLES/gmon/calc" .
echo "beside it:"
"$PROF2DOT" -T folded resolved.pb
"$PROF2DOT" -q -T folded --granularity=line little64.prof
"$PROF2DOT" -T folded --program="$SAMPLES/gmon/words" little64.prof
echo "lines:"
"$PROF2DOT" -q -T edges --granularity=line "$SAMPLES/gperftools/calc.cpu" |
    grep '^"[emp][^ ]* (.*file='
