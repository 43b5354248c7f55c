#include "cli/default_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* True for an ELF file that can be run. */
static bool is_program(const char *path)
{
    char head[4] = "";
    if (!is_file(path) || access(path, X_OK) != 0)
        return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool is = fd >= 0 && read(fd, head, sizeof head) == sizeof head &&
              memcmp(head, "\177ELF", sizeof head) == 0;
    if (fd >= 0)
        close(fd);
    return is;
}

/* Returns the only program in the current folder, or NULL. */
static const char *only_program(struct arena *arena)
{
    const char *only = NULL;
    size_t n = 0;
    DIR *folder = opendir(".");
    const struct dirent *entry;
    while (folder && n < 2 && (entry = readdir(folder)))
        if (is_program(entry->d_name)) {
            only = arena_copy(arena, str_of(entry->d_name)).s;
            n++;
        }
    if (folder)
        closedir(folder);
    return n == 1 ? only : NULL;
}

size_t default_files_find(const char *files[MOST_DEFAULT_FILES],
                          struct arena *arena)
{
    if (is_file("perf.data")) {
        files[0] = "perf.data";
        return 1;
    }
    files[0] = is_file("gmon.out") ? only_program(arena) : NULL;
    files[1] = "gmon.out";
    return files[0] ? 2 : 0;
}
