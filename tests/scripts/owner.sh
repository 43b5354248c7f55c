# A replaced file keeps its owner, group and permissions, or a warning tells
# why it does not.
if [ "$(id -u)" != 0 ] || ! id nobody >/dev/null 2>&1; then
    echo 'skipped owner: needs root and the user nobody'
    exit
fi
. "$TESTS/tools/say.sh"
group=$(id -gn nobody)
echo 'main;a 1' >in
echo old >out
chown "nobody:$group" out && chmod 4640 out
"$PROF2DOT" -o out in 2>err
rights=$(ls -l out | awk '{ print $1, $3, $4 }')
[ "$rights" = "-rwSr----- nobody $group" ] && [ ! -s err ]
say 'root keeps them' "$rights $(cat err)"

if ! command -v setpriv >/dev/null; then
    echo 'skipped owner: there is no setpriv'
    exit
fi
# The folder of the test itself may be closed to other users.
open=$(mktemp -d) && cp in "$PROF2DOT" "$open" && cd "$open" || exit
chmod 777 .
echo old >out
chmod 4644 out
setpriv --reuid=nobody --regid="$group" --clear-groups ./prof2dot -o out in 2>err
rights=$(ls -l out | awk '{ print $1, $3, $4 }')
[ "$rights" = "-rw-r--r-- nobody $group" ] &&
    grep -q 'out: belonged to user 0 and belongs to user' err
say 'another user is told' "$rights $(cat err)"
cd / && rm -rf "$open"
