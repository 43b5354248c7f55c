/*
 * The target of the reader of perf.data: the bytes are a recording. Only the
 * reader runs, with options that a hash of the bytes chooses.
 *
 * Inputs are changed in a way that keeps to the format (mutate.h): most random
 * changes of bytes hit the addresses of stacks or end the file. The option
 * --symfs=FOLDER of the target is the folder of the programs that the seeds
 * were recorded of.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>

#include "check.h"
#include "draw.h"
#include "mutate.h"
#include "readers/reader.h"
#include "util/diag.h"

/* Defined in readers/perfdata/perfdata.c. */
extern const struct reader reader_perfdata;

static const char *symfs;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t room,
                               unsigned seed);
/* Defined by libFuzzer: random changes of bytes. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t n, size_t room);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char option[] = "--symfs=";
    for (int i = 1; i < *argc; i++)
        if (strncmp((*argv)[i], option, sizeof option - 1) == 0)
            symfs = (*argv)[i] + sizeof option - 1;
    diag_quiet(true);
    /* The kernel calls itself another one than that of recordings made here,
       so that no run reads the thousands of symbols of /proc/kallsyms. */
    return personality(UNAME26) < 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t room,
                               unsigned seed)
{
    return mutate(data, n, room, seed, LLVMFuzzerMutate);
}

static struct reader_options options_for(uint32_t hash)
{
    static const enum granularity granularities[] = {
        GRANULARITY_FUNCTION, GRANULARITY_LINE, GRANULARITY_ADDRESS,
        GRANULARITY_FUNCTION
    };
    return (struct reader_options){
        .event = S(""),
        .unit = S(""),
        .symfs = symfs,
        .granularity = granularities[hash & 3],
        .no_inline = hash >> 2 & 1,
        .weight_is_period = hash >> 3 & 1,
        .addresses = hash >> 4 & 1,
        .lines = hash >> 5 & 1,
        .keep = hash >> 6 & 7,
        .tags = hash >> 7 & 1 ? "comm,tid" : NULL,
    };
}

/* Contexts are a tree, and its costs add up to the whole. */
static void check_profile(const struct profile *profile)
{
    double sum = 0;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        REQUIRE(isfinite(context->self) && context->self >= 0,
                "context %u costs %g", c, context->self);
        REQUIRE(context->function < profile->n_functions, "context %u has "
                "function %u of %u", c, context->function,
                profile->n_functions);
        REQUIRE(context->parent == NO_ID || context->parent < c,
                "context %u is below %u", c, context->parent);
        sum += context->self;
    }
    double whole = profile_whole(profile);
    REQUIRE(fabs(sum - whole) <= whole * 1e-9, "%g is not %g", sum, whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    uint32_t hash = 2166136261;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ data[i]) * 16777619;
    hash ^= hash >> 15;
    struct arena arena = { 0 };
    struct reader_options options = options_for(hash);
    struct assembly assembly = { .n = 0 };
    if (hash >> 10 & 1)
        options.assembly = &assembly;
    struct input *in = input_open_bytes(&arena, draw_file(0, data, n));
    struct profile *profile = profile_new(&arena);
    if (in && reader_perfdata.read(in, profile, &options))
        check_profile(profile);
    arena_free(&assembly.arena);
    profile_free(profile);
    if (in)
        input_close(in);
    arena_free(&arena);
    return 0;
}
