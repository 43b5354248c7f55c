# A date that the system's calendar cannot have is an error.
echo 'main;a 1' >in
for seconds in later -1 12x 999999999999999; do
    SOURCE_DATE_EPOCH=$seconds "$PROF2DOT" in -o out.pdf
    echo "exit $?"
done
ls
