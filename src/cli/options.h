/* The command line. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "filter/filter.h"
#include "output/graphviz/draw.h"
#include "output/writer.h"
#include "readers/reader.h"
#include "view/view.h"

/* What main is to do after the options were read. */
enum todo { TODO_RUN, TODO_STOP, TODO_USAGE_ERROR };

struct options {
    const struct reader *reader; /* NULL: by content */
    struct reader_options read;
    long threads; /* at most, 0: as there are processors */
    bool callstacks, callratios; /* --total; neither: what the input has */
    enum cycles cycles;
    bool has_cycles; /* --cycles was given */
    struct view_options view;
    bool has_node_thres, has_nodecount; /* the default cap is off */
    struct filter_options filters;
    struct demangler names; /* --demangle, for patterns and display */
    bool relative; /* shares refer to what the filters leave */
    const char *list_functions; /* NULL: draw */
    struct look look;
    struct layout layout;
    const struct writer *writer; /* while options are read, NULL: no -T */
    const char *output; /* "-": standard output */
    const char *depfile; /* or NULL */
    bool if_changed;
    const char **files; /* at least one */
    size_t n_files;
};

/* Fills options from the command line. TODO_STOP: --help or the like has
   printed into out; TODO_USAGE_ERROR: after a message. */
enum todo options_read(struct options *options, int argc, char **argv,
                       struct arena *arena, struct buf *out);

#endif
