/*
 * CPU profiles of gperftools (CPUPROFILE=FILE), also those of old programs in
 * Go and Java: words of 4 or 8 bytes in the order of the machine, then text.
 *
 *     0 3 0 10000 0                  header: five words, three of them after
 *                                    the second, the version, and the period
 *                                    in microseconds; version 1 is Java
 *     1 3 0x401136 0x401190 0x4011f0 a sample: how often this stack was met,
 *                                    the number of its addresses, and these,
 *                                    leaf first
 *     0 1 0                          the end
 *     00400000-00402000 r-xp 00000000 08:01 4711  /home/user/app
 *
 * The text is the map of the process's memory; Java has lines with names of
 * addresses instead. The addresses of callers are those at which they go on, so
 * the call is the byte before. Source: docs/cpuprofile-fileformat.adoc in the
 * repository gperftools/gperftools.
 */

#include "elf/head.h"
#include "readers/pprof/gperftools_head.h"
#include "readers/pprof/legacy.h"
#include "util/files/regular.h"

/* One stack in so many may lack the frame of the signal handler. */
enum { SIGNAL_MARGIN = 32 };

static const struct pprof_type types[] = {
    { STR("samples"), STR("count") },
    { STR("cpu"), STR("nanoseconds") },
};

struct gperftools {
    struct pprof_legacy legacy;
    struct gperftools_head head;
    struct str rest;
    uint32_t deepest; /* frames of the deepest stack, as they were written */
};

static bool take_word(struct gperftools *g, uint64_t *word)
{
    return gperftools_head_word(&g->head, &g->rest, word);
}

/* Reads the frames of a sample. The handler of the profiler may have met the
   leaf twice: as the interrupted place, and as its own caller. */
static void read_frames(struct gperftools *g, uint64_t n)
{
    uint64_t address = 0, leaf = 0;
    bool is_java = g->head.is_java;
    for (uint64_t i = 0; i < n; i++) {
        take_word(g, &address);
        if (i == 0)
            leaf = address;
        else if (!is_java)
            address--;
        if (i != 1 || is_java || address + 1 != leaf)
            pprof_legacy_push(&g->legacy, address, NO_ID);
    }
}

/* Reads the samples. Returns false if they end too early. */
static bool read_samples(struct gperftools *g)
{
    double nanoseconds = (double)g->head.period * 1000;
    uint64_t count, n, address;
    while (take_word(g, &count) && take_word(g, &n)) {
        struct str rest = g->rest;
        if (n > rest.len / g->head.word)
            return false;
        if (count == 0 && n == 1 && take_word(g, &address) && address == 0)
            return true;
        g->rest = rest;
        read_frames(g, n);
        if (n > g->deepest)
            g->deepest = (uint32_t)n;
        double values[PPROF_LEGACY_TYPES] = { (double)count,
                                              (double)count * nanoseconds };
        pprof_legacy_sample(&g->legacy, values);
    }
    return false;
}

static void read_text(struct gperftools *g)
{
    struct str line, rest = g->rest;
    while (rest.len) {
        if (!str_cut(rest, S("\n"), &line, &rest)) {
            line = rest;
            rest = S("");
        }
        if (!g->head.is_java || !pprof_legacy_java_line(&g->legacy, line))
            pprof_legacy_map_line(&g->legacy, line);
    }
}

/* Is this the place to which the handler of a signal returns? It is in a
   library, and has no name, or that of the C library. */
static bool is_signal_return(struct gperftools *g, uint64_t address)
{
    struct code_map *code = &g->legacy.code;
    uint32_t mapping = code_map_find(code, address);
    if (mapping == NO_ID ||
        code->mappings.of[mapping].module == code->mappings.of[0].module)
        return false;
    uint32_t id = code_map_functions(code, address).of[0];
    struct str name = code->profile->functions[id].is.name;
    return str_eq(name, UNRESOLVED) || code->profile->functions[id].nameless ||
           str_starts(name, S("__restore"));
}

/* Returns the address that nearly all stacks have as their second frame, or
   0. It is found as a majority is: whatever is met twice as often as not
   remains. */
static uint64_t common_second(const struct pprof_legacy *legacy)
{
    uint64_t common = 0;
    size_t lead = 0, n = 0;
    for (size_t i = 0; i < legacy->stacks.n; i++) {
        const struct pprof_legacy_stack *stack = &legacy->stacks.of[i];
        if (stack->n < 2)
            continue;
        uint64_t address = legacy->frames.of[stack->first + 1].address;
        if (lead == 0)
            common = address;
        lead = address == common ? lead + 1 : lead - 1;
    }
    for (size_t i = 0; i < legacy->stacks.n; i++) {
        const struct pprof_legacy_stack *stack = &legacy->stacks.of[i];
        n += stack->n > 1 &&
             legacy->frames.of[stack->first + 1].address == common;
    }
    return n >= legacy->stacks.n - legacy->stacks.n / SIGNAL_MARGIN ? common
                                                                    : 0;
}

/* Removes the frame between the leaf and its caller that the signal of the
   profiler's clock has put there: it is the same in nearly all stacks. */
static void remove_signal_frame(struct gperftools *g)
{
    struct pprof_legacy *legacy = &g->legacy;
    uint64_t common = common_second(legacy);
    if (common == 0 || !is_signal_return(g, common))
        return;
    for (size_t i = 0; i < legacy->stacks.n; i++) {
        struct pprof_legacy_stack *stack = &legacy->stacks.of[i];
        struct pprof_legacy_frame *frames = &legacy->frames.of[stack->first];
        if (stack->n < 2 || frames[1].address != common)
            continue;
        frames[1] = frames[0];
        stack->first++;
        stack->n--;
    }
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct gperftools g = { .rest = input_all(in) };
    if (!gperftools_head_take(&g.rest, &g.head))
        return input_error(in, "expected a CPU profile of gperftools, which "
                               "begins with the words 0, 3, 0, the period "
                               "and 0");
    pprof_legacy_init(&g.legacy, in, profile, options);
    if (read_samples(&g))
        read_text(&g);
    else if (!in->cut)
        input_cut(in, "the profile is damaged or cut off: its samples have no "
                      "end");
    code_map_complete(&g.legacy.code);
    remove_signal_frame(&g);
    profile->stats.deepest = g.deepest;
    bool good = g.legacy.stacks.n
                    ? pprof_legacy_finish(&g.legacy, types, ROWS(types),
                                          PPROF_CPU)
                    : input_error(in, "this profile has no samples; did the "
                                      "program run for some time?");
    code_map_free(&g.legacy.code);
    return good;
}

static enum match detect(struct head head)
{
    struct gperftools_head found;
    return match_if(gperftools_head_take(&head.text, &found));
}

/* ---- A program and its profile ---- */

/* Are the inputs a program and one profile, of addresses? Sets which is
   which. */
static bool sort_out(const char *const *paths, size_t n, const char **program,
                     const char **profile)
{
    if (n != 2)
        return false;
    bool is_first = elf_is(paths[0]);
    *program = paths[!is_first];
    *profile = paths[is_first];
    return elf_is(*program);
}

/* Returns the reader of a profile without names, or NULL. The head of the file
   is read here, so that nothing is reported about files of other formats;
   compressed ones need --program. */
static const struct reader *reader_of(const char *path)
{
    char bytes[512];
    struct head head = { { bytes, regular_head(path, bytes, sizeof bytes) },
                         .complete = false };
    if (detect(head) == MATCH_YES)
        return &reader_gperftools;
    return reader_pprof_text.detect(head) == MATCH_YES ? &reader_pprof_text
                                                       : NULL;
}

static bool detect_together(const char *const *paths, size_t n,
                            const struct reader_options *options)
{
    const char *program, *path;
    (void)options;
    return sort_out(paths, n, &program, &path) && reader_of(path);
}

/* Is called only for what detect_together accepts. */
static bool read_together(const char *const *paths, size_t n,
                          struct profile *profile,
                          const struct reader_options *options)
{
    LOCAL_ARENA(scratch);
    struct reader_options with_program = *options;
    const char *path;
    bool good = sort_out(paths, n, &with_program.program, &path);
    const struct reader *reader = good ? reader_of(path) : NULL;
    struct input *in = reader ? input_open(&scratch, path) : NULL;
    good = in && reader->read(in, profile, &with_program);
    if (in) {
        input_close(in);
        profile->stats.cut_inputs = in->cut;
        profile->stats.skipped_lines = (double)in->skipped;
    }
    return good;
}

/* kMaxStackDepth of profiledata.h is 64, and 254 in later versions, of which
   2.10 uses 253. */
#define CURE                                                            \
    "build gperftools with a larger kMaxStackDepth (src/profiledata.h); " \
    "no option changes it"

const struct reader reader_gperftools = {
    .name = "gperftools",
    .description = "CPU profiles of gperftools",
    .programs = "gperftools, old programs in Go and Java",
    .tested = "gperftools 2.10",
    .file = "*.prof",
    .recipes =
        "gperftools: `LD_PRELOAD=libprofiler.so CPUPROFILE=cpu.prof ./prog; "
        "prof2dot ./prog cpu.prof -o out.svg`",
    .limits = LIMITS(
        { .frames = 64, .cure = CURE },
        { .frames = 253, .cure = CURE },
        { .frames = 254, .cure = CURE }),
    .is_binary = true,
    .supports = ASK_EVENT | ASK_LINES | ASK_UNRESOLVED | ASK_PROGRAM |
                ASK_LIST_EVENTS | ASK_SYMFS | ASK_INLINES | ASK_DEBUGINFOD,
    .detect = detect,
    .read = read,
    .detect_together = detect_together,
    .read_together = read_together,
};
