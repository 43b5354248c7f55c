#include "pipeline/run.h"

#include "cost/from_calls.h"
#include "cost/from_stacks.h"
#include "cost/reduce.h"
#include "filter/granularity.h"
#include "filter/order.h"
#include "filter/stacks.h"
#include "filter/tag_frames.h"
#include "graph/cycle_entries.h"
#include "output/html/choices.h"
#include "pipeline/read.h"
#include "util/diag.h"
#include "util/progress.h"

/* Pictures show entries of the kernel while it has less of the cost. */
#define KERNEL_PART .5

/* ---- Read ---- */

/* Does the output need only stacks, which it sorts itself? */
static bool takes_raw(const struct run *run)
{
    const struct options *options = &run->options;
    return options->writer->is_stored && !options->list &&
           run->profile->kind == FROM_STACKS && !options->filters.breaks.n;
}

/* Stores facts about the profile as read, before filters change it, and then
   removes outermost frames that are no functions, unless the output is read
   again. All events have their own stacks; only the stats of the profile say
   that stacks were walked. */
static void judge_input(struct run *run)
{
    LOCAL_ARENA(scratch);
    struct profile *profile = run->profile, *all_events = run->all_events;
    bool *false_roots = NULL, trims = !run->options.writer->is_stored;
    run->quality = (struct input_quality){
        .format = run->reader->name,
        .unit = arena_copy(&run->arena, profile->unit),
        .stats = profile->stats,
    };
    if (!takes_raw(run))
        run->quality.stacks = stack_quality_of(profile, &scratch,
                                               trims ? &false_roots : NULL);
    if (false_roots)
        filter_stacks_trim(profile, false_roots);
    if (!all_events || !trims)
        return;
    all_events->stats.walked |= profile->stats.walked;
    stack_quality_of(all_events, &scratch, &false_roots);
    if (false_roots)
        filter_stacks_trim(all_events, false_roots);
}

/* Gives ids in the order of names, so that the order of the input has no effect
   from here on. */
static void order_ids(struct run *run)
{
    if (takes_raw(run))
        return;
    order_profile(run->profile);
    if (run->all_events)
        order_profile(run->all_events);
}

/* Applies the granularity: the functions of a file, a module, a class or a
   package become one. The reader has already split functions into lines or
   addresses. */
static enum exit_status join_functions(struct run *run)
{
    enum granularity granularity = run->options.read.granularity;
    struct profile *read = run->profile;
    if (granularity == GRANULARITY_FUNCTION ||
        granularity == GRANULARITY_ADDRESS)
        return EXIT_OK;
    struct profile *joined =
        granularity_apply(&run->arena, read, granularity,
                          costs_estimator_of(run->options.cycles));
    if (!joined)
        return EXIT_USAGE;
    profile_free(read);
    run->profile = joined;
    if (run->all_events) {
        struct profile *all_events = run->all_events;
        run->all_events =
            granularity_apply(&run->arena, all_events, granularity,
                              costs_estimator_of(run->options.cycles));
        profile_free(all_events);
    }
    order_ids(run);
    return EXIT_OK;
}

void run_start_report(struct run *run)
{
    const struct options *options = &run->options;
    const struct profile *profile = run->profile;
    run->limits = options->view;
    run->report = (struct report){
        .quality = &run->quality,
        .assembly = options->look.assembly ? &run->assembly : NULL,
        .look = &options->look,
        .demangler = &run->options.names,
        .limits = &run->limits,
        .layout = &options->layout,
        .inputs = options->files,
        .n_inputs = options->n_files,
        .n_summed = run->reader->read_together ? 1 : options->n_files,
        .format = run->reader->name,
        .kind = profile_kind_name(profile),
        .tags = options->read.tags,
        .cycles_way = options->cycles,
        .granularity = granularity_name(options->read.granularity),
        .whole = profile_whole(profile),
        .read = profile_whole(profile),
        .n_functions = profile->n_functions,
        .n_calls = profile->n_calls,
    };
}

/* ---- Filter ---- */

/* Filters all events. A pattern that matches nothing there is no error, since
   they have functions of other events. */
static void filter_all_events(struct run *run)
{
    struct filter_options options = run->options.filters;
    struct profile *read = run->all_events;
    options.may_miss = true;
    if (!run->options.relative)
        run->report.choice_wholes =
            html_choices_wholes(&run->arena, &read->samples);
    run->all_events = filter_profile(&run->arena, read, &options,
                                     costs_estimator_of(run->options.cycles));
    if (run->all_events != read)
        profile_free(read);
    if (run->all_events && run->options.relative)
        run->report.choice_wholes =
            html_choices_wholes(&run->arena, &run->all_events->samples);
    run->report.all_events = run->all_events;
}

/* Filters the profile and sets the whole to which percentages refer: that of
   the profile as read or, with --relative, of what is left. Returns false after
   a message. */
static bool filter(struct run *run)
{
    struct profile *read = run->profile;
    struct profile *left = filter_profile(
        &run->arena, read, &run->options.filters,
        costs_estimator_of(run->options.cycles));
    if (!left)
        return false;
    if (left != read)
        profile_free(read);
    run->profile = left;
    run->report.profile = left;
    if (run->all_events)
        filter_all_events(run);
    if (run->options.relative)
        run->report.whole = profile_whole(left);
    /* Other runs of a comparison, or other parts of an input, may still have
       functions. */
    return left->n_functions > 0 || run->options.n_base > 0 || run->is_part ||
           diag_error("nothing is left to draw: the filters drop all "
                      "functions; give fewer or wider ones");
}

/* Puts the tags of samples above their stacks. */
static void add_tags(struct run *run)
{
    struct profile *filtered = run->profile;
    if (!run->options.read.tags || run->options.writer->exchanges)
        return;
    if (run->options.look.clusters == CLUSTERS_COMM) {
        run->profile = tag_frames_spread(&run->arena, filtered, S("comm"));
        order_profile(run->profile);
        run->report.tags = NULL;
        run->report.n_functions = run->profile->n_functions;
        run->report.n_calls = run->profile->n_calls;
    } else {
        run->profile =
            tag_frames_add(&run->arena, filtered, run->options.read.tags);
    }
    run->report.profile = run->profile;
    profile_free(filtered);
}

/* Counts functions and calls that were joined as one, not as left out. */
static void count_as_joined(struct report *report, uint32_t functions,
                            uint32_t calls)
{
    report->n_functions -= functions;
    report->n_calls -= calls < report->n_calls ? calls : report->n_calls;
}

/* Returns what the option says. KERNEL_AUTO, by which the share of the kernel
   decides, is only for pictures, and not if the user wants all functions or
   chose a part of the graph by name. */
static enum kernel kernel_option(const struct options *options)
{
    const struct view_options *view = &options->view;
    bool is_asked = options->kernel != KERNEL_AUTO;
    return is_asked ? options->kernel
           : options->writer->kind != WRITES_BOXES || options->list ||
                   options->wants_all || view->root.n || view->leaf.n ||
                   options->fail_if.is_given ||
                   options->read.granularity != GRANULARITY_FUNCTION
               ? KERNEL_ALL
               : KERNEL_AUTO;
}

void run_fold_kernel(struct run *runs, size_t n)
{
    LOCAL_ARENA(scratch);
    enum kernel way = kernel_option(&runs->options);
    double whole = 0, cost = 0;
    const uint32_t **entry = NEW_N(&scratch, const uint32_t *, n);
    for (size_t i = 0; i < n; i++) {
        whole += runs[i].report.whole;
        entry[i] = kernel_entries(&scratch, runs[i].profile);
        cost += kernel_cost(runs[i].profile, entry[i]);
    }
    if (way == KERNEL_ENTRY && runs->profile->kind == FROM_CALLS)
        diag_note("--kernel=entry changes nothing: the input has no stacks");
    if (!(cost > 0) || (way == KERNEL_ALL && runs->options.kernel != way))
        return;
    if (way == KERNEL_AUTO)
        way = cost < KERNEL_PART * whole ? KERNEL_ENTRY : KERNEL_ALL;
    for (size_t i = 0; i < n; i++) {
        struct run *run = &runs[i];
        uint32_t n_functions = run->profile->n_functions;
        uint32_t n_calls = run->profile->n_calls;
        run->report.kernel = way;
        run->report.kernel_part = cost / whole;
        if (way == KERNEL_ALL || !entry[i])
            continue;
        kernel_fold(run->profile, entry[i]);
        count_as_joined(&run->report, n_functions - run->profile->n_functions,
                        n_calls - run->profile->n_calls);
    }
}

enum exit_status run_read(struct run *run)
{
    return run->profile ? EXIT_OK : read_files(run);
}

bool run_lists_inventory(const struct options *options)
{
    return options->list == LIST_EVENTS || options->list == LIST_THREADS ||
           options->list == LIST_PLACES;
}

/* Returns false after a message if the functions of the input have to be source
   lines and are not. */
static bool check_lines(const struct run *run)
{
    const struct profile *profile = run->profile;
    bool good = !run->options.writer->has_lines || run->options.list ||
                run->assembly.n > 0;
    for (uint32_t f = 0; f < profile->n_functions && !good; f++)
        good = function_is_line(&profile->functions[f]);
    return good ||
           diag_error("-T list: the input names no source lines; was the "
                      "program compiled with -g? -T peek shows callers and "
                      "callees");
}

enum exit_status run_prepare(struct run *run)
{
    enum exit_status status = run_read(run);
    if (status != EXIT_OK)
        return status;
    if (run_lists_inventory(&run->options))
        return EXIT_OK;
    if (!check_lines(run))
        return EXIT_USAGE;
    progress_phase("costs");
    cycle_entries_find(run->profile);
    judge_input(run);
    order_ids(run);
    status = join_functions(run);
    if (status != EXIT_OK)
        return status;
    run_start_report(run);
    if (!filter(run))
        return EXIT_FAILED;
    if (!run->is_side)
        run_fold_kernel(run, 1);
    add_tags(run);
    return EXIT_OK;
}

/* ---- Costs ---- */

/* Makes each cycle one function. */
static void collapse(struct run *run)
{
    struct report *report = &run->report;
    struct collapsed *collapsed = NEW(&run->arena, struct collapsed);
    struct profile *before = run->profile;
    struct profile *after = collapse_cycles(&run->arena, before, collapsed);
    count_as_joined(report, before->n_functions - after->n_functions,
                    before->n_calls - after->n_calls);
    report->collapsed = collapsed;
    run->limits.aliases = (struct aliases){ before, collapsed->function };
    run->limits.alone = collapsed->cycle;
    run->uncollapsed = before;
    run->profile = after;
}

/* Makes a profile without totals, for --total=callratios, which estimates them
   even if they are exact. */
static void forget_totals(struct run *run)
{
    struct profile *profile = run->profile;
    if (profile->kind != FROM_CALLS) {
        run->profile = reduce_to_calls(&run->arena, profile);
        profile_free(profile);
    }
    run->profile->call_costs = CALLS_ESTIMATED;
}

/* Did the treatment of cycles matter? Only then does the output name it. */
static bool has_treated_cycles(const struct report *report)
{
    if (report->collapsed)
        return report->collapsed->n_cycles > 0;
    return report->profile->kind == FROM_CALLS && report->costs->n_cycles > 0;
}

/* Are costs in cycles shown as ranges? Not if the user has chosen one estimate,
   and not in the sum of a comparison, whose sides have the ranges. */
static bool wants_ranges(const struct run *run)
{
    const struct options *options = &run->options;
    return !options->has_cycles && options->cycles == CYCLES_SPLIT &&
           (options->n_base == 0 || run->is_side);
}

void run_find_costs(struct run *run)
{
    struct report *report = &run->report;
    const struct options *options = &run->options;
    if (options->cycles == CYCLES_COLLAPSE)
        collapse(run);
    if (options->total == TOTAL_CALLRATIOS)
        forget_totals(run);
    bool has_stacks = run->profile->kind != FROM_CALLS;
    if (has_stacks && options->has_cycles && !run->is_side &&
        options->cycles != CYCLES_COLLAPSE && options->cycles != CYCLES_SPLIT)
        diag_note("--cycles=%s changes nothing: totals are counted from "
                  "stacks; --total=callratios estimates them",
                  costs_cycles_name(options->cycles));
    report->costs =
        has_stacks ? costs_from_stacks(&run->arena, run->profile)
        : wants_ranges(run)
            ? costs_with_ranges(&run->arena, run->profile)
            : costs_from_calls(&run->arena, run->profile, options->cycles);
    report->profile = run->profile;
    report->total = has_stacks                 ? "callstacks"
                    : run->profile->call_costs ? "measured"
                                               : "callratios";
    if (has_treated_cycles(report))
        report->cycles = costs_cycles_name(options->cycles);
}

/* ---- View ---- */

/* Gives a priority to the functions under study and to the ends of
   dependences, so that a picture has them however little they cost. */
static void keep_functions_under_study(struct run *run)
{
    const struct profile *profile = run->profile;
    if (run->options.look.deps.by == DEPS_NONE || !profile->dependences ||
        run->limits.priority)
        return;
    double *priority = NEW_N(&run->arena, double, profile->n_functions);
    bool *is_end = NEW_N(&run->arena, bool, profile->n_functions);
    if (run->options.look.deps.by != DEPS_TOPLEV)
        dependences_mark_most(profile->dependences,
                              run->options.look.deps.least, is_end);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (profile->functions[f].is_under_study || is_end[f])
            priority[f] = 1 + known_or(run->report.costs->total[f], 0);
    run->limits.priority = priority;
}

static struct view_source *select_functions_of_views(struct run *run)
{
    return view_source_of(&run->arena, run->profile, run->report.costs,
                          run->report.whole, &run->limits);
}

/* Returns the view. If all functions of a flat profile are below the default
   threshold, only the limit of their number and the need for some cost
   apply. */
static const struct view *find_view(struct run *run)
{
    if (!run->source)
        run->source = select_functions_of_views(run);
    if (!run->source)
        return NULL;
    const struct view *view = view_of(&run->arena, run->source, &run->limits);
    if (view->n_functions > view->n_tags || run->options.has_node_thres ||
        run->limits.node_thres <= 0)
        return view;
    double least = run->limits.node_thres;
    run->limits.node_thres = 0;
    struct view_source *source = select_functions_of_views(run);
    const struct view *all =
        source ? view_of(&run->arena, source, &run->limits) : NULL;
    if (!all || all->dropped_cost >= run->report.whole) {
        run->limits.node_thres = least;
        return view;
    }
    run->source = source;
    return all;
}

bool run_find_view(struct run *run)
{
    struct report *report = &run->report;
    keep_functions_under_study(run);
    const struct view *view = find_view(run);
    if (!view)
        return false;
    report->view = view;
    report->hot_path =
        hot_path_find(&run->arena, run->profile, report->costs, view);
    report->dropped_functions =
        report->n_functions - (view->n_functions - view->n_tags);
    /* Filters that join calls can leave more calls than were read, so this is
       at least 0. */
    report->dropped_calls =
        report->n_calls > view->n_direct ? report->n_calls - view->n_direct : 0;
    report_name_functions(&run->arena, report);
    if (run->comparison)
        compare_view_calls(&run->arena, run->comparison, view,
                           run->limits.edge_thres);
    return true;
}

void run_find_breakdowns(struct run *run)
{
    struct report *report = &run->report;
    report->breakdowns = breakdown_by_function(&run->arena, run->profile,
                                               report->costs, report->view);
}

/* ---- End ---- */

enum exit_status run_end(const struct run *run)
{
    return run->quality.stats.cut_inputs > 0 ? EXIT_DAMAGED : EXIT_OK;
}

void run_free(struct run *run)
{
    if (run->lines)
        run_free(run->lines);
    arena_free(&run->assembly.arena);
    profile_free(run->profile);
    profile_free(run->uncollapsed);
    profile_free(run->all_events);
    arena_free(&run->arena);
    *run = (struct run){ 0 };
}
