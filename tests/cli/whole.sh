# Numbers and texts as the programs that read them need them: whole, below 2^63,
# without formulas, and in UTF-8.
run() {
    echo "\$ $*"
    "$PROF2DOT" "$@"
    echo "status $?"
}
# Costs of 2 ms and 50 us.
cat >ms.folded <<'END'
java;park 2
java;poll 0.05
END
run -T folded --unit=ms ms.folded
run -T callgrind --unit=ms ms.folded
run -T folded ms.folded
run -T pprof ms.folded

echo '-- fractions without exponents, and times that round to nothing'
printf 'a 0.5\nb 5e-05\nc 1e15\nd 123456.789\ne 1e-7\n' | run -T folded
printf 'a 0.4\nb 7\n' | run -T folded --unit=ns
printf 'a 4e-1\nb 0.3\n' | run -T folded --unit=ns
printf 'a 0.4\nb 7\n' | run -T folded --unit=bytes

echo '-- large numbers'
for cost in 8640000000000000 9223372036854774784 9223372036854775808 1e19; do
    printf 'main;a %s\nmain;b 5\n' $cost >large
    for to in folded callgrind; do
        run -f folded -T $to large | sed -n '/^main/p; /^totals/p; /status/p'
    done
    run -f folded -T pprof -o large.pb.gz large && run -T folded large.pb.gz
    rm -f large.pb.gz
done
run -f folded -T folded --unit=ms large | tail -n 1
printf 'a 4e18\nb 4e18\n' | run -T pprof -o sum.pb.gz
printf 'a 5e18\nb 5e18\n' | run -T pprof -o sum.pb.gz
printf '%%edges 1\na 1e19\n' | run -T callgrind | tail -n 1

echo '-- calls that nobody counted'
printf 'main;main;leaf 5\nmain 1\n' | "$PROF2DOT" -T callgrind >one
grep -v '^$' one
run -T edges one
printf '%%edges 1\n%%unit s\na 1\na -> b 2\na -> c 1 x7\nb 2\nc 1\n' |
    "$PROF2DOT" -T callgrind | tee two | grep -a 'calls\|Calls'
"$PROF2DOT" -q -T edges two
cat one two | "$PROF2DOT" -q -T edges -f callgrind

echo '-- formulas, quotes, and what is no UTF-8'
printf '%s\n' '-[NSObject init];+[A b];=1+2;@SUM(A1);a-b;"q" 5' >names
printf '\357\274\235cmd;\357\274\213x;\357\275\236y;\377=;a\200b;\342\200\256c\033;=\302\205 7\n' >>names
run -T csv names
run -T markdown names

echo '-- the ending of speedscope'
"$PROF2DOT" names -o x.speedscope.json && head -c 30 x.speedscope.json && echo
"$PROF2DOT" names -o X.SPEEDSCOPE.JSON && head -c 30 X.SPEEDSCOPE.JSON && echo
"$PROF2DOT" names -T speedscope -o y.json && head -c 30 y.json && echo
"$PROF2DOT" names -o speedscope.json && head -n 2 speedscope.json
