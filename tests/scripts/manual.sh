# The manual pages agree with the programs and are good mdoc. unit/options
# compares the options of prof2dot with its page.
manual=$TESTS/../man

. "$TESTS/tools/say.sh"

if ! "$PROF2DOT" --version | grep -q '^no dependences'; then
    for page in "$manual"/prof2dot* "$manual/../docs/recipes.md"; do
        sh "$TESTS/tools/manual.sh" "$page" >renewed
        cmp -s "$page" renewed
        say "lists of ${page##*/}" "out of date, run 'make bless'"
    done
fi

# Sections that a page names are on this page, and pages of this project exist.
for page in "$manual"/*.[157]; do
    sed -n 's/^\.S[hs] //p' "$page" | sort >sections
    sed -n 's/^\.\(Pq see \)\{0,1\}Sx \(.*\)/\2/p' "$page" |
        sed 's/ [,.;:)]*$//' | sort -u | comm -23 - sections >unknown
    sed -n 's/^\.\(Pq see \)\{0,1\}Xr \(prof2dot\|bop-\)/\2/p' "$page" |
        tr -d ',;:' | while read -r name section _; do
        [ -f "$manual/$name.$section" ] || echo "$name($section)"
    done >>unknown
    [ ! -s unknown ]
    say "references of ${page##*/}" "$(tr '\n' ' ' <unknown)"
done

# bop-cc.1 has the options of bop-cc and the variables of libbop.
source=$TESTS/../src/bop
page=$manual/bop-cc.1
sed -n 's/^ *\(--[a-z]*\)).*/\1/p' "$source/driver/bop-cc.in" | sort -u >helped
grep -o 'Fl Fl [a-z][a-z-]*' "$page" | sed 's/Fl Fl /--/' | sort -u |
    diff helped - >difference
say 'options of bop-cc' "$(grep '^[<>]' difference | tr '\n' ' ')"
cat "$source"/*.c "$source"/*/*.c "$source/driver/bop-cc.in" | grep -v '^#' |
    grep -oE '("|\{)BOP_[A-Z]+' | tr -d '"{' | sort -u >helped
grep -oE '(Ev|,) BOP_[A-Z]+' "$page" | sed 's/.* //' | sort -u |
    diff helped - >difference
say 'variables of bop-cc' "$(grep '^[<>]' difference | tr '\n' ' ')"

if command -v mandoc >/dev/null; then
    # Pages of other programs need not be installed. The first page has its
    # examples before its options.
    for page in "$manual"/*.[157]; do
        mandoc -T lint "$page" 2>&1 | grep -v -e 'outdated mandoc.db' \
            -e 'referenced manual not found' \
            -e 'prof2dot.1:.*conventional order: Sh ENVIRONMENT' >complaints
        [ ! -s complaints ]
        say "lint ${page##*/}" "$(head -n 1 complaints)"
    done
    lines=$(mandoc "$manual/prof2dot.1" | wc -l)
    [ "$lines" -le 600 ]
    say 'length of prof2dot.1' "$lines lines, expected at most 600"
else
    echo 'skipped manual: lint: there is no mandoc'
fi
