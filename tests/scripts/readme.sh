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
    docs/documentation.md docs/coming-from.md samples/docs/README.md; do
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

# What prose says of a picture stands in the picture: each percentage with a digit
# behind the point between its heading and the next one, and the calls that these
# quotes tell, which stand in the prose.
for page in README.md docs/dependences.md samples/docs/README.md; do
    folder=$(dirname "$checkout/$page")
    awk -v RS='\n#+ ' '/!\[/ {
        gsub(/[ \n]+/, " ")
        match($0, /[^(\/]*\.(svg|webp)\)/)
        print substr($0, RSTART, RLENGTH - 1) "\t" $0
    }' "$checkout/$page" | while IFS='	' read -r picture prose; do
        case $picture in
        *.svg) ;;
        *) continue ;;
        esac
        picture=$checkout/samples/docs/$picture
        for share in $(echo "$prose" | grep -o '[0-9]*\.[0-9] *%' | tr -d ' '); do
            grep -qwF -e "$share" "$picture"
            say "$page: $share in ${picture##*/}" 'the picture does not say so'
        done
    done
done
while IFS='|' read -r page picture quote shows; do
    tr -s '\n ' '  ' <"$checkout/$page" | grep -qF -e "$quote"
    say "$page: $quote" 'the prose does not say so any more'
    missing=$(echo "$shows" | tr '|' '\n' | while read -r text; do
        sed 's/&#10;/ /g; s/&gt;/>/g' "$checkout/samples/docs/$picture" |
            grep -qF -e "$text" || echo "$text;"
    done)
    [ ! "$missing" ]
    say "$picture: $quote" "no $missing"
done <<'END'
README.md|calc.svg|evaluate, which calls itself and operate, takes 60.6 %|<title>evaluate → operate|↺ itself 56.1%|of 60.6%
README.md|calc.svg|and parsing 37.1 %|<title>main → formula|of 37.1%
README.md|lookup.svg|equal went from 889 to 279 samples and is blue|equal total 889 → 279 samples
README.md|lookup.svg|hash, which the new function check calls, went from 159 to 329|<title>check → hash|hash total 159 → 329 samples|check total new
README.md|lisp.svg|run calls evaluate, evaluate calls apply and evaluate_list, and both call evaluate again|<title>run → evaluate<|<title>evaluate → apply<|<title>evaluate → evaluate_list<|↺ evaluate 61.8%|↺ evaluate 59.6%
README.md|lisp.svg|`apply` is on the stack in 65.2 % of the samples|<title>apply<|of 65.2%
README.md|lisp.svg|into the cycle is a note in the box of its caller: `↺ evaluate 61.8%`|↺ evaluate 61.8%
README.md|lisp.svg|`↺ itself 44.9%`|>↺ itself 44.9%<
docs/dependences.md|pipeline.svg|main calls produce, roll, change and consume|<title>main → produce|<title>main → roll|<title>main → change|<title>main → consume
samples/docs/README.md|make.svg|count_text, in a box with its callers|>__libc_start_call_main<|>count_text<|1 function between
samples/docs/README.md|make.svg|calls find_word and make_word, each for less than half of it|count_text → find_word<|count_text → make_word<|>44.9%<|>41.9%<
END

# The commands of the page that need no other profiler run as they stand.
mkdir commands
for name in old old.1 old.2 new new.1; do
    cp "$SAMPLES/folded/lookup.before" commands/$name.perf
done
cp "$SAMPLES/perfdata/small.data" commands/perf.data
sed -n '/--serve/d; s/^    \(prof2dot .*\)/\1/p' "$checkout/README.md" >lines
while read -r line; do
    (cd commands && sh -c "set -e; $line" <&- >../out 2>../err)
    say "README.md: $line" "$(head -n 1 err)"
done <lines
[ "$(wc -l <lines)" -gt 3 ]
say 'commands of README.md' "$(wc -l <lines)"

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
