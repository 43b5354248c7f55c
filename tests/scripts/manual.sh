# The manual pages agree with the programs and are good mdoc. unit/options
# compares the options of prof2dot with its page.
manual=$TESTS/../man/prof2dot.1

. "$TESTS/tools/say.sh"

sh "$TESTS/tools/manual.sh" "$manual" >renewed
cmp -s "$manual" renewed
say 'formats, themes and outputs' "out of date, run 'make bless'"

# bop-cc.1 has the options of bop-cc and the variables of libbop.
source=$TESTS/../src/bop
page=$TESTS/../man/bop-cc.1
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
    # Pages of other programs need not be installed.
    for page in "$TESTS"/../man/*.[15]; do
        mandoc -T lint "$page" 2>&1 | grep -v -e 'outdated mandoc.db' \
            -e 'referenced manual not found' >complaints
        [ ! -s complaints ]
        say "lint ${page##*/}" "$(head -n 1 complaints)"
    done
else
    echo 'skipped manual: lint: there is no mandoc'
fi
