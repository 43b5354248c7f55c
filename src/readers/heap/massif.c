/*
 * Snapshots of the heap that valgrind --tool=massif takes, massif.out.PID:
 *
 *     desc: (none)
 *     cmd: ./prog
 *     time_unit: i
 *     #-----------
 *     snapshot=3
 *     #-----------
 *     time=143375
 *     mem_heap_B=13600
 *     mem_heap_extra_B=480
 *     mem_stacks_B=0
 *     heap_tree=peak
 *     n2: 13600 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.
 *      n1: 10000 0x109174: copy (prog.c:4)
 *       n0: 10000 0x1091CD: main (prog.c:8)
 *      n0: 3600 in 2 places, all below massif's threshold (1.00%)
 *
 * Only some snapshots have a tree; that of the peak is read, or the last one if
 * there is no peak. Below a function are its callers, one blank further to the
 * right; "n" tells how many follow. The bytes of a line have those of the lines
 * below it. Places below the threshold belong to the function above them. The
 * place of a function without a source file is "(in /lib/libc.so.6)".
 *
 * "desc" has the options that were given.
 *
 * Source: ms_print, and "Massif: a heap profiler" in Valgrind's manual.
 */

#include "readers/declared.h"
#include "readers/frames/frame_text.h"
#include "readers/frames/indented.h"
#include "readers/reader.h"
#include "util/array.h"
#include "util/text/buf.h"

struct massif_line {
    size_t depth;
    size_t text; /* where its text begins */
    double bytes;
};

struct massif {
    struct input *in;
    struct profile *profile;
    struct buf texts;   /* of the frames of the tree, one after the other */
    LIST(struct massif_line) lines; /* of the tree to be drawn, so far */
    double expected; /* lines that the tree must still have */
    double heap; /* bytes that the current snapshot says; UNKNOWN: none yet */
    double says; /* the same of the tree to be drawn */
    bool in_tree, has_peak;
};

/* Begins the tree after heap_tree=..., unless it is not wanted. */
static void begin_tree(struct massif *massif, struct str kind)
{
    bool is_peak = str_eq(kind, S("peak"));
    massif->in_tree =
        !massif->has_peak && (is_peak || str_eq(kind, S("detailed")));
    if (!massif->in_tree)
        return;
    massif->has_peak = is_peak;
    massif->lines.n = massif->texts.len = 0;
    massif->expected = 1;
    massif->says = massif->heap;
}

/* " n1: 100000 0x109174: copy (prog.c:4)" */
static bool read_tree_line(struct massif *massif, struct str line)
{
    struct massif_line row = { .text = massif->texts.len };
    uint64_t n;
    while (str_take(&line, S(" ")))
        row.depth++;
    if (!str_take(&line, S("n")) || !str_take_digits(&line, &n) ||
        !str_take(&line, S(": ")) || !str_take_number(&line, &row.bytes) ||
        row.bytes < 0)
        return false;
    massif->expected += (double)n - 1;
    buf_add(&massif->texts, str_trim(line));
    *PUSH_IN(&massif->in->arena, &massif->lines) = row;
    return true;
}

static void read_line(struct massif *massif, struct str line)
{
    if (str_starts(line, S("desc: "))) {
        /* "desc: --threshold=0 --depth=50" */
        struct str option;
        uint64_t depth;
        while (str_take_word(&line, &option))
            if (str_take(&option, S("--depth=")) &&
                str_take_digits(&option, &depth) && depth < UINT32_MAX)
                massif->profile->stats.frame_limit = (uint32_t)depth;
    } else if (str_take(&line, S("mem_heap_B=")))
        massif->heap = str_number(line, &massif->heap) ? massif->heap : UNKNOWN;
    else if (str_take(&line, S("heap_tree=")))
        begin_tree(massif, line);
    else if (str_starts(line, S("#")))
        massif->in_tree = false;
    else if (massif->in_tree && massif->expected > 0 &&
             !read_tree_line(massif, line))
        input_warn(massif->in, "expected a line of the tree, "
                               "'n1: 100 0x12AB: main (a.c:3)'");
}

/* Returns the function of "0x109174: copy (prog.c:4)", or NO_ID for what is no
   function. */
static uint32_t function_of(struct profile *profile, struct str text)
{
    uint64_t address;
    struct str module = S("");
    if (!str_take(&text, S("0x")) || !str_take_hex(&text, &address) ||
        !str_take(&text, S(": ")))
        return NO_ID;
    if (str_ends(text, S(")")) &&
        str_cut_last(text, S(" (in "), &text, &module))
        module.len--;
    if (!str_eq(text, S("???")))
        return frame_text_function(profile, text, module);
    struct identity is = { .name = UNRESOLVED, .module = module };
    uint32_t id = profile_function(profile, is);
    profile->functions[id].nameless = true;
    return id;
}

static void add_tree(struct massif *massif)
{
    struct profile *profile = massif->profile;
    struct indented tree = { .arena = &massif->in->arena,
                             .profile = profile,
                             .costs = INDENTED_INCLUSIVE,
                             .callers = true };
    struct str texts = buf_text(&massif->texts);
    for (size_t i = 0; i < massif->lines.n; i++) {
        const struct massif_line *line = &massif->lines.of[i];
        size_t end = i + 1 < massif->lines.n ? line[1].text : texts.len;
        struct str text = str_head(str_skip(texts, line->text),
                                   end - line->text);
        indented_add(&tree, line->depth, function_of(profile, text),
                     line->bytes);
    }
    indented_end(&tree);
    profile->unlisted += tree.without_stack;
    if (tree.excess > 0)
        input_cut(massif->in, "some lines of the tree have more bytes than the "
                              "line above them");
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct massif massif = { .in = in, .profile = profile, .heap = UNKNOWN };
    (void)options;
    profile_set_unit(profile, S("bytes"));
    while (input_next_line(in))
        read_line(&massif, in->text);
    if (massif.lines.n && massif.expected > 0)
        input_cut(in, "expected more lines of the tree");
    else if (massif.lines.n)
        declared_check(in,
                       (struct declared){ .where = "mem_heap_B",
                                          .unit = S("bytes"),
                                          .says = massif.says,
                                          .found = massif.lines.of[0].bytes });
    if (massif.lines.n && !massif.has_peak)
        input_remark(in, "there is no tree of the peak; the last one is drawn");
    add_tree(&massif);
    buf_free(&massif.texts);
    if (profile->n_contexts == 0)
        return input_error(in, "expected a snapshot with a tree of functions, "
                               "found none");
    return true;
}

static enum match detect(struct head head)
{
    return match_if(str_starts(head.text, S("desc:")) &&
                    str_has(head.text, S("\ntime_unit:")));
}

const struct reader reader_massif = {
    .name = "massif",
    .description = "the heap at its peak, from Valgrind's massif",
    .programs = "valgrind --tool=massif",
    .tested = "Valgrind 3.19",
    .file = "massif.out.*",
    .recipes =
        "massif, the heap at its peak: `valgrind --tool=massif ./prog; "
        "prof2dot massif.out.* -o out.svg`",
    .limits = LIMITS(
        { .frames = 30, .cure = "valgrind --tool=massif --depth=200" },
        { .frames = ANY_FRAMES, .cure = "valgrind --tool=massif --depth=200" }),
    .detect = detect,
    .read = read,
};
