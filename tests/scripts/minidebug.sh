# Functions of a stripped program come from the symbols that Fedora compresses
# into its section .gnu_debugdata. A section that is damaged costs the names
# only.
for tool in objcopy nm xz strip; do
    command -v $tool >/dev/null || {
        echo "skipped minidebug: there is no $tool"
        exit
    }
done
cat >p.c <<'END'
static int work(int n) { return n * 7 % 5; }
int main(int argc, char **argv) { (void)argv; return work(argc); }
END
${CC:-cc} -O0 -o whole p.c 2>/dev/null || {
    echo 'skipped minidebug: no compiler'
    exit
}
nm whole | awk '$3 == "work" { sub(/^0*/, "", $1); print $1 }' >offsets
echo work >keep
objcopy -S --keep-symbols=keep whole mini

# Makes the program with this section, and compares its functions.
check() { # NAME SECTION EXPECTED
    strip -o bare whole
    objcopy --add-section .gnu_debugdata="$2" bare 2>/dev/null
    "$BUILD/tests/tools/addresses" "$PWD/bare" <offsets >p.data
    got=$("$PROF2DOT" -q -T folded p.data 2>&1 | sed "s|^$PWD/||")
    if [ "$got" = "$3" ]; then
        echo "ok $1"
    else
        echo "FAILED $1: $got"
    fi
}
xz -k mini
check 'symbols in .gnu_debugdata' mini.xz 'work 1'
head -c 200 mini.xz >cut.xz
check 'a cut section' cut.xz 'bare`[unknown] 1'
echo text >plain
check 'a section that is not compressed' plain 'bare`[unknown] 1'
echo text | xz >text.xz
check 'a section that holds no program' text.xz 'bare`[unknown] 1'
: | xz >empty.xz
check 'an empty section' empty.xz 'bare`[unknown] 1'
head -c 4000 mini | xz >short.xz
check 'a program that is cut' short.xz 'bare`[unknown] 1'
