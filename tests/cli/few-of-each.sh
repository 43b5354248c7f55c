# Inputs with values of 0, 1 and 2, two of something where there is mostly one,
# and each suffix with each tail: what is easily broken without a test.

echo '-- suffixes of compilers, the number of a recursion, and a member "part"'
printf '%s\n' "main;foo.isra.0'2 3" 'main;S::part 2' 'main;part 1' \
    'main;foo.part.0 4' 'main;bar.constprop.1.cold 5' |
    "$PROF2DOT" -q --strip -T text

echo '-- functions on the first line of minified JavaScript, two of one name'
cat >min.cpuprofile <<'EOF'
{"nodes":[{"id":1,"callFrame":{"functionName":"(root)","url":"","lineNumber":-1,"columnNumber":-1},"hitCount":0,"children":[2,3]},
{"id":2,"callFrame":{"functionName":"e","url":"file:///a.min.js","lineNumber":0,"columnNumber":0},"hitCount":1},
{"id":3,"callFrame":{"functionName":"e","url":"file:///a.min.js","lineNumber":0,"columnNumber":1812},"hitCount":2}],
"startTime":0,"endTime":3000,"samples":[2,3,3],"timeDeltas":[1000,1000,1000]}
EOF
"$PROF2DOT" -T edges min.cpuprofile

echo '-- two profiles of gperftools are added up'
calc=$SAMPLES/gperftools/calc.cpu
for inputs in "$calc" "$calc $calc"; do
    "$PROF2DOT" -q -T json $inputs | grep '"whole"'
done

echo '-- stacks of cost 0, 1 and 2 of bcc'
printf '    leaf\n    main\n    -                a (1)\n        %s\n\n' 0 1 2 |
    "$PROF2DOT" -f bcc -T folded
printf '    leaf\n    main\n    -                a (1)\n        0\n\n' |
    "$PROF2DOT" -f bcc -T json | grep '"whole"'

echo '-- clusters of modules without cost'
printf '%%edges 1\na module=x\nb module=y\na -> b 0\n' |
    "$PROF2DOT" -n0 -e0 --clusters=module | grep -c 'subgraph "cluster'

echo '-- a unit of 44 characters'
printf 'main;a 3\n' |
    "$PROF2DOT" --unit=aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeee -T text

echo '-- chains of perf report whose rounded shares add up to more than their row'
cat >rounded.txt <<'EOF'
# Samples: 3  of event 'cycles:u'
# Event count (approx.): 3
#
# Overhead  Command  Shared Object  Symbol
# ........  .......  .............  ..........
#
    10.00%  prog     prog           [.] leaf
            |
            ---leaf
               |
               |--3.34%--a
               |          main
               |
               |--3.34%--b
               |          main
               |
                --3.34%--c
                          main

EOF
"$PROF2DOT" -q -T folded rounded.txt
