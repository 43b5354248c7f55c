# A small stack: the program says so before libraries overflow it. With less than
# 24 kB it may end before it begins, in the loader, as cat(1) does below 16 kB.
echo 'main;a 1' >in
try() { # SIZE OPTION...
    (ulimit -S -s $1 && shift && exec "$PROF2DOT" "$@")
    echo "exit $?"
}
small=24 enough=256
[ ! "$SAN" ] || small=200 enough=8192
try $small in -T folded
try 255 in -T folded
try $enough in -T folded
echo old >out.svg
try $small in -o out.svg
cat out.svg
try $enough in -o out.svg
tail -n 1 out.svg
try $enough -q -T folded "$SAMPLES"/gperftools/calc.cpu \
    --focus='^((a|b)*(c|d)*)*$|main' | tail -n 1
