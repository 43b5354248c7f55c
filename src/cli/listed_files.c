#include "cli/listed_files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "util/array.h"
#include "util/diag.h"

/* Reads all bytes of a file, or of standard input. Returns false after a
   message. */
static bool read_all(struct buf *list, const char *path)
{
    enum { STEP = 1 << 16 };
    bool is_stdin = strcmp(path, "-") == 0;
    int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = -1;
    while (fd >= 0) {
        n = read(fd, buf_reserve(list, STEP), STEP);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        list->len += (size_t)n;
    }
    int error = errno;
    if (fd >= 0 && !is_stdin)
        close(fd);
    return n == 0 || diag_error("--files0-from=%s: %s", path, strerror(error));
}

/* Adds the names of the list. The last one need not end in a NUL. */
static bool add_names(struct options *options, struct str list,
                      struct arena *arena)
{
    const char *from = options->files0_from;
    LIST(const char *) files = { 0 };
    while (list.len) {
        const char *end = memchr(list.s, '\0', list.len);
        struct str name = str_head(list, end ? (size_t)(end - list.s)
                                             : list.len);
        list = str_skip(list, name.len + (end != NULL));
        if (!name.len)
            return diag_error("--files0-from=%s: name %zu is empty", from,
                              files.n + 1);
        if (str_eq(name, S("-")) && strcmp(from, "-") == 0)
            return diag_error("--files0-from=-: name %zu is '-', but standard "
                              "input has the names",
                              files.n + 1);
        if (!end && memchr(name.s, '\n', name.len))
            return diag_error("--files0-from=%s: expected a NUL behind each "
                              "name, found lines; find -print0 and tr '\\n' "
                              "'\\0' make such a list",
                              from);
        *PUSH_IN(arena, &files) = arena_copy(arena, name).s;
    }
    options->files = files.of;
    options->n_files = files.n;
    return files.n || diag_error("--files0-from=%s: the list is empty", from);
}

enum todo listed_files_add(struct options *options, struct arena *arena)
{
    LOCAL_BUF(list);
    if (options->n_files) {
        diag_error("--files0-from: the list has all files; leave out '%s'",
                   options->files[0]);
        return TODO_USAGE_ERROR;
    }
    bool good = read_all(&list, options->files0_from) &&
                add_names(options, buf_text(&list), arena);
    return good ? TODO_RUN : TODO_FAILED;
}
