# A program and its gmon.out belong together. Messages say which file is missing,
# is one too many or is of another kind.
cp "$SAMPLES"/gmon/* .
run() {
    echo "$ prof2dot $*"
    "$PROF2DOT" -T text --nodecount=1 "$@"
    status=$?
    [ $status = 0 ] || echo "status $status"
}
run words words.gmon
run words.gmon words
run --program=words words.gmon
run --program=words <words.gmon
run words - <words.gmon
run -f gmon words words.gmon
run -f gmon.out --program=words words.gmon words.gmon
run words.gmon
run -f gmon words.gmon
run -f gmon <words.gmon
run words
run --program=words words
run words calc words.gmon
run words words.gprof
run words nosuch
run words .
run --program=nosuch words.gmon
run --program=. words.gmon
run --program=words.gmon words.gmon
run --program= words.gmon
run -f gprof --program=words words.gprof
run calc words.gmon
run --force calc words.gmon
run -q --force calc words.gmon
run - words.gmon <words

# Programs that no linker writes, and files that are cut off, are refused.
head -c 5000 words >cut
run cut words.gmon
# The last section says that it has as many bytes as the file.
cp words cut
{
    od -An -j40 -N8 -t u8 words # e_shoff
    od -An -j60 -N2 -t u2 words # e_shnum
    wc -c <words
} | {
    read -r at && read -r n && read -r size
    printf "$(printf '\\%03o\\%03o\\%03o\\0\\0\\0\\0\\0' $((size % 256)) \
        $((size / 256 % 256)) $((size / 65536)))" |
        dd of=cut bs=1 seek=$((at + (n - 1) * 64 + 32)) conv=notrunc 2>messages
}
run cut words.gmon
head -c 16 words >start
printf '\001\000' >>start
tail -c +19 words >>start
run start words.gmon
gzip -c words.gmon >words.gz
run words words.gz
head -c 200 words.gz >cut.gz
run words cut.gz

# Files of different clock rates are added up in seconds, whatever their order.
rate() { # FILE BYTES: writes words.gmon with another rate
    cp words.gmon "$1"
    printf '%b' "$2" | dd of="$1" bs=1 seek=41 conv=notrunc 2>messages
}
rate fast '\0350\03'
rate faster '\0320\07'
rate none '\0\0'
run words fast
run words words.gmon fast faster
run words faster words.gmon fast
run words none
run words none fast
run words fast none

# The addresses of one histogram are inside those of another.
perl -0777 -pe 'my ($low, $high) = unpack "Q<2", substr $_, 21, 16;
    substr($_, 21, 16) = pack "Q<2", $low + 64, $high - 64' words.gmon >inside
run -q --force words words.gmon inside
run -q --force words inside words.gmon
