/*
 * The data that heaptrack records about allocations, once its program
 * heaptrack_interpret has resolved addresses, which heaptrack runs by itself:
 *
 *     v 10400 3
 *     X ./prog
 *     s 7 ./prog
 *     s 4 main
 *     s 6 prog.c
 *     i 5604a2715174 1 2 3 8
 *     t 1 0
 *     a 1388 1
 *     + 0
 *     - 0
 *
 * All numbers are hexadecimal, and the numbers of strings, instruction pointers
 * and traces count from 1:
 *
 *     v  version of heaptrack, version of the file
 *     s  a string after its length; before version 3 without the length
 *     i  an address, its module, and perhaps function, file and line, followed
 *        by those of the functions that it is inlined into; without debug
 *        information the function alone
 *     t  a stack: the instruction pointer, and the stack of its caller or 0
 *     a  a kind of allocation: bytes and stack; they count from 0
 *     +  an allocation of this kind
 *     -  its release
 *     x m (raw data)  c R A I S # (not used)
 *
 * The peak is the moment at which most bytes are allocated, the first one if
 * there are several. Memory follows the stacks and the kinds of allocations,
 * not their number.
 *
 * Source: accumulatedtracedata.cpp of heaptrack.
 */

#include "readers/choose/event.h"
#include "readers/declared.h"
#include "readers/frames/frame_text.h"
#include "readers/frames/inline_budget.h"
#include "readers/head.h"
#include "readers/reader.h"
#include "util/array.h"
#include "util/map.h"
#include "util/text/buf.h"

enum event { PEAK, ALLOCATED, LEAKED, ALLOCATIONS, N_EVENTS };

static const struct event_column columns[N_EVENTS] = {
    [PEAK] = { .event = STR("peak"), .unit = STR("bytes") },
    [ALLOCATED] = { .event = STR("allocated"), .unit = STR("bytes") },
    [LEAKED] = { .event = STR("leaked"), .unit = STR("bytes") },
    [ALLOCATIONS] = { .event = STR("allocations"), .unit = STR("allocations") },
};

/* The functions of an instruction pointer, innermost first. */
struct pointer {
    uint32_t module; /* number of a string, or 0 */
    uint64_t address;
    size_t first, n; /* in frames */
    uint32_t function; /* without frames: 1 + its id in the profile, or 0 */
};

struct frame {
    uint64_t name, file; /* numbers of strings, or 0 */
    uint64_t line;
    uint32_t function; /* 1 + its id in the profile; 0: not known yet */
};

struct trace {
    uint32_t pointer; /* index, or NO_ID */
    uint32_t parent;  /* index, or NO_ID */
    uint32_t context; /* in the profile, once it is known */
    bool is_entered;
};

/* A kind of allocation. */
struct kind {
    double bytes;
    uint32_t trace; /* index, or NO_ID */
    bool is_changed; /* since the peak */
    double made, live, at_peak; /* allocations */
};

struct heaptrack {
    struct input *in;
    struct profile *profile;
    bool addresses;
    uint64_t version;   /* of the file */
    LIST(uint32_t) strings; /* texts of the profile */
    LIST(struct pointer) pointers;
    LIST(struct frame) frames;
    LIST(struct trace) traces;
    struct pairs steps; /* 1 + a context, or 0; and a pointer */
    LIST(uint32_t) reached; /* by step: the context to which it leads */
    struct inline_budget budget;
    LIST(struct kind) kinds;
    double live, peak;    /* bytes */
    LIST(uint32_t) changed; /* kinds whose `live` changed since the peak */
    bool has_end;
};

/* Takes a blank and a hexadecimal number. */
static bool take(struct str *s, uint64_t *n)
{
    str_take_blanks(s);
    return str_take_hex(s, n);
}

/* ---- Strings, instruction pointers, stacks ---- */

/* A string may have line ends. */
static bool read_string(struct heaptrack *h, struct str line)
{
    LOCAL_BUF(text);
    uint64_t len = 0;
    if (h->version >= 3 && (!take(&line, &len) || !str_take(&line, S(" "))))
        return false;
    buf_add(&text, line);
    while (text.len < len && input_next_line(h->in)) {
        buf_char(&text, '\n');
        buf_add(&text, h->in->text);
    }
    *PUSH_IN(&h->in->arena, &h->strings) =
        profile_text_id(h->profile, buf_text(&text));
    return true;
}

static bool read_pointer(struct heaptrack *h, struct str line)
{
    struct pointer pointer = { .first = h->frames.n };
    struct frame frame = { 0 };
    uint64_t module = 0;
    bool good = take(&line, &pointer.address);
    if (take(&line, &module) && module <= h->strings.n)
        pointer.module = (uint32_t)module;
    for (; take(&line, &frame.name); frame = (struct frame){ 0 }) {
        if (take(&line, &frame.file))
            take(&line, &frame.line);
        *PUSH_IN(&h->in->arena, &h->frames) = frame;
        pointer.n++;
    }
    h->profile->has_inlines |= pointer.n > 1;
    *PUSH_IN(&h->in->arena, &h->pointers) = pointer;
    return good;
}

static bool read_trace(struct heaptrack *h, struct str line)
{
    uint64_t pointer = 0, parent = 0;
    bool good = take(&line, &pointer) && take(&line, &parent) &&
                pointer <= h->pointers.n && parent <= h->traces.n;
    *PUSH_IN(&h->in->arena, &h->traces) = (struct trace){
        .pointer = good && pointer ? (uint32_t)pointer - 1 : NO_ID,
        .parent = good && parent ? (uint32_t)parent - 1 : NO_ID,
        .context = NO_ID,
    };
    return good;
}

/* ---- Allocations ---- */

static bool read_kind(struct heaptrack *h, struct str line)
{
    uint64_t bytes = 0, trace = 0;
    bool good = take(&line, &bytes) && take(&line, &trace) &&
                trace <= h->traces.n;
    *PUSH_IN(&h->in->arena, &h->kinds) = (struct kind){
        .bytes = good ? (double)bytes : 0,
        .trace = good && trace ? (uint32_t)trace - 1 : NO_ID,
    };
    return good;
}

/* Reads "+ 1f" or "- 1f"; change is 1 or -1. A release without an allocation is
   one of memory that was allocated before heaptrack was attached. */
static bool read_change(struct heaptrack *h, struct str line, double change)
{
    uint64_t number;
    if (!take(&line, &number) || number >= h->kinds.n)
        return false;
    struct kind *kind = &h->kinds.of[number];
    if (change < 0 && kind->live <= 0)
        return true;
    kind->live += change;
    kind->made += change > 0;
    h->live += change * kind->bytes;
    if (!kind->is_changed)
        *PUSH_IN(&h->in->arena, &h->changed) = (uint32_t)number;
    kind->is_changed = true;
    if (h->live <= h->peak)
        return true;
    /* The present allocations are the peak. */
    h->peak = h->live;
    while (h->changed.n) {
        kind = &h->kinds.of[h->changed.of[--h->changed.n]];
        kind->at_peak = kind->live;
        kind->is_changed = false;
    }
    return true;
}

/* ---- The file ---- */

static bool read_version(struct heaptrack *h, struct str line)
{
    uint64_t heaptrack;
    if (!take(&line, &heaptrack))
        return false;
    if (!take(&line, &h->version))
        h->version = heaptrack == 0x10200;
    return true;
}

/* The last lines count strings and pointers: "# strings: 25", "# ips: 15". */
static void read_count(struct heaptrack *h, struct str line)
{
    uint64_t n;
    bool are_strings = str_take(&line, S(" strings: "));
    bool are_pointers = !are_strings && str_take(&line, S(" ips: "));
    h->has_end |= are_pointers;
    if ((are_strings || are_pointers) && str_take_digits(&line, &n))
        declared_check(
            h->in, (struct declared){
                       .where = are_strings ? "'# strings:'" : "'# ips:'",
                       .says = (double)n,
                       .found = are_strings ? h->strings.n : h->pointers.n });
}

/* Returns false if the file cannot be read. */
static bool read_line(struct heaptrack *h, struct str line)
{
    bool good = true;
    char mode = line.len ? line.s[0] : '#';
    line = str_skip(line, 1);
    if (mode == 's')
        str_take(&line, S(" "));
    switch (mode) {
    case 'v': good = read_version(h, line); break;
    case 's': good = read_string(h, line); break;
    case 'i': good = read_pointer(h, line); break;
    case 't': good = read_trace(h, line); break;
    case 'a': good = read_kind(h, line); break;
    case '+': good = read_change(h, line, 1); break;
    case '-': good = read_change(h, line, -1); break;
    case 'x':
    case 'm':
        return input_error(h->in, "this is raw data of heaptrack; use: "
                                  "heaptrack --interpret FILE, or before "
                                  "version 1.5: zstd -dc FILE | "
                                  "/usr/lib/heaptrack/libexec/"
                                  "heaptrack_interpret | prof2dot");
    case '#':
        read_count(h, line);
        break;
    default: break;
    }
    if (h->version < 1)
        return input_error(h->in, "this is data of a heaptrack before 1.0; "
                                  "use: heaptrack_print -F out.folded FILE; "
                                  "prof2dot out.folded");
    if (!good)
        input_warn(h->in, "expected numbers of lines above after '%c'", mode);
    return true;
}

static struct str string(const struct heaptrack *h, uint64_t number)
{
    return number && number <= h->strings.n
               ? profile_text(h->profile, h->strings.of[number - 1])
               : S("");
}

/* Returns the function of a frame, or of a pointer without frames if that is
   NULL. */
static uint32_t function_of(struct heaptrack *h, const struct pointer *pointer,
                            const struct frame *frame)
{
    LOCAL_ARENA(scratch);
    struct str module = string(h, pointer->module);
    struct frame_text text = { .name = UNRESOLVED };
    if (frame)
        text = (struct frame_text){ .name = string(h, frame->name),
                                    .file = string(h, frame->file),
                                    .line = frame->line };
    bool nameless = !frame || !text.name.len;
    if (nameless)
        text = (struct frame_text){
            .name = h->addresses
                        ? arena_printf(&scratch, "0x%llx",
                                       (unsigned long long)pointer->address)
                        : UNRESOLVED
        };
    uint32_t id = frame_text_add(h->profile, &text, module);
    h->profile->functions[id].nameless = nameless;
    return id;
}

/* Returns the id in the profile of a frame of a pointer, or of a pointer
   without frames if that is NULL. */
static uint32_t known_function_of(struct heaptrack *h, struct pointer *pointer,
                                  struct frame *frame)
{
    uint32_t *function = frame ? &frame->function : &pointer->function;
    if (!*function)
        *function = 1 + function_of(h, pointer, frame);
    return *function - 1;
}

/* Returns the context to which the functions of a pointer lead from a
   context. */
static uint32_t step(struct heaptrack *h, uint32_t context, uint32_t number)
{
    struct pointer *pointer = &h->pointers.of[number];
    uint32_t n = h->steps.n;
    uint32_t id = pairs_add_in(&h->steps, &h->in->arena,
                               context == NO_ID ? 0 : context + 1, number);
    if (id < n)
        return h->reached.of[id];
    bool is_whole = inline_budget_allows(&h->budget, pointer->n);
    for (size_t i = pointer->n; i-- > 0;)
        if (is_whole || i == 0 || i + 1 == pointer->n)
            context = profile_context(
                h->profile, context,
                known_function_of(h, pointer,
                                  &h->frames.of[pointer->first + i]));
    if (pointer->n == 0)
        context = profile_context(h->profile, context,
                                  known_function_of(h, pointer, NULL));
    *PUSH_IN(&h->in->arena, &h->reached) = context;
    return context;
}

/* Finds the context of a trace, after those of its callers. */
static uint32_t context_of(struct heaptrack *h, uint32_t trace, uint32_t *path)
{
    uint32_t n = 0, context = NO_ID;
    while (trace != NO_ID && !h->traces.of[trace].is_entered) {
        h->traces.of[trace].is_entered = true;
        path[n++] = trace;
        trace = h->traces.of[trace].parent;
    }
    if (trace != NO_ID)
        context = h->traces.of[trace].context;
    while (n) {
        struct trace *t = &h->traces.of[path[--n]];
        if (t->pointer != NO_ID)
            context = step(h, context, t->pointer);
        t->context = context;
    }
    return context;
}

static double cost_of(const struct kind *kind, enum event event)
{
    switch (event) {
    case PEAK: return kind->at_peak * kind->bytes;
    case ALLOCATED: return kind->made * kind->bytes;
    case LEAKED: return kind->live * kind->bytes;
    default: return kind->made;
    }
}

static void add_kinds(struct heaptrack *h, enum event event)
{
    uint32_t *path = NEW_N(&h->in->arena, uint32_t, h->traces.n);
    double without_stack = 0;
    for (uint32_t i = 0; i < h->kinds.n; i++) {
        double cost = cost_of(&h->kinds.of[i], event);
        if (!(cost > 0))
            continue;
        uint32_t context = context_of(h, h->kinds.of[i].trace, path);
        if (context == NO_ID)
            without_stack += cost;
        else
            profile_sample(h->profile, context, cost);
    }
    h->profile->unlisted += without_stack;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct heaptrack h = { .in = in,
                           .profile = profile,
                           .addresses = options->addresses };
    uint32_t event = NO_ID;
    bool good = true, any = false;
    while (good && input_next_line(in))
        good = read_line(&h, in->text);
    for (uint32_t i = 0; i < h.kinds.n; i++)
        any |= h.kinds.of[i].made > 0;
    if (good && !any)
        good = input_error(in, "expected allocations, found none");
    if (good && !h.has_end)
        input_cut(in, "expected the line '# ips: ' at the end");
    /* The number of "samples" of an event is that of the kinds of allocations
       that have it. */
    size_t samples[N_EVENTS] = { 0 };
    struct event_columns events = { columns, N_EVENTS, samples, true, PEAK };
    for (uint32_t e = 0; e < N_EVENTS; e++)
        for (uint32_t i = 0; i < h.kinds.n; i++)
            samples[e] += cost_of(&h.kinds.of[i], (enum event)e) > 0;
    if (good)
        event = event_choice(in->name, profile, &events, options);
    h.budget.stored = h.frames.n;
    if (event != NO_ID)
        add_kinds(&h, (enum event)event);
    inline_budget_report(&h.budget, in);
    good = event != NO_ID;
    if (good && profile->n_contexts == 0)
        good = input_error(in, "expected allocations with stacks, found none");
    return good;
}

/* "v 10400 3", and a line "X ./prog" near it. */
static enum match detect(struct head head)
{
    struct str line;
    uint64_t version;
    if (!head_take_line(&head, &line) || !str_take(&line, S("v ")) ||
        !str_take_hex(&line, &version))
        return MATCH_NO;
    for (int i = 0; i < 4 && head_take_line(&head, &line); i++)
        if (str_starts(line, S("X ")) || str_starts(line, S("x ")))
            return MATCH_YES;
    return MATCH_NO;
}

/* Trace::MAX_SIZE of libheaptrack; two of the frames are those of heaptrack
   itself, which it leaves out. */
#define CURE                                                    \
    "no option of heaptrack keeps more than 64 frames; "        \
    "valgrind --tool=massif --depth=200 does"

const struct reader reader_heaptrack = {
    .name = "heaptrack",
    .description = "allocations that heaptrack recorded",
    .programs = "heaptrack",
    .tested = "heaptrack 1.4",
    .file = "heaptrack.*.zst",
    .recipes =
        "heaptrack, the heap at its peak: `heaptrack ./prog; prof2dot "
        "heaptrack.prog.* -o out.svg`\n"
        "heaptrack, all allocations: `heaptrack ./prog; prof2dot "
        "--event=allocated heaptrack.prog.* -o out.svg`",
    .limits = LIMITS(
        { .frames = 64, .cure = CURE },
        { .frames = 62, .cure = CURE }),
    .supports = ASK_EVENT | ASK_LIST_EVENTS | ASK_UNRESOLVED,
    .detect = detect,
    .read = read,
};
