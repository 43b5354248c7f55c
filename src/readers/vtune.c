/*
 * The top-down table of Intel's VTune as CSV, vtune -report top-down
 * -call-stack-mode all -format csv:
 *
 *     Function Stack,CPU Time:Self,Module
 *     Total,0.0,[Unknown]
 *      main,0.0,prog.exe
 *       "parse<int, char>",0.016612,prog.exe
 *
 * The function of a line is called by the nearest one above it with less
 * indentation; Total is no function. Each column whose title ends in :Self is
 * an event. Times are in seconds. The separator may be any character.
 *
 * Source: the documentation of the command line of VTune, and samples.
 */
#include "input/csv.h"
#include "readers/choose/event.h"
#include "readers/frames/indented.h"
#include "readers/reader.h"

#define STACK_TITLE "Function Stack"
#define SELF_TITLE ":Self"

struct vtune {
    struct input *in;
    struct profile *profile;
    struct csv csv;
    char separator;
    size_t n_columns;
    size_t self, module; /* columns; SIZE_MAX: there is none */
    struct indented tree;
};

/* Chooses the column of costs. */
static bool choose(struct vtune *vtune, const struct reader_options *options)
{
    LOCAL_ARENA(scratch);
    size_t n = vtune->csv.n;
    struct event_column *columns = NEW_N(&scratch, struct event_column, n);
    size_t *samples = NEW_N(&scratch, size_t, n);
    struct event_columns events = { columns, n, samples, true, 0 };
    uint32_t chosen = NO_ID;
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        struct str title = str_trim(vtune->csv.of[i]), event, rest;
        if (!str_ends(title, S(SELF_TITLE)))
            continue;
        str_cut_last(title, S(SELF_TITLE), &event, &rest);
        columns[i].event = event;
        columns[i].unit = str_ends(event, S("Time")) ? S("seconds") : event;
        samples[i] = any = true;
        if (str_eq(event, S("CPU Time")))
            events.preferred = i;
    }
    if (any)
        chosen =
            event_choice(vtune->in->name, vtune->profile, &events, options);
    else
        input_error(vtune->in, "expected a column 'CPU Time:Self', found none");
    vtune->self = chosen;
    return chosen != NO_ID;
}

static bool read_titles(struct vtune *vtune,
                        const struct reader_options *options)
{
    struct input *in = vtune->in;
    if (!input_next_line(in) || !str_starts(in->text, S(STACK_TITLE)) ||
        in->text.len == sizeof STACK_TITLE - 1)
        return input_error(in, "expected the titles of a table that begin with "
                               "'Function Stack,'");
    vtune->separator = in->text.s[sizeof STACK_TITLE - 1];
    if (!csv_split(&vtune->csv, in->text, vtune->separator))
        return input_error(in, "expected the titles of a table");
    vtune->n_columns = vtune->csv.n;
    vtune->module = csv_find(&vtune->csv, S("Module"));
    return choose(vtune, options);
}

static uint32_t function_of(struct vtune *vtune, struct str name)
{
    struct str module = str_trim(csv_field(&vtune->csv, vtune->module));
    struct identity is = { .name = name,
                           .module = str_eq(module, S("[Unknown]")) ? S("")
                                                                    : module };
    return profile_function(vtune->profile, is);
}

static bool read_row(struct vtune *vtune, struct str line)
{
    double cost;
    struct csv *csv = &vtune->csv;
    if (!csv_split(csv, line, vtune->separator) ||
        (input_is_in_open_line(vtune->in) && csv->n < vtune->n_columns) ||
        !csv_number(csv, vtune->self, &cost) || cost < 0)
        return false;
    struct str name = str_trim_end(csv->of[0]);
    size_t depth = 0;
    while (str_take(&name, S(" ")))
        depth++;
    if (!name.len)
        return false;
    bool is_total = depth == 0 && str_eq(name, S("Total"));
    indented_add(&vtune->tree, depth,
                 is_total ? NO_ID : function_of(vtune, name), cost);
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct vtune vtune = { .in = in,
                           .profile = profile,
                           .self = SIZE_MAX,
                           .tree = { .arena = &in->arena,
                                      .profile = profile,
                                     .costs = INDENTED_SELF } };
    bool good = read_titles(&vtune, options);
    while (good && input_next_line(in))
        if (str_trim(in->text).len && !read_row(&vtune, in->text))
            input_warn(in, "expected a function and its cost");
    indented_end(&vtune.tree);
    profile->unlisted += vtune.tree.without_stack;
    csv_free(&vtune.csv);
    if (good && profile->n_contexts == 0)
        good = input_error(in, "expected functions below the titles, found "
                               "none");
    return good;
}

static enum match detect(struct head head)
{
    return match_if(str_starts(head.text, S(STACK_TITLE)) &&
                    str_has(head.text, S(SELF_TITLE)));
}

const struct reader reader_vtune = {
    .name = "vtune",
    .description = "the top-down table of VTune in CSV",
    .programs = "vtune -report top-down -format csv",
    .tested = "VTune",
    .file = "*.csv",
    .recipes =
        "VTune, top-down: `vtune -report top-down -format csv -r RESULT | "
        "prof2dot -o out.svg`",
    .supports = ASK_EVENT | ASK_LIST_EVENTS,
    .detect = detect,
    .read = read,
};
