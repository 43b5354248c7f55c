#!/bin/bash -eu
# Builds the targets of tests/fuzz that need no arguments into $OUT, with the
# compiler and the options that OSS-Fuzz sets, and the libraries beside them,
# because targets run where nothing is installed. To try it:
#
#     CC=clang CFLAGS='-O1 -g -fsanitize=address,fuzzer-no-link' OUT=/tmp/out \
#         contrib/oss-fuzz/build.sh
targets='archive compare costs dwarf elf names options reader unwind'
# The Makefile adds to these for some targets.
# shellcheck disable=SC2016
export LDFLAGS='-Wl,-rpath,\$$ORIGIN/lib'
# shellcheck disable=SC2046
make -j"$(nproc)" CC="$CC" CFLAGS="$CFLAGS" BUILD=build-oss-fuzz HARDENED= \
    HARDENED_LINK= \
    $(printf 'build-oss-fuzz/tests/fuzz/%s ' $targets)

mkdir -p "$OUT/lib"
for target in $targets; do
    cp "build-oss-fuzz/tests/fuzz/$target" "$OUT"
    seeds=tests/fuzz/seeds/$target
    [ "$target" != reader ] || seeds='samples/profiles tests/readers tests/fuzz/seeds/auto'
    # shellcheck disable=SC2086
    find $seeds -type f ! -name '*.golden' ! -name '*.args' -size -20k |
        zip -q "$OUT/${target}_seed_corpus.zip" -@
    # Each system that runs targets has those of libc.
    ldd "$OUT/$target" | awk '$3 ~ /^\// { print $3 }' |
        grep -vE '/(libc|libm|libpthread|libdl|librt|libresolv|libgcc_s)\.so'
done | sort -u | xargs -I '{}' cp '{}' "$OUT/lib"
