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
