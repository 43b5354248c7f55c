# What `make install` puts into a folder, `make uninstall` takes away.
. "$TESTS/tools/say.sh"
[ ! "$SAN" ] || { echo 'skipped install: built with sanitizers' && exit; }

no_deps=
! "$PROF2DOT" --version | grep -q '^no dependences' || no_deps=yes
run_make() { # TARGET: nothing is built for that
    make -s -C "${TESTS%/tests}" BUILD="$BUILD" -o all "$1" ${no_deps:+WITH_DEPS=no} \
        DESTDIR="$PWD/to" PREFIX=/usr LIBDIR=/usr/lib/there >log 2>&1
}
run_make install && [ -x to/usr/bin/prof2dot ]
say 'a program' "$(tail -n 1 log)"
for page in "$TESTS"/../man/*.[157]; do
    name=${page##*/}
    if [ "$no_deps" ]; then
        case $name in
        bop-*) [ ! -e "to/usr/share/man/man${name##*.}/$name" ] ;;
        prof2dot.1) ! grep -E '\.Xr bop-|Fl deps' "to/usr/share/man/man1/$name" ;;
        *) cmp -s "$page" "to/usr/share/man/man${name##*.}/$name" ;;
        esac
        say "$name without dependences"
        continue
    fi
    cmp -s "$page" "to/usr/share/man/man${name##*.}/$name"
    say "$name"
done
if [ -x "$BUILD/bop-cc" ]; then
    [ -e to/usr/share/man/man1/bop-c++.1 ]
    say bop-c++.1
    [ -f to/usr/lib/there/prof2dot/libbop.so ] &&
        grep -qF "'/usr/lib/there/prof2dot'" to/usr/bin/bop-cc
    say 'a folder of the tracer'
fi
run_make uninstall && [ ! "$(find to ! -type d)" ] &&
    [ ! -e to/usr/lib/there/prof2dot ]
say 'uninstall' "$(tail -n 1 log) $(find to ! -type d | head -n 3 | tr '\n' ' ')"
