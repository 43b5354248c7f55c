/* The options that a request may name, and the form in the page from which
   they come. */
#pragma once

#include "output/html/live.h"
#include "serve/versions.h"

enum { FORM_OPTIONS = 19 };

/* The name under which a request asks for a comparison with the run before. */
#define FORM_LAST "compare"

/* The form for one set of files. */
struct form {
    const struct options *options; /* of the command line */
    unsigned version;  /* of the files; 0: nobody watches them */
    const struct strip *strips; /* of the versions */
    size_t n_strips;
    bool can_compare;  /* is there a run before, to compare with? */
    bool has[FORM_OPTIONS]; /* can the files be asked for this option? */
    const struct str *events; /* the events of the files */
    size_t n_events;
};

/* The options of one page, in an arena. */
struct form_values {
    struct given_option *all; /* with arguments that are not empty */
    size_t n;
    bool compares_last; /* the page compares with the run before */
};

/* Makes the form for the files that were read. It lives as long as this
   version. */
struct form form_of(const struct versions *versions);

/* Does the form have an option of this name? */
bool form_has(const struct form *form, const char *name);

/* Returns the options of the form that the command line has. */
struct form_values form_defaults(const struct form *form, struct arena *arena);

/* Does a page with these values need the files again, because they decide what
   is read? */
bool form_needs_files(const struct form *form,
                      const struct form_values *values);

/* Returns a command line with these values in place of those that the command
   line has for the same form, and stores its length. A comparison with the run
   before names the same files as its base. */
char **form_command_line(const struct form *form,
                         const struct form_values *values, struct arena *arena,
                         int *argc);

/* Returns the form as a page shows it, with these values. */
struct html_live *form_html(const struct form *form,
                            const struct form_values *values,
                            struct arena *arena);
