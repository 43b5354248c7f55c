#include "cli/depfile.h"

#include "util/diag.h"

/* Returns the i-th file that the output depends on, or NULL if it has no name
   or there is none. The last two are the program and the list of the files. */
static const char *input_at(const struct options *options, size_t i)
{
    const char *file = i < options->n_files    ? options->files[i]
                       : i == options->n_files ? options->read.program
                                               : options->files0_from;
    return file && strcmp(file, "-") != 0 ? file : NULL;
}

/* Returns whether a rule can contain the name. Nothing quotes ';', with which a
   command begins, '|', which precedes prerequisites of another kind, control
   characters, and '~' at the start, which stands for a home folder. At the end
   of a name, ')' means a member of a library, '&' a group of targets, and '\'
   that the line goes on. */
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
    if (!is_for_make(options->output))
        return report_name(options->output);
    for (size_t i = 0; i <= options->n_files + 1; i++) {
        const char *file = input_at(options, i);
        if (file && !is_for_make(file))
            return report_name(file);
    }
    return true;
}

/* Writes the name of a file; characters that are special to make are quoted: in
   a target also the percent sign, which would make a rule for many files. A
   backslash is special only before a character that it quotes. */
static void put_name(struct buf *rule, const char *name, bool is_target)
{
    const char *special = is_target ? " #:*?[%" : " #:*?[";
    size_t backslashes = 0; /* just before this place */
    for (; *name; name++) {
        if (strchr(special, *name))
            for (size_t i = 0; i <= backslashes; i++)
                buf_char(rule, '\\');
        backslashes = *name == '\\' ? backslashes + 1 : 0;
        if (*name == '=') /* which would make the rule set a variable */
            buf_add(rule, S("$(or =)"));
        else
            buf_add(rule, *name == '$' ? S("$$") : (struct str){ name, 1 });
    }
}

/* Writes each input and the program that belongs to them, if any, as a target
   or as a prerequisite; standard input has no name. */
static void put_inputs(struct buf *rule, const struct options *options,
                       bool are_targets)
{
    for (size_t i = 0; i <= options->n_files + 1; i++) {
        const char *file = input_at(options, i);
        if (!file)
            continue;
        buf_char(rule, are_targets ? '\n' : ' ');
        put_name(rule, file, are_targets);
        if (are_targets)
            buf_add(rule, S(":\n"));
    }
}

void depfile_put(struct buf *rule, const struct options *options)
{
    put_name(rule, options->output, true);
    buf_char(rule, ':');
    put_inputs(rule, options, false);
    buf_char(rule, '\n');
    put_inputs(rule, options, true);
}
