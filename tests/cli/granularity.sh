# --granularity: what a box stands for.
run() {
    echo "== $*"
    "$PROF2DOT" -q "$@"
    echo "status $?"
}
cat >stacks <<'EOF'
%edges 1
main module=/bin/app file=/src/main.c line=3
"_ZN2ns3box4areaEv" module=/bin/app file=/src/box.cc line=20
"_ZN2ns3box3addEi" module=/usr/lib/libbox.so file=/src/box.cc line=7
"_ZNSt6vectorIiE9push_backEi" module=/usr/lib/libbox.so
[main] 1
[main "_ZN2ns3box4areaEv"] 2
[main "_ZN2ns3box4areaEv" "_ZN2ns3box3addEi" "_ZN2ns3box4areaEv"] 4
[main "_ZN2ns3box3addEi" "_ZNSt6vectorIiE9push_backEi"] 8
[main main main] 16
EOF
cat >calls <<'EOF'
%edges 1
X 1 x1 entry=1 module=x
Y 1 x1 entry=1 module=y
cheap 10 x100 module=/lib/m
costly 90 x1 module=/lib/m
X -> cheap x100
Y -> costly x1
costly -> costly x3
costly -> cheap x0
EOF
for granularity in function line file module class package; do
    run --granularity=$granularity -T text stacks
    run --granularity=$granularity -T folded stacks
done
run --granularity=module -T json stacks
run --granularity=module -T edges calls
run --granularity=module -T text calls
run --granularity=module -T text "$SAMPLES/gmon/shapes" \
    "$SAMPLES/gmon/shapes.gmon"

# Filters see what was joined.
run --granularity=module --focus=libbox -T text stacks
run --granularity=class --root=ns::box -T text stacks

# Addresses and what inputs do not have.
run --granularity=address -n 4 -T text "$SAMPLES/perf/words"
printf 'a 1 1.0: cycles:\n\t 1 f (/x)\n\t 2 main (/x)\n\n' >bare
run --granularity=address bare
run --granularity=line "$SAMPLES/perf/words"
run --granularity=file "$SAMPLES/perf/words"
run --granularity=address "$SAMPLES/folded/words"
run --granularity=module "$SAMPLES/folded/words"
run --granularity=class calls
run --granularity=line calls
run --granularity=lines stacks
run --granularity=line --granularity=function -T text stacks

# Boxes of equal names show their folders; -s leaves file names alone.
cat >same <<'EOF'
%edges 1
main module=/bin/app file=/src/main.c
f module=/lib/libz.so file=/src/a/mod.rs
g module=/opt/lib/libz.so file=/src/b/mod.rs
[main f] 1
[main g] 2
EOF
for granularity in module file; do
    echo "== $granularity"
    "$PROF2DOT" -q -s --granularity=$granularity same | dotlist |
        sed -nE -e 's/^digraph .*(a box for[^\\"]*).*/\1/p' \
            -e 's/^node .* (label="[^"]*").*/\1/p'
done
