# The tracer's wrappers of libc compile with musl, which lacks some functions and
# types of glibc.
. "$TESTS/tools/say.sh"
if ! command -v musl-gcc >/dev/null; then
    echo 'skipped musl: there is no musl-gcc'
    exit
fi
cd "$TESTS/.." || exit
for file in src/bop/libc/*.c; do
    why=$(musl-gcc -fsyntax-only -std=c11 -D_GNU_SOURCE -Isrc -Wall -Wextra \
        -Werror -include src/bop/base/own.h "$file" 2>&1)
    say "${file#src/bop/}" "$(echo "$why" | grep -m1 error)"
done
