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
echo '# a date of dot that takes more room, one that takes less, and one without an end'
cat >dot <<'END'
#!/bin/sh
cat >graph
printf '%%PDF-1.7\n<< /CreationDate (D:%s >>\n%%%%EOF\n' "$(cat date)"
END
chmod +x dot
for date in "20200102030405+06'07')" '2020)' 2020; do
    echo "$date" >date
    SOURCE_DATE_EPOCH=1767225600 "$PROF2DOT" --dot=./dot -T pdf in | sed -n 2p
done
