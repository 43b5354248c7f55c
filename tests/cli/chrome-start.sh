# A start of 0 gives way to that of the profile: times are those of its clock.
for range in 470029.99,470029.998 470029.998,470030; do
    "$PROF2DOT" -T edges --time=$range "$TESTS/readers/chrome/start-0" | grep '^\['
done
