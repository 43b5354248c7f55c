#include "util/files/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/diag.h"
#include "util/files/regular.h"
#include "util/text/buf.h"

enum {
    MOST_BYTES = 4 << 20, /* of a file */
    MOST_PARTS = 64,      /* of a path */
    BLOCK = 65536,
};

/* ---- Paths ---- */

/* The names in a path, without "." and "..". */
struct parts {
    const char *names[MOST_PARTS];
    size_t n;
};

/* ".." takes the name before it away, if there is one. Returns false if the
   path has too many names. */
static bool split(struct arena *arena, struct str path, struct parts *parts)
{
    struct str name;
    parts->n = 0;
    while (path.len) {
        if (!str_cut(path, S("/"), &name, &path)) {
            name = path;
            path = S("");
        }
        if (!name.len || str_eq(name, S(".")))
            continue;
        if (str_eq(name, S(".."))) {
            if (parts->n > 0)
                parts->n--;
            continue;
        }
        if (parts->n == MOST_PARTS)
            return false;
        parts->names[parts->n++] = arena_copy(arena, name).s;
    }
    return true;
}

/* Returns the number of names at the front of an absolute path that are those
   of the folder, or 0 if the path is not in it. */
static size_t parts_in_folder(struct arena *arena, const char *folder,
                              struct str path, const struct parts *parts)
{
    struct parts names = { .n = 0 };
    char *real = realpath(folder, NULL);
    bool is_in = real && str_starts(path, S("/")) &&
                 split(arena, str_of(real), &names) && names.n < parts->n;
    free(real);
    for (size_t i = 0; is_in && i < names.n; i++)
        is_in = strcmp(names.names[i], parts->names[i]) == 0;
    return is_in ? names.n : 0;
}

static struct str join(struct arena *arena, const struct parts *parts,
                       size_t from)
{
    struct buf path = { 0 };
    for (size_t i = from; i < parts->n; i++)
        buf_printf(&path, "%s%s", i > from ? "/" : "", parts->names[i]);
    return buf_move(&path, arena);
}

/* ---- Opening ---- */

static int open_folder(const char *folder)
{
    return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

bool folder_check(const char *folder)
{
    int fd = open_folder(folder);
    if (fd < 0)
        return diag_error("--source: cannot open the folder %s: %s", folder,
                          strerror(errno));
    close(fd);
    return true;
}

/* Opens one name in an open folder. Returns -1 if it cannot be opened and sets
 *why, unless it does not exist. */
static int open_part(int folder, const char *name, bool is_file,
                     const char **why)
{
    int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    struct stat state;
    if (fstatat(folder, name, &state, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno != ENOENT && errno != ENOTDIR && errno != ENAMETOOLONG)
            *why = strerror(errno);
        return -1;
    }
    if (S_ISLNK(state.st_mode)) {
        *why = "symbolic links are not followed";
        return -1;
    }
    if (!is_file && !S_ISDIR(state.st_mode))
        return -1;
    int fd = is_file ? regular_open(folder, name, O_NOFOLLOW, &state)
                     : openat(folder, name, flags);
    if (fd < 0)
        *why = errno == EINVAL ? "it is no regular file" : strerror(errno);
    return fd;
}

/* Opens the file of the parts from a number on. Returns as open_part. */
static int open_parts(const char *folder, const struct parts *parts,
                      size_t from, const char **why)
{
    int at = open_folder(folder);
    if (at < 0)
        *why = strerror(errno);
    for (size_t i = from; at >= 0 && i < parts->n; i++) {
        int next = open_part(at, parts->names[i], i + 1 == parts->n, why);
        close(at);
        at = next;
    }
    return at;
}

/* ---- Reading ---- */

/* Returns why the text cannot be shown, or NULL. The size is checked while it
   is read, because the file may grow. */
static const char *read_text(struct arena *arena, int fd,
                             struct folder_file *file)
{
    struct buf text = { 0 };
    struct stat state;
    char block[BLOCK];
    ssize_t n = 0;
    if (fstat(fd, &state) != 0)
        return strerror(errno);
    file->changed = state.st_mtime;
    if (state.st_size > MOST_BYTES)
        return "it is larger than 4 MB";
    while (text.len <= MOST_BYTES && (n = read(fd, block, sizeof block)) != 0)
        if (n > 0)
            buf_add(&text, (struct str){ block, (size_t)n });
        else if (errno != EINTR)
            break;
    const char *why = n < 0                   ? strerror(errno)
                      : text.len > MOST_BYTES ? "it is larger than 4 MB"
                      : text.len && memchr(buf_text(&text).s, '\0', text.len)
                          ? "it is binary"
                          : NULL;
    if (why)
        buf_free(&text);
    else
        file->text = buf_move(&text, arena);
    return why;
}

/* Opens the file of the parts from `first` on. As long as there is no such
   file, leaves out one more of the first names. Sets the path of the file.
   Returns the descriptor, or -1 with *why set as open_part does. */
static int open_nearest(struct arena *arena, const char *folder,
                        const struct parts *parts, size_t first,
                        struct folder_file *file, const char **why)
{
    for (size_t from = first; from < parts->n && !*why; from++) {
        int fd = open_parts(folder, parts, from, why);
        if (fd >= 0) {
            file->path = join(arena, parts, from);
            return fd;
        }
    }
    return -1;
}

const char *folder_read(struct arena *arena, const char *folder,
                        struct str path, struct folder_file *file)
{
    struct parts parts;
    const char *why = NULL;
    if (!split(arena, path, &parts))
        return "the path has too many folders";
    size_t first = parts_in_folder(arena, folder, path, &parts);
    int fd = open_nearest(arena, folder, &parts, first, file, &why);
    if (fd < 0)
        return why ? why : "there is no such file below the folder of --source";
    why = read_text(arena, fd, file);
    close(fd);
    return why;
}
