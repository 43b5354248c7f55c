/*
 * The table CallTreeSummary.csv of the profiler of Visual Studio, which
 * vsperfreport -summary:calltree writes (fields shortened):
 *
 *     Level,Function Name,Number of Calls,Elapsed Inclusive Time %,
 *         Elapsed Exclusive Time %,Avg Elapsed Inclusive Time,Module Name,
 *     0,"Tracer.exe",0,100.00,0.00,0.00,"",
 *     1,"Tracer.Main()",1,8.75,0.69,"18,160.51","Tracer.exe",
 *     2,"Tracer.Render(int32)","2,893",8.07,8.07,5.79,"Tracer.exe",
 *
 * A function is called by the nearest one above it whose level is less by one;
 * level 0 is the program. Percentages are of the whole time, which is the sum
 * of calls times average time, in milliseconds, over the functions of level 1.
 * The table of a program that was sampled has Exclusive Samples instead of
 * times and calls.
 *
 * Source: samples, and "Call Tree View" in the documentation of Visual Studio.
 */
#include "input/csv.h"
#include "readers/choose/event.h"
#include "readers/frames/indented.h"
#include "readers/reader.h"

enum column { LEVEL, NAME, MODULE, CALLS, AVERAGE, N_COLUMNS };

static const struct str titles[N_COLUMNS] = {
    [LEVEL] = STR("Level"),
    [NAME] = STR("Function Name"),
    [MODULE] = STR("Module Name"),
    [CALLS] = STR("Number of Calls"),
    [AVERAGE] = STR("Avg Elapsed Inclusive Time"),
};

/* The columns that may be drawn; one that a table has first is preferred. */
static const struct event_column costs[] = {
    { STR("time"), STR("ms"), STR("Elapsed Exclusive Time") },
    { STR("time"), STR("ms"), STR("Elapsed Exclusive Time %") },
    { STR("samples"), STR("samples"), STR("Exclusive Samples") },
    { STR("calls"), STR("calls"), STR("Number of Calls") },
};

struct vsprof {
    struct input *in;
    struct profile *profile;
    struct csv csv;
    size_t columns[N_COLUMNS]; /* SIZE_MAX: the table does not have it */
    size_t n_columns;
    size_t cost;               /* the column of the event */
    bool is_percent;           /* its costs are shares of the whole time */
    double whole; /* milliseconds of the functions of level 1 */
    struct indented tree;
};

static bool choose(struct vsprof *vsprof, const struct reader_options *options)
{
    size_t samples[ROWS(costs)];
    struct event_columns events = { costs, ROWS(costs), samples, true, 0 };
    bool any = false;
    for (size_t i = 0; i < ROWS(costs); i++)
        samples[i] = csv_find(&vsprof->csv, costs[i].title) != SIZE_MAX;
    for (size_t i = 0; i < ROWS(costs); i++)
        any |= samples[i] > 0;
    if (!any)
        return input_error(vsprof->in, "expected a column 'Elapsed Exclusive "
                                       "Time %%', 'Exclusive Samples' or "
                                       "'Number of Calls'");
    uint32_t event =
        event_choice(vsprof->in->name, vsprof->profile, &events, options);
    if (event == NO_ID)
        return false;
    vsprof->cost = csv_find(&vsprof->csv, costs[event].title);
    vsprof->is_percent = str_ends(costs[event].title, S("%"));
    return true;
}

static bool read_titles(struct vsprof *vsprof,
                        const struct reader_options *options)
{
    struct input *in = vsprof->in;
    if (!input_next_line(in) || !csv_split(&vsprof->csv, in->text, ','))
        return input_error(in, "expected the titles of a table");
    vsprof->n_columns = vsprof->csv.n;
    for (int c = 0; c < N_COLUMNS; c++)
        vsprof->columns[c] = csv_find(&vsprof->csv, titles[c]);
    if (vsprof->columns[LEVEL] == SIZE_MAX || vsprof->columns[NAME] == SIZE_MAX)
        return input_error(in, "expected the columns Level and Function Name");
    return choose(vsprof, options);
}

static bool read_row(struct vsprof *vsprof, struct str line)
{
    const struct csv *csv = &vsprof->csv;
    const size_t *columns = vsprof->columns;
    double level, cost, calls, average;
    if (!csv_split(&vsprof->csv, line, ',') ||
        (input_is_in_open_line(vsprof->in) && csv->n < vsprof->n_columns) ||
        !csv_number(csv, columns[LEVEL], &level) || level < 0 ||
        !csv_number(csv, vsprof->cost, &cost) || cost < 0)
        return false;
    struct identity is = { .name = str_trim(csv_field(csv, columns[NAME])),
                           .module = str_trim(csv_field(csv,
                                                        columns[MODULE])) };
    if (!is.name.len)
        return false;
    if (level == 1 && csv_number(csv, columns[CALLS], &calls) &&
        csv_number(csv, columns[AVERAGE], &average) && calls * average > 0)
        vsprof->whole += calls * average;
    indented_add(&vsprof->tree, level < 1e6 ? (size_t)level : 1000000,
                 level == 0 ? NO_ID : profile_function(vsprof->profile, is),
                 cost);
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct vsprof vsprof = { .in = in,
                             .profile = profile,
                             .tree = { .arena = &in->arena,
                                       .profile = profile,
                                       .costs = INDENTED_SELF } };
    bool good = read_titles(&vsprof, options);
    while (good && input_next_line(in))
        if (str_trim(in->text).len && !read_row(&vsprof, in->text))
            input_warn(in, "expected a level, a function and its cost");
    indented_end(&vsprof.tree);
    profile->unlisted += vsprof.tree.without_stack;
    csv_free(&vsprof.csv);
    if (vsprof.is_percent && vsprof.whole > 0) {
        profile_divide(profile, 100 / vsprof.whole);
    } else if (vsprof.is_percent) {
        profile_set_unit(profile, S("%"));
    }
    if (good && profile->n_contexts == 0)
        good = input_error(in, "expected functions below the titles, found "
                               "none");
    return good;
}

static enum match detect(struct head head)
{
    return match_if(str_starts(head.text, S("Level,Function Name,")));
}

const struct reader reader_vsprof = {
    .name = "vsprof",
    .description = "the call tree of Visual Studio's profiler in CSV",
    .programs = "vsperfreport -summary:calltree",
    .tested = "vsperfreport",
    .file = "*CallTreeSummary.csv",
    .recipes =
        "Visual Studio (Windows): `vsperfreport -summary:calltree PROFILE.vsp; "
        "prof2dot PROFILE_CallTreeSummary.csv -o out.svg`",
    .supports = ASK_EVENT | ASK_LIST_EVENTS,
    .detect = detect,
    .read = read,
};
