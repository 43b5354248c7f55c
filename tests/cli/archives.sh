# An archive with one file is read as that file, from a file and from a pipe.
# One with several files is refused with a list of them.
echo 'main;a 1' >in
echo 'main;b 2' >in2
bytes() { # NUMBER COUNT: little endian
    number=$1
    for _ in $(seq "$2"); do
        # shellcheck disable=SC2059
        printf "\\$(printf %03o $((number % 256)))"
        number=$((number / 256))
    done
}
# The fields of a file that its header and the directory of the archive share.
# It is not compressed; its checksum is that of gzip.
fields() { # FILE
    size=$(wc -c <"$1")
    printf '\024\000'
    bytes "${flags-0}" 2
    bytes 0 6
    gzip -c "$1" | tail -c 8 | head -c 4
    bytes "$size" 4
    bytes "$size" 4
    bytes ${#1} 2
    bytes 0 2
}
entry() { # FILE
    printf 'PK\003\004'
    fields "$1"
    printf %s "$1"
    cat "$1"
}
archive() { # FILE...
    offset=0
    : >directory
    for file; do
        entry "$file"
        {
            printf 'PK\001\002\024\003'
            fields "$file"
            bytes 0 6
            bytes $((0x81a40000)) 4
            bytes $offset 4
            printf %s "$file"
        } >>directory
        offset=$((offset + 30 + ${#file} + $(wc -c <"$file")))
    done
    cat directory
    printf 'PK\005\006\000\000\000\000'
    bytes $# 2
    bytes $# 2
    bytes "$(wc -c <directory)" 4
    bytes $offset 4
    bytes 0 2
}
# The end of a zip64 archive has its numbers in a record before it.
zip64_archive() { # FILE
    archive "$1" >short
    size=$(wc -c <directory)
    head -c $((offset + size)) short
    printf 'PK\006\006'
    bytes 44 8
    bytes 45 2
    bytes 45 2
    bytes 0 8
    bytes 1 8
    bytes 1 8
    bytes "$size" 8
    bytes $offset 8
    printf 'PK\006\007\000\000\000\000'
    bytes $((offset + size)) 8
    bytes 1 4
    printf 'PK\005\006\000\000\000\000'
    bytes 65535 2
    bytes 65535 2
    bytes 4294967295 4
    bytes 4294967295 4
    bytes 0 2
}
try() { # FILE
    echo "$1:"
    "$PROF2DOT" -T folded "$1" 2>&1 || echo "exit $?"
    cat "$1" | "$PROF2DOT" -T folded 2>&1 || echo "exit $?"
}
mkdir folder
cp in folder/in
echo resources >folder/._in
tar -cf one.tar in
tar -czf one.tar.gz folder
tar -cf two.tar in in2
archive in >one.zip
archive folder/in >folder.zip
archive in in2 >two.zip
zip64_archive in >zip64.zip
head -c 518 one.tar >cut.tar
entry in | head -c 36 >cut.zip
: >empty
tar -cf empty.tar empty
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    cp in member$i
done
tar -cf many.tar member*
for archive in one.tar one.tar.gz one.zip folder.zip zip64.zip two.tar two.zip \
    empty.tar many.tar; do
    try $archive
done
"$PROF2DOT" -f folded two.tar
"$PROF2DOT" -f folded -T folded cut.tar
"$PROF2DOT" -f folded -T folded cut.zip
"$PROF2DOT" -T folded one.tar one.zip
# Names that are in UTF-8, by their flag, and one that is not.
bad=$(printf 'a\377')
cp in "$bad"
cp in ä
flags=2048 archive "$bad" in ä >names.zip
"$PROF2DOT" names.zip
# A directory with another checksum than the file's header.
archive in >other.zip
printf wrong | dd of=other.zip bs=1 seek=$((offset + 16)) count=4 conv=notrunc 2>/dev/null
"$PROF2DOT" -T folded other.zip 2>&1 || echo "exit $?"
# A directory that is missing.
entry in >headless.zip
"$PROF2DOT" -T folded headless.zip 2>&1 || echo "exit $?"
