#include "cli/ending.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/option_rows.h"
#include "util/diag.h"
#include "util/nearest.h"

/* Returns whether a path leads to a file that is no regular one, such as a
   device, a pipe or a folder. */
static bool is_special(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

/* Reports that no output has the ending. Returns false. */
static bool report_ending(const char *file, struct str ending)
{
    LOCAL_ARENA(scratch);
    struct nearest near = { .text = ending };
    struct str list = S("");
    for (const struct writer *const *w = writers; *w; w++) {
        const char *names[] = { (*w)->name, (*w)->also, (*w)->ending };
        for (size_t i = 0; i < ROWS(names); i++) {
            if (!names[i])
                continue;
            struct str name = arena_printf(&scratch, ".%s", names[i]);
            nearest_add_form(&near, name, str_of(names[i]));
            list = arena_printf(&scratch, "%s%s%s", list.s,
                                list.len ? ", " : "", name.s);
        }
    }
    diag_error("-o %s: no output has the ending '.%s'%s; expected one of %s, "
               "or -T, which chooses whatever the name is",
               file, ending.s, nearest_text(&near, &scratch).s, list.s);
    return false;
}

/* Was an option given that is for pictures in the first place? */
static bool wants_picture(const struct options *options)
{
    for (size_t i = 0; i < options->n_given; i++) {
        struct str outputs =
            option_row_outputs(option_row_named(options->given[i].name));
        if (str_starts(outputs, S("boxes")) ||
            str_starts(outputs, S("pictures")))
            return true;
    }
    return false;
}

bool ending_choose_writer(struct options *options)
{
    const char *file = options->output;
    options->is_report = !options->writer && !options->list &&
                         !options->serves && strcmp(file, "-") == 0 &&
                         !wants_picture(options) && isatty(STDOUT_FILENO);
    if (!options->writer && (options->serves || options->is_report))
        options->writer = writer_find(options->serves ? S("html") : S("top"));
    struct str ending = writer_ending(file);
    const struct writer *by_ending = writer_for(ending);
    bool is_drawn = options->writer && by_ending && options->writer->written &&
                    writer_draws(by_ending) && by_ending->is_binary;
    if (is_drawn)
        options->layout.format = by_ending->name;
    if (!options->list && options->writer && by_ending && !is_drawn &&
        by_ending != options->writer &&
        by_ending !=
            writer_find(str_of(
                options->writer->written ? options->writer->written : "")))
        diag_warn("-T %s: %s has the ending of %s; leave out -T, or give it "
                  "another name",
                  options->writer->name, file, by_ending->name);
    if (!options->writer)
        options->writer = by_ending;
    if (!options->writer && !options->list && ending.len && !is_special(file))
        return report_ending(file, ending);
    if (!options->writer)
        options->writer = writer_find(options->look.deps.advise ? S("top")
                                                           : S("dot"));
    return true;
}
