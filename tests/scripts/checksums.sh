# Compressed files with one bit changed: what their own tool calls damaged gets
# status 4, or 1 if nothing can be read, and a message. What the tool calls good
# gets neither, except for a zip whose directory contradicts the headers of its
# files, of which unzip looks at one only.
flip=$BUILD/tests/tools/flip
awk 'BEGIN {
    for (i = 0; i < 60; i++)
        print "main;f" i * i % 97 ";g" i * i * i % 1009, i + 1
}' >text

draw() { # FILE
    "$PROF2DOT" -T folded "$1" >out 2>err </dev/null
    status=$?
}

# Says whether the program agrees with the tool about the file "changed".
agree() { # KIND
    case $status:$(wc -l <err) in
    0:0) says=good ;;
    [14]:[1-9]*) says=damaged ;;
    *) says="status $status" ;;
    esac
    [ $says = $is ] || { [ $is = good ] && [ "$1" = zip ] &&
        grep -q 'the directory contradict' err; }
}

# Changes 60 bits, one at a time, at all parts of the file.
check() { # KIND TOOL...
    kind=$1
    shift
    if ! command -v "$1" >/dev/null || [ ! -s "text.$kind" ]; then
        echo "skipped checksums: no $1"
        return
    fi
    bits=$(($(wc -c <"text.$kind") * 8))
    wrong='' damaged=0
    for i in $(seq 0 59); do
        bit=$((bits * i / 60))
        "$flip" $bit <"text.$kind" >"changed.$kind"
        "$@" "changed.$kind" >/dev/null 2>&1 </dev/null && is=good || is=damaged
        [ $is = good ] || damaged=$((damaged + 1))
        draw "changed.$kind"
        agree "$kind" || wrong="$wrong $bit($is, $says)"
    done
    if [ -z "$wrong" ] && [ $damaged -ge 45 ]; then
        echo "ok checksums: $kind"
    else
        echo "FAILED checksums: $kind: $damaged are damaged; bits$wrong"
    fi
}

# Expects a status and, unless it is 0, a message with these words.
expect() { # STATUS FILE [WORDS]
    draw "$2"
    cmp -s out "${expected-text.folded}" && same=yes || same=no
    case $1:$status:$same in
    0:0:yes) [ ! -s err ] ;;
    4:4:yes) grep -q "damaged or cut off here: .*${3-another kind}" err ;;
    *) false ;;
    esac && echo "ok checksums: $2" ||
        echo "FAILED checksums: $2: status $status, $(head -c 300 err)"
}

"$PROF2DOT" -T folded text >text.folded
{ cat text text; } >twice
"$PROF2DOT" -T folded twice >twice.folded
: >nothing
names='gz gzip xz xz zst zstd bz2 bzip2'
# shellcheck disable=SC2086
set -- $names
while [ $# -gt 0 ]; do
    command -v "$2" >/dev/null && "$2" -c text >"text.$1" 2>/dev/null
    shift 2
done
command -v zip >/dev/null && zip -q text.zip text

check gz gzip -t
check xz xz -t
check zst zstd -qt
check bz2 bzip2 -t
check zip unzip -t

# Several members, empty ones, zeros and other data behind them, each layer by
# itself and inside of another.
# shellcheck disable=SC2086
set -- $names
while [ $# -gt 0 ]; do
    kind=$1 tool=$2
    shift 2
    [ -s "text.$kind" ] || continue
    "$tool" -c nothing >"empty.$kind" 2>/dev/null
    expect 0 "text.$kind"
    cat "empty.$kind" "text.$kind" "empty.$kind" >"empties.$kind"
    expect 0 "empties.$kind"
    cat "text.$kind" "text.$kind" >"two.$kind"
    expected=twice.folded expect 0 "two.$kind"
    { cat "text.$kind" && head -c 300000 /dev/zero; } >"zeros.$kind"
    expect 0 "zeros.$kind"
    { cat "text.$kind" && echo junk; } >"junk.$kind"
    expect 4 "junk.$kind"
    { cat "zeros.$kind" && printf x; } >"late.$kind"
    expect 4 "late.$kind"
    { cat "zeros.$kind" "text.$kind"; } >"apart.$kind"
    if [ $kind = xz ]; then # may have padding, in fours
        expected=twice.folded expect 0 apart.xz
        { cat text.xz && head -c 4 /dev/zero && cat text.xz; } >four.xz
        expected=twice.folded expect 0 four.xz
        { cat text.xz && head -c 6 /dev/zero && cat text.xz; } >six.xz
        expect 4 six.xz
    else
        expect 4 "apart.$kind"
    fi
    { cat "text.$kind" && head -c 3 "text.$kind"; } >"begun.$kind"
    expect 4 "begun.$kind" 'cut off'
    gzip -c "junk.$kind" >"junk.$kind.gz"
    expect 4 "junk.$kind.gz"
    gzip -c "zeros.$kind" >"zeros.$kind.gz"
    expect 0 "zeros.$kind.gz"
    { gzip -c "text.$kind" && echo junk; } >"outer.$kind.gz"
    expect 4 "outer.$kind.gz"
    if [ -s text.xz ]; then
        xz -c "junk.$kind" >"junk.$kind.xz"
        expect 4 "junk.$kind.xz"
    fi
    if [ -s text.zip ]; then
        zip -q "in-$kind.zip" "text.$kind"
        expect 0 "in-$kind.zip"
        zip -q "junk-$kind.zip" "junk.$kind"
        expect 4 "junk-$kind.zip"
    fi
done
# The end of an archive is looked for in its last 64 KiB.
if [ -s text.zip ]; then
    yes 'main;work 1' | head -n 20000 >large
    echo 'main;work 20000' >large.folded
    zip -q0 large.zip large
    expected=large.folded expect 0 large.zip
fi

# The checksum of the inner of two layers, and of the one around a tar. The
# trailer of gzip begins 8 bytes before the end.
change_end() { # FILE BYTES
    "$flip" $((($(wc -c <"$1") - $2) * 8))  <"$1"
}
change_end text.gz 8 >crc.gz
change_end text.gz 4 >length.gz
expect 4 crc.gz 'data check'
expect 4 length.gz 'length check'
gzip -c crc.gz >crc.gz.gz
expect 4 crc.gz.gz 'data check'
tar -cf text.tar text
gzip -c text.tar >text.tar.gz
expect 0 text.tar.gz
change_end text.tar.gz 8 >crc.tar.gz
expect 4 crc.tar.gz 'data check'
{ cat text.tar && echo junk; } >junk.tar
expect 4 junk.tar
cp text text2
tar -cf two.tar text text2
"$flip" $(((512 + 512 * (($(wc -c <text) + 511) / 512) + 3) * 8)) \
    <two.tar >header.tar
expect 4 header.tar 'tar'

# The header of gzip with all of its fields: a checksum of its own, too.
{
    printf '\037\213\010\036\0\0\0\0\0\003\004\0abcdname\0comment\0'
    printf '\277\043'
    gzip -nc text | tail -c +11
} >header.gz
{
    printf '\037\213\010\034\0\0\0\0\0\003\004\0abcdname\0comment\0'
    gzip -nc text | tail -c +11
} >fields.gz
expect 0 fields.gz
draw header.gz
[ $status = 1 ] && grep -q 'header crc' err &&
    echo 'ok checksums: that of the header of gzip' ||
    echo 'FAILED checksums: that of the header of gzip'
