/* Which of the descriptors that a program was started with stay open. */
#include "util/files/inherited.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { ARGS = 12 };

/* The descriptors 30 to 49 are inherited, but 49 is a library's. */
enum { FIRST = 30, END = 50, OWN = END - 1 };

static void open_all(void)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = FIRST; fd < END; fd++)
        if (dup2(null, fd) != fd)
            abort();
    if (fcntl(OWN, F_SETFD, FD_CLOEXEC) != 0)
        abort();
    close(null);
}

/* Expects that these arguments keep these descriptors, up to a 0. */
static void keeps(char *const *argv, const int *kept)
{
    int argc = 0;
    while (argv[argc])
        argc++;
    open_all();
    inherited_close(argc, argv);
    for (int fd = FIRST; fd < END; fd++) {
        bool is_kept = fd == OWN;
        for (int i = 0; kept[i]; i++)
            is_kept |= kept[i] == fd;
        int flags = fcntl(fd, F_GETFD);
        expect(flags == (is_kept ? FD_CLOEXEC : -1), "%s: descriptor %d: %d",
               argc > 1 ? argv[1] : "none", fd, flags);
    }
    for (int fd = 0; fd < 3; fd++)
        expect(fcntl(fd, F_GETFD) == 0, "standard stream %d", fd);
}

UNIT(inherited)
{
    test("no argument names a descriptor");
    keeps((char *[ARGS]){ "prof2dot" }, (int[ARGS]){ 0 });
    keeps((char *[ARGS]){ "/dev/fd/31", NULL }, (int[ARGS]){ 0 });
    keeps((char *[ARGS]){ "prof2dot", "31", "fd/32", "/dev/fd33", "/dev/fd/",
                          "/dev/fd/34/", "/dev/fd/35x", "/dev/fd/x36",
                          "/dev/fd/2/37" },
          (int[ARGS]){ 0 });

    test("arguments name descriptors");
    keeps((char *[ARGS]){ "prof2dot", "/dev/fd/30", "/proc/self/fd/31",
                          "--base=/dev/fd/32", "-o/dev/fd/33",
                          "/proc/123/fd/48" },
          (int[ARGS]){ 30, 31, 32, 33, 48 });
    keeps((char *[ARGS]){ "prof2dot", "/dev/fd/1", "/dev/fd/29",
                          "/dev/fd/99999999999999999999", "/dev/fd/4294967330",
                          "/dev/fd/49" },
          (int[ARGS]){ 0 });
    for (int fd = FIRST; fd < END; fd++)
        close(fd);
    return finish_tests();
}
