/*
 * The table of options. getopt_long, the parser, --help and the test of the
 * manual page read it, so that a simple option takes one row in option_rows.c
 * and one paragraph in man/prof2dot.1.
 */
#pragma once

#include "cli/options.h"

/* The kind of an option: which arguments it takes, and what the row stores. */
enum option_kind {
    OPTION_HEADING, /* not an option but a heading in --help */
    OPTION_PRINT,   /* prints something and ends the program */
    OPTION_FLAG,    /* no argument: stores `value` in a bool */
    OPTION_VALUE,   /* no argument: stores `value` in an enum */
    OPTION_NUMBER,  /* stores a number from `least` to `most` in a double */
    OPTION_WHOLE,   /* stores a whole number in a long */
    OPTION_TEXT,    /* stores the argument (one of `choices`, if any) in a const
                       char * */
    OPTION_CHOICE,  /* one of the `choices`: stores its value in an enum */
    OPTION_LIST,    /* appends the argument to a list of texts */
    OPTION_CUSTOM,  /* calls `take` */
};

/* An OPTION_PRINT prints one of these. */
enum option_print {
    PRINT_FORMATS,
    PRINT_HELP,
    PRINT_COMPLETION,
    PRINT_VERSION
};

struct option_choice {
    const char *name; /* NULL ends the list */
    unsigned value;
};

struct option_row {
    char letter;      /* the short option; 0 if there is none */
    const char *name; /* the long option without "--"; NULL for a heading */
    const char *arg;  /* name of the argument in --help; "[...]" if it may be
                         missing, NULL if there is none */
    const char *help; /* NULL: not in --help, because it repeats another option,
                         mostly for users of gprof2dot */

    enum option_kind kind;
    size_t at;       /* offset in struct options; for lists, of the array */
    size_t n_at;     /* offset of the number of texts in a list */
    size_t given_at; /* offset of a bool that is set if the user gave the
                        option; 0: none */
    unsigned asks;   /* ASK_... bits that a reader must support for it */
    unsigned value;  /* FLAG, VALUE, and PRINT: enum option_print */
    double least, most;
    const struct option_choice *choices;
    /* The outputs that the option acts on, as words with blanks between: kinds
       of outputs (checks.c names them), and outputs by -T or the option of a
       list. The first word is what the option is most for: if that is "boxes"
       or "pictures", a terminal gets a picture in place of a report. NULL: the
       words of the heading above; "": all outputs. */
    const char *of;
    bool is_strict; /* other outputs refuse it; else they warn that it does
                       nothing */
    const char *instead; /* advice at the end of that message, or NULL */
    const char *needs; /* an option without which it does nothing; or NULL */
    const char *neutral; /* the argument that asks for nothing; or NULL */
    /* Options that exclude it, as words "name" or "name=value", and why. */
    const char *against, *because;
    bool of_deps; /* WITH_DEPS=no leaves it out */
    bool is_rare; /* it is not in --help=all, but in --help=WORD and
                     completions */
    const char *initial; /* the argument that is the default; --help shows it */
    const char *missing; /* the argument that replaces a missing one */

    /* TEXT, LIST: whether a text is a valid argument; NULL accepts any */
    bool (*is_valid)(struct str arg);
    /* CUSTOM: stores the argument; false if it is wrong */
    bool (*take)(struct options *options, const char *arg);
    /* The text after "expected" in the message on a wrong argument. NULL: it is
       made from the other fields; a TEXT or LIST may then be empty, and `take`
       has printed its own message. */
    const char *expected;
};

/* A row without name and help ends the table. */
extern const struct option_row option_rows[];

static inline bool option_row_ends(const struct option_row *row)
{
    return !row->name && !row->help;
}

/* Goes through the rows of the table. */
#define EACH_OPTION(row)                                                       \
    for (const struct option_row *row = option_rows; !option_row_ends(row);    \
         row++)

/* Is the option for a part that this program is built without? */
static inline bool option_row_is_left_out(const struct option_row *row)
{
    return row->of_deps && !deps_are_built_in;
}

/* Do --help and completions show it? */
static inline bool option_row_is_shown(const struct option_row *row)
{
    return row->name && row->help && !option_row_is_left_out(row);
}

/* Returns the row of an option by its long name, which must be one. */
const struct option_row *option_row_named(const char *name);
/* Returns the outputs that the option acts on; "": all. */
struct str option_row_outputs(const struct option_row *row);

static inline bool option_arg_is_optional(const struct option_row *row)
{
    return row->arg && row->arg[0] == '[';
}
