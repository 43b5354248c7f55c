# An input that is no profile is refused: random bytes, whatever their
# number, and every sample of other tools in ../shared/formats, if it is there,
# of which the message says what it is (cli/hints has one of each).
work=$(pwd)
. "$TESTS/tools/say.sh"

# Compressed data are as good as random, once their header is gone.
seq 300000 | gzip -n | tail -c +100 >noise
size=$(wc -c <noise)
n=300
[ ! "$FULL" ] || n=10000
bad=
for i in $(seq $n); do
    tail -c +$((i * 3571 % (size - 3000) + 1)) noise |
        head -c $((i * i % 2999 + 9)) >random
    "$PROF2DOT" -o never random >out 2>&1
    [ $? = 1 ] && [ -s out ] || bad="$bad $i"
done
[ ! "$bad" ] && [ ! -e never ]
say 'random bytes' "$bad"

[ -d "$SHARED/formats" ] || exit 0
cd "$SHARED/formats" || exit
find . -type f ! -name MANIFEST.tsv | sort >"$work/list"
while read -r file; do
    "$PROF2DOT" -T text "$file" >"$work/out" 2>"$work/err"
    case $? in
    0 | 4) [ -s "$work/out" ] ;;
    1) grep -q -e ': this is ' -e ', found none' "$work/err" ;;
    *) false ;;
    esac
    say "$file" "$(head -1 "$work/err")"
done <"$work/list"
