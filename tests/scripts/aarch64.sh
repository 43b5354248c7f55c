# Builds the tracer and programs of tests/bop for aarch64, runs these under qemu,
# and compares their traces with what comments in them expect (trace.sh).
compiler=aarch64-linux-gnu-gcc
for tool in $compiler qemu-aarch64; do
    command -v $tool >/dev/null ||
        { echo "skipped aarch64: there is no $tool" && exit; }
done
unset BOP_CXX BOP_FUNCTIONS BOP_SEM BOP_MODE BOP_GRANULE BOP_CALLS \
    BOP_MAXEDGES MAKEFLAGS MFLAGS SAN

. "$TESTS/tools/say.sh"

make -C "$TESTS/.." tracer CC=$compiler BUILD="$PWD/tracer" WERROR=1 SAN= \
    >made 2>&1
say 'the tracer builds' "$(tail -n 3 made | tr '\n' ';')"

for name in carried copies exchange handler libc nested overlap pipeline reuse \
    steps; do
    file=$TESTS/bop/$name.c
    words=$(sed -n 's|^[/* ]*functions: \([a-z ]*[a-z]\).*|\1|p' "$file")
    printf '%s\n' ${words:-main} >functions.in
    rm -f trace
    BOP_CC=$compiler tracer/bop-cc -w -pthread -o prog "$file" &&
        BOP_TRACE=trace qemu-aarch64 -L /usr/aarch64-linux-gnu ./prog >out 2>err
    sh "$TESTS/tools/bopedges.sh" trace >have
    sed -n 's/^call: //p; s/^call-gcc: //p' "$file" | sort >want
    diff want have >difference
    say "$name.c" "$(head -1 err) $(grep '^[<>]' difference | head -3 | tr '\n' ';')"
done

# A reader on another machine finds the lines.
"$PROF2DOT" -q -n0 -e0 -T text trace >text 2>err && grep -q 'steps\.c:' text
say 'prof2dot reads the trace' "$(head -1 err)"
