/*
 * Profiles of Very Sleepy, a profiler for Windows: .sleepy files, which are zip
 * archives. Symbols.txt has the symbols, with module, function, source file and
 * line:
 *
 *     sym4 "kernel32" "BaseThreadInitThunk" "[unknown]" 0
 *     sym2 "val3" "cycfn1" "/app/val3.c" 28
 *
 * Callstacks.txt has a stack on each line, the innermost function first, after
 * the seconds that were spent in it:
 *
 *     0.074062 sym2 sym4
 *
 * Since version 0.83 an address stands for each symbol, and since 0.92 each
 * stack has two lines: its addresses, and the threads with their seconds.
 *
 *     0x401590 "val3" "cycfn1" "C:\\app\\val3.c" 51
 *
 *      0x401590 0x7793d25c
 *      4120 0.051 4124 0.023
 *
 * Threads.txt then has a line with the number of each thread, and below it one
 * with the thread's name. The other files (Stats.txt, IPCounts.txt, "Version
 * 0.92 required", a minidump) add nothing to the stacks.
 *
 * Source: profilerthread.cpp and database.cpp of Very Sleepy.
 */
#include "readers/choose/sink.h"
#include "readers/frames/frame_text.h"
#include "readers/frames/leaf_stack.h"
#include "util/array.h"
#include "util/map.h"
#include "util/text/buf.h"

#define SYMBOLS "Symbols.txt"
#define STACKS "Callstacks.txt"
#define THREADS "Threads.txt"

struct symbol {
    uint32_t module, name, file; /* texts of the profile */
    uint64_t line;               /* 0: not known */
    uint32_t function;           /* NO_ID before a stack has the symbol */
};

struct sleepy {
    struct input *in; /* the archive */
    struct sink sink;
    struct strings ids; /* "sym4" or "0x401590" */
    LIST(struct symbol) symbols; /* by id */
    struct strings threads; /* numbers, as text */
    LIST(struct str) thread_names; /* by number; "" if there is none */
    LIST(struct sample) samples; /* of a stack */
    struct leaf_stack stack;
    bool has_threads; /* a stack has two lines */
};

/* ---- Symbols ---- */

/* Takes a text in quotes, or one without quotes before the next quote. A
   backslash may stand before a quote or another backslash. */
static bool take_text(struct str *s, struct buf *text)
{
    struct str before;
    text->len = 0;
    str_take_blanks(s);
    if (!str_take(s, S("\""))) {
        if (!str_cut(*s, S(" \""), &before, s))
            return false;
        buf_add(text, before);
        *s = (struct str){ s->s - 1, s->len + 1 };
        return true;
    }
    while (!str_take(s, S("\""))) {
        if (s->len == 0)
            return false;
        if (str_starts(*s, S("\\\"")) || str_starts(*s, S("\\\\")))
            *s = str_skip(*s, 1);
        buf_char(text, s->s[0]);
        *s = str_skip(*s, 1);
    }
    return true;
}

static bool read_symbol(struct sleepy *sleepy, struct str line)
{
    struct str id;
    LOCAL_BUF(text);
    struct symbol symbol = { .function = NO_ID };
    uint32_t *parts[] = { &symbol.module, &symbol.name, &symbol.file };
    bool good = str_take_word(&line, &id);
    for (size_t i = 0; good && i < ROWS(parts); i++) {
        good = take_text(&line, &text);
        *parts[i] = profile_text_id(sleepy->sink.profile, buf_text(&text));
    }
    str_take_blanks(&line);
    if (!good || !str_take_digits(&line, &symbol.line))
        return false;
    uint32_t n = sleepy->ids.n;
    if (strings_add(&sleepy->ids, &sleepy->in->arena, id) == n)
        *PUSH_IN(&sleepy->in->arena, &sleepy->symbols) = symbol;
    return true;
}

static bool is_unknown(struct str text)
{
    return text.len == 0 || str_eq(text, S("[unknown]"));
}

static uint32_t function_of(struct sleepy *sleepy, struct symbol *symbol)
{
    struct profile *profile = sleepy->sink.profile;
    if (symbol->function != NO_ID)
        return symbol->function;
    struct frame_text frame = { .name = profile_text(profile, symbol->name),
                                .file = profile_text(profile, symbol->file),
                                .line = symbol->line };
    bool nameless = is_unknown(frame.name);
    if (nameless)
        frame.name = UNRESOLVED;
    if (is_unknown(frame.file) || nameless)
        frame.file = S("");
    symbol->function = frame_text_add(profile, &frame,
                                      profile_text(profile, symbol->module));
    profile->functions[symbol->function].nameless = nameless;
    return symbol->function;
}

/* ---- Stacks ---- */

/* Takes the symbols of a stack, innermost first. */
static bool take_stack(struct sleepy *sleepy, struct str line)
{
    struct str id;
    sleepy->stack.n = 0;
    while (str_take_word(&line, &id)) {
        uint32_t symbol = strings_find(&sleepy->ids, id);
        if (symbol == NO_ID)
            return false;
        leaf_stack_push_function(&sleepy->stack,
                                 function_of(sleepy,
                                             &sleepy->symbols.of[symbol]));
    }
    return true;
}

/* Adds a sample of the stack in a line. Returns false if that is none. */
static bool add_sample(struct sleepy *sleepy, struct str line,
                       const struct sample *sample)
{
    if (!sink_take(&sleepy->sink, sample))
        return true;
    if (!take_stack(sleepy, line))
        return false;
    array_reverse(sleepy->stack.of, sleepy->stack.n);
    if (sleepy->stack.n)
        sink_add(&sleepy->sink, sample, sleepy->stack.of,
                 (uint32_t)sleepy->stack.n);
    return true;
}

/* Takes threads and their seconds as samples. Those of one thread, or of all if
   nobody asks for threads, become one. */
static bool take_threads(struct sleepy *sleepy, struct str line)
{
    struct str number, word;
    struct sample one = { .time = UNKNOWN, .n = 1 };
    sleepy->samples.n = 0;
    while (str_take_word(&line, &number)) {
        if (!str_take_word(&line, &word) || !str_number(word, &one.cost) ||
            one.cost < 0)
            return false;
        uint32_t id = strings_find(&sleepy->threads, number);
        struct listed_thread thread = { .tid = number };
        if (id != NO_ID)
            thread.comm = sleepy->thread_names.of[id];
        one.thread = sink_thread(&sleepy->sink, &thread);
        struct sample *last =
            sleepy->samples.n ? LAST(&sleepy->samples) : NULL;
        if (last && last->thread == one.thread) {
            last->cost += one.cost;
            last->n++;
        } else {
            *PUSH_IN(&sleepy->in->arena, &sleepy->samples) = one;
        }
    }
    return true;
}

/* Adds the stack in a line for each of the samples. */
static bool add_samples(struct sleepy *sleepy, struct str line)
{
    bool good = true;
    for (size_t i = 0; i < sleepy->samples.n && good; i++) {
        struct sample *sample = &sleepy->samples.of[i];
        if (!(sample->cost > 0))
            sample->cost = UNKNOWN;
        good = add_sample(sleepy, line, sample);
    }
    return good;
}

/* Reads a stack in a line of its own, and then the line of its threads. */
static void read_two_lines(struct sleepy *sleepy, struct input *in)
{
    LOCAL_ARENA(scratch);
    struct str stack = arena_copy(&scratch, in->text);
    if (!input_next_line(in))
        input_cut(in, "expected the threads and seconds of the last stack");
    else if (!take_threads(sleepy, in->text))
        input_warn(in, "expected threads and their seconds");
    else if (!add_samples(sleepy, stack))
        input_warn(in, "expected a stack of addresses of " SYMBOLS);
}

static void read_one_line(struct sleepy *sleepy, struct input *in)
{
    struct str line = in->text, word;
    struct sample sample = { .time = UNKNOWN, .n = 1 };
    if (!str_take_word(&line, &word))
        return;
    if (!str_number(word, &sample.cost) || sample.cost < 0)
        input_warn(in, "expected seconds and a stack");
    else if (!add_sample(sleepy, line, &sample))
        input_warn(in, "expected a stack of symbols of " SYMBOLS);
}

/* ---- The files of the archive ---- */

/* Opens a file, or returns NULL. */
static struct input *open_member(struct sleepy *sleepy, struct str name)
{
    return input_open_member(&sleepy->in->arena, sleepy->in, name);
}

static void read_symbols(struct sleepy *sleepy)
{
    struct input *in = open_member(sleepy, S(SYMBOLS));
    while (in && input_next_line(in))
        if (str_trim(in->text).len && !read_symbol(sleepy, in->text))
            input_warn(in, "expected a symbol: "
                           "sym1 \"module\" \"name\" \"file\" 12");
    if (in)
        input_close_member(sleepy->in, in);
}

static void read_threads(struct sleepy *sleepy)
{
    struct input *in = open_member(sleepy, S(THREADS));
    while (in && input_next_line(in)) {
        struct str number = arena_copy(&sleepy->in->arena, str_trim(in->text));
        if (!input_next_line(in))
            break;
        uint32_t id = strings_add(&sleepy->threads, &sleepy->in->arena, number);
        *REACH_IN(&sleepy->in->arena, &sleepy->thread_names, id) =
            arena_copy(&sleepy->in->arena, in->text);
    }
    if (in)
        input_close_member(sleepy->in, in);
}

static void read_stacks(struct sleepy *sleepy)
{
    struct input *in = open_member(sleepy, S(STACKS));
    while (in && input_next_line(in)) {
        if (in->line == 1)
            sleepy->has_threads =
                in->text.len == 0 || ascii_is_blank(in->text.s[0]);
        if (sleepy->has_threads)
            read_two_lines(sleepy, in);
        else
            read_one_line(sleepy, in);
    }
    if (in)
        input_close_member(sleepy->in, in);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct sleepy sleepy = { .in = in, .stack.arena = &in->arena };
    if (!input_is_archive(in))
        return input_error(in, "expected an archive with the files " SYMBOLS
                               " and " STACKS);
    if (!sink_begin(&sleepy.sink, in, profile, options))
        return false;
    sink_set_unit(&sleepy.sink, NO_EVENT, S("seconds"));
    read_symbols(&sleepy);
    read_threads(&sleepy);
    read_stacks(&sleepy);
    return sink_end(&sleepy.sink) &&
           (profile->n_contexts ||
            input_error(in, "expected stacks in " STACKS ", found none"));
}

const struct reader reader_sleepy = {
    .name = "sleepy",
    .description = "profiles of Very Sleepy",
    .programs = "Very Sleepy",
    .tested = "Very Sleepy",
    .file = "*.sleepy",
    .recipes =
        "Very Sleepy (Windows): `prof2dot capture.sleepy -o out.svg`",
    .limits = LIMITS(
        { .frames = 256,
          .cure = "no option of Very Sleepy keeps more than 256 frames" }),
    .members = SYMBOLS " " STACKS,
    .supports = ASK_COMM | ASK_TID | ASK_TAGS | ASK_LIST_THREADS,
    .hint.text = "comm and tid are in profiles of Very Sleepy 0.92 and later",
    .read = read,
};
