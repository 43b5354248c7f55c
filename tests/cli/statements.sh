# Which statements share a box: cheap ones that follow each other in a function,
# if there are more than ten, and others if there are more than thirty boxes.
boxes() { # COST...: of statements in a whole of 1,000; "," begins a function
    echo "$*" | awk '{
        print "%edges 1"
        for (f = i = 1; i <= NF; i++)
            if ($i == ",")
                print "f" ++f " 100"
            else
                printf "f%d @ %c.c:%02d %s\n", f, 96 + f, i, $i
        print "f1", 1100 - 100 * f
    }' >in
    "$PROF2DOT" -q --deps=toplev $limit in | dotlist >dot
    echo "$# words:" $(sed -n 's/^node .*label="\([a-z]\.c[^\\"]*\).*/\1/p' dot)
    grep -o 'statements of less[^;\\"]*' dot | sort -u
}
limit=
few='0 0 0 0 0 0 0 0 0'
boxes $few 0
boxes $few 0 0
echo 'One of a thousandth is not cheap, in front of others, behind them or between:'
boxes 1 $few 0
boxes $few 0 1
boxes $few 1 0 0 1 .999 1 1 0
echo 'Those of another function have boxes of their own:'
boxes $few , 0 0
boxes 2 2 2 0 0 , 0 0 2 2 2 , 0
echo 'Together, neighbours cost less than a share that grows:'
boxes $few $few $few 0 0 0
many='2 2 2 2 2 2 2 2 2 2'
boxes $many $many $many
boxes $many $many $many 2
boxes 1 $many 1 $many 1 $many 1
boxes $many 30 $many 0 30 $many 1 1 30
boxes 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1
boxes $many $many , $many 2
for n in 1 9 10 11 29 30 31; do
    limit=--nodecount=$n
    echo "At most $n:"
    boxes $many $many $many 2
done
limit=
echo 'A statement names what it calls, or else what works for it:'
cat >in <<'END'
%edges 1
main 1
main > load 5
load > push 5
main > check 5
load 0
push 5
check 5
main @ a.c:1 5 callee=load
main @ a.c:2 5 callee=check
main @ a.c:3 1
push ~> main x9 wrote=b.c:1 wtop=a.c:1 wfor=main read=a.c:3 rtop=a.c:3 rfor=main
push ~> push x9 wrote=b.c:1 wtop=a.c:1 wfor=main read=b.c:1 rtop=a.c:3 rfor=main
END
"$PROF2DOT" -q --deps=toplev in | dotlist >dot
sed -n 's/^node .*label="\(a\.c[^"]*\)".*/\1/p' dot
"$PROF2DOT" -q -T edges in | grep '^main @'
for n in 19 20; do
    echo "$n arrows between statements of two functions, and one within:"
    awk -v n=$n 'BEGIN {
        print "%edges 1\nf 5\ng 5"
        for (i = 1; i <= n; i++)
            print "f ~> g x2 wtop=a.c:1 wfor=f rtop=b.c:" i " rfor=g"
        print "f ~> f x3 wtop=a.c:1 wfor=f rtop=a.c:2 rfor=f"
    }' >in
    "$PROF2DOT" -q --deps=toplev in | dotlist >dot
    grep '^edge .*class="dep"' dot | grep -o ' label="[^"]*"' | sort | uniq -c
    grep -o 'arrows between statements[^;\\"]*' dot
done
