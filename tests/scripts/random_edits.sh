# Random programs that were edited: functions were inserted, deleted, moved and
# renamed, comments written, files and folders moved. At least 99 % of the cost
# of what both versions have finds its right partner, and nothing one of another
# file.
. "$TESTS/tools/say.sh"

if ! command -v python3 >/dev/null; then
    echo 'skipped random_edits: python3 is missing'
    exit
fi

last=60
[ "$SAN" ] && last=12
python3 "$TESTS/tools/random_edits.py" "$PROF2DOT" "$PWD" $(seq $last) >out 2>err
say 'all pairs are compared' "$(cat err)"
for kind in lines numbers; do
    grep -qE "^$kind right (99|100)\..*across 0\$" out
    say "$kind" "$(grep "^$kind" out)"
done
