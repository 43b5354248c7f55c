# A date that the system's calendar cannot have is an error.
echo 'main;a 1' >in
for seconds in later -1 12x 999999999999999; do
    SOURCE_DATE_EPOCH=$seconds "$PROF2DOT" in -o out.pdf
    echo "exit $?"
done
ls
echo '# a date that it can have is in the file, also the last one'
for seconds in 1767225600 253402300799; do
    SOURCE_DATE_EPOCH=$seconds "$PROF2DOT" in -o out.pdf &&
        grep -a -o '/CreationDate ([^)]*)' out.pdf
done
