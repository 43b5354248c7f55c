# What perf.data needs beside a reading of its records.
data=$SAMPLES/perfdata/small.data
run() { "$PROF2DOT" -T folded "$@" 2>&1 | tail -n 3; }

echo "# a file of another build is not used"
cp "$data" .
printf 'int main(void) { return 0; }\n' | ${CC:-cc} -x c -o small - 2>/dev/null
"$PROF2DOT" -T folded small.data 2>&1 >stacks
grep -c leaf stacks

echo "# pipes and compressed files"
run - <"$data" >first
cat "$data" | run - >second
gzip -c "$data" >small.gz
run small.gz >third
cmp first second && cmp first third && echo same

echo "# threads, tags and times"
run --comm=nobody "$data"
run --comm=small --tags=comm "$data"
run --tags=cpu "$data"
run --time=1,2 "$data"
run --time=2,1 "$data"
run --list-threads "$data" | sed 's/[0-9][0-9]*/N/g'
from=$("$PROF2DOT" -T folded --time=0, "$data" 2>&1 | wc -l)
[ "$from" -gt 3 ] && echo "all after 0"

echo "# perf text takes --time as well"
printf 'a 1 1.5: 1 c:\n\t12 f (m)\n\na 1 2.5: 1 c:\n\t12 g (m)\n\n' >text
run --time=2, text
run --time=,2 text
run --time=3,4 text

# What perf writes behind the samples is cut off.
head -c 9978 "$SAMPLES/perfdata/small.data" >cut.data
"$PROF2DOT" -T text cut.data >/dev/null
echo "exit $?"
