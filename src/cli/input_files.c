#include "cli/input_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf/head.h"
#include "util/diag.h"

/* ---- Files that a file lists ---- */

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

enum next_step input_files_add_listed(struct options *options,
                                      struct arena *arena)
{
    LOCAL_BUF(list);
    if (options->n_files) {
        diag_error("--files0-from: the list has all files; leave out '%s'",
                   options->files[0]);
        return NEXT_USAGE_ERROR;
    }
    bool good = read_all(&list, options->files0_from) &&
                add_names(options, buf_text(&list), arena);
    return good ? NEXT_RUN : NEXT_FAILED;
}

/* ---- Files of a comparison ---- */

struct files {
    LIST(const char *);
};

/* Adds a file, or those that match a glob. Returns false after a message. */
static bool add_base(struct files *files, const char *text, struct arena *arena)
{
    glob_t found = { 0 };
    if (strcmp(text, "-") == 0 || access(text, F_OK) == 0) {
        *PUSH_IN(arena, files) = text;
        return true;
    }
    int status = glob(text, 0, NULL, &found);
    for (size_t i = 0; status == 0 && i < found.gl_pathc; i++)
        *PUSH_IN(arena, files) =
            arena_copy(arena, str_of(found.gl_pathv[i])).s;
    globfree(&found);
    return status == 0 ||
           diag_error("--base=%s: there is no such file, and no file matches "
                      "it",
                      text);
}

/* Do two names differ in numbers only, as run.1.data and run.12.data do? */
static bool is_sibling(const char *name, const char *other)
{
    struct str a = str_of(name), b = str_of(other);
    while (a.len && b.len) {
        uint64_t number;
        bool has_digits = str_take_digits(&a, &number);
        if (has_digits != str_take_digits(&b, &number))
            return false;
        if (!has_digits && *a.s != *b.s)
            return false;
        a = str_skip(a, !has_digits);
        b = str_skip(b, !has_digits);
    }
    return a.len == b.len;
}

/* Reports a glob that the shell seems to have expanded: only its first file is
   that of --base, and others with similar names are among the new ones. A path
   that is spelled in another way has no siblings. */
static bool check_glob(const struct options *options)
{
    const char *base = options->base.texts[0];
    size_t siblings = 0;
    for (size_t i = 0; i < options->n_files; i++)
        siblings += is_sibling(base, options->files[i]);
    return siblings == 0 || siblings == options->n_files ||
           diag_error("--base %s: %zu of the %zu files that are compared with "
                      "it %s the same name but for numbers, as if the shell "
                      "had expanded a glob: quote it, as in "
                      "--base='old.*.data', give --base for each file, or, if "
                      "the base is one file, write --base=%s%s",
                      base, siblings, options->n_files,
                      siblings == 1 ? "has" : "have",
                      base[0] == '/' ? "/." : "./", base);
}

enum next_step input_files_add_base(struct options *options,
                                    struct arena *arena)
{
    struct files files = { 0 };
    bool good = true;
    if (options->compares_two &&
        (options->base.n || options->n_files != 2)) {
        diag_error("--compare: expected two files, the base and the new one; "
                   "--base=FILE takes several");
        return NEXT_USAGE_ERROR;
    }
    if (options->base.n == 1 && !check_glob(options))
        return NEXT_USAGE_ERROR;
    for (size_t i = 0; i < options->base.n && good; i++)
        good = add_base(&files, options->base.texts[i], arena);
    options->n_base = options->compares_two ? 1 : files.n;
    if (good && files.n) {
        for (size_t i = 0; i < options->n_files; i++)
            *PUSH_IN(arena, &files) = options->files[i];
        options->files = files.of;
        options->n_files = files.n;
    }
    return good ? NEXT_RUN : NEXT_FAILED;
}

/* ---- Files of the current folder ---- */

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* True for an ELF file that can be run. */
static bool is_program(const char *path)
{
    return access(path, X_OK) == 0 && elf_is(path);
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

size_t input_files_find_default(const char *files[MOST_DEFAULT_FILES],
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
