#include "cli/depfile.h"

#include <string.h>

#include "util/diag.h"

/* Returns the i-th file that the output depends on, or NULL if it has no name
   or there is none. The last one is the program. */
static const char *input_at(const struct options *options, size_t i)
{
    const char *file =
        i < options->n_files ? options->files[i] : options->read.program;
    return file && strcmp(file, "-") != 0 ? file : NULL;
}

/* Returns whether a rule can contain the name: nothing quotes a semicolon, with
   which a command begins, nor control characters, the bar before prerequisites
   of another kind, the tilde of a home folder, or the last character of a member
   of a library, of a group of targets and of a line that goes on. */
static bool is_for_make(const char *name)
{
    size_t n = strlen(name);
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)name[i] < ' ' || strchr(";|", name[i]))
            return false;
    return n > 0 && name[0] != '~' && !strchr(")&\\", name[n - 1]);
}

static bool report_name(const char *name)
{
    return diag_error("--depfile: make cannot read the name '%s' in a rule; "
                      "give the file another name, or leave out --depfile",
                      name);
}

bool depfile_check(const struct options *options)
{
    /* A percent sign in a target makes a rule for many files. */
    if (!is_for_make(options->output) || strchr(options->output, '%'))
        return report_name(options->output);
    for (size_t i = 0; i <= options->n_files; i++) {
        const char *file = input_at(options, i);
        if (file && !is_for_make(file))
            return report_name(file);
    }
    return true;
}

/* Writes the name of a file; characters that are special to make are quoted. A
   backslash is special only before one that quotes. */
static void put_name(struct buf *rule, const char *name)
{
    size_t backslashes = 0; /* just before this place */
    for (; *name; name++) {
        if (strchr(" #:*?[", *name))
            for (size_t i = 0; i <= backslashes; i++)
                buf_char(rule, '\\');
        backslashes = *name == '\\' ? backslashes + 1 : 0;
        if (*name == '=') /* which would make the rule set a variable */
            buf_add(rule, S("$(or =)"));
        else
            buf_add(rule, *name == '$' ? S("$$") : (struct str){ name, 1 });
    }
}

/* Writes each input and the program that belongs to them, if any; standard
   input has no name. */
static void put_inputs(struct buf *rule, const struct options *options,
                       const char *before, const char *after)
{
    for (size_t i = 0; i <= options->n_files; i++) {
        const char *file = input_at(options, i);
        if (!file)
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
