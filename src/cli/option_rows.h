/* Every option is one row: getopt_long, --help and the parser read it. */
#ifndef CLI_OPTION_ROWS_H
#define CLI_OPTION_ROWS_H

#include "cli/options.h"

/* Sets what the option says; arg is NULL without argument. False after a
   message. */
typedef bool set_option(struct options *options, const char *arg);

/* Options that print something and end the program. */
enum print { PRINT_NOTHING, PRINT_FORMATS, PRINT_HELP, PRINT_VERSION };

/* A row without name is a heading of --help; one without help is another
   spelling of the row before; one without both ends the table. */
struct option_row {
    char letter; /* 0: none */
    const char *name;
    const char *arg; /* its name in --help, "[...]" if optional; or NULL */
    set_option *set; /* NULL: print */
    enum print print;
    const char *help;
};

extern const struct option_row option_rows[];

static inline bool option_row_ends(const struct option_row *row)
{
    return !row->name && !row->help;
}

static inline bool option_arg_is_optional(const struct option_row *row)
{
    return row->arg && row->arg[0] == '[';
}

#endif
