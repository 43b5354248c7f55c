#include "pipeline/fit.h"

#include "output/summary.h"
#include "util/diag.h"
#include "view/chains.h"

enum {
    MOST_LAYOUTS = 8,
    QUICK_LAYOUTS = 4,  /* of a space that nobody asked for */
    FIRST_BOXES = 22,   /* of its first layout */
    MOST_BOXES = 200,   /* of the first layout: no space holds more */
    LEAST_QUICK = 5,    /* boxes of a picture in the default space */
    LEAST_BOXES = 10,   /* of a picture whose functions are halved */
    CALLS_PERCENT = 30, /* the threshold of calls times the functions */
};

/* Few functions leave no room for many small calls between them. Unless the
   user chose a threshold, there is a higher one, but each function keeps its
   costliest caller. */
static bool limit_view(struct run *run, long most)
{
    const struct options *options = &run->options;
    double least = round(10. * CALLS_PERCENT / (double)most) / 10;
    run->limits.nodecount = most;
    if (!options->has_edge_thres) {
        run->limits.edge_thres = fmax(options->view.edge_thres, least);
        run->limits.for_picture = true;
    }
    return run_find_view(run);
}

/* Measures the picture of the view and stores in *text the size of its smallest
   text in pixels, 0 if dot took too long. Returns false after a message. */
static bool measure(struct run *run, double *text)
{
    struct report *report = &run->report;
    struct layout layout = *report->layout;
    struct report unmeasured = *report;
    const struct look *look = report->look;
    bool is_slow = false;
    layout.is_slow = &is_slow;
    unmeasured.layout = &layout;
    unmeasured.width = unmeasured.height = 0;
    run_find_breakdowns(run);
    unmeasured.breakdowns = report->breakdowns;
    *text = 0;
    if (!draw_measure(&unmeasured, &report->width, &report->height))
        return is_slow;
    *text = theme_least_text(look->theme) * SPACE_PIXELS_PER_POINT *
            space_scale(look->space, report->width, report->height);
    return true;
}

/* The measures of one layout. */
struct trial {
    long boxes;
    double text; /* pixels; 0 if dot took too long */
    double width, height;
};

/* Fills in the measures. Returns false after a message. */
static bool measure_trial(struct run *run, struct trial *trial)
{
    if (!measure(run, &trial->text))
        return false;
    trial->width = run->report.width;
    trial->height = run->report.height;
    return true;
}

/* Measures the picture of at most `boxes` boxes. The first layout is that of
   the view as it is. Returns false after a message. */
static bool try_layout(struct run *run, long boxes, bool is_first,
                       struct trial *trial)
{
    trial->boxes = boxes;
    return (is_first || limit_view(run, boxes)) && measure_trial(run, trial);
}

/* ---- The default space ---- */

/* A picture grows in both directions with its boxes. */
#define GROWTH 1.3
#define MOST_GROWTH 1.6 /* from one layout to the next */
#define FULL 1.06       /* by so much may a picture grow that is full */
/* A picture shows less of the cost, or of the change, only if it is twice as
   high as wide. */
#define LEAST_COST .6
#define MOST_HEIGHT 2 /* times the width */
#define NARROW 600    /* pixels: pictures of less may be higher */
#define LOW .6        /* times the width: there is height to spare */

/* Returns by how much the picture of a trial could grow, as a factor: until its
   text is as small as it may be, or until it is too high for its width. */
static double growth(const struct run *run, const struct trial *trial)
{
    const struct space *space = &run->options.space;
    double least = space->text / (theme_least_text(run->options.look.theme) *
                                  SPACE_PIXELS_PER_POINT);
    double width = trial->width * SPACE_PIXELS_PER_INCH;
    double height = trial->height * SPACE_PIXELS_PER_INCH;
    if (trial->text <= 0)
        return .5;
    return pow(fmin(space->width / width / least,
                    space->most_height * fmax(width, NARROW) / height),
               GROWTH);
}

/* Tries a few numbers of boxes, each of which follows from the last picture,
   and some more if none fits. The first trial is measured already. */
static bool search_quickly(struct run *run, struct trial trial, long all,
                           struct trial *best)
{
    long fits = best->boxes, fails = all + 1, boxes = trial.boxes;
    for (int i = 1;; i++) {
        double grows = growth(run, &trial);
        if (grows >= 1)
            fits = boxes;
        else
            fails = boxes;
        if (grows >= 1 || best->boxes == 0 || best->boxes > boxes)
            *best = trial;
        boxes = (long)round((double)boxes * fmin(grows, MOST_GROWTH));
        boxes = boxes < LEAST_QUICK ? LEAST_QUICK : boxes > all ? all : boxes;
        if (boxes == fails)
            boxes--;
        if (fits && fails <= all && (boxes <= fits || boxes >= fails))
            boxes = (fits + fails) / 2;
        if (boxes <= fits || boxes >= fails || i >= MOST_LAYOUTS ||
            (fits && (i >= QUICK_LAYOUTS || (grows >= 1 && grows < FULL))))
            break;
        if (!try_layout(run, boxes, false, &trial))
            return false;
    }
    return best->boxes == trial.boxes || limit_view(run, best->boxes);
}

static bool fit_default(struct run *run)
{
    struct space *space = &run->options.space;
    struct report *report = &run->report;
    struct trial best = { 0 }, trial = { 0 };
    long all = chains_count_boxes(report->view);
    long first = all < FIRST_BOXES ? all : FIRST_BOXES;
    if (!try_layout(run, first, first == all, &trial))
        return false;
    space->is_wide = trial.height > space->most_height * trial.width;
    space->is_low = trial.height < LOW * trial.width && first < all;
    if (((space->is_wide || space->is_low) && !measure_trial(run, &trial)) ||
        !search_quickly(run, trial, all, &best))
        return false;
    double shown = report->comparison
                       ? known_or(summary_part_of_change(report), 1)
                       : 1 - report_share(report, report->view->dropped_cost);
    if (best.boxes < all && shown < LEAST_COST) {
        space->most_height = MOST_HEIGHT;
        if (!try_layout(run,
                        best.boxes * 3 / 2 < all ? best.boxes * 3 / 2 : all,
                        false, &trial) ||
            !search_quickly(run, trial, all, &best))
            return false;
    }
    report->width = best.width;
    report->height = best.height;
    if (best.boxes < all)
        diag_note("%s; --fit=none draws up to %ld",
                  summary_shown(&run->arena, report).s,
                  run->options.view.nodecount);
    return true;
}

/* ---- A space that the user chose ---- */

/* The search is a bisection. But pictures of more functions are not always
   wider, so layouts that are left are spent on larger numbers. */
bool fit_view(struct run *run)
{
    double least = run->options.look.space->text;
    long all = chains_count_boxes(run->report.view), fits = 0, fails, boxes;
    bool has_first = all <= MOST_BOXES;
    struct trial best = { 0 }, trial = { 0 };
    if (all == 0)
        return true;
    if (run->options.space.is_default)
        return fit_default(run);
    fails = all = has_first ? all : MOST_BOXES;
    for (int i = 0; i < MOST_LAYOUTS && fits < all; i++) {
        bool is_bisection = i == 0 || fails - fits > 1;
        int left = MOST_LAYOUTS - i;
        boxes = i == 0         ? all
                : is_bisection ? (fits + fails) / 2
                               : fits + (all - fits) * left / (left + 1);
        if (boxes == fits || (i > 0 && boxes == all) ||
            (!is_bisection && fits == 0))
            break;
        if (!try_layout(run, boxes, i == 0 && has_first, &trial))
            return false;
        if (trial.text >= least)
            fits = boxes;
        else if (is_bisection)
            fails = boxes;
        if (trial.text >= least || trial.text > best.text)
            best = trial;
        if (!is_bisection && trial.text >= least)
            break;
    }
    if (best.text < least)
        diag_note("--fit: the text of even %ld %s is only %.1f pixels high",
                  best.boxes, best.boxes == 1 ? "function" : "functions",
                  best.text);
    if (best.boxes != trial.boxes && !limit_view(run, best.boxes))
        return false;
    run->report.width = best.width;
    run->report.height = best.height;
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
