# If the input does not have the format that --format names, the status is 1.
printf '# only a comment\n' >comment
printf 'hello world\nthis is no profile\n' >prose
for format in edges gprof prof oprofile oprofile-xml perf folded collapse; do
    "$PROF2DOT" -f $format comment >/dev/null
    echo "$format, comment: $?"
    "$PROF2DOT" -f $format prose >/dev/null
    echo "$format, prose: $?"
done
