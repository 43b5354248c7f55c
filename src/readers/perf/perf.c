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
 * only a thread's name, and a frame only an address. Without call chains the
 * frame stands on the header's line. Other lines and perf's own messages may
 * come between; perf_line.c knows them.
 *
 * Each sample counts 1, or its period, the number before the event. If there
 * are several events, one of them is drawn: the first, or the one asked for.
 */
#include "readers/perf/events.h"
#include "readers/perf/frame_cache.h"
#include "readers/perf/header.h"
#include "readers/perf/header_cache.h"
#include "readers/perf/lost.h"
#include "readers/perf/stack.h"
#include "readers/perf/threads.h"
#include "readers/reader.h"
#include "util/buf.h"
#include "util/diag.h"

/* What begins the sample that is being read. SOME: any line where a header
   is expected. */
enum header { HEADER_NONE, HEADER_SOME, HEADER_SURE };

enum { QUOTED = 60 }; /* bytes of a line in a message */

/* Lines are remembered in so many bytes, and in so many more for each
   context. */
enum { SEEN_BYTES = 8 * 1024 * 1024, SEEN_MORE = 16 };

struct perf {
    struct input *in;
    struct profile *profile;
    struct perf_events events;
    struct perf_threads who;
    bool period; /* is what a sample costs */

    struct frame_cache seen; /* frames behind tabs, as far as modules says */
    struct header_cache again; /* headers */

    /* the sample that is being read */
    struct perf_stack stack;
    enum header header;
    size_t header_line;
    uint32_t event;
    bool wanted;  /* by who it is of */
    bool drawn;   /* and by its event, as far as is known */
    double cost;  /* UNKNOWN: its header does not say */
    bool open;  /* the next frame belongs to it */
    bool flat;  /* its frame stood on the header's line */
    bool tabs;  /* its frames are behind tabs, as perf prints them */
    bool whole; /* the last frame has a module or is inlined */

    /* what the input has shown so far */
    bool sure_headers, modules;
    bool warned; /* in the line before; the empty line after that is perf's */
    size_t chains, flats, empties; /* samples by the form of their stack */
    size_t added, costless;        /* samples drawn; left out without cost */
    struct buf complaint;          /* perf's last, before any sample */
};

static void add_sample(struct perf *perf)
{
    perf_threads_count(&perf->who);
    perf_event_count(&perf->events, perf->event, perf->wanted);
    if (perf->drawn && known(perf->cost)) {
        perf_stack_add(&perf->stack, perf->profile, perf->cost);
        perf->added++;
    } else if (perf->drawn) {
        perf->costless++;
    }
    if (perf->flat)
        perf->flats++;
    else
        perf->chains++;
}

/* A warning about an earlier line. */
static void warn_at(struct perf *perf, size_t line, const char *text)
{
    size_t now = perf->in->line;
    perf->in->line = line;
    input_warn(perf->in, "%s", text);
    perf->in->line = now;
}

/* What was drawn had the name that is wanted but for its modifiers, and here
   is the very name. Of that, nothing was seen before. */
static void restart(struct perf *perf)
{
    frame_cache_clear(&perf->seen);
    perf_stack_restart(&perf->stack);
    profile_clear(perf->profile);
    perf->added = perf->costless = 0;
}

static double cost_of(const struct perf *perf, struct str period)
{
    uint64_t n;
    if (!perf->period)
        return 1;
    return str_take_digits(&period, &n) && !period.len ? (double)n : UNKNOWN;
}

/* What the header says of the sample that begins; NULL: there is none. */
static void take_header(struct perf *perf, const struct perf_line *line)
{
    static const struct perf_line none = { .front = STR(""),
                                           .period = STR(""),
                                           .event = STR("") };
    uint32_t before = perf->events.drawn;
    if (!line)
        line = &none;
    perf->event = perf_event(&perf->events, line->event);
    if (before != PERF_NO_EVENT && perf->events.drawn != before)
        restart(perf);
    perf->wanted = perf_threads_want(&perf->who, line->front, line->sure);
    perf->drawn =
        perf->wanted && perf_event_drawn(&perf->events, perf->event);
    perf->cost = cost_of(perf, line->period);
}

static void end_sample(struct perf *perf)
{
    if (perf->stack.n)
        add_sample(perf);
    else if (perf->header == HEADER_SURE)
        perf->empties++;
    else if (perf->header == HEADER_SOME)
        warn_at(perf, perf->header_line, "expected a stack after this line");
    perf->stack.n = 0;
    perf->header = HEADER_NONE;
    take_header(perf, NULL);
    perf->open = perf->flat = perf->tabs = false;
}

static void begin_sample(struct perf *perf, enum header header,
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

/* Frames below a header with a frame: that one was the address of data, as
   perf script -F +addr prints it. */
static void begin_frame(struct perf *perf, bool tabs)
{
    if (perf->flat)
        perf->stack.n = 0;
    perf->flat = false;
    perf->open = true;
    perf->tabs = tabs;
}

/* Of samples that are not drawn, it is enough to know that there are
   frames. */
static bool passed(const struct perf *perf)
{
    return perf->stack.n && !perf->drawn;
}

static void remember(struct perf *perf, uint32_t frame)
{
    size_t most = SEEN_BYTES + SEEN_MORE * (size_t)perf->profile->n_contexts;
    frame_cache_add(&perf->seen, perf->in->text, perf->in->hash,
                  (struct cached_frame){ frame, perf->whole }, most);
}

static void add_frame(struct perf *perf, struct str text, bool tabs)
{
    struct perf_frame frame;
    begin_frame(perf, tabs);
    if (passed(perf))
        return;
    perf_frame(text, perf->modules, &frame);
    uint32_t id = perf_stack_push(&perf->stack, &frame);
    perf->whole = frame.module.len || frame.inlined;
    if (!perf->modules && frame.module.len) {
        perf->modules = true;
        frame_cache_clear(&perf->seen);
    }
    if (tabs)
        remember(perf, id);
}

/* The same for a line that was a frame before. */
static bool seen_frame(struct perf *perf)
{
    struct str line = perf->in->text;
    if (line.len == 0 || line.s[0] != '\t')
        return false;
    const struct cached_frame *seen =
        frame_cache_find(&perf->seen, line, perf->in->hash);
    if (!seen)
        return false;
    perf->warned = false;
    begin_frame(perf, true);
    if (passed(perf))
        return true;
    perf_stack_push_again(&perf->stack, seen->frame);
    perf->whole = seen->whole;
    return true;
}

static void flat_sample(struct perf *perf, const struct perf_line *line)
{
    begin_sample(perf, line->sure ? HEADER_SURE : HEADER_NONE, line);
    add_frame(perf, line->frame, false);
    perf->flat = true;
}

/* perf script -F +srcline: "  app.c:10" after each frame, and there the mark
   of an inlined one. Any name is possible, so what came before decides. */
static bool source_line(const struct perf *perf, const struct perf_line *line)
{
    struct str text = perf->in->text;
    if (!perf->stack.n || !str_take(&text, S("  ")) || str_starts(text, S(" ")))
        return false;
    if (perf->tabs || perf->flat)
        return line->kind == PERF_OTHER || line->kind == PERF_INDENTED ||
               line->kind == PERF_ALONE;
    return line->kind == PERF_OTHER;
}

static void add_source(struct perf *perf)
{
    if (!str_ends(perf->in->text, S(" (inlined)")))
        return;
    perf_stack_inlined(&perf->stack);
    perf->whole = true;
}

/* Outside of a sample it may be the header of perf script -F comm,ip,sym, as
   long as there were no better ones. */
static void other_line(struct perf *perf, const struct perf_line *line)
{
    struct str text = str_head(str_trim(perf->in->text), QUOTED);
    if (perf->stack.n || perf->sure_headers)
        input_warn(perf->in, "expected a header or a frame, found '%.*s'",
                   (int)text.len, text.s);
    else
        begin_sample(perf, HEADER_SOME, line);
}

static void complaint(struct perf *perf)
{
    if (perf->chains || perf->flats)
        return;
    perf->complaint.len = 0;
    buf_add(&perf->complaint, str_trim(perf->in->text));
}

static bool report(struct perf *perf, const struct perf_line *line)
{
    if (!perf->chains && !perf->flats)
        return input_error(perf->in, "this is perf report's tree; use: perf "
                                     "script | prof2dot");
    other_line(perf, line);
    return true;
}

/* Below a frame on a header's line comes another such sample; a frame that is
   aligned as addresses are may begin one. */
static void indented_frame(struct perf *perf, const struct perf_line *line)
{
    if (perf->flat || (line->kind == PERF_ALONE && !perf->open))
        flat_sample(perf, line);
    else
        add_frame(perf, line->frame, false);
}

static bool read_line(struct perf *perf, const struct perf_line *line)
{
    bool warned = perf->warned;
    perf->warned = line->kind == PERF_WARNING;
    switch (line->kind) {
    case PERF_FRAME:
        add_frame(perf, line->frame, true);
        break;
    case PERF_INDENTED:
    case PERF_ALONE:
        indented_frame(perf, line);
        break;
    case PERF_HEADER:
        begin_sample(perf, HEADER_SURE, line);
        break;
    case PERF_FLAT:
        flat_sample(perf, line);
        break;
    case PERF_EMPTY:
        if (!warned)
            begin_sample(perf, HEADER_NONE, NULL);
        break;
    case PERF_RECORD:
        end_sample(perf);
        perf_lost(perf->in->text, &perf->profile->stats);
        break;
    case PERF_COMMENT:
        break;
    case PERF_WARNING:
        perf_lost(perf->in->text, &perf->profile->stats);
        complaint(perf);
        break;
    case PERF_MESSAGE:
        complaint(perf);
        break;
    case PERF_REPORT:
        return report(perf, line);
    case PERF_OTHER:
        other_line(perf, line);
        break;
    }
    return true;
}

/* Where modules are printed, a last frame without one was cut off, and so
   was a header without frames. */
static void cut_end(struct perf *perf)
{
    if (perf->stack.n && perf->modules && !perf->whole)
        perf->stack.n--;
    else if (perf->stack.n || perf->header != HEADER_SURE || perf->empties ||
             perf->profile->n_functions == 0)
        return;
    perf->header = HEADER_NONE;
    input_warn(perf->in, "the input ends inside of a sample");
}

static void add_health(const struct perf *perf)
{
    const struct perf_events *events = &perf->events;
    struct input_stats *stats = &perf->profile->stats;
    stats->walked = true;
    stats->empty_samples = (double)perf->empties;
    stats->other_samples = 0;
    for (uint32_t e = PERF_NO_EVENT + 1; e < events->tally.names.n; e++)
        if (e != events->drawn)
            stats->other_samples += (double)events->tally.samples[e];
}

static void tell(const struct perf *perf)
{
    if (perf->costless)
        diag_warn("%s: %zu of %zu samples have no period and are left out",
                  perf->in->name, perf->costless,
                  perf->costless + perf->added);
    if (perf->empties)
        diag_warn("%s: %zu of %zu samples have no frames and are left out",
                  perf->in->name, perf->empties,
                  perf->empties + perf->chains + perf->flats);
    if (!perf->chains)
        diag_warn("%s: no call chains: record with -g", perf->in->name);
}

static bool no_samples(const struct perf *perf)
{
    if (perf->empties)
        return input_error(perf->in, "no frames: record with -g, and print "
                                     "them with perf script -F +ip,sym");
    if (perf->complaint.len)
        return input_error(perf->in, "no frames: perf script says '%.*s'",
                           (int)perf->complaint.len, perf->complaint.data);
    return input_error(perf->in, "no frames: expected the output of perf "
                                 "script");
}

/* Of what was asked for. */
static bool is_there(struct perf *perf, struct str who)
{
    const char *name = perf->in->name;
    if (!perf_threads_explain(&perf->who, name) ||
        !perf_events_explain(&perf->events, name, who))
        return false;
    return perf->added ||
           diag_error("%s: --weight=period: this input has no periods; print "
                      "them with perf script -F +period",
                      name);
}

/* Periods of clocks are nanoseconds, others are events. */
static void name_periods(struct profile *profile)
{
    struct str event = event_base(profile->event);
    if (str_eq(event, S("cpu-clock")) || str_eq(event, S("task-clock"))) {
        profile_divide(profile, 1e9);
        event = S("seconds");
    }
    profile_unit(profile, event.len ? event : S("periods"));
}

static bool read_lines(struct perf *perf, struct str who)
{
    while (input_next_line(perf->in)) {
        if (seen_frame(perf))
            continue;
        struct perf_line line =
            header_cache_line(&perf->again, perf->in->text);
        if (source_line(perf, &line))
            add_source(perf);
        else if (!read_line(perf, &line))
            return false;
    }
    cut_end(perf);
    end_sample(perf);
    if (!perf->chains && !perf->flats)
        return no_samples(perf);
    if (!is_there(perf, who))
        return false;
    profile_event(perf->profile, perf_event_name(&perf->events));
    profile_selected_threads(perf->profile, who);
    if (perf->period)
        name_periods(perf->profile);
    add_health(perf);
    tell(perf);
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct perf perf = { .in = in, .profile = profile,
                         .period = options->period };
    struct arena scratch = { 0 };
    in->hash_line = frame_cache_hash;
    perf_stack_init(&perf.stack, options->addresses);
    perf_events_init(&perf.events, options->event,
                     options->asked & ASK_EVENT);
    perf_threads_init(&perf.who, options->who);
    take_header(&perf, NULL);
    bool good = read_lines(&perf, sample_filter_text(&scratch, options->who));
    frame_cache_free(&perf.seen);
    header_cache_free(&perf.again);
    perf_stack_free(&perf.stack);
    perf_events_free(&perf.events);
    perf_threads_free(&perf.who);
    buf_free(&perf.complaint);
    arena_free(&scratch);
    return good;
}

static bool is_frame(const struct perf_line *line)
{
    return line->kind == PERF_FRAME || line->kind == PERF_INDENTED ||
           line->kind == PERF_ALONE;
}

/* Frames without a header above them look like much else, unless they have
   a module or perf's own columns. */
static bool good_frame(struct str text, const struct perf_line *line)
{
    struct perf_frame frame;
    if (!is_frame(line))
        return false;
    perf_frame(line->frame, false, &frame);
    return perf_wide(text, frame.address) || frame.module.len || frame.inlined;
}

/* Lines that no other format has. */
static bool certain(struct str text, const struct perf_line *line)
{
    if (line->kind == PERF_FLAT)
        return line->sure && perf_address(line->frame) < line->frame.len;
    return line->kind == PERF_RECORD || line->kind == PERF_REPORT ||
           str_eq(text, S("# ========")) ||
           str_starts(text, S("# captured on ")) ||
           str_starts(text, S("build id event received for ")) ||
           (line->kind == PERF_MESSAGE && str_starts(text, S("Samples for '")));
}

/* A frame below a header with a time or an event. */
static bool stack_begins(const struct perf_line *header, struct str text,
                         const struct perf_line *line)
{
    bool good = good_frame(text, line);
    if (header->kind == PERF_HEADER)
        return good || line->kind == PERF_FRAME;
    return header->kind == PERF_OTHER && header->event.len && good &&
           line->kind == PERF_FRAME;
}

/* The first line, or one after a line that could be a thread's name. */
static bool possible(struct str text, const struct perf_line *line, size_t n)
{
    if (n > 1)
        return n == 2 && line->kind == PERF_FRAME && good_frame(text, line);
    return line->kind == PERF_HEADER || line->kind == PERF_FLAT ||
           good_frame(text, line);
}

static bool passed_over(const struct perf_line *line)
{
    return line->kind == PERF_COMMENT || line->kind == PERF_MESSAGE ||
           line->kind == PERF_WARNING;
}

static enum match detect(struct str head, bool complete)
{
    struct str text;
    struct perf_line line, before = { .kind = PERF_EMPTY };
    enum match match = MATCH_NO;
    size_t n = 0;
    while (reader_head_line(&head, complete, &text)) {
        line = perf_line(text);
        if (certain(text, &line) || stack_begins(&before, text, &line))
            return MATCH_YES;
        if (passed_over(&line))
            continue;
        if (line.kind != PERF_EMPTY && possible(text, &line, ++n))
            match = MATCH_MAYBE;
        before = line;
    }
    return match;
}

const struct reader reader_perf = {
    .name = "perf",
    .aliases = "perf-script simpleperf",
    .description = "output of perf script (Linux perf, simpleperf)",
    .knows = ASK_EVENT | ASK_WEIGHT | ASK_COMM | ASK_PID | ASK_TID,
    .detect = detect,
    .read = read,
};
