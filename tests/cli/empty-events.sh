# An event that nobody named and that has no costs is passed over. In a file of
# callgrind that is longer than the head, the line "summary:" tells.
long() { # SUMMARY
    printf '# callgrind format\nevents: Ir Dr\n%s\n' "$1"
    awk 'BEGIN { for (i = 0; i < 9000; i++) printf "fn=f%d\n%d 0 6\n", i % 2, i }'
}
long 'summary: 0 54000' >summary
"$PROF2DOT" -T edges summary
long 'desc: none' >unknown
"$PROF2DOT" -T edges unknown
"$PROF2DOT" -T edges --event=Dr unknown
"$PROF2DOT" -T edges --event=Ir summary
# A page offers all types, so it is not read again.
"$PROF2DOT" -T html -o out.html "$TESTS/readers/pprof/empty_default.pb"
grep -o 'data-event="[a-z_]*"\|<title>[^<]*' out.html | sort -u
"$PROF2DOT" -T json "$TESTS/readers/pprof/empty_default.pb" \
    "$TESTS/readers/pprof/empty_default.pb" | grep '"whole"\|"event"'
"$PROF2DOT" -T json --event=lock_time "$TESTS/readers/pprof/empty_default.pb"
