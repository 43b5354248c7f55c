# Reports: tables, trees, callers and callees as text.
run() { # OPTIONS...
    echo "\$ $*"
    "$PROF2DOT" -q "$@" || echo "status $?"
}
cat >stacks <<'END'
main;parse;read 6
main;eval;apply;eval;read 3
main;eval;apply 4
main;eval 1
main 1
END
cat >calls <<'END'
%edges 1
%unit seconds
main 0.5 module=prog file=src/main.c line=3
parse 1 module=prog file=src/parse.c line=10
eval 2
read 1.5 module=/lib/libc.so
main -> parse x1
main -> eval x4
eval -> eval x9
parse -> read x10
eval -> read x20
END
run -T top stacks
"$PROF2DOT" -q -T top stacks >top
"$PROF2DOT" -q -T text stacks | cmp - top && echo 'top and text are the same'
for order in self total count name; do
    run -T top --sort=$order calls
done
run -T top --sort=count "$SAMPLES/gprof/calc"
run -T tree stacks
run -T tree --depth=1 stacks
printf '%s\n' 'main;main;main 5' 'main;b 2' >recursive
run -T tree --depth=0 recursive
run -T tree -n 30 stacks
run -T tree --root=eval stacks
run -T tree --leaf=read stacks
run -T tree --nodecount=2 stacks
run -T tree calls
run -T tree -e 20 calls
run -T tree --root=eval --root=parse calls
run -T peek --list='^eval$' stacks
run -T peek --list='^eval$' --list=libc calls
run -T peek --list='^eval$' --root=apply stacks
run -T peek --list='^main$' --root=read stacks
run -T peek --list=nothing stacks

echo 'Markdown:'
run -T top --markdown calls
run -T text --markdown stacks
run -T tree --markdown calls
run -T peek --markdown --list=parse calls

echo 'Comparisons:'
sed 's/eval 1$/eval 9/; s/parse/lex/' stacks >new
run -T top --base=stacks new
run -T top --markdown --base=stacks new
run -T peek --list='^eval$|lex' --base=stacks new
run -T peek --list='^lex$' --markdown --base=stacks new
printf 'main;eval 0.5\n' >half
printf 'main;eval;apply 1\n' >one
run -T peek --list='^eval$' --base=half one
run -T tree --base=stacks new
run -T tree --markdown -n 10 --base=stacks new
run -T tree --base=stacks --base=stacks new
sed 's/^parse 1 /parse 3 /; s/^read 1.5/read 0.5/' calls >more
run -T tree --base=calls more
run -T tree -e 50 --root=parse --base=calls more

echo 'Wrong options:'
run -T peek stacks
run -T svg --list=main stacks
run -T json --markdown stacks
run -T markdown --markdown stacks
run -T tree --sort=name stacks
run -T top --sort=name --base=stacks new
run -T top --sort=cost stacks
run -T peek --list= stacks
run -T peek --list='(' stacks
run -T top --list-functions --markdown stacks

echo 'Names of any bytes, and none:'
printf 'main;\033[31mred\033[0m\007;a\tb 4\nmain;x\342\200\256y;```;| c | 3\nmain; ;1 2\n' >hostile
run -f folded -T top hostile
run -f folded -T tree hostile
run -f folded -T peek --list=. hostile
run -f folded -T peek --markdown --list='c' hostile
run -f folded -T tree --markdown hostile
printf '%%edges 1\n%%event "\\x1b[2J|*e*"\n"" 3\n"" -> "\\x00" x1\n"\\x00" 1\n' >odd
run -T top --markdown odd
run -T tree odd
run -T peek --list=. odd

echo 'No costs, no calls, nobody enters:'
printf '%%edges 1\na -> b x5\n' >counts
run -T tree counts
run -T peek --list=b counts
run -T top --sort=count counts
printf '%%edges 1\na 3\nb 1\n' >flat
run -T tree flat
printf '%%edges 1\na 3\na -> b x5\nb -> a x5\nb 1\n' >cycle
run -T tree cycle
run -T peek --list=. cycle
run -T tree --cycles=collapse cycle
run -T tree --tags=comm "$SAMPLES/perf/threads" | head -n 8

echo 'Callers with names that fill the whole output:'
name=$(printf '%07000d' 0)
printf '%s;f 4\n%s;f 3\n%s;g 2\n' "a$name" "b$name" "c$name" >wide
"$PROF2DOT" -q -f folded -T peek --list='^[fg]$' wide | sed 's/0000*/0/'

echo 'For people who say how wide they read:'
for columns in 50 90; do
    COLUMNS=$columns "$PROF2DOT" -q -T top "$SAMPLES/gprof/calc" | head -n 5
done
for more in 0 -1; do
    line=$("$PROF2DOT" -q -T top "$SAMPLES/gprof/calc" | head -n 1)
    COLUMNS=$((${#line} + more)) "$PROF2DOT" -q -T top "$SAMPLES/gprof/calc" | sed 2q
done
for columns in 88 89; do # the column sum has room from 89 on
    COLUMNS=$columns "$PROF2DOT" -q -T text "$SAMPLES/gprof/calc" | sed -n 2p
done
printf 'a_name_that_is_%s_columns;long 3\n' "$(printf '%090d' 0)" >long
for options in '' --label-length=0; do
    for to in top tree 'peek --list=.'; do
        COLUMNS=72 "$PROF2DOT" -q -T $to $options long | awk '{ print length }' |
            sort -n | tail -n 1
    done
done
COLUMNS=72 "$PROF2DOT" --list-functions long | grep -c 0_columns
cat >unresolved <<'END'
%edges 1
main 0 module=/usr/bin/prog
a 1 name="[unknown]" module=/usr/lib/x86_64-linux-gnu/liba.so
b 2 name="[unknown]" module=/usr/lib/x86_64-linux-gnu/libb.so
main -> a x1
a -> b x1
END
for to in top tree 'peek --list=prog'; do
    COLUMNS=60 "$PROF2DOT" -q -T $to unresolved
done
