/*
 * The live part of a page that is served: a form whose fields are options of
 * the command line. A change of a field asks the server for the page with these
 * options. The form works without JavaScript, too.
 */
#pragma once

#include "util/text/buf.h"

/* A field of the form. Texts may hold any bytes. */
struct html_field {
    const char *name;  /* of the option, without "--" */
    const char *label;
    const char *hint;  /* what an empty field means, or "" */
    const struct str *values; /* its values, one input for each; without any
                                 there is one empty input */
    size_t n_values;
    const struct str *choices; /* the values to choose from; NULL: any text is
                                  allowed */
    size_t n_choices;
    bool is_number; /* a whole number */
    bool is_rare;   /* it is shown in the part that few people need */
};

struct html_live {
    const struct html_field *fields;
    size_t n_fields;
    struct str strip; /* the data of output/html/strip.h, or "" */
    unsigned version; /* of the files; 0 without --watch */
    bool can_compare; /* the server also has the previous run */
    bool compares_last; /* the page is a comparison with that run */
};

/* Appends the form, and the script that sends it when a field changes. */
void html_live_form(struct buf *out, const struct html_live *live);
void html_live_script(struct buf *out);

/* Appends a whole page that has the form and says why there is no picture.
   `messages` are lines. */
void html_live_failure(struct buf *out, const struct html_live *live,
                       struct str messages);
