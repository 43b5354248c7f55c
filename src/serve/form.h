/* The options that a request may name, and the form in the page from which
   they come. */
#ifndef SERVE_FORM_H
#define SERVE_FORM_H

#include "output/html/live.h"
#include "pipeline/run.h"

enum { FORM_OPTIONS = 18 };

/* The form for one set of files. */
struct form {
    const struct options *options; /* of the command line */
    bool has[FORM_OPTIONS]; /* can the files be asked for this option? */
    const struct str *events; /* the events of the files */
    size_t n_events;
};

/* The options of one page, in an arena. */
struct form_values {
    struct given_option *all; /* with arguments that are not empty */
    size_t n;
};

/* Makes the form for the files that were read; run->profile is NULL if each
   page reads them. The form lives as long as the run. */
struct form form_of(struct run *run);

/* Does the form have an option of this name? */
bool form_has(const struct form *form, const char *name);

/* Returns the options of the form that the command line has. */
struct form_values form_defaults(const struct form *form, struct arena *arena);

/* Does a page with these values need the files again, because they decide what
   is read? */
bool form_needs_files(const struct form *form,
                      const struct form_values *values);

/* Returns a command line with these values in place of those that the command
   line has for the same form, and stores its length. */
char **form_command_line(const struct form *form,
                         const struct form_values *values, struct arena *arena,
                         int *argc);

/* Returns the form as a page shows it, with these values. */
struct html_live *form_html(const struct form *form,
                            const struct form_values *values,
                            struct arena *arena);

#endif
