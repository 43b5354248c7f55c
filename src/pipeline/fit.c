#include "pipeline/fit.h"

#include "output/summary.h"
#include "util/diag.h"
#include "view/chains.h"

enum {
    MOST_LAYOUTS = 4,   /* in the default space, and one more if none fits */
    CHOSEN_LAYOUTS = 5, /* in a space that the user chose */
    FIRST_BOXES = 20,   /* of the first layout, and the most in the default
                           space */
    FEW_BOXES = 15,     /* the most boxes if there are no more samples */
    FEW_FUNCTIONS = 8,  /* a profile of so few has none without need */
    LEAST_FIT = 5,      /* boxes of a picture in the default space */
    LEAST_BOXES = 10,   /* of a picture whose functions are halved */
};

/* A picture grows in both directions with its boxes. */
#define GROWTH .85
#define MOST_GROWTH 1.6  /* from one layout to the next */
#define CHOSEN_GROWTH 4. /* the same in a space that the user chose */
#define FULL 1.05        /* a picture is full if it can grow no more than
                            this */
#define AIM 1.02         /* the growth aimed at by a layout between two
                            others */
#define MOST_SLOWNESS 3. /* see slowness() */
#define CAREFUL .9       /* part of what may fit, for the last layouts, of which
                            one must fit */
#define CALLS_PERCENT 1.5 /* the threshold of calls */
#define MOST_UNCERTAIN .02 /* part of the cost that a picture leaves out because
                              it is within the error of sampling */
#define NARROW 600    /* pixels: narrower pictures may be higher */
#define LOW .6        /* times the width: lower pictures have height to spare */

/* Makes the view of at most `most` boxes. Small calls have no room in it unless
   the user chose both the threshold and the space. */
static bool limit_view(struct run *run, long most)
{
    const struct options *options = &run->options;
    run->limits.nodecount = most;
    if (!options->has_edge_thres || options->space.is_default) {
        run->limits.edge_thres = fmax(options->view.edge_thres, CALLS_PERCENT);
        run->limits.for_picture = true;
    }
    return run_find_view(run);
}

/* The layout of a picture of at most `boxes` boxes. */
struct trial {
    long boxes;
    long drawn; /* those that it has: some are left out as needless */
    bool is_wide, is_low; /* as in the space at that time */
    double width, height; /* inches */
    double text;  /* the size of the smallest text in pixels; 0: dot took too
                     long */
    double grows; /* factor by which its boxes may grow in number */
};

struct search {
    struct run *run;
    struct space *space;
    long all;     /* boxes of the largest picture */
    long largest; /* `all` before it was known that less is enough */
    long present; /* boxes of the present view; 0 if it was not tried */
    struct trial trials[CHOSEN_LAYOUTS];
    int n, most;
    struct trial fits, fails; /* the largest picture that fits, and the smallest
                                 that does not; without boxes if there is
                                 none */
};

/* Makes the view of this many boxes unless it is there. The largest picture
   keeps its limit, because chains are boxes of several functions. Returns false
   after a message. */
static bool show(struct search *search, long boxes)
{
    const struct view_options *view = &search->run->options.view;
    bool is_new = boxes != search->present;
    long most = boxes == search->largest ? view->nodecount : boxes;
    search->present = boxes;
    return !is_new || limit_view(search->run, most);
}

/* Returns the factor by which the boxes of a trial could grow in number until
   its text is as small as it may be, or it is too high for its width. */
static double growth(const struct search *search, const struct trial *trial)
{
    enum { MANY = 1000 }; /* a picture this many times larger is scaled down */
    const struct space *space = search->space;
    double width = trial->width * SPACE_PIXELS_PER_INCH;
    double height = trial->height * SPACE_PIXELS_PER_INCH;
    double room = MANY *
                  space_scale(space, MANY * trial->width,
                              MANY * trial->height) *
                  theme_least_text(search->run->options.look.theme) *
                  SPACE_PIXELS_PER_POINT / space->text;
    if (trial->text <= 0)
        return .5;
    if (space->most_height > 0)
        room = fmin(room, space->most_height * fmax(width, NARROW) / height);
    return pow(room, GROWTH);
}

/* Measures the picture of the view. Returns false after a message. */
static bool measure(struct search *search, long boxes)
{
    struct run *run = search->run;
    struct report *report = &run->report;
    struct layout layout = *report->layout;
    struct report unmeasured = *report;
    struct trial *trial = &search->trials[search->n++];
    bool is_slow = false;
    layout.is_slow = &is_slow;
    unmeasured.layout = &layout;
    run_find_breakdowns(run);
    unmeasured.breakdowns = report->breakdowns;
    *trial = (struct trial){ .boxes = boxes,
                             .drawn = chains_count_boxes(report->view),
                             .is_wide = search->space->is_wide,
                             .is_low = search->space->is_low };
    if (draw_measure(&unmeasured, &trial->width, &trial->height))
        trial->text = theme_least_text(report->look->theme) *
                      SPACE_PIXELS_PER_POINT *
                      space_scale(search->space, trial->width, trial->height);
    else if (!is_slow)
        return false;
    /* More functions would show no more. */
    if (report->view->is_enough && boxes < search->all)
        search->all = boxes;
    return true;
}

/* Finds the trials on both sides of what fits. A trial that failed with wider
   names or ranks says nothing about the present ones. */
static void find_bounds(struct search *search)
{
    search->fits = search->fails = (struct trial){ 0 };
    for (int i = 0; i < search->n; i++) {
        struct trial *trial = &search->trials[i];
        bool is_like = trial->is_wide == search->space->is_wide &&
                       trial->is_low == search->space->is_low;
        trial->grows = growth(search, trial);
        if (trial->grows >= 1 && trial->boxes >= search->fits.boxes)
            search->fits = *trial;
        if (trial->grows < 1 && is_like &&
            (!search->fails.boxes || trial->boxes < search->fails.boxes))
            search->fails = *trial;
    }
}

/* Returns the least boxes that are tried. */
static long least_boxes(const struct search *search)
{
    return !search->space->is_default   ? 1
           : search->all < LEAST_FIT ? search->all
                                     : LEAST_FIT;
}

/* Returns the power of the growth by which boxes have to become fewer, as far
   as the last two trials show it. */
static double slowness(const struct search *search)
{
    if (search->n < 2)
        return 1;
    const struct trial *a = &search->trials[search->n - 2], *b = a + 1;
    double power = log((double)a->boxes / (double)b->boxes) /
                   log(b->grows / a->grows);
    return power > 1 ? fmin(power, MOST_SLOWNESS) : 1;
}

/* Returns the boxes of the next layout, or 0 if there is none to try. */
static long next_boxes(const struct search *search)
{
    const struct trial *last = &search->trials[search->n - 1];
    const struct trial *fits = &search->fits, *fails = &search->fails;
    bool is_default = search->space->is_default;
    long least = least_boxes(search);
    double factor =
        fmin(last->grows, is_default ? MOST_GROWTH : CHOSEN_GROWTH);
    if (search->n + 1 >= search->most && !fits->boxes)
        factor *= CAREFUL;
    if (search->n >= search->most)
        factor = pow(factor, slowness(search));
    double boxes = (double)last->boxes * factor;
    if (fits->boxes && fails->boxes)
        boxes = (double)fits->boxes *
                pow((double)fails->boxes / (double)fits->boxes,
                    log(fits->grows / AIM) / log(fits->grows / fails->grows));
    long next = lround(fmin(fmax(boxes, (double)least), (double)search->all));
    if (fails->boxes && next >= fails->boxes)
        next = fails->boxes - 1;
    return next > fits->boxes && next >= least ? next : 0;
}

/* Makes the view of this many boxes, or of fewer if it has as many as a picture
   that does not fit. Returns false after a message. */
static bool show_next(struct search *search, long *boxes)
{
    long least = least_boxes(search);
    if (*boxes && !show(search, *boxes))
        return false;
    while (*boxes > least && *boxes > search->fits.boxes + 1 &&
           search->fails.boxes &&
           chains_count_boxes(search->run->report.view) >= search->fails.drawn)
        if (!show(search, --*boxes))
            return false;
    return true;
}

/* Lays out a few pictures, each of which follows from those before. Returns
   false after a message. */
static bool lay_out(struct search *search)
{
    struct space *space = search->space;
    long boxes = search->all < FIRST_BOXES ? search->all : FIRST_BOXES;
    if (!show(search, boxes))
        return false;
    while (boxes) {
        if (!measure(search, boxes))
            return false;
        const struct trial *last = &search->trials[search->n - 1];
        if (search->n == 1 && space->is_default) {
            space->is_wide = last->height > space->most_height * last->width;
            space->is_low =
                last->height < LOW * last->width && boxes < search->largest;
        }
        find_bounds(search);
        if (search->n > search->most ||
            (search->n == search->most &&
             (search->fits.boxes || !space->is_default)) ||
            search->fits.boxes == search->all ||
            (last->grows >= 1 && last->grows < FULL))
            return true;
        boxes = next_boxes(search);
        if (!show_next(search, &boxes))
            return false;
    }
    return true;
}

/* Makes the best trial the view to draw: the largest that fits, else the one
   that is nearest to it. Returns false after a message. */
static bool take_best(struct search *search)
{
    struct run *run = search->run;
    const struct trial *best = &search->trials[0];
    for (int i = 0; i < search->n; i++) {
        const struct trial *trial = &search->trials[i];
        if (search->fits.boxes ? trial->grows >= 1 &&
                                     trial->boxes == search->fits.boxes
                               : trial->grows >= best->grows)
            best = trial;
    }
    if (!search->space->is_default && best->text < search->space->text)
        diag_note("--fit: the text of even %ld %s is only %.1f pixels high",
                  best->boxes, best->boxes == 1 ? "function" : "functions",
                  best->text);
    search->space->is_wide = best->is_wide;
    search->space->is_low = best->is_low;
    run->report.width = best->width;
    run->report.height = best->height;
    return show(search, best->boxes);
}

/* Finds the view anew with another threshold of functions. Returns false after
   a message. */
static bool find_view_from(struct run *run, double node_thres)
{
    run->limits.node_thres = node_thres;
    run->source = NULL;
    return run_find_view(run);
}

/* Leaves out functions whose totals are within the error of sampling, unless
   they have much of the cost together. Returns false after a message. */
static bool drop_uncertain(struct run *run)
{
    const struct report *report = &run->report;
    double before = run->limits.node_thres;
    double least = ceil(1000 * report_sampling_error(report)) / 10;
    double dropped = report_share(report, report->view->dropped_cost);
    if (before >= least)
        return true;
    if (!find_view_from(run, least))
        return false;
    dropped = report_share(report, report->view->dropped_cost) - dropped;
    /* If no function has that much, the view has all functions, and the
       threshold is 0. */
    return (run->limits.node_thres == least && dropped <= MOST_UNCERTAIN) ||
           find_view_from(run, before);
}

/* Returns the most boxes in the default space. Single samples are noise, so
   there are not more boxes than samples unless these are very few. */
static long most_boxes(const struct report *report)
{
    double error = report_sampling_error(report);
    double samples = error > 0 ? round(.25 / (error * error)) : FIRST_BOXES;
    return (long)fmin(fmax(samples, FEW_BOXES), FIRST_BOXES);
}

bool fit_view(struct run *run)
{
    const struct options *options = &run->options;
    struct report *report = &run->report;
    struct search search = { .run = run,
                             .space = &run->options.space,
                             .most = options->space.is_default
                                         ? MOST_LAYOUTS
                                         : CHOSEN_LAYOUTS };
    run->options.layout.laid_out = NEW(&run->arena, struct laid_out);
    run->options.layout.laid_out->arena = &run->arena;
    bool drops_needless = options->space.is_default &&
                          !options->has_node_thres &&
                          !options->has_nodecount && !run->comparison &&
                          report->n_functions > FEW_FUNCTIONS;
    long all = chains_count_boxes(report->view);
    if (drops_needless && !drop_uncertain(run))
        return false;
    run->limits.drops_needless = drops_needless;
    search.all = search.largest = chains_count_boxes(report->view);
    if (options->space.is_default && search.all > most_boxes(report))
        search.all = most_boxes(report);
    if (search.all == 0)
        return true;
    if (!lay_out(&search) || !take_best(&search))
        return false;
    if (options->space.is_default && chains_count_boxes(report->view) < all)
        diag_note("%s; --fit=none draws up to %ld",
                  summary_shown(&run->arena, report).s,
                  options->view.nodecount ? options->view.nodecount : all);
    return true;
}

bool fit_can_halve(const struct run *run)
{
    return chains_count_boxes(run->report.view) >= 2 * LEAST_BOXES;
}

bool fit_halve(struct run *run)
{
    long boxes = chains_count_boxes(run->report.view);
    diag_note("dot took more than %g s for %ld functions, so only %ld are "
              "drawn; --layout-timeout=S gives it more time",
              run->options.layout.limit, boxes, boxes / 2);
    return limit_view(run, boxes / 2);
}
