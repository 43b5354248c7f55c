# Patterns match the name as read and both demangled forms, but not with
# --demangle=none. Outputs that are inputs again have names as they were read.
cat >in <<'END'
main;_ZN2ns4Leaf4areaEi;_ZN2ns4readEi 2
main;_ZN2ns4Leaf4areaEi;_ZN2ns4readEPKc 3
main;_ZN4tree4spin17haa80fe700b52e97bE;copy 5
END
run() {
    echo "== $*"
    "$PROF2DOT" "$@" in
    echo "status $?"
}
for name in _ZN2ns4Leaf4areaEi ns::Leaf::area 'ns::Leaf::area(int)' 'ns::L*' \
    '_ZN2ns4L*' ns::read 'ns::read(int)' tree::spin \
    tree::spin::haa80fe700b52e97b; do
    run --list-functions="$name"
done
run --list-functions='ns::*' --demangle=none
run --list-functions='_ZN2ns*' --demangle=none
run --list-functions='ns::*' --demangle=full
run --list-functions --strip
run -T text --root=tree::spin
run -T text --leaf='ns::read(char const*)'
run -T folded --focus='read\(int\)$'
run -T folded --focus='^ns::read$'
run -T folded --focus='^_ZN2ns4read'
run -T folded --hide='^ns::Leaf'
run -T folded --ignore='::' --demangle=none
run -T edges --break=ns::Leaf::area/ns::read
run -T text --break=ns::Leaf::are/ns::read
run -T text --root=ns::rad
run -T text --root=_ZN2ns4readEj
run -T text --focus=ns::rad
run -T text --focus=ns::rad --demangle=full
run -T text --root=ns::read --demangle=none

# These names are deep or long, and one would have an endless form; a small stack
# is enough for all.
awk 'function row(start, part, n, turn, end,    i) {
         printf "main;%s", start
         for (i = 0; i < n; i++) printf "%s", part
         printf "%s", turn
         for (i = 0; i < n; i++) printf "%s", end
         print " 1"
     }
     BEGIN {
         row("_Z1f", "P", 100000, "i", "")
         row("_Z1g", "P", 4000, "i", "")
         row("_Z1h", "1aI", 1000, "i", "E")
         row("_Z", "N1acvT_I", 60, "i", "EE")
         row("_Z", "cvT_IX", 60, "", "")
         row("_RINvC1a1f", "R", 4000, "u", "E")
     }' >hard
[ "$SAN" ] || ulimit -s 256
"$PROF2DOT" -T text -n 0 --focus=_ hard | cut -c 50-100
"$PROF2DOT" hard >dot
echo "status $?"
