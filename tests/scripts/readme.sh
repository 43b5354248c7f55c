# Files that README.md and samples/docs/README.md link to exist, and the stored
# pictures show what the program makes of the samples today; `make pictures`
# draws them again. Versions of dot draw different lines, so only names, labels
# and tooltips are compared.
checkout=${TESTS%/tests}
make_pictures=$checkout/samples/make-pictures

. "$TESTS/tools/say.sh"

# Prints the texts of a picture, sorted. Versions of dot write blanks, dashes and
# repeated tooltips in several ways.
words_of() { # FILE
    blank=$(printf '\302\240')
    sed -e 's/&#45;/-/g' -e "s/&#160;/ /g; s/$blank/ /g" "$1" | tr -s ' ' |
        sed -n -e 's|.*<text[^>]*>\(.*\)</text>.*|text \1|p' \
            -e 's|.*<title[^>]*>\(.*\)</title>.*|title \1|p' \
            -e 's|.*<desc[^>]*>\(.*\)</desc>.*|desc \1|p' \
            -e 's|.*xlink:title="\([^"]*\)".*|tooltip \1|p' | sort -u
}

for page in README.md CONTRIBUTING.md docs/recipes.md docs/dependences.md \
    docs/documentation.md samples/docs/README.md; do
    folder=$(dirname "$checkout/$page")
    tr '\n' ' ' <"$checkout/$page" | grep -ao '](\([^)]*\))' |
        sed -e 's/^](//' -e 's/)$//' -e '/^https*:/d' | sort -u >links
    missing=$(while IFS='#' read -r link heading; do
        [ -e "$folder/$link" ] || echo "$link"
        [ ! "$heading" ] || sed -n 's/^#* //p' "$folder/${link:-${page##*/}}" |
            tr 'A-Z ' 'a-z-' | grep -qxF -e "$heading" || echo "#$heading"
    done <links)
    [ -s links ] && [ -z "$missing" ]
    say "$page: links" "no $missing"
done

lines=$(wc -l <"$checkout/README.md")
[ "$lines" -le 150 ]
say 'README.md: length' "$lines lines, expected at most 150"

# Its recipes are some of docs/recipes.md.
sed -n '/^| profiler /,/^$/p' "$checkout/README.md" >recipes
! grep -vxF -f "$checkout/docs/recipes.md" recipes >unknown
say 'README.md: recipes' "$(head -n 1 unknown)"

# The page says which command draws a picture.
"$make_pictures" list | while read -r name options; do
    [ "$name" ] || continue
    options=$(echo "$options" | sed -e 's|\([^ ]*\)$|samples/profiles/\1|' \
        -e 's|--base=|&samples/profiles/|')
    cat "$checkout/README.md" "$checkout"/docs/*.md \
        "$checkout/samples/docs/README.md" |
        grep -qF -e "prof2dot $options"
    say "$name: its command" "no prof2dot $options"
done

for file in "$checkout"/samples/docs/*.svg "$checkout"/samples/docs/*.webp; do
    [ "$(wc -c <"$file")" -lt 60000 ]
    say "${file##*/}: small" "$(wc -c <"$file") bytes"
done

if ! command -v dot >/dev/null; then
    echo 'skipped readme: pictures: there is no dot'
    exit
fi
# Prints those columns of the table beside gprof2dot that are the same with every
# version of dot: functions and arrows, and all from members on.
rows() {
    awk -F ' *[|] *' '$3 ~ /^prof2dot/ { print $2, $3, $4, $5, $9, $10, $11 }'
}
rows <"$checkout/samples/docs/comparison.md" >told
"$TESTS/bench/metrics.sh" 2>&1 | rows >measured
[ -s told ] && diff told measured >difference
say 'table beside gprof2dot' "$(grep '^[<>]' difference | tr '\n' '|')"

TO=$PWD "$make_pictures" graphs >err 2>&1
say 'pictures are drawn' "$(head -n 1 err)"
for file in "$checkout"/samples/docs/*.svg; do
    name=${file##*/}
    words_of "$file" >stored
    words_of "$name" >drawn 2>&1
    [ -s stored ] && diff stored drawn >difference
    say "$name is as today" "$(grep '^[<>]' difference | head -n 4 |
        tr '\n' '|') run 'make pictures'"
done
