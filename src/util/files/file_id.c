#include "util/files/file_id.h"

#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

/* Linux follows at most this many symbolic links. */
enum { MOST_LINKS = 40 };

static struct file_id id_of_status(const struct stat *status)
{
    return (struct file_id){
        .is_known = S_ISREG(status->st_mode),
        .device = status->st_dev,
        .inode = status->st_ino,
        .name = S(""),
    };
}

/* Returns the folder of a path, with its last slash; "./" if it has none. */
static struct str folder_of(struct str path)
{
    struct str base = str_basename(path);
    return base.len < path.len ? str_head(path, path.len - base.len) : S("./");
}

/* Returns what the symbolic link at a path says, as a path from here; the path
   itself if there is no link. */
static const char *follow(struct arena *arena, const char *path)
{
    char link[PATH_MAX];
    ssize_t n = readlink(path, link, sizeof link);
    if (n <= 0)
        return path;
    struct str target = { link, (size_t)n }, folder = S("");
    if (link[0] != '/')
        folder = folder_of(str_of(path));
    return arena_printf(arena, "%.*s%.*s", (int)folder.len, folder.s,
                        (int)target.len, target.s).s;
}

/* Returns the id of a file that does not exist, by its folder. Symbolic links
   that lead nowhere are followed, because the file would be made there. */
static struct file_id id_of_absent(struct arena *arena, const char *path)
{
    struct stat status;
    for (int i = 0; i < MOST_LINKS; i++) {
        const char *target = follow(arena, path);
        if (target == path)
            break;
        path = target;
    }
    struct str folder = arena_copy(arena, folder_of(str_of(path)));
    struct file_id id = { .name = str_basename(str_of(path)) };
    if (id.name.len && stat(folder.s, &status) == 0) {
        id.is_known = true;
        id.device = status.st_dev;
        id.inode = status.st_ino;
    }
    return id;
}

struct file_id file_id_of_path(struct arena *arena, const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0)
        return id_of_status(&status);
    return errno == ENOENT ? id_of_absent(arena, path)
                           : (struct file_id){ .is_known = false };
}

struct file_id file_id_of_stream(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 ? id_of_status(&status)
                                   : (struct file_id){ .is_known = false };
}

bool file_id_eq(const struct file_id *a, const struct file_id *b)
{
    return a->is_known && b->is_known && a->device == b->device &&
           a->inode == b->inode && str_eq(a->name, b->name);
}
