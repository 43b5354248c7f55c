/* Only regular files are opened where an input names a path. */
#include "util/files/regular.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

static char top[] = "/tmp/regular.XXXXXX";

static const char *in_top(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", top, name);
    return path;
}

static void make_all(void)
{
    FILE *file = mkdtemp(top) ? fopen(in_top("file"), "w") : NULL;
    if (!file || fputs("text", file) == EOF || fclose(file) != 0 ||
        mkfifo(in_top("fifo"), 0600) != 0 ||
        mkdir(in_top("folder"), 0700) != 0 ||
        symlink("file", in_top("link")) != 0 ||
        symlink("fifo", in_top("link-to-fifo")) != 0 ||
        symlink("none", in_top("dangling")) != 0)
        abort();
}

/* Expects a file of so many bytes, or an errno if it is not 0. */
static void opened(int folder, const char *path, int flags, int error,
                   off_t size)
{
    char text[10] = "";
    struct stat status;
    errno = 0;
    int fd = regular_open(folder, path, flags, &status);
    int found = errno;
    expect(error ? fd < 0 && found == error : fd >= 0, "%s: %d, errno %d", path,
           fd, found);
    if (fd < 0)
        return;
    expect(status.st_size == size && read(fd, text, 9) == size, "%s: %s", path,
           text);
    expect(fcntl(fd, F_GETFD) == FD_CLOEXEC, "%s: is inherited", path);
    expect((fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY, "%s: flags", path);
    close(fd);
}

static void *write_one(void *unused)
{
    static char path[200];
    int fd = open(strcpy(path, in_top("fifo")), O_WRONLY);
    (void)unused;
    if (fd < 0 || write(fd, "x", 1) != 1)
        abort();
    close(fd);
    return NULL;
}

/* A writer waits until somebody opens its FIFO to read. */
static void fifo(void)
{
    const struct timespec moment = { .tv_nsec = 100000000 };
    pthread_t writer;
    struct stat status;
    char byte = 0;
    test("a FIFO keeps its writer");
    if (pthread_create(&writer, NULL, write_one, NULL) != 0)
        abort();
    nanosleep(&moment, NULL);
    for (int i = 0; i < 3; i++) {
        expect(regular_open(AT_FDCWD, in_top("fifo"), 0, &status) < 0, "open");
        expect(regular_head(in_top("link-to-fifo"), &byte, 1) == 0, "head");
    }
    nanosleep(&moment, NULL);
    int fd = open(in_top("fifo"), O_RDONLY);
    expect(read(fd, &byte, 1) == 1 && byte == 'x', "the writer is gone");
    close(fd);
    pthread_join(writer, NULL);
}

UNIT(regular)
{
    char head[4] = "";
    make_all();
    int folder = open(top, O_RDONLY | O_DIRECTORY);

    test("regular files");
    opened(AT_FDCWD, in_top("file"), 0, 0, 4);
    opened(AT_FDCWD, in_top("link"), 0, 0, 4);
    opened(folder, "file", O_NOFOLLOW, 0, 4);
    opened(folder, "folder/../link", 0, 0, 4);
#ifdef __linux__
    expect(regular_head("/proc/self/status", head, 4) == 4, "/proc");
#endif

    test("nothing else");
    opened(AT_FDCWD, in_top("link"), O_NOFOLLOW, EINVAL, 0);
    opened(folder, "link-to-fifo", 0, EINVAL, 0);
    opened(folder, "fifo", 0, EINVAL, 0);
    opened(folder, "folder", 0, EINVAL, 0);
    opened(AT_FDCWD, "/dev/null", 0, EINVAL, 0);
    opened(folder, "none", 0, ENOENT, 0);
    opened(folder, "dangling", 0, ENOENT, 0);
    opened(folder, "file/none", 0, ENOTDIR, 0);
    opened(folder, "", 0, ENOENT, 0);
    fifo();

    test("the head of a file");
    expect(regular_head(in_top("file"), head, 3) == 3 &&
               memcmp(head, "tex", 3) == 0,
           "%.3s", head);
    expect(regular_head(in_top("file"), head, 4) == 4, "%.4s", head);
    expect(regular_head(in_top("file"), head, 1) == 1, "1 byte");
    expect(regular_head(in_top("file"), head, 0) == 0, "0 bytes");
    expect(regular_head(in_top("folder"), head, 4) == 0, "a folder");
    expect(regular_head(in_top("none"), head, 4) == 0, "no file");

    char command[100];
    snprintf(command, sizeof command, "rm -r '%s'", top);
    if (system(command) != 0)
        abort();
    return finish_tests();
}
