#include "cli/overwrite.h"

#include <fcntl.h>
#include <unistd.h>

#include "util/diag.h"
#include "util/files/file_id.h"

/* A file that is read, run or written. */
struct used_file {
    const char *path;
    struct str name; /* for messages: "-o out.svg", "the input prof.txt" */
    struct file_id id;
};

struct used_files {
    struct used_file *of;
    size_t n;
};

static void add(struct used_files *files, struct arena *arena,
                const char *what, const char *path, int stream)
{
    static const char *const streams[] = { "standard input",
                                           "standard output" };
    bool is_stream = strcmp(path, "-") == 0;
    files->of[files->n++] = (struct used_file){
        .path = path,
        .name = is_stream ? str_of(streams[stream])
                          : arena_printf(arena, "%s%s", what, path),
        .id = is_stream ? file_id_of_stream(stream)
                        : file_id_of_path(arena, path),
    };
}

static struct used_files list_inputs(struct arena *arena,
                                     const struct options *o)
{
    struct used_files files = { NEW_N(arena, struct used_file, o->n_files + 3),
                                0 };
    for (size_t i = 0; i < o->n_files; i++)
        add(&files, arena, "the input ", o->files[i], STDIN_FILENO);
    if (o->files0_from)
        add(&files, arena, "--files0-from=", o->files0_from, STDIN_FILENO);
    if (o->read.program)
        add(&files, arena, "--program=", o->read.program, STDIN_FILENO);
    if (o->layout.dot && strchr(o->layout.dot, '/'))
        add(&files, arena, "--dot=", o->layout.dot, STDIN_FILENO);
    return files;
}

/* Tells whether records of a trace are added to the end of a file, which may be
   the trace. */
static bool is_added_to(const struct options *o)
{
    return o->list == LIST_PLACES && strcmp(o->output, "-") == 0 &&
           fcntl(STDOUT_FILENO, F_GETFL) & O_APPEND;
}

static struct used_files list_outputs(struct arena *arena,
                                      const struct options *o)
{
    struct used_files files = { NEW_N(arena, struct used_file, 2), 0 };
    if (!is_added_to(o))
        add(&files, arena, "-o ", o->output, STDOUT_FILENO);
    if (o->depfile)
        add(&files, arena, "--depfile=", o->depfile, STDOUT_FILENO);
    return files;
}

/* Returns whether a regular file begins as ELF files do. */
static bool is_program(const struct used_file *file)
{
    char magic[4];
    if (!file->id.is_known || strcmp(file->path, "-") == 0)
        return false;
    int fd = open(file->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t n = read(fd, magic, sizeof magic);
    close(fd);
    return n == sizeof magic && memcmp(magic, "\177ELF", sizeof magic) == 0;
}

static bool report_same(const struct used_file *output,
                        const struct used_file *other)
{
    return diag_error("%s: this is also %s, which would be lost; nothing was "
                      "read or written: choose another name",
                      output->name.s, other->name.s);
}

bool overwrite_check(const struct options *options)
{
    LOCAL_ARENA(scratch);
    struct used_files in = list_inputs(&scratch, options);
    struct used_files out = list_outputs(&scratch, options);
    bool good = true;
    for (size_t i = 0; i < out.n && good; i++) {
        const struct used_file *file = &out.of[i];
        /* An input that does not exist cannot be lost. */
        for (size_t j = 0; j < in.n && good; j++)
            if (!in.of[j].id.name.len && file_id_eq(&file->id, &in.of[j].id))
                good = report_same(file, &in.of[j]);
        for (size_t j = 0; j < i && good; j++)
            if (file_id_eq(&file->id, &out.of[j].id))
                good = report_same(file, &out.of[j]);
        if (good && is_program(file))
            good = diag_error("%s: this is a program, which would be lost; "
                              "choose another name, or remove it first",
                              file->name.s);
    }
    return good;
}
