# An old file is replaced as a whole or kept.
printf 'main;a 1\nmain;b x\n' >in
"$PROF2DOT" -q -T folded in >wanted
shm=$(mktemp /dev/shm/prof2dot.XXXXXX 2>/dev/null) || shm=shm
printf '%1000s\n' long >"$shm"
"$PROF2DOT" -q -T folded in -o "$shm" && cmp wanted "$shm"
rm "$shm"
cp in old
"$PROF2DOT" -q -T folded in -o old && cmp wanted old
# The administrator may give a file back to its owner.
if chown 12345:12346 old 2>/dev/null; then
    "$PROF2DOT" -q -T edges in -o old
    ls -ln old | awk '{ print $3, $4 }'
else
    echo 12345 12346
fi
echo old >kept
message=$(
    # Files of counts (make coverage) would be cut off, too.
    export GCOV_PREFIX=/dev/null GCOV_ERROR_FILE=/dev/null
    ulimit -f 1
    "$PROF2DOT" -q in --title="$(printf '%5000s' x)" -o kept 2>&1 |
        sed '/^profiling:/d'
)
echo "$message"
cat kept
ls
