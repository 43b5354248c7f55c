# The program is built with what makes memory errors harder to use. A compiler
# that does not know an option builds without it.
[ ! "$SAN" ] || { echo 'skipped hardened: built with sanitizers' && exit; }
command -v readelf >/dev/null || { echo 'skipped hardened: no readelf' && exit; }
LC_ALL=C readelf -hlW "$PROF2DOT" >head 2>/dev/null ||
    { echo 'skipped hardened: not an ELF file' && exit; }
LC_ALL=C readelf -dW "$PROF2DOT" >dynamic
LC_ALL=C readelf -sW --dyn-syms "$PROF2DOT" >symbols
say() { # THING OPTION: reports whether the last command succeeded
    if [ $? = 0 ]; then
        echo "ok hardened: $1"
    elif echo 'int main(void) { return 0; }' |
        cc -Werror "$2" -xc -o probe - 2>/dev/null; then
        echo "FAILED hardened: $1"
    else
        echo "skipped hardened: $1: the compiler does not take $2"
    fi
}
grep -q 'Type: *DYN' head
say 'position-independent' -pie
grep -q GNU_RELRO head && grep -Eq 'BIND_NOW|Flags:.* NOW' dynamic
say 'addresses of functions are read-only' -Wl,-z,now
! grep -q 'GNU_STACK.*E ' head
say 'the stack is not executable' -Wl,-z,noexecstack
grep -q __stack_chk_fail symbols
say 'stack protector' -fstack-protector-strong
# Only glibc has checked functions.
if ldd "$PROF2DOT" 2>/dev/null | grep -q 'libc\.so\.6'; then
    grep -q '__[a-z]*_chk@' symbols
    say 'checked functions of libc' -D_FORTIFY_SOURCE=2
fi
# Builds in two folders have the same bytes.
! grep -qF "${TESTS%/tests}/" "$PROF2DOT"
say 'no path of the folder of the build' -ffile-prefix-map=a=b
if [ -f "$BUILD/libbop.so" ]; then
    ! grep -qF "${TESTS%/tests}/" "$BUILD/libbop.so" "$BUILD/libbop.a"
    say 'no path in libbop' -ffile-prefix-map=a=b
    # libbop runs inside other programs, so it calls nothing that checks.
    object=$PWD/flags/src/bop/program/detail.o
    (unset MAKEFLAGS MFLAGS && make -s -C "$TESTS/.." BUILD="$PWD/flags" \
        CFLAGS='-O2 -fstack-protector-strong' CPPFLAGS=-D_FORTIFY_SOURCE=2 \
        "$object") >made 2>&1 && ! nm -u "$object" | grep -q _chk
    say 'libbop has no checks of its own' -fno-stack-protector
fi
