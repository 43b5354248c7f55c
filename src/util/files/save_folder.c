#include "util/files/save_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/arena.h"
#include "util/diag.h"
#include "util/signals.h"

static bool fail(const char *path)
{
    return diag_error("%s: %s", path, strerror(errno));
}

bool save_folder_check(const char *folder)
{
    struct stat status;
    if (stat(folder, &status) != 0)
        return errno == ENOENT || fail(folder);
    DIR *dir = opendir(folder);
    if (!dir)
        return fail(folder);
    const struct dirent *entry;
    bool is_empty = true;
    while (is_empty && (entry = readdir(dir)))
        is_empty =
            strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    closedir(dir);
    return is_empty || diag_error("%s: this folder is not empty; name a new "
                                  "one, or one without files",
                                  folder);
}

bool save_folder_is_name(struct str name)
{
    return name.len && name.s[0] != '.' && !str_has(name, S("/"));
}

/* The folder and the files that were made so far. They are global because a
   signal handler removes them. */
static struct {
    const char *folder;
    bool is_new; /* the folder was made here */
    int fd;      /* of the folder */
    const char *const *names;
    volatile size_t n;
} made;

static void undo(void)
{
    while (made.n > 0)
        unlinkat(made.fd, made.names[--made.n], 0);
    if (made.is_new)
        rmdir(made.folder);
}

static void undo_and_end(int signal_number)
{
    undo();
    signals_end(signal_number);
}

/* No signal comes between the making of the folder and the note of that. */
static bool make_folder(const char *folder)
{
    sigset_t set = signals_set(), before;
    sigprocmask(SIG_BLOCK, &set, &before);
    made.is_new = mkdir(folder, 0777) == 0;
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    if (made.is_new || (errno == EEXIST && save_folder_check(folder)))
        made.fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    else
        return errno == EEXIST ? false : fail(folder);
    return made.fd >= 0 || fail(folder);
}

/* Returns the errno of what failed, or 0. */
static int write_one(size_t i, save_write *write, void *context)
{
    made.n = i + 1;
    int fd = openat(made.fd, made.names[i],
                    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        made.n = i;
        return errno;
    }
    int error = write(context, i, fd);
    return close(fd) != 0 && !error ? errno : error;
}

bool save_folder(const char *folder, const char *const *names, size_t n,
                 save_write *write, void *context)
{
    struct sigaction before[SIGNALS];
    made.folder = folder;
    made.names = names;
    made.n = 0;
    made.fd = -1;
    signals_catch(undo_and_end, before);
    bool good = make_folder(folder);
    for (size_t i = 0; good && i < n; i++) {
        int error = write_one(i, write, context);
        good = !error ||
               diag_error("%s/%s: %s", folder, names[i], strerror(error));
    }
    if (good && fsync(made.fd) != 0 && errno != EINVAL && errno != ENOTSUP)
        good = fail(folder);
    if (!good)
        undo();
    signals_restore(before);
    if (made.fd >= 0)
        close(made.fd);
    return good;
}

/* context: the array of files. */
static int write_file(void *context, size_t file, int fd)
{
    const struct saved_file *const *files = context;
    return save_write_bytes(fd, (*files)[file].bytes);
}

bool save_folder_files(const char *folder, const struct saved_file *files,
                       size_t n)
{
    LOCAL_ARENA(arena);
    const char **names = NEW_N(&arena, const char *, n);
    for (size_t i = 0; i < n; i++)
        names[i] = files[i].path;
    return save_folder(folder, names, n, write_file, &files);
}
