# `make site` makes pages that link to nothing that is missing: the pictures of
# the documentation, each with its page, and the manual.
checkout=${TESTS%/tests}

. "$TESTS/tools/say.sh"

if ! command -v dot >/dev/null; then
    echo 'skipped site: there is no dot'
    exit
fi
"$checkout/samples/make-site" "$PWD/site" >err 2>&1
say 'the pages are made' "$(head -n 1 err)"
missing=$(cat site/*.html | grep -aoE '(href|src)="[^"#:]+"' |
    sed 's/.*="\(.*\)"/\1/' | sort -u | while read -r link; do
    [ -s "site/$link" ] || echo "$link"
done)
[ ! "$missing" ]
say 'links' "no $missing"
"$checkout/samples/make-pictures" list | while read -r name _; do
    [ "$name" ] || continue
    grep -q '<script type="application/json"' "site/$name.html" &&
        grep -qF "href=\"$name.html\"" site/index.html
    say "$name: a live page that the index names"
done
if command -v mandoc >/dev/null; then
    for page in "$checkout"/man/*.[157]; do
        name=${page##*/}
        grep -qF "href=\"$name.html\"" site/index.html
        say "$name: named by the index"
    done
else
    echo 'skipped site: the manual: there is no mandoc'
fi
