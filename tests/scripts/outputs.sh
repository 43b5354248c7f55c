# Nothing recurses: a chain of 1000000 functions works with a stack of 256 kB,
# whether it comes from calls, from one sampled stack or from a cycle. Shorter
# chains show the same and have to do without FULL.
make_inputs() { # LENGTH
    awk -v n="$1" 'BEGIN {
        print "%edges 1"
        for (i = 0; i < n; i++) printf "f%d 1\nf%d -> f%d 1\n", i, i, i + 1
    }' >calls
    { cat calls && echo "f$1 -> f0 1" && echo "f0 1 entry=1"; } >cycle
    awk -v n="$1" 'BEGIN {
        for (i = 0; i < n; i++) printf "f%d;", i
        print "f" n, 1
    }' >stack
}

check() { # LENGTH FILE OUTPUT
    (ulimit -s 256 && exec "$PROF2DOT" -T $3 "$2") >out 2>err
    status=$?
    if [ $status = 0 ] && [ -s out ]; then
        echo "ok outputs: $2 of $1, $3"
    else
        echo "FAILED outputs: $2 of $1, $3: status $status, $(head -n 1 err)"
    fi
}

many=100000 some=30000
[ "$FULL" ] && [ ! "$SAN" ] && many=1000000 some=100000
make_inputs $many
for file in calls cycle stack; do
    check $many $file dot
done
make_inputs $some
for file in calls cycle stack; do
    for to in json text tree 'peek --list=1' edges; do
        check $some $file "$to"
    done
done
check $some stack folded
