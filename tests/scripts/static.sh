# The static program prints what the other one prints, draws by an installed dot,
# and runs where there is nothing else: no library, no /proc, no /dev.
# `make release-check` runs this test.
[ "${STATIC-}" ] || {
    echo 'skipped static: make release-check builds the static program first'
    exit
}
. "$TESTS/tools/say.sh"
. "$TESTS/tools/same_outputs.sh"
static=$BUILD/static/prof2dot
scratch=$PWD

! readelf -ld "$static" | grep -E 'INTERP|NEEDED'
say 'it needs no library'
cd "$SAMPLES" || exit
same_outputs "$PROF2DOT" "$static"
cd "$scratch" || exit

# The links in a page are its own.
for output in svg html; do
    "$PROF2DOT" -q -o one.$output "$SAMPLES/perf/calc"
    "$static" -q -o other.$output "$SAMPLES/perf/calc" &&
        grep -q '</svg>' other.$output && cmp -s one.$output other.$output
    say "$output by an installed dot"
done
tail -n 50 "$SAMPLES/perf/calc" >größe.perf
for format in posix gnu; do
    tar --format=$format -czf one.tar.gz größe.perf &&
        "$static" -T json one.tar.gz >static 2>&1 &&
        "$PROF2DOT" -T json one.tar.gz 2>&1 | cmp -s - static
    say "an archive of $format whose file has a name in UTF-8" "$(cat static)"
done
DEBUGINFOD_URLS=http://localhost:1 "$static" --debuginfod -T top \
    "$SAMPLES"/perfdata/*.data 2>&1 |
    grep -q 'a static program cannot load it'
say '--debuginfod loads nothing'

if chroot . /no 2>&1 | grep -q 'not permitted'; then
    inside='unshare -r chroot'
else
    inside=chroot
fi
mkdir empty && cp "$static" "$SAMPLES/perf/calc" empty
alone() {
    $inside empty /prof2dot "$@"
}
[ "$(find empty -type f | wc -l)" = 2 ] &&
    alone -T top calc | head -n 1 | grep -q '^132 samples in all'
say 'a report in an empty root'
alone -T json calc >alone &&
    "$PROF2DOT" -T json "$SAMPLES/perf/calc" | cmp -s - alone
say 'JSON in an empty root'
! alone -o out.svg calc >messages 2>&1 && [ ! -e empty/out.svg ] &&
    grep -q 'dot is not installed' messages
say 'a picture in an empty root' "$(cat messages)"
alone -o out.dot calc &&
    "$PROF2DOT" -T dot "$SAMPLES/perf/calc" | cmp -s - empty/out.dot
say 'a file in an empty root'
