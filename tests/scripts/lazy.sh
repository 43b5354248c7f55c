# Libraries that few runs need (util/library.h): the program starts without them,
# loads them although it is confined, and says what is missing where they cannot
# be loaded. Files without contents stand in for libraries that are not installed.
# shellcheck source=tests/tools/say.sh
. "$TESTS/tools/say.sh"
names=$(grep -o 'LIB[A-Z]*=lib[^ ]*' "$BUILD/flags" | sed 's/.*=//')
[ "$names" ] ||
    { echo 'skipped lazy: the libraries are linked' && exit; }

echo 'main;a 1' >in
tar cf in.tar in
gzip -c in >in.gz
mkdir empty
for name in $names; do
    : >"empty/$name"
    ! readelf -d "$PROF2DOT" | grep -q "NEEDED.*$name"
    say "start without $name" 'it is linked'
done

without() { # THING STATUS MESSAGE ARGUMENT...
    thing=$1 wanted="$2 $3"
    shift 3
    LD_LIBRARY_PATH=empty "$PROF2DOT" "$@" >out 2>err
    found="$? $(cat err)"
    [ "$found" = "$wanted" ]
    say "without the library: $thing" "$found"
}
without archive 1 'prof2dot: in.tar: reading archives needs libarchive, which cannot be loaded; install it, or unpack the archive first' in.tar
without text 0 '' in
without gzip 0 '' in.gz
case $names in
*microhttpd*)
    without --serve 1 'prof2dot: --serve: libmicrohttpd cannot be loaded; install it, or write a page by -o page.html' --serve in
    ;;
esac
case $names in
*capstone*)
    without --assembly 2 'prof2dot: --assembly: Capstone cannot be loaded; install its library' --assembly -o page.html in
    ;;
esac

if grep -q NO_FILTER "$BUILD/flags"; then
    echo 'skipped lazy: this build cannot be confined'
    exit
fi
"$PROF2DOT" --require-sandbox -T folded in.tar >out 2>&1
if grep -q 'cannot give up rights' out; then
    echo 'skipped lazy: this system cannot confine programs'
else
    [ "$(cat out)" = 'main;a 1' ]
    say 'an archive in a confined run' "$(cat out)"
fi
