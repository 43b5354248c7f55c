# --help, --version and --list-formats go to standard output.
"$PROF2DOT" --help
"$PROF2DOT" --help=all
"$PROF2DOT" --help=Sandbox
"$PROF2DOT" --help >help && "$PROF2DOT" -h | cmp - help
"$PROF2DOT" --help=Sandbox >help && "$PROF2DOT" --help Sandbox | cmp - help
"$PROF2DOT" -h Sandbox | cmp - help
"$PROF2DOT" --help=-n && "$PROF2DOT" --help n
"$PROF2DOT" --help=nosuch
echo "status $?"
"$PROF2DOT" --list-formats
"$PROF2DOT" -V | sed 's/[0-9][0-9.]*$/VERSION/; $d
    /^bop-cc: /d # WITH_PLUGINS, and systems that bop-cc does not know
    s/^no libmicrohttpd: .*/libmicrohttpd VERSION/ # WITH_SERVE=no
    s/^no Capstone: .*/Capstone VERSION/ # WITH_ASSEMBLY=no'
"$PROF2DOT" --dot="$PWD/dot" -V | tail -n 1 | sed "s|$PWD/||"
printf '#!/bin/sh\necho "dot - graphviz version 9.0.1 (2023)" >&2\n' >dot
chmod +x dot
"$PROF2DOT" --dot="$PWD/dot" -V | tail -n 1
"$PROF2DOT" --help >/dev/full
echo "full $?"
# A stranger reads at most this many.
[ "$("$PROF2DOT" --help=all | grep -cE '^  (-.,|   ) --')" -le 85 ] || echo "too many options"
# Lines have at most 80 columns, except for recipes, which can be copied, and each
# row of the table of formats has the same number of words.
"$PROF2DOT" --list-formats >formats
"$PROF2DOT" --help=all | cat - formats | awk 'length > 80 && !/`/ { print "too long: " $0 }'
awk '!/^ / && NF != 10 { print "odd row: " $0 }' formats
# The table says of the totals what the profiles have.
for file in "$SAMPLES"/*/*; do
    "$PROF2DOT" -q -T json "$file" 2>/dev/null | awk '
    FNR == NR && /^ / { next }
    FNR == NR { totals["\"" $1 "\","] = $2; next }
    $1 == "\"format\":" { format = $2 }
    $1 == "\"kind\":" && ($2 == "\"stacks\",") != (totals[format] == "exact") {
        print format " totals are not " totals[format]
    }' formats -
done
