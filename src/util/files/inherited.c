#include "util/files/inherited.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include "util/text/str.h"

/* Does an argument end in the path of a descriptor: /dev/fd/N, /proc/self/fd/N,
   with or without an option before it? */
static bool is_named(int fd, int argc, char *const *argv)
{
    for (int i = 1; i < argc; i++) {
        struct str path = str_of(argv[i]), number = str_basename(path);
        uint64_t n;
        if (str_ends(str_head(path, path.len - number.len), S("/fd/")) &&
            str_take_digits(&number, &n) && !number.len && n == (uint64_t)fd)
            return true;
    }
    return false;
}

static void close_one(int fd, int argc, char *const *argv)
{
    if (fd <= STDERR_FILENO || fcntl(fd, F_GETFD) != 0)
        return;
    if (is_named(fd, argc, argv))
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    else
        close(fd);
}

void inherited_close(int argc, char *const *argv)
{
    enum { MOST = 1024 }; /* descriptors, as most systems allow at first */
    const struct dirent *entry;
    DIR *folder = opendir("/dev/fd");
    while (folder && (entry = readdir(folder))) {
        struct str name = str_of(entry->d_name);
        uint64_t fd;
        if (str_take_digits(&name, &fd) && fd <= INT32_MAX)
            close_one((int)fd, argc, argv);
    }
    if (folder)
        closedir(folder);
    for (int fd = 0; !folder && fd < MOST; fd++)
        close_one(fd, argc, argv);
}
