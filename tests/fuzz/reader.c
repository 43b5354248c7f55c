/*
 * The target of one reader: the bytes are a file of its format. The whole
 * program runs on them, with an output and a way to share costs that a hash of
 * the bytes chooses, so that one input always does the same.
 *
 * The option --reader=NAME of the target names the reader. Without it, the
 * program recognizes the format. The option --with=FILE names an input that
 * stands before the bytes, such as the program of a gmon.out file, or the
 * gmon.out file of bytes that are a program. Round trips hold the output against
 * what the program reads of it again.
 */
#include <math.h>
#include <string.h>

#include "check.h"
#include "draw.h"

static const char *format = "auto";
static const char *with; /* NULL: no other input */

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* Returns the value of a word if it is this option, which ends with '='. */
static const char *value_of(const char *word, const char *option)
{
    size_t length = strlen(option);
    return strncmp(word, option, length) == 0 ? word + length : NULL;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    for (int i = 1; i < *argc; i++) {
        const char *reader = value_of((*argv)[i], "--reader=");
        const char *other = value_of((*argv)[i], "--with=");
        format = reader ? reader : format;
        with = other ? other : with;
    }
    return 0;
}

static const char *const outputs[] = { "dot",  "json",     "text",  "folded",
                                       "edges", "markdown", "json", "dot" };
static const char *const ways[] = {
    "--cycles=split", "--cycles=walk", "--cycles=collapse",
    "--total=callratios"
};
static const char *const filters[] = {
    "--no-legend",           "--focus=a",          "--ignore=a",
    "--hide=a",              "--clusters=module",  "--granularity=module",
    "--granularity=line",    "--chains=keep",      "--strip",
    "--granularity=address", "--deps=toplev",      "--deps=site",
    "--list-functions",      "--list-modules",     "--list-events",
    "--list-threads",
};

/* Returns the sum of the self costs. It is not computed as the whole minus the
   cost of what is not listed, because that difference loses all its digits if
   the functions cost little. */
static double listed(const struct profile *profile)
{
    double sum = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        sum += profile->functions[f].self;
    return sum;
}

/* The output of -T edges and -T folded can be read again, and the profile is
   the same apart from the rounding of numbers. Times in folded stacks are whole
   nanoseconds. */
static void check_round_trip(const char *output, const struct drawing *drawing)
{
    struct str text = buf_text(&drawing->out);
    const struct profile *profile = drawing->run.profile;
    bool is_ns = strcmp(output, "folded") == 0 &&
                 str_eq(profile->unit, S("seconds"));
    double whole = listed(profile);
    double rounding =
        whole * 1e-6 + (is_ns ? 0.5e-9 * profile->n_contexts : 0);
    struct drawing again;
    if (!text.len) { /* folded: no stack has a cost */
        REQUIRE(!(whole > (is_ns ? rounding : 0)), "nothing is left of %g",
                whole);
        return;
    }
    draw(&again, (const char *const[]){ "-q", "-f", output, "-T", "edges",
                                        draw_file(1, text.s, text.len),
                                        is_ns ? "--unit=ns" : NULL, NULL });
    REQUIRE(again.status == EXIT_OK, "exit %d after\n%.500s", again.status,
            text.s);
    double read = listed(again.run.profile);
    REQUIRE(fabs(read - whole) <= rounding, "%g became %g", whole, read);
    draw_free(&again);
}

static void check(const char *output, const struct drawing *drawing)
{
    const struct report *report = &drawing->run.report;
    struct str text = buf_text(&drawing->out);
    if (report->costs)
        check_costs(report);
    if (report->view)
        check_page(report);
    if (drawing->run.options.list)
        output = "text";
    if (strcmp(output, "dot") == 0)
        check_dot(text);
    else if (strcmp(output, "json") == 0)
        check_json(text);
    if (strcmp(output, "edges") != 0 && strcmp(output, "folded") != 0)
        check_text(text);
    else
        check_round_trip(output, drawing);
}

static void draw_bytes(struct drawing *drawing, const char *output,
                       const char *way, const char *filter, const char *path)
{
    draw(drawing, (const char *const[]){ "-q", "-f", format, "-T", output,
                                         "--threads=1", way, filter,
                                         with ? with : path,
                                         with ? path : NULL, NULL });
}

/* Draws the bytes, and once more with other options if the format has no use for
   the first ones. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    uint32_t hash = 2166136261;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ data[i]) * 16777619;
    hash ^= hash >> 15;
    const char *output = outputs[hash & 7];
    const char *path = draw_file(0, data, n);
    struct drawing drawing;
    draw_bytes(&drawing, output, ways[hash >> 3 & 3], filters[hash >> 5 & 15],
               path);
    if (drawing.status == EXIT_USAGE) {
        draw_free(&drawing);
        output = "dot";
        draw_bytes(&drawing, output, ways[0], filters[0], path);
    }
    if (drawing.status == EXIT_OK || drawing.status == EXIT_DAMAGED)
        check(output, &drawing);
    draw_free(&drawing);
    return 0;
}
