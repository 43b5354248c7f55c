#include "cli/depfile.h"

#include <string.h>

/* Writes the name of a file; characters that are special to make are quoted. */
static void put_name(struct buf *rule, const char *name)
{
    for (; *name; name++) {
        if (*name == ' ' || *name == '#')
            buf_char(rule, '\\');
        if (*name == '$')
            buf_char(rule, '$');
        buf_char(rule, *name);
    }
}

/* Writes each input and the program that belongs to them, if any; standard
   input has no name. */
static void put_inputs(struct buf *rule, const struct options *options,
                       const char *before, const char *after)
{
    for (size_t i = 0; i <= options->n_files; i++) {
        const char *file = i < options->n_files ? options->files[i]
                                                : options->read.program;
        if (!file || strcmp(file, "-") == 0)
            continue;
        buf_add(rule, str_of(before));
        put_name(rule, file);
        buf_add(rule, str_of(after));
    }
}

void depfile_put(struct buf *rule, const struct options *options)
{
    put_name(rule, options->output);
    buf_char(rule, ':');
    put_inputs(rule, options, " ", "");
    buf_char(rule, '\n');
    put_inputs(rule, options, "\n", ":\n");
}
