/*
 * Measures how far the estimates of --cycles are from the truth.
 *
 *     accuracy FILE...                        arcs weighted by samples
 *     accuracy --counts FILE...               arcs weighted by counts
 *     accuracy --ranges [--counts] FILE...    the ranges of the default
 *
 * The costs of each profile from stacks are counted exactly, and then estimated
 * as if only its calls had been recorded, with --cycles=split, walk and tree.
 * Weighted by samples, the calls are those of the same stacks
 * (--total=callratios), as OProfile records them. Weighted by counts, they are
 * those of a second file, which has the count of each call, as gprof records
 * them: FILE ends in ".stacks", and the other file in ".calls". record.py makes
 * such files.
 *
 * The functions of cycles and the calls between their members are compared if
 * they have at least 0.5 % of the whole; errors are in percentage points of the
 * whole. The program prints a row for each file and, marked "=", a row for each
 * folder, one for all files with the means of all functions and calls, one with
 * the means of the files, and one with the number of files in which each
 * estimate is the best one. Profiles from calls and profiles without cycles
 * are skipped. A cycle that is too large for --cycles=walk is split and counts
 * with what it gets then.
 *
 * With --ranges the rows say for how many of the functions and calls the truth
 * lies in the range of cost/cycle/range.h, for how many what is shown of the
 * range is true ("at least LOW" if it is open, which is more often), how wide
 * the ranges are in the mean, in points of the whole, and how many are open.
 */
#include <stdio.h>
#include <string.h>

#include "cost/cycle/range.h"
#include "cost/from_calls.h"
#include "cost/from_stacks.h"
#include "cost/reduce.h"
#include "readers/reader.h"
#include "util/diag.h"

#define LEAST .005

enum { WAYS = 3 };
static const enum cycles ways[WAYS] = { CYCLES_SPLIT, CYCLES_WALK,
                                        CYCLES_TREE };

struct errors {
    uint32_t n, unknown; /* compared; without an estimate */
    double sum, most;
};

/* How often the truth lies in the range that the default shows. */
struct coverage {
    uint32_t n, inside;
    uint32_t open;  /* shown as "at least LOW" */
    uint32_t shown; /* what is shown is true */
    double width;   /* sum, in points */
};

/* The errors in a file, in a folder, or in all files. */
struct row {
    struct coverage function_ranges, call_ranges;
    struct errors functions[WAYS], calls[WAYS];
    uint32_t files;
    double file_means[WAYS]; /* sums over the files: mean errors of functions */
    uint32_t better[WAYS];   /* files in which it has the least mean error */
};

static void add_error(struct errors *errors, double found, double exact,
                      double whole)
{
    double error = 100 * fabs(found - exact) / whole;
    if (!known(found)) {
        errors->unknown++;
        return;
    }
    errors->n++;
    errors->sum += error;
    errors->most = fmax(errors->most, error);
}

static void add_errors(struct errors *to, const struct errors *from)
{
    to->n += from->n;
    to->unknown += from->unknown;
    to->sum += from->sum;
    to->most = fmax(to->most, from->most);
}

static void add_coverage(struct coverage *to, const struct coverage *from)
{
    to->n += from->n;
    to->inside += from->inside;
    to->open += from->open;
    to->shown += from->shown;
    to->width += from->width;
}

/* Allows for rounding. */
static void add_range(struct coverage *coverage, struct range range,
                      double exact, double whole)
{
    bool above = exact >= range.low - 1e-9 * whole;
    bool below = exact <= range.high + 1e-9 * whole;
    if (!range.is_set)
        return;
    coverage->n++;
    coverage->inside += above && below;
    coverage->open += range_is_open(range, whole);
    coverage->shown += above && (below || range_is_open(range, whole));
    coverage->width += 100 * (known_or(range.high, whole) - range.low) / whole;
}

static void add_row(struct row *to, const struct row *from)
{
    add_coverage(&to->function_ranges, &from->function_ranges);
    add_coverage(&to->call_ranges, &from->call_ranges);
    for (int way = 0; way < WAYS; way++) {
        add_errors(&to->functions[way], &from->functions[way]);
        add_errors(&to->calls[way], &from->calls[way]);
    }
    to->files += from->files;
    for (int way = 0; way < WAYS; way++) {
        to->file_means[way] += from->file_means[way];
        to->better[way] += from->better[way];
    }
}

/* Returns the id that a function of one profile has in another one. */
static uint32_t find_function(const struct profile *in,
                              const struct profile *from, uint32_t f)
{
    return profile_find_function(in, &from->functions[f].is);
}

/* Compares the exact costs of a profile from stacks with those that were found
   for one from calls: with estimates or, if way is WAYS, with ranges. */
static void compare(struct row *row, int way, const struct profile *stacks,
                    const struct costs *exact, const struct profile *calls,
                    const struct costs *found)
{
    double whole = exact->whole;
    for (uint32_t f = 0; f < stacks->n_functions; f++) {
        uint32_t mine = find_function(calls, stacks, f);
        double truth = exact->total[f];
        if (!exact->cycle[f] || !(truth >= LEAST * whole))
            continue;
        if (way < WAYS)
            add_error(&row->functions[way], found->total[mine], truth, whole);
        else
            add_range(&row->function_ranges, costs_range(found, mine), truth,
                      whole);
    }
    for (uint32_t c = 0; c < stacks->n_calls; c++) {
        uint32_t f = stacks->calls[c].caller, g = stacks->calls[c].callee;
        uint32_t mine = profile_find_call(calls,
                                          find_function(calls, stacks, f),
                                          find_function(calls, stacks, g));
        double truth = exact->call_cost[c];
        if (!costs_in_one_cycle(exact, f, g) || !(truth >= LEAST * whole))
            continue;
        if (way < WAYS)
            add_error(&row->calls[way], found->call_cost[mine], truth, whole);
        else
            add_range(&row->call_ranges, costs_call_range(found, mine), truth,
                      whole);
    }
}

static double mean_error(const struct errors *errors)
{
    return errors->n ? errors->sum / errors->n : 0;
}

/* Finishes the row of a file. */
static void rate_file(struct row *row)
{
    double means[WAYS], least = INFINITY;
    if (row->functions[0].n == 0)
        return;
    for (int way = 0; way < WAYS; way++) {
        means[way] = mean_error(&row->functions[way]);
        least = fmin(least, means[way]);
    }
    row->files = 1;
    for (int way = 0; way < WAYS; way++) {
        row->file_means[way] = means[way];
        row->better[way] = means[way] <= least;
    }
}

static struct profile *read_file(struct arena *arena, const char *path)
{
    static const struct reader_options options = { 0 };
    struct profile *profile = profile_new(arena);
    struct input *in = input_open(arena, path);
    const struct reader *reader = in ? reader_detect(in) : NULL;
    if (!reader || !reader->read(in, profile, &options)) {
        profile_free(profile);
        profile = profile_new(arena);
    }
    if (in)
        input_close(in);
    return profile;
}

/* Returns the profile from calls that belongs to one from stacks. */
static struct profile *calls_of(struct arena *arena, const char *path,
                                const struct profile *stacks, bool by_counts)
{
    if (!by_counts)
        return reduce_to_calls(arena, stacks);
    struct str base = str_of(path);
    base = str_head(base, base.len - S(".stacks").len);
    return read_file(arena, arena_printf(arena, "%.*s.calls", (int)base.len,
                                         base.s).s);
}

static struct row measure(const char *path, bool by_counts)
{
    struct arena arena = { 0 };
    struct row row = { 0 };
    struct profile *stacks = read_file(&arena, path);
    if (stacks->kind == FROM_STACKS) {
        const struct costs *exact = costs_from_stacks(&arena, stacks);
        struct profile *calls = calls_of(&arena, path, stacks, by_counts);
        if (exact->n_cycles && exact->whole > 0) {
            for (int way = 0; way < WAYS; way++)
                compare(&row, way, stacks, exact, calls,
                        costs_from_calls(&arena, calls, ways[way]));
            compare(&row, WAYS, stacks, exact, calls,
                    costs_with_ranges(&arena, calls));
            rate_file(&row);
        }
        profile_free(calls);
    }
    profile_free(stacks);
    arena_free(&arena);
    return row;
}

static void print_errors(const struct errors *errors)
{
    if (errors->n)
        printf(" %8.2f %6.1f", errors->sum / errors->n, errors->most);
    else
        printf(" %8s %6s", "-", "-");
}

static void print_coverage(const struct coverage *c)
{
    if (c->n)
        printf(" %6u %7.1f %7.1f %6.1f %6.1f", c->n, 100.0 * c->inside / c->n,
               100.0 * c->shown / c->n, c->width / c->n,
               100.0 * c->open / c->n);
    else
        printf(" %6s %7s %7s %6s %6s", "-", "-", "-", "-", "-");
}

static void print_ranges(const char *name, const struct row *row)
{
    printf("%-28.28s", name);
    print_coverage(&row->function_ranges);
    printf(" ");
    print_coverage(&row->call_ranges);
    putchar('\n');
}

static void print_row(const char *name, const struct row *row)
{
    printf("%-28.28s %5u", name, row->functions[0].n);
    for (int way = 0; way < WAYS; way++)
        print_errors(&row->functions[way]);
    printf(" %7u %7u", row->calls[1].n + row->calls[1].unknown,
           row->calls[0].unknown);
    for (int way = 0; way < WAYS; way++)
        print_errors(&row->calls[way]);
    putchar('\n');
}

static void print_head(void)
{
    const char *mean = "mean", *most = "most";
    printf("%-28s %5s %15s %15s %15s %7s %7s %15s %15s %15s\n", "", "func-",
           "split:", "walk:", "tree:", "calls", "of them", "split:", "walk:",
           "tree:");
    printf("%-28s %5s %8s %6s %8s %6s %8s %6s %7s %7s %8s %6s %8s %6s %8s "
           "%6s\n",
           "", "tions", mean, most, mean, most, mean, most, "", "no cost", mean,
           most, mean, most, mean, most);
}

/* The length of the folder in a path, with its slash; 0 if it has none. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The last component of the folder in a path. */
static struct str folder_name(const char *path)
{
    size_t len = folder_length(path);
    return len ? str_basename(str_head(str_of(path), len - 1)) : S("files");
}

static bool same_folder(const char *a, const char *b)
{
    return folder_length(a) == folder_length(b) &&
           strncmp(a, b, folder_length(a)) == 0;
}

/* The programs whose profiles the margin of the ranges was chosen on: every
   second one of those that there were. */
static bool chose_margin(const char *path)
{
    static const char *const names[] = {
        "c-calc", "c-interpreter", "c-layout", "c-prolog", "c-tree", "csw",
        "cxxo2dw", "lisp", "node", "py", "py-ast-dump", "py-ast-unparse",
        "py-dataclass-asdict", "py-diff", "py-email-generate",
        "py-json-encode", "py-plist", "py-re-compile", "py-toml",
        "py-unittest-run", "rdcpu", "rust", "sysw",
    };
    struct str name = str_of(path + folder_length(path));
    bool found = false;
    for (size_t i = 0; i < name.len; i++)
        if (name.s[i] == '.')
            name = str_head(name, i);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        found = found || str_eq(name, str_of(names[i]));
    return found;
}

/* Prints the rows of one of the two tables. */
typedef void print_function(const char *name, const struct row *row);

static void end_folder(const char *path, print_function *print,
                       struct row *folder, struct row *all)
{
    char text[64];
    struct str name = folder_name(path);
    snprintf(text, sizeof text, "= %u of %.*s", folder->files, (int)name.len,
             name.s);
    if (folder->files)
        print(text, folder);
    add_row(all, folder);
    *folder = (struct row){ 0 };
}

static void print_sums(const struct row *all)
{
    print_row("= all", all);
    if (all->files == 0)
        return;
    printf("= mean of %u files:", all->files);
    for (int way = 0; way < WAYS; way++)
        printf(" %s %.2f", costs_cycles_name(ways[way]),
               all->file_means[way] / all->files);
    printf("\n= best in files:");
    for (int way = 0; way < WAYS; way++)
        printf(" %s %u", costs_cycles_name(ways[way]), all->better[way]);
    putchar('\n');
}

static void print_range_head(void)
{
    printf("%-28s %36s  %36s\n", "", "functions: truth in",
           "calls: truth in");
    printf("%-28s", "");
    for (int i = 0; i < 2; i++)
        printf("%s %6s %7s %7s %6s %6s", i ? " " : "", "n", "range %",
               "shown %", "width", "open %");
    putchar('\n');
}

int main(int argc, char **argv)
{
    static struct row folder, all, halves[2];
    bool by_counts = false, ranges = false;
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        by_counts |= strcmp(argv[i], "--counts") == 0;
        ranges |= strcmp(argv[i], "--ranges") == 0;
    }
    print_function *print = ranges ? print_ranges : print_row;
    diag_quiet(true);
    if (ranges)
        print_range_head();
    else
        print_head();
    for (; i < argc; i++) {
        struct row row = measure(argv[i], by_counts);
        if (row.files)
            print(argv[i] + folder_length(argv[i]), &row);
        add_row(&folder, &row);
        add_row(&halves[chose_margin(argv[i])], &row);
        if (i + 1 == argc || !same_folder(argv[i], argv[i + 1]))
            end_folder(argv[i], print, &folder, &all);
    }
    if (ranges) {
        print("= margin chosen on these", &halves[true]);
        print("= tested on these", &halves[false]);
        print("= all", &all);
    } else {
        print_sums(&all);
    }
    return 0;
}
