# A signal that comes just after the confined process has written a file ends the
# program, although the broker then waits for the reader of a pipe.
. "$TESTS/tools/say.sh"
if [ "$SAN" ]; then
    echo 'skipped interrupted: sanitizers have functions of their own'
    exit
fi
cat >after_write.c <<'END'
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The broker gets an int about each file that was written. */
ssize_t write(int fd, const void *from, size_t n)
{
    ssize_t written = syscall(SYS_write, fd, from, n);
    if (n == sizeof(int))
        raise(SIGTERM);
    return written;
}
END
if ! cc -shared -fPIC -o after_write.so after_write.c 2>err; then
    echo "skipped interrupted: $(head -n 1 err)"
    exit
fi
echo 'main;a 1' >in
mkfifo fifo

# Which process runs first is left to chance.
for turn in 1 2 3 4 5 6 7 8; do
    LD_PRELOAD=$PWD/after_write.so timeout -s KILL 10 \
        "$PROF2DOT" in -T text -o fifo --depfile=d >out 2>&1
    echo "$? $(ls d* 2>/dev/null)"
done >ends
[ "$(sort -u ends)" = '143 ' ]
say 'a signal after a file was written' "$(sort ends | uniq -c)"

# One that the process that writes a folder gets takes its files away, and the
# folder unless it was there before.
cat >second_file.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int openat(int folder, const char *path, int flags, ...)
{
    static int n_made;
    int fd = (int)syscall(SYS_openat, folder, path, flags, 0666);
    if (flags & O_EXCL && ++n_made == 2)
        raise(SIGTERM);
    return fd;
}
END
cc -shared -fPIC -o second_file.so second_file.c
for name in one two three; do
    printf '%s 7/7 1.5: 1 cycles:\n\t10 f (/a)\n\t20 main (/a)\n\n' $name
done >perf
mkdir there
for folder in there new; do
    LD_PRELOAD=$PWD/second_file.so timeout -s KILL 10 "$PROF2DOT" -q perf -T text \
        --split-by=comm -o $folder >out 2>&1
    echo "$? $(ls -d $folder $folder/* 2>/dev/null)"
done >ends
[ "$(cat ends)" = '1 there
1 ' ]
say 'a signal while a folder is written' "$(cat ends out)"
