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
#include <stdlib.h>

#include "readers/frames/frame_text.h"
#include "readers/frames/leaf_stack.h"
#include "readers/reader.h"
#include "readers/select/thread_filter.h"
#include "util/array.h"
#include "util/buf.h"
#include "util/diag.h"
#include "util/map.h"

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
    struct profile *profile;
    struct arena arena;
    struct strings ids; /* "sym4" or "0x401590" */
    struct symbol *symbols; /* by id */
    size_t symbols_room;
    struct strings threads; /* numbers, as text */
    struct str *thread_names; /* by number; "" if there is none */
    size_t thread_names_room;
    struct thread_filter filter;
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
    struct buf text = { 0 };
    struct symbol symbol = { .function = NO_ID };
    uint32_t *parts[] = { &symbol.module, &symbol.name, &symbol.file };
    bool good = str_take_word(&line, &id);
    for (size_t i = 0; good && i < ROWS(parts); i++) {
        good = take_text(&line, &text);
        *parts[i] = profile_text_id(sleepy->profile, buf_text(&text));
    }
    buf_free(&text);
    str_take_blanks(&line);
    if (!good || !str_take_digits(&line, &symbol.line))
        return false;
    uint32_t n = sleepy->ids.n;
    if (strings_add(&sleepy->ids, &sleepy->arena, id) == n) {
        sleepy->symbols = array_grow(sleepy->symbols, n, &sleepy->symbols_room,
                                     sizeof *sleepy->symbols);
        sleepy->symbols[n] = symbol;
    }
    return true;
}

static bool is_unknown(struct str text)
{
    return text.len == 0 || str_eq(text, S("[unknown]"));
}

static uint32_t function_of(struct sleepy *sleepy, struct symbol *symbol)
{
    struct profile *profile = sleepy->profile;
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

/* ---- Threads ---- */

static void read_thread(struct sleepy *sleepy, struct str number,
                        struct str name)
{
    uint32_t id = strings_add(&sleepy->threads, &sleepy->arena, number);
    sleepy->thread_names =
        array_reach(sleepy->thread_names, id, &sleepy->thread_names_room,
                    sizeof *sleepy->thread_names);
    sleepy->thread_names[id] = arena_copy(&sleepy->arena, name);
}

/* Returns whether the samples of the thread count. */
static bool accepts(struct sleepy *sleepy, struct str number)
{
    uint32_t id = strings_find(&sleepy->threads, number);
    struct str name = id == NO_ID ? S("") : sleepy->thread_names[id];
    struct listed_thread thread = { .tid = number, .comm = name };
    return thread_filter_accepts(&sleepy->filter, &thread, 1);
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
                                 function_of(sleepy, &sleepy->symbols[symbol]));
    }
    return true;
}

/* Adds up the seconds of all threads that count. */
static bool take_threads(struct sleepy *sleepy, struct str line, double *cost)
{
    struct str thread, word;
    double seconds;
    *cost = 0;
    while (str_take_word(&line, &thread)) {
        if (!str_take_word(&line, &word) || !str_number(word, &seconds) ||
            seconds < 0)
            return false;
        if (accepts(sleepy, thread))
            *cost += seconds;
    }
    return true;
}

/* Reads a stack in a line of its own, and then the line of its threads. */
static void read_two_lines(struct sleepy *sleepy, struct input *in)
{
    double cost;
    struct arena scratch = { 0 };
    struct str stack = arena_copy(&scratch, in->text);
    if (!input_next_line(in))
        input_cut(in, "expected the threads and seconds of the last stack");
    else if (!take_threads(sleepy, in->text, &cost))
        input_warn(in, "expected threads and their seconds");
    else if (cost > 0 && !take_stack(sleepy, stack))
        input_warn(in, "expected a stack of addresses of " SYMBOLS);
    else if (cost > 0)
        leaf_stack_add(&sleepy->stack, sleepy->profile, cost);
    arena_free(&scratch);
}

static void read_one_line(struct sleepy *sleepy, struct input *in)
{
    struct str line = in->text, word;
    double cost;
    if (!str_take_word(&line, &word))
        return;
    if (!str_number(word, &cost) || cost < 0)
        input_warn(in, "expected seconds and a stack");
    else if (!take_stack(sleepy, line))
        input_warn(in, "expected a stack of symbols of " SYMBOLS);
    else
        leaf_stack_add(&sleepy->stack, sleepy->profile, cost);
}

/* ---- The files of the archive ---- */

/* Opens a file, or returns NULL. */
static struct input *open_member(struct sleepy *sleepy, struct str name)
{
    return input_open_member(&sleepy->arena, sleepy->in, name);
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
        struct str number = arena_copy(&sleepy->arena, str_trim(in->text));
        if (input_next_line(in))
            read_thread(sleepy, number, in->text);
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

/* Reports if the user chose threads, but the profile has none. */
static bool check_threads(struct sleepy *sleepy,
                          const struct reader_options *options)
{
    unsigned asked = ASK_COMM | ASK_TID | ASK_LIST_THREADS;
    struct input *in = sleepy->in;
    if (!sleepy->has_threads && options->asked & asked)
        return diag_error("%s: this profile does not tell threads apart; leave "
                          "out --comm, --tid and --list-threads",
                          in->name);
    if (!sleepy->has_threads)
        return true;
    return thread_filter_report(&sleepy->filter, sleepy->profile, in->name,
                                "leave it out");
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct sleepy sleepy = { .in = in, .profile = profile };
    if (!input_is_archive(in))
        return input_error(in, "expected an archive with the files " SYMBOLS
                               " and " STACKS);
    thread_filter_init(&sleepy.filter, profile, options);
    profile_unit(profile, S("seconds"));
    read_symbols(&sleepy);
    read_threads(&sleepy);
    read_stacks(&sleepy);
    bool good = check_threads(&sleepy, options);
    if (good && profile->n_contexts == 0)
        good = input_error(in, "expected stacks in " STACKS ", found none");
    thread_filter_free(&sleepy.filter);
    leaf_stack_free(&sleepy.stack);
    strings_free(&sleepy.ids);
    strings_free(&sleepy.threads);
    free(sleepy.symbols);
    free(sleepy.thread_names);
    arena_free(&sleepy.arena);
    return good;
}

const struct reader reader_sleepy = {
    .name = "sleepy",
    .description = "profiles of Very Sleepy",
    .programs = "Very Sleepy",
    .tested = "Very Sleepy",
    .file = "*.sleepy",
    .members = SYMBOLS " " STACKS,
    .supports = ASK_COMM | ASK_TID | ASK_LIST_THREADS,
    .read = read,
};
