/*
 * Sampled stacks as Linux perf prints them: perf record -g; perf script
 *
 *     rdparse 28694   626.667580:    1003009 cpu-clock:
 *     <TAB>            15f3 expr+0x51 (/home/user/src/rdparse)
 *     <TAB>            1691 factor+0x7e (/home/user/src/rdparse)
 *     <TAB>           2724a main (/usr/lib/libc.so.6)
 *
 * A sample is a header, its frames from the innermost out, and an empty line.
 * The user chooses the columns (perf script -F): the header may be empty or
 * only a thread's name, and a frame only an address. If there are no call
 * chains, the only frame is on the header's line. Other lines and perf's own
 * messages may come between; perf/line.c recognises them.
 *
 * Each sample costs 1, or its period, the number before the event. If there
 * are several events, one of them is counted: the user's choice or the one that
 * event_default chooses.
 */
#include "readers/choose/sink.h"
#include "readers/frames/limits.h"
#include "readers/perf/detect.h"
#include "readers/perf/functions.h"
#include "readers/perf/header.h"
#include "readers/perf/line.h"
#include "readers/perf/stack.h"
#include "readers/reader.h"
#include "util/diag.h"
#include "util/text/buf.h"

/* The line that a sample begins with. */
enum sample_header {
    HEADER_NONE,     /* nothing that must be followed by frames */
    HEADER_POSSIBLE, /* a line that may be a thread's name, or anything */
    HEADER_SURE,
};

/* The most bytes of a line that a message quotes. */
enum { MOST_QUOTED = 60 };

/* The frame cache may use 8 MB plus 16 bytes for each context. */
enum { CACHE_BYTES = 8 * 1024 * 1024, CACHE_BYTES_PER_CONTEXT = 16 };

struct perf {
    struct input *in;
    const struct reader_options *options;
    struct sink sink;

    /* Lines that came before. Frames are split in another way once
       `has_modules` is set, so the cached ones are dropped then. */
    struct frame_cache frame_cache;
    struct header_cache header_cache;

    /* The sample that is being read: */
    struct perf_stack stack;
    enum sample_header header;
    size_t header_line; /* its number */
    struct sample sample;
    bool counted;  /* the sink wants it */
    bool open;     /* an indented frame belongs to it */
    bool flat;     /* its frame was on the header's line */
    bool tabs;     /* its frames are after tabs, as perf prints them */

    /* Found in the input so far: */
    bool sure_headers, has_modules;
    bool after_warning;      /* an empty line belongs to the line before */
    bool after_source_line;  /* the last line was that of a frame's source */
    size_t chains, flats;    /* samples with call chains, with one frame */
    size_t empties;          /* headers without any frame */
    struct buf last_message; /* of perf, before the first sample */
};

/* Takes what the header says about the sample that begins. NULL stands for an
   empty header. */
static void take_header(struct perf *perf, const struct perf_line *line)
{
    static const struct perf_line empty = { .front = STR(""),
                                            .time = STR(""),
                                            .period = STR(""),
                                            .event = STR("") };
    struct sample *sample = &perf->sample;
    if (!line)
        line = &empty;
    perf->stack.front.len = 0;
    buf_add(&perf->stack.front, line->front);
    perf->stack.sure = line->sure;
    *sample = (struct sample){ .cost = 1, .time = UNKNOWN, .n = 1 };
    sample->event =
        events_perf_id(&perf->sink.events, line->event, line->period.len > 0);
    if (sink_reads_threads(&perf->sink)) {
        struct listed_thread thread = perf_thread(line->front, line->sure);
        sample->thread = sink_thread(&perf->sink, &thread);
    }
    if (sink_reads_times(&perf->sink) && !str_number(line->time, &sample->time))
        sample->time = UNKNOWN;
    if (sink_weighs(&perf->sink, sample->event)) {
        struct str period = line->period;
        uint64_t n;
        sample->cost = str_take_digits(&period, &n) && !period.len ? (double)n
                                                                   : UNKNOWN;
    }
    perf->counted = sink_wants(&perf->sink, sample);
}

static void add_sample(struct perf *perf)
{
    struct sink *sink = &perf->sink;
    if (sink_take(sink, &perf->sample)) {
        perf_stack_resolve(&perf->stack, sink->profile);
        sink_add(sink, &perf->sample, perf->stack.functions.of,
                 (uint32_t)perf->stack.functions.n);
    }
    if (perf->flat)
        perf->flats++;
    else
        perf->chains++;
}

/* Warns about the header, which is an earlier line. */
static void warn_about_header(struct perf *perf)
{
    size_t now = perf->in->line;
    perf->in->line = perf->header_line;
    input_warn(perf->in, "expected a stack after this line");
    perf->in->line = now;
}

static void end_sample(struct perf *perf)
{
    if (perf->stack.n)
        add_sample(perf);
    else if (perf->header == HEADER_SURE)
        perf->empties++;
    else if (perf->header == HEADER_POSSIBLE)
        warn_about_header(perf);
    perf->stack.n = 0;
    perf->header = HEADER_NONE;
    take_header(perf, NULL);
    perf->open = perf->flat = perf->tabs = false;
}

static void begin_sample(struct perf *perf, enum sample_header header,
                         const struct perf_line *line)
{
    end_sample(perf);
    perf->header = header;
    perf->header_line = perf->in->line;
    take_header(perf, line);
    perf->open = true;
    if (header == HEADER_SURE)
        perf->sure_headers = true;
}

/* Prepares for a frame on a line of its own. If the header's line had one too,
   that was the address of data, as perf script -F +addr prints it. */
static void begin_frame(struct perf *perf, bool tab)
{
    if (perf->flat)
        perf->stack.n = 0;
    perf->flat = false;
    perf->open = true;
    perf->tabs = tab;
}

/* Only the first frame of a sample that is not counted is kept. It shows that
   the sample is not empty. */
static bool skips_frames(const struct perf *perf)
{
    return perf->stack.n && !perf->counted;
}

/* Adds a frame. `tab` says that it is the current line after a tab, so that
   the line can be cached. */
static void add_frame(struct perf *perf, struct str text, bool tab)
{
    struct perf_frame frame;
    begin_frame(perf, tab);
    if (skips_frames(perf))
        return;
    perf_frame(text, perf->has_modules, &frame);
    struct perf_place place = perf_stack_push(&perf->stack, &frame);
    if (!perf->has_modules && frame.module.len) {
        perf->has_modules = true;
        frame_cache_clear(&perf->frame_cache);
    }
    if (!tab)
        return;
    size_t most = CACHE_BYTES + CACHE_BYTES_PER_CONTEXT *
                                    (size_t)perf->sink.profile->n_contexts;
    frame_cache_add(&perf->frame_cache, perf->in->text, perf->in->hash,
                    (struct cached_frame){ .address = place.address,
                                           .frame = place.frame,
                                           .start = place.start },
                    most);
}

/* Adds the frame of the current line if the same line came before. */
static bool add_cached_frame(struct perf *perf)
{
    struct str line = perf->in->text;
    if (line.len == 0 || line.s[0] != '\t')
        return false;
    const struct cached_frame *cached =
        frame_cache_find(&perf->frame_cache, line, perf->in->hash);
    if (!cached)
        return false;
    perf->after_warning = false;
    begin_frame(perf, true);
    if (skips_frames(perf))
        return true;
    perf_stack_push_place(&perf->stack,
                          (struct perf_place){ cached->address, cached->frame,
                                               PERF_NO_SOURCE, cached->start });
    return true;
}

static void add_flat_sample(struct perf *perf, const struct perf_line *line)
{
    begin_sample(perf, line->sure ? HEADER_SURE : HEADER_NONE, line);
    add_frame(perf, line->frame, false);
    perf->flat = true;
}

/* Is this the source line of the frame before it, "  app.c:10"? perf script -F
   +srcline prints one after each frame. A file may have any name, so it
   depends on how the frames of the sample are indented. */
static bool is_source_line(const struct perf *perf,
                           const struct perf_line *line)
{
    struct str text = perf->in->text;
    if (!perf->stack.n || !str_take(&text, S("  ")) || str_starts(text, S(" ")))
        return false;
    if (perf->tabs || perf->flat)
        return line->kind == PERF_OTHER || line->kind == PERF_INDENTED ||
               line->kind == PERF_ALONE;
    return line->kind == PERF_OTHER;
}

/* Outside of a sample, any line may be the header that perf script -F
   comm,ip,sym prints, unless the input has shown better headers. */
static void take_other_line(struct perf *perf, const struct perf_line *line)
{
    struct str text = str_head(str_trim(perf->in->text), MOST_QUOTED);
    if (perf->stack.n || perf->sure_headers)
        input_warn(perf->in, "expected a header or a frame, found '%.*s'",
                   (int)text.len, text.s);
    else
        begin_sample(perf, HEADER_POSSIBLE, line);
}

static void keep_message(struct perf *perf)
{
    if (perf->chains || perf->flats)
        return;
    perf->last_message.len = 0;
    buf_add(&perf->last_message, str_trim(perf->in->text));
}

static bool read_line(struct perf *perf, const struct perf_line *line)
{
    bool after_warning = perf->after_warning;
    perf->after_warning = line->kind == PERF_WARNING;
    switch (line->kind) {
    case PERF_FRAME:
        add_frame(perf, line->frame, true);
        break;
    case PERF_INDENTED:
    case PERF_ALONE:
        /* After a frame on a header's line this is another such sample; a
           frame that is aligned as addresses are may begin one, too. */
        if (perf->flat || (line->kind == PERF_ALONE && !perf->open))
            add_flat_sample(perf, line);
        else
            add_frame(perf, line->frame, false);
        break;
    case PERF_HEADER:
        begin_sample(perf, HEADER_SURE, line);
        break;
    case PERF_FLAT:
        add_flat_sample(perf, line);
        break;
    case PERF_EMPTY:
        if (!after_warning)
            begin_sample(perf, HEADER_NONE, NULL);
        break;
    case PERF_RECORD:
        end_sample(perf);
        perf_lost_add(&perf->sink.profile->stats, perf->in->text);
        break;
    case PERF_COMMENT:
        break;
    case PERF_WARNING:
        perf_lost_add(&perf->sink.profile->stats, perf->in->text);
        keep_message(perf);
        break;
    case PERF_MESSAGE:
        keep_message(perf);
        break;
    case PERF_REPORT:
        if (!perf->chains && !perf->flats)
            return input_error(perf->in, "this is perf report's tree; use: "
                                         "prof2dot perf.data");
        take_other_line(perf, line);
        break;
    case PERF_OTHER:
        take_other_line(perf, line);
        break;
    }
    return true;
}

/* Was the frame appended last cut off? If the input has modules, a whole frame
   ends with one in parentheses. */
static bool is_frame_cut(const struct perf *perf)
{
    return perf->stack.n && perf->has_modules &&
           (!perf_stack_is_complete(&perf->stack) ||
            (input_is_in_open_line(perf->in) && !perf->after_source_line &&
             !str_ends(perf->in->text, S(")"))));
}

/* Was the last sample cut off behind its header? In some inputs it is usual
   that headers have no frames, but then each header has a line end. */
static bool is_header_cut(const struct perf *perf)
{
    return !perf->stack.n && perf->header == HEADER_SURE &&
           (!perf->empties || input_is_in_open_line(perf->in));
}

/* Reports a sample that is cut off at the end of the input: within a frame,
   behind its header, or within the blanks before a frame. Drops a frame that is
   cut off. */
static void check_end(struct perf *perf)
{
    bool is_frame_begun = input_is_in_open_line(perf->in) &&
                          !str_trim(perf->in->text).len;
    if (perf->sink.profile->n_functions == 0)
        return;
    if (is_frame_cut(perf))
        perf->stack.n--;
    else if (!is_header_cut(perf) && !is_frame_begun)
        return;
    perf->header = HEADER_NONE;
    input_cut(perf->in, "the input ends inside of a sample");
}

static bool report_no_samples(const struct perf *perf)
{
    if (perf->empties)
        return input_error(perf->in, "no frames: record with -g, and print "
                                     "them with perf script -F +ip,sym");
    if (perf->last_message.len)
        return input_error(perf->in, "no frames: perf script says '%.*s'",
                           (int)perf->last_message.len,
                           perf->last_message.data);
    return input_error(perf->in, "no frames: expected the output of perf "
                                 "script");
}

/* Did the options leave anything to draw? */
static bool check_options(const struct perf *perf)
{
    const char *name = perf->in->name;
    struct events_total total = events_total(&perf->sink.events);
    if (perf->stack.offsets && perf->stack.has_symbols &&
        !perf->stack.has_offsets)
        return diag_error("%s: --granularity=address: this input has no "
                          "offsets; print them with perf script -F +symoff",
                          name);
    if (total.samples > total.costless)
        return true;
    if (!(perf->options->asked & ASK_WEIGHT))
        return diag_error("%s: recordings of different rates can be added or "
                          "compared by the periods of samples, and this input "
                          "has none; print them with perf script -F +period, "
                          "or count samples with --weight=samples",
                          name);
    return diag_error("%s: --weight=period: this input has no periods; print "
                      "them with perf script -F +period",
                      name);
}

static void warn_of_left_out(const struct perf *perf)
{
    struct events_total total = events_total(&perf->sink.events);
    if (total.costless)
        diag_warn("%s: %zu of %zu samples have no period and are left out; "
                  "perf script -F +period prints it",
                  perf->in->name, total.costless, total.samples);
    if (perf->empties)
        diag_warn("%s: %zu of %zu samples have no frames and are left out",
                  perf->in->name, perf->empties,
                  perf->empties + perf->chains + perf->flats);
    if (!perf->chains)
        diag_warn("%s: no call chains: record with -g", perf->in->name);
}

static bool read_lines(struct perf *perf)
{
    while (input_next_line(perf->in)) {
        perf->after_source_line = false;
        if (add_cached_frame(perf))
            continue;
        struct perf_line line =
            header_cache_line(&perf->header_cache, perf->in->text);
        perf->after_source_line = is_source_line(perf, &line);
        if (perf->after_source_line)
            perf_stack_take_source(&perf->stack, perf->in->text);
        else if (!read_line(perf, &line))
            return false;
    }
    check_end(perf);
    end_sample(perf);
    if (!perf->chains && !perf->flats)
        return report_no_samples(perf);
    if (!sink_end(&perf->sink) || !check_options(perf))
        return false;
    if (perf->options->all_events)
        perf_functions_finish(perf->options->all_events, &perf->stack);
    perf_functions_finish(perf->sink.profile, &perf->stack);
    perf->sink.profile->is_sampled = true;
    perf->sink.profile->inlines_by =
        perf->options->no_inline ? INLINES_UNKNOWN : INLINES_BY_PERF;
    struct input_stats *stats = &perf->sink.profile->stats;
    stats->walked = perf->chains > 0;
    stats->no_chains = !stats->walked;
    stats->empty_samples = (double)perf->empties;
    warn_of_left_out(perf);
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct perf perf = { .in = in, .options = options };
    in->hash_line = frame_cache_hash;
    bool offsets = options->granularity == GRANULARITY_ADDRESS;
    perf_stack_init(&perf.stack, &in->arena, options->addresses || offsets,
                    offsets);
    perf.stack.no_inline = options->no_inline;
    perf.stack.splits = options->keep & KEEP_TAGS;
    bool good = sink_begin(&perf.sink, in, profile, options);
    perf.sink.events.drops = true;
    take_header(&perf, NULL);
    good = good && read_lines(&perf);
    frame_cache_free(&perf.frame_cache);
    header_cache_free(&perf.header_cache);
    perf_stack_free(&perf.stack);
    buf_free(&perf.last_message);
    return good;
}

const struct reader reader_perf = {
    .name = "perf",
    .aliases = "perf-script simpleperf",
    .description = "output of perf script (Linux perf, simpleperf)",
    .programs = "perf script, simpleperf",
    .tested = "perf 6.1",
    .file = "*.perf",
    .limits = limits_perf_script,
    .supports = ASK_EVENT | ASK_WEIGHT | ASK_COMM | ASK_PID | ASK_TID |
                ASK_TAGS | ASK_ADDRESSES | ASK_UNRESOLVED | ASK_LIST_EVENTS |
                ASK_LIST_THREADS | ASK_TIME | ASK_INLINES,
    .detect = perf_detect,
    .hint = { "print it with perf script -F +", true },
    .read = read,
};
