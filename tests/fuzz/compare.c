/*
 * The target of comparisons: two files of the edges language, with a zero byte
 * between them. The first one is the base. Without a zero byte, the file is
 * compared with itself, and nothing may have changed. A hash of the bytes
 * chooses the output and options.
 */
#include <math.h>
#include <string.h>

#include "check.h"
#include "compare/compare.h"
#include "draw.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static const char *const outputs[] = { "dot", "json", "text", "markdown" };
static const char *const ways[] = {
    "--normalize", "--margin=0", "--compare-only-slower", "--cycles=collapse",
    "--hide=a",    "--focus=a",  "--color-by=total",      "--fail-if=+2%:self",
};

static bool is_cost(double cost)
{
    return !known(cost) || (isfinite(cost) && cost >= 0);
}

static void check_change(const struct change *change, const char *what,
                         uint32_t of)
{
    REQUIRE(is_cost(change->base), "%s %u: %g", what, of, change->base);
    REQUIRE(is_cost(change->new), "%s %u: %g", what, of, change->new);
    REQUIRE(change->variance >= 0, "%s %u: variance %g", what, of,
            change->variance);
    REQUIRE(change->p >= 0 && change->p <= 1, "%s %u: p %g", what, of,
            change->p);
}

/* The same id means the same function or call in the sum and in each run. */
static void check_ids(const struct profile *sum, const struct profile *run)
{
    REQUIRE(run->n_functions == sum->n_functions, "%u of %u functions",
            run->n_functions, sum->n_functions);
    REQUIRE(run->n_calls == sum->n_calls, "%u of %u calls", run->n_calls,
            sum->n_calls);
    for (uint32_t c = 0; c < sum->n_calls; c++)
        REQUIRE(run->calls[c].caller == sum->calls[c].caller &&
                    run->calls[c].callee == sum->calls[c].callee,
                "call %u is another one", c);
}

static void check_comparison(const struct run *run, bool is_same)
{
    const struct comparison *comparison = run->comparison;
    uint32_t n = run->profile->n_functions;
    for (size_t i = 0; i < comparison->n_runs; i++)
        check_ids(run->profile, comparison->runs[i].profile);
    check_change(&comparison->whole, "whole", 0);
    for (uint32_t f = 0; f < n; f++) {
        check_change(&comparison->self[f], "self", f);
        if (comparison->has_totals)
            check_change(&comparison->total[f], "total", f);
    }
    REQUIRE(comparison->n_changed <= comparison->n_compared &&
                comparison->n_compared <= n,
            "%u of %u of %u", comparison->n_changed, comparison->n_compared, n);
    REQUIRE(!is_same || comparison->n_changed == 0,
            "%u functions differ from themselves", comparison->n_changed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const uint8_t *zero = n ? memchr(data, '\0', n) : NULL;
    uint32_t hash = 2166136261;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ data[i]) * 16777619;
    hash ^= hash >> 15;
    const char *output = outputs[hash & 3];
    size_t n_base = zero ? (size_t)(zero - data) : n;
    size_t behind = zero ? n_base + 1 : 0;
    const char *base = draw_file(0, data, n_base);
    const char *file = draw_file(1, data + behind, n - behind);
    struct drawing drawing;
    draw(&drawing, (const char *const[]){
                       "-q", "-f", "edges", "-T", output, "--threads=1",
                       ways[hash >> 2 & 7], "--base", base, file, NULL });
    struct str text = buf_text(&drawing.out);
    if (drawing.run.comparison)
        check_comparison(&drawing.run, !zero);
    if (drawing.status != EXIT_FAILED && drawing.status != EXIT_USAGE) {
        check_page(&drawing.run.report);
        check_text(text);
        if (strcmp(output, "dot") == 0)
            check_dot(text);
        else if (strcmp(output, "json") == 0)
            check_json(text);
    }
    draw_free(&drawing);
    return 0;
}
