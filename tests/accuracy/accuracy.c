/*
 * Measures how far the estimates of --cycles are from the truth.
 *
 *     accuracy FILE...
 *
 * The costs of each profile from stacks are counted exactly, and then estimated
 * as if only its calls had been recorded (--total=callratios), with
 * --cycles=split and with --cycles=walk. The functions of cycles and the calls
 * between their members are compared if they have at least 0.5 % of the whole;
 * errors are in percentage points of the whole. The program prints a row for
 * each file and, marked "=", a row for each folder and one for all files.
 * Profiles from calls and profiles without cycles are skipped. A cycle that is
 * too large for --cycles=walk is split and counts with what it gets then.
 */
#include <stdio.h>
#include <string.h>

#include "cost/from_calls.h"
#include "cost/from_stacks.h"
#include "cost/reduce.h"
#include "readers/reader.h"
#include "util/diag.h"

#define LEAST .005

struct errors {
    uint32_t n, unknown; /* compared; without an estimate */
    double sum, most;
};

/* The errors in a file, in a folder, or in all files. */
struct row {
    struct errors functions[2], calls[2]; /* split, walk */
    uint32_t files;
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

static void add_row(struct row *to, const struct row *from)
{
    for (int way = 0; way < 2; way++) {
        add_errors(&to->functions[way], &from->functions[way]);
        add_errors(&to->calls[way], &from->calls[way]);
    }
    to->files += from->files;
}

static void compare(struct row *row, int way, const struct profile *profile,
                    const struct costs *exact, const struct costs *found)
{
    double whole = exact->whole;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (exact->cycle[f] && exact->total[f] >= LEAST * whole)
            add_error(&row->functions[way], found->total[f], exact->total[f],
                      whole);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        uint32_t cycle = exact->cycle[call->caller];
        if (cycle && cycle == exact->cycle[call->callee] &&
            call->caller != call->callee &&
            exact->call_cost[c] >= LEAST * whole)
            add_error(&row->calls[way], found->call_cost[c],
                      exact->call_cost[c], whole);
    }
}

static void compare_ways(struct row *row, const struct profile *profile)
{
    struct arena arena = { 0 };
    const struct costs *exact = costs_from_stacks(&arena, profile);
    if (exact->n_cycles && exact->whole > 0) {
        struct profile *calls = reduce_to_calls(&arena, profile);
        compare(row, 0, profile, exact,
                costs_from_calls(&arena, calls, CYCLES_SPLIT));
        compare(row, 1, profile, exact,
                costs_from_calls(&arena, calls, CYCLES_WALK));
        row->files = row->functions[0].n > 0;
        profile_free(calls);
    }
    arena_free(&arena);
}

static struct row measure(const char *path)
{
    static const struct reader_options options = { 0 };
    struct arena arena = { 0 };
    struct row row = { 0 };
    struct profile *profile = profile_new(&arena);
    struct input *in = input_open(&arena, path);
    const struct reader *reader = in ? reader_detect(in) : NULL;
    if (reader && reader->read(in, profile, &options) &&
        profile->kind == FROM_STACKS)
        compare_ways(&row, profile);
    if (in)
        input_close(in);
    profile_free(profile);
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

static void print_row(const char *name, const struct row *row)
{
    printf("%-28.28s %5u", name, row->functions[0].n);
    print_errors(&row->functions[0]);
    print_errors(&row->functions[1]);
    printf(" %7u %7u", row->calls[1].n + row->calls[1].unknown,
           row->calls[0].unknown);
    print_errors(&row->calls[0]);
    print_errors(&row->calls[1]);
    putchar('\n');
}

static void print_head(void)
{
    printf("%-28s %5s %15s %15s %7s %7s %15s %15s\n", "", "func-",
           "split:", "walk:", "calls", "of them", "split:", "walk:");
    printf("%-28s %5s %8s %6s %8s %6s %7s %7s %8s %6s %8s %6s\n", "", "tions",
           "mean", "most", "mean", "most", "", "no cost", "mean", "most",
           "mean", "most");
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

static void end_folder(const char *path, struct row *folder, struct row *all)
{
    char text[64];
    struct str name = folder_name(path);
    snprintf(text, sizeof text, "= %u of %.*s", folder->files, (int)name.len,
             name.s);
    if (folder->files)
        print_row(text, folder);
    add_row(all, folder);
    *folder = (struct row){ 0 };
}

int main(int argc, char **argv)
{
    struct row folder = { 0 }, all = { 0 };
    diag_quiet(true);
    print_head();
    for (int i = 1; i < argc; i++) {
        struct row row = measure(argv[i]);
        if (row.files)
            print_row(argv[i] + folder_length(argv[i]), &row);
        add_row(&folder, &row);
        if (i + 1 == argc || !same_folder(argv[i], argv[i + 1]))
            end_folder(argv[i], &folder, &all);
    }
    print_row("= all", &all);
    return 0;
}
