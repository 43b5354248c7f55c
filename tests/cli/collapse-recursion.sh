# --collapse-recursion: a function appears once on a stack.
run() { echo "\$ prof2dot $*"; "$PROF2DOT" -q "$@" 2>&1 || echo "status $?"; }
cat >stacks <<'EOF'
f;g;f;x 5
f;g;h 2
f;f;f 3
m;f;g;h;g;f;g;y 1
m;f2;f2 4
EOF
run -T folded --collapse-recursion='^f$' stacks
run -T folded --collapse-recursion='^g$' stacks
run -T folded --collapse-recursion='^[fg]$' --collapse-recursion=f2 stacks
run -T folded --collapse-recursion=nosuch stacks
echo '# after the other filters: without g, the stacks are f;f;x'
run -T folded --hide=g --collapse-recursion='^f$' stacks
echo '# self and total cost: those of f stay, g was between two frames of it'
for option in --hide=nosuch --collapse-recursion='^f$'; do
    echo "$option"
    "$PROF2DOT" -q -n0 -e0 -T json "$option" stacks |
        sed -n 's/.*"name": "\([^"]*\)".*"self": \([^,]*\), "total": \([^,]*\),.*/\1 \2 \3/p'
done
echo '# of calls, only those of a function to itself are known'
cat >calls <<'EOF'
%edges 1
f 3
g 4
m -> f 2
f -> f 7
f -> g 5
g -> g 1
EOF
run -f edges -T edges --collapse-recursion='^f$' calls
