/* The options that a request may name, and the form in the page from which
   they come. */
#pragma once

#include "output/html/live.h"
#include "serve/versions.h"

enum { FORM_OPTIONS = 19 };

/* The name in a request that asks for a comparison with the previous run. */
#define FORM_LAST "compare"

/* The form for one version of the files. */
struct form {
    const struct options *options; /* of the command line */
    unsigned version;  /* of the files; 0 without --watch */
    const struct strip *strips; /* of the versions */
    size_t n_strips;
    bool can_compare;  /* there is a previous run to compare with */
    bool has[FORM_OPTIONS]; /* by row of form.c: the files support the option */
    const struct str *events; /* the events of the files */
    size_t n_events;
};

/* The options of one page, in an arena. */
struct form_values {
    struct given_option *all; /* those whose argument is not empty */
    size_t n;
    bool compares_last; /* the page compares with the previous run */
};

/* Returns the form for the present version of the files, as long as which it
   lives. */
struct form form_of(const struct versions *versions);

/* Does the form have an option of this name? */
bool form_has(const struct form *form, const char *name);

/* Returns the options of the command line that are in the form. */
struct form_values form_defaults(const struct form *form, struct arena *arena);

/* Do these values change what is read, so that the files must be read again? */
bool form_needs_files(const struct form *form,
                      const struct form_values *values);

/* Returns the command line with these values in place of its own values for the
   form, and stores its length. A comparison with the previous run names the
   same files as its base. */
char **form_command_line(const struct form *form,
                         const struct form_values *values, struct arena *arena,
                         int *argc);

/* Returns the form as a page shows it, with these values. */
struct html_live *form_html(const struct form *form,
                            const struct form_values *values,
                            struct arena *arena);
