#include "cli/base_files.h"

#include <glob.h>
#include <string.h>
#include <unistd.h>

#include "util/array.h"
#include "util/diag.h"

/* A list that grows. */
struct files {
    LIST(const char *);
};

static void add(struct files *files, const char *name)
{
    *PUSH(files) = name;
}

/* Adds a file, or those that match a glob. Returns false after a message. */
static bool add_base(struct files *files, const char *text,
                     struct arena *arena)
{
    glob_t found = { 0 };
    if (strcmp(text, "-") == 0 || access(text, F_OK) == 0) {
        add(files, text);
        return true;
    }
    int status = glob(text, 0, NULL, &found);
    for (size_t i = 0; status == 0 && i < found.gl_pathc; i++)
        add(files, arena_copy(arena, str_of(found.gl_pathv[i])).s);
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

/* Reports a glob that the shell seems to have expanded: its first file alone is
   that of --base, and the others of its kind are among the new ones. A path
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

enum todo base_files_add(struct options *options, struct arena *arena)
{
    struct files files = { 0 };
    bool good = true;
    if (options->compares_two &&
        (options->base.n || options->n_files != 2)) {
        diag_error("--compare: expected two files, the base and the new one; "
                   "--base=FILE takes several");
        return TODO_USAGE_ERROR;
    }
    if (options->base.n == 1 && !check_glob(options))
        return TODO_USAGE_ERROR;
    for (size_t i = 0; i < options->base.n && good; i++)
        good = add_base(&files, options->base.texts[i], arena);
    options->n_base = options->compares_two ? 1 : files.n;
    if (good && files.n) {
        for (size_t i = 0; i < options->n_files; i++)
            add(&files, options->files[i]);
        options->files = NEW_N(arena, const char *, files.n);
        memcpy(options->files, files.of, files.n * sizeof *files.of);
        options->n_files = files.n;
    }
    LIST_FREE(&files);
    return good ? TODO_RUN : TODO_FAILED;
}
