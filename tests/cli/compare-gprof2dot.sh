# The options of gprof2dot's comparison, in command lines written for it.
run() {
    echo "\$ $*"
    "$PROF2DOT" "$@"
    echo "status $?"
}
dots() { # prints what the boxes say
    dotlist | sed -n 's/^[ne].* label="\([^"]*\)".*/\1/p'
}

cat >old.callgrind <<'EOF'
events: Ir
fn=main
1 50
cfn=load
calls=2 10
1 400
cfn=draw
calls=5 20
1 550
fn=load
10 400
fn=draw
20 550
EOF
sed 's/400/300/; s/550/650/' old.callgrind >new.callgrind
cat >old.axe <<'EOF'
Index  % CPU Time:Total  CPU Time:Self  CPU Time:Children  Name               Index
-----  ----------------  -------------  -----------------  -----------------  -----
                         0.0            4.0                <spontaneous>      [1]
[0]    100.0             0.5            3.5                main               [0]
                         1.5            0.0                load               [2]
                         2.0            0.0                draw               [3]

                         0.5            3.5                main               [0]
[2]    37.5              1.5            0.0                load               [2]

                         0.5            3.5                main               [0]
[3]    50.0              2.0            0.0                draw               [3]

Index  Function
-----  --------
[0]    main
[2]    load
[3]    draw
EOF
sed 's/1\.5            0\.0/0.5            0.0/; s/2\.0            0\.0/5.0            0.0/
    s/3\.5  /5.5  /' old.axe >new.axe

for format in callgrind axe; do
    echo "$format:"
    set -- -f $format --compare old.$format new.$format
    run "$@" -T text
    "$PROF2DOT" "$@" -n0 -e0 | dots
done

set -- -f callgrind --compare old.callgrind new.callgrind
run "$@" --compare-tolerance=5 -T text
run "$@" --compare-tolerance 15 -T text
run "$@" --compare-only-slower -T text
run "$@" --compare-only-faster -T text
run "$@" --compare-color-by-difference -n 0.5 -e 0.1 -s -w -c print -o diff.dot
dots <diff.dot
run -f callgrind --compare old.callgrind
run -f callgrind --compare --base=old.callgrind old.callgrind new.callgrind
