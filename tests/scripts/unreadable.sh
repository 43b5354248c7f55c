# The program that a recording names may be one that this user may not read.
. "$TESTS/tools/say.sh"
user=
if [ "$(id -u)" = 0 ]; then
    if ! command -v setpriv >/dev/null; then
        echo 'skipped unreadable: there is no setpriv'
        exit
    fi
    user='setpriv --reuid=65534 --regid=65534 --clear-groups'
fi
# The folder of the test itself may be closed to other users.
open=$(mktemp -d) && cp "$PROF2DOT" "$open" && cd "$open" || exit
chmod 755 .
cp "$TESTS/../samples/profiles/perfdata/small.data" \
    "$TESTS/../samples/profiles/perfdata/small" .
chmod 0 small
$user ./prof2dot -T text small.data --symfs=. >/dev/null 2>err
grep -q 'no symbols of ./small: this user may not read the file' err
say 'the note says so' "$(cat err)"
cd / && rm -rf "$open"
