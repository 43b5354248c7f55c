/*
 * The call graphs that pmcstat -G writes:
 *
 *     @ inst_retired.any [35705 samples]
 *
 *     20.86%  [7447]     zfs_lz4_compress @ /boot/kernel/zfs.ko
 *      100.0%  [7447]      zio_compress_data
 *       100.0%  [7447]       zio_write_compress
 *
 * Each event has a section. A line without indentation is a function with its
 * own samples; the lines below it, one blank deeper, are its callers, and the
 * numbers of samples are those of the lines below as well. A line without a
 * module is in the module of the line before it. (pmcstat(8) and
 * pmcpl_callgraph.c of FreeBSD.)
 */
#include "readers/choose/sink.h"
#include "readers/frames/indented.h"
#include "readers/head.h"
#include "readers/reader.h"
#include "util/diag.h"

struct pmcstat {
    struct sink sink; /* its events have the samples of their titles */
    bool in_section;
    struct str module; /* of the line before, a text of the profile */
    struct indented tree;
};

/* Takes "@ inst_retired.any [35705 samples]". */
static bool take_title(struct str line, struct str *event, uint64_t *samples)
{
    struct str number;
    return str_take(&line, S("@ ")) &&
           str_cut_last(line, S(" ["), event, &number) && event->len &&
           str_take_digits(&number, samples) &&
           str_starts(number, S(" samples]"));
}

/* A line of the tree. */
struct pmcstat_line {
    size_t depth;
    uint64_t samples;
    struct str name, module; /* module: "" if it is that of the line before */
};

static bool split_line(struct str text, struct pmcstat_line *line)
{
    double share;
    size_t len = text.len;
    str_take_blanks(&text);
    line->depth = len - text.len;
    if (!str_take_number(&text, &share) || !str_take(&text, S("%")))
        return false;
    str_take_blanks(&text);
    if (!str_take(&text, S("[")) || !str_take_digits(&text, &line->samples) ||
        !str_take(&text, S("]")))
        return false;
    line->name = str_trim(text);
    line->module = S("");
    str_cut_last(line->name, S(" @ "), &line->name, &line->module);
    return line->name.len > 0;
}

static void take_line(struct pmcstat *p, const struct pmcstat_line *line)
{
    struct profile *profile = p->sink.profile;
    if (line->module.len)
        p->module =
            profile_text(profile, profile_text_id(profile, line->module));
    uint32_t function =
        profile_function(profile, (struct identity){ .name = line->name,
                                                     .module = p->module,
                                                     .file = S(""),
                                                     .tag = S("") });
    indented_add(&p->tree, line->depth, function, (double)line->samples);
}

static bool finish(struct pmcstat *p, struct input *in, struct profile *profile)
{
    const struct tally *events = &p->sink.events.tally;
    indented_end(&p->tree);
    if (!tally_used(events))
        return diag_error("%s: expected a title such as '@ inst_retired.any "
                          "[35705 samples]' and functions, found none",
                          in->name);
    /* Each event gets the samples of its title that its lines do not have. */
    for (uint32_t e = 0; e < events->names.n; e++)
        sink_add_unlisted(
            &p->sink, e,
            fmax((double)events->samples.of[e] - p->sink.events.of[e].sum, 0));
    if (!sink_end(&p->sink))
        return false;
    uint32_t drawn = events_drawn(&p->sink.events);
    double whole = profile_whole(profile);
    double titled = (double)events->samples.of[drawn];
    if (whole > titled)
        input_remark(in, "the lines have %.0f samples, but the title only %.0f",
                     whole, titled);
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct pmcstat p = { 0 };
    struct pmcstat_line line;
    struct str event;
    uint64_t samples;
    if (!sink_begin(&p.sink, in, profile, options))
        return false;
    p.tree = (struct indented){ .arena = &in->arena,
                                .profile = p.sink.profile,
                                .sink = &p.sink,
                                .sample.time = UNKNOWN,
                                .costs = INDENTED_INCLUSIVE,
                                .callers = true };
    while (input_next_line(in)) {
        struct str text = str_trim_end(in->text);
        if (take_title(text, &event, &samples)) {
            /* The section of an event, which may come again. */
            indented_end(&p.tree);
            p.tree.sample.event = sink_event(&p.sink, event, S("samples"));
            events_declare(&p.sink.events, p.tree.sample.event, samples);
            p.module = S("");
            p.in_section = true;
        } else if (p.in_section && split_line(text, &line))
            take_line(&p, &line);
        else if (text.len && !str_starts(text, S("#")) &&
                 !str_starts(text, S("//")))
            input_warn(in, "expected a share, samples and a function, as in "
                           "'20.86%%  [7447]  f @ /boot/kernel/zfs.ko'");
    }
    return finish(&p, in, profile);
}

static enum match detect(struct head head)
{
    struct str text, event;
    uint64_t samples;
    while (head_take_line(&head, &text)) {
        if (str_trim(text).len == 0 || str_starts(text, S("#")))
            continue;
        return match_if(take_title(str_trim_end(text), &event, &samples));
    }
    return MATCH_NO;
}

/* PMC_CALLCHAIN_DEPTH of FreeBSD was 16 and 32, and is 64; at most 128. */
#define CURE "kern.hwpmc.callchaindepth=128 in loader.conf"

const struct reader reader_pmcstat = {
    .name = "pmcstat",
    .description = "call graphs that pmcstat -G writes",
    .programs = "pmcstat -G",
    .tested = "pmcstat",
    .file = "*.txt",
    .recipes =
        "FreeBSD: `pmcstat -S cpu_clk_unhalted.thread_p -O out.pmc ./app; "
        "pmcstat -R out.pmc -G out.txt; prof2dot out.txt -o out.svg`",
    .limits = LIMITS(
        { .frames = 16, .cure = CURE },
        { .frames = 32, .cure = CURE },
        { .frames = 64, .cure = CURE },
        { .frames = 128, .cure = CURE },
        { .frames = ANY_FRAMES, .cure = CURE }),
    .supports = ASK_EVENT | ASK_LIST_EVENTS,
    .detect = detect,
    .hint.text = "pmcstat -G names it",
    .read = read,
};
