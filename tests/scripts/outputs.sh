# Nothing recurses: a chain of 1000000 functions works with a stack of 256 kB,
# be it made of calls, one sampled stack, or a cycle.
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
    (ulimit -s 256 && exec "$PROF2DOT" -T "$3" "$2") >out 2>err
    status=$?
    if [ $status = 0 ] && [ -s out ]; then
        echo "ok outputs: $2 of $1, $3"
    else
        echo "FAILED outputs: $2 of $1, $3: status $status, $(head -n 1 err)"
    fi
}

many=1000000
[ "$SAN" ] && many=100000
make_inputs $many
for file in calls cycle stack; do
    check $many $file dot
done
make_inputs 100000
for file in calls cycle stack; do
    for to in json text edges; do
        check 100000 $file $to
    done
done
check 100000 stack folded
