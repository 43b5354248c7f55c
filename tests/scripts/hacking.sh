# HACKING.md tells where everything is: it names every source file.
checkout=${TESTS%/tests}
find "$checkout/src" -name '*.c' | sort | while read -r file; do
    name=${file##*/}
    if grep -q "[\`/]$name\`" "$checkout/HACKING.md"; then
        echo "ok hacking: $name"
    elif [ -e "${file%/*}/list.h" ] &&
        grep -q "READER(${name%.c})" "${file%/*}/list.h"; then
        echo "ok hacking: $name is a format"
    else
        echo "FAILED hacking: $name is not in HACKING.md"
    fi
done
