# A function with more nested blocks than are followed keeps its name.
{
    echo 'int work(int n) { '
    awk 'BEGIN { for (i = 0; i < 1100; i++) print "{ volatile int v" i " = n;" }'
    echo 'n += v1099;'
    awk 'BEGIN { for (i = 0; i < 1100; i++) print "}" }'
    echo 'return n; } int main(int n, char **v) { (void)v; return work(n); }'
} >p.c
${CC:-cc} -g -O0 -o program p.c 2>/dev/null || {
    echo 'skipped nested: no compiler that takes 1100 nested blocks'
    exit
}
nm program | awk '$3 == "work" { sub(/^0*/, "", $1); print $1 }' >offsets
"$BUILD/tests/tools/addresses" "$PWD/program" <offsets >p.data
got=$("$PROF2DOT" -q -T folded p.data 2>&1)
if [ "$got" = 'work 1' ]; then
    echo 'ok a function of 1100 nested blocks'
else
    echo "FAILED a function of 1100 nested blocks: $got"
fi
