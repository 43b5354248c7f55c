# README.md and samples/docs/README.md: what they link is there, and stored
# pictures show what the program makes of the samples today. Each version of
# dot draws other lines: names, labels and tooltips are compared. `make
# pictures` draws them anew.
checkout=${TESTS%/tests}
make_pictures=$checkout/samples/make-pictures

say() { # THING [WHY]: whether the last command was good
    if [ $? = 0 ]; then
        printf 'ok readme: %s\n' "$1"
    else
        printf 'FAILED readme: %s: %s\n' "$1" "${2-}"
    fi
}

# What can be read in a picture, sorted: versions of dot write blanks, dashes
# and repeated tooltips in several ways.
words_of() { # FILE
    blank=$(printf '\302\240')
    sed -e 's/&#45;/-/g' -e "s/&#160;/ /g; s/$blank/ /g" "$1" | tr -s ' ' |
        sed -n -e 's|.*<text[^>]*>\(.*\)</text>.*|text \1|p' \
            -e 's|.*<title[^>]*>\(.*\)</title>.*|title \1|p' \
            -e 's|.*<desc[^>]*>\(.*\)</desc>.*|desc \1|p' \
            -e 's|.*xlink:title="\([^"]*\)".*|tooltip \1|p' | sort -u
}

for page in README.md samples/docs/README.md; do
    folder=$(dirname "$checkout/$page")
    tr '\n' ' ' <"$checkout/$page" | grep -ao '](\([^)]*\))' |
        sed -e 's/^](//' -e 's/)$//' -e 's/#.*//' -e '/^https*:/d' |
        sort -u >links
    missing=$(while read -r link; do
        [ -e "$folder/$link" ] || echo "$link"
    done <links)
    [ -s links ] && [ -z "$missing" ]
    say "$page: links" "no $missing"
done

# What pictures are drawn of is told beside them.
"$make_pictures" list | while read -r name options; do
    [ "$name" ] || continue
    options=$(echo "$options" | sed 's|\([^ ]*\)$|samples/profiles/\1|')
    cat "$checkout/README.md" "$checkout/samples/docs/README.md" |
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
# Of the table beside gprof2dot, all that no version of dot changes: functions
# and arrows, and from members on.
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
