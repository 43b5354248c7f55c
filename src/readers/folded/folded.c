/*
 * Folded stacks, one sample per line, as FlameGraph's stackcollapse scripts
 * and many profilers write them:
 *
 *     # a comment
 *     main;parse;read_token 42
 *     main;parse 7.5
 *     main;idle
 *
 * The frames of a stack are separated by ';', the outermost first; a frame is
 * the name of a function, perhaps with file and line
 * (readers/frames/frame_text.h), or with its module before it as DTrace has it,
 * "libc.so.6`malloc". The number is the cost of the last one; a line without a
 * number costs 1, unless it has no ';' and other lines have numbers: that is
 * what some program has printed, and is skipped, like comments after "//".
 * Nothing says what the numbers count: samples, nanoseconds, bytes; --unit
 * does. If the first stack has two numbers, as difffolded.pl writes them for a
 * profile before and after a change, the second number of every line is the
 * cost.
 *
 * The sampling profiler of Python 3.15 (Lib/profiling/sampling) puts the thread
 * before each stack, "tid:4711;main.py:<module>:3;...", and austin the process
 * and the thread, "P4711;T0:4712;main.py:main:3;...", which are no functions.
 * The stacks of all threads add up, unless somebody asks for threads.
 */

#include "model/stacks.h"
#include "readers/choose/sink.h"
#include "readers/folded/stack_cache.h"
#include "readers/frames/frame_text.h"
#include "readers/frames/limits.h"
#include "readers/frames/run_time.h"
#include "readers/head.h"
#include "util/array.h"
#include "util/hash.h"
#include "util/text/buf.h"
#include "util/text/unit.h"
#include "util/text/utf8.h"

enum {
    MOST_QUOTED = 60, /* bytes of a line in a message */
    MOST_OTHER = 4    /* other lines for a stack, in detect */
};

struct folded {
    struct input *in;
    struct profile *profile;
    bool two_costs;         /* each line ends with two numbers */
    bool has_costs;         /* a line ended with a number */
    bool expects_costs;     /* a stack of the head does */
    bool warned_of_no_cost; /* a line without a number was reported */
    bool warned_of_comma;   /* so was a cost such as 5,000 */
    bool by_thread;         /* somebody asks for threads: the sink takes the
                               samples */
    struct sink sink;
    struct stacks stacks;
    struct stack_cache stack_cache; /* from a stack's text to its context */

    LIST(uint32_t) function_of; /* by id of a frame's text: 1 + the function, or
                                   0 */
    bool has_places; /* a text was more than the name of its function */

    /* The stack that was taken apart last, outermost frame first. */
    struct buf text;
    struct buf joined;        /* a stack without separators */
    LIST(size_t) ends;        /* where each frame ends in text */
    LIST(uint32_t) texts;     /* the frames' texts, by their ids in the
                                 profile */
    LIST(uint32_t) functions; /* ids in the profile */
};

/* Cuts the cost and the blank before it off the end of a line. Returns
   UNKNOWN, and cuts nothing, if the line does not end with a number. */
static double cut_cost(struct str *line)
{
    struct str before, number;
    double cost;
    if (!str_cut_last(*line, S(" "), &before, &number) ||
        !str_number(number, &cost))
        return UNKNOWN;
    *line = before;
    return cost;
}

/* Does the line end with a number that cannot be a cost: "nan", "-inf", "0x10"
   or 1e100? strtod knows them all. The start of a long one tells enough. */
static bool ends_in_no_cost(struct str line)
{
    struct str before, number;
    char text[400], *end;
    if (!str_cut_last(line, S(" "), &before, &number) || number.len == 0 ||
        ascii_is_blank(number.s[0]))
        return false;
    number = str_head(number, sizeof text - 1);
    memcpy(text, number.s, number.len);
    text[number.len] = '\0';
    strtod(text, &end);
    return end == text + number.len;
}

/* Is it a number such as 5,000, which may be 5 or 5000? */
static bool is_ambiguous(struct str number)
{
    struct str before, after;
    str_take(&number, S("-"));
    return str_cut(number, S(","), &before, &after) && before.len <= 3 &&
           after.len == 3 && str_is_digits(before) && before.s[0] != '0' &&
           str_is_digits(after);
}

static void warn_of_comma(struct folded *folded, struct str number)
{
    if (folded->warned_of_comma || !is_ambiguous(number))
        return;
    folded->warned_of_comma = true;
    input_remark(folded->in,
                 "the cost %.*s has a comma, which is read as a decimal point; "
                 "if it separates thousands, remove commas: sed ':a; "
                 "s/\\([0-9]\\),\\([0-9]\\{3\\}\\)$/\\1\\2/; ta' FILE "
                 "| prof2dot",
                 (int)number.len, number.s);
}

static bool has_two_costs(struct str line)
{
    return known(cut_cost(&line)) && known(cut_cost(&line));
}

static bool is_comment(struct str line)
{
    return line.len == 0 || line.s[0] == '#';
}

/* Is it a comment as C++ has them? A stack may begin with a path, as in
   "//anon;f 5". */
static bool is_slash_comment(struct str line)
{
    return str_take(&line, S("//")) &&
           (!line.len || ascii_is_blank(line.s[0]) || !str_has(line, S(";")));
}

/* Returns the part of a line before its last blank: nearly always the stack.
   This is what the input hashes ahead of the reader. */
static struct str hashed_part(struct str line)
{
    struct str cost;
    line = str_trim(line);
    str_cut_last(line, S(" "), &line, &cost);
    return line;
}

static uint32_t hash_line(struct str line)
{
    return hash_text(hashed_part(line));
}

/* Returns the length of the longest common prefix. */
static size_t common_prefix(struct str a, struct str b)
{
    size_t n = 0, len = a.len < b.len ? a.len : b.len;
    while (n + 16 <= len && memcmp(a.s + n, b.s + n, 16) == 0)
        n += 16;
    while (n < len && a.s[n] == b.s[n])
        n++;
    return n;
}

/* Cuts "libc.so.6`" off the start of a frame and returns it without the '`', or
   "". Compilers quote otherwise, "f::`anonymous namespace'::g", and .NET counts
   the parameters of a type, "List`1.Add()". */
static struct str cut_module(struct str *frame)
{
    struct str module, rest;
    if (!str_cut(*frame, S("`"), &module, &rest) || !module.len || !rest.len ||
        str_has(rest, S("`")) || str_has(rest, S("'")) ||
        (ascii_is_digit(rest.s[0]) && !str_starts(rest, S("0x"))))
        return S("");
    *frame = rest;
    return module;
}

/* FlameGraph names code without a symbol by its module: "[perf-77.map]" is
   code that was made at run time, also with the mark of such code, "_[j]". */
static bool is_run_time_code(struct str frame)
{
    if (str_ends(frame, S("]_[j]")))
        frame.len -= 4;
    struct str inside = frame.len > 2 ? str_head(str_skip(frame, 1),
                                                 frame.len - 2)
                                      : S("");
    return str_starts(frame, S("[")) && str_ends(frame, S("]")) &&
           str_starts(inside, S("perf-")) &&
           !str_eq(run_time_module(inside), inside);
}

static uint32_t add_function(struct profile *profile, struct str frame)
{
    struct str module = cut_module(&frame);
    if (is_run_time_code(frame))
        return frame_text_unresolved(profile, S(""), S("[JIT]"), false);
    return module.len && str_eq(frame, UNRESOLVED)
               ? frame_text_unresolved(profile, S(""), module, false)
               : frame_text_function(profile, frame, module);
}

/* Returns the function of a frame. Each text is taken apart only once. */
static uint32_t function_of(struct folded *folded, uint32_t text)
{
    struct profile *profile = folded->profile;
    uint32_t *function =
        REACH_IN(&folded->in->arena, &folded->function_of, text);
    if (!*function) {
        struct str frame = profile_text(profile, text);
        uint32_t id = add_function(profile, frame);
        if (!str_eq(profile->functions[id].is.name, frame))
            folded->has_places = true;
        *function = id + 1;
    }
    return *function - 1;
}

static void push(struct folded *folded, struct str frame, size_t end)
{
    uint32_t text = profile_text_id(folded->profile, frame);
    *PUSH_IN(&folded->in->arena, &folded->ends) = end;
    *PUSH_IN(&folded->in->arena, &folded->texts) = text;
    *PUSH_IN(&folded->in->arena, &folded->functions) =
        function_of(folded, text);
}

/* Looks up the functions of a stack. Files are mostly sorted by stack, so the
   functions that it has in common with the previous stack are kept. */
static void split_stack(struct folded *folded, struct str stack)
{
    size_t same = common_prefix(buf_text(&folded->text), stack);
    while (folded->ends.n && *LAST(&folded->ends) >= same)
        folded->ends.n--;
    folded->texts.n = folded->functions.n = folded->ends.n;
    size_t at = folded->ends.n ? *LAST(&folded->ends) + 1 : 0;
    struct str name, rest = str_skip(stack, at);
    while (str_cut(rest, S(";"), &name, &rest)) {
        at += name.len;
        push(folded, name, at++);
    }
    push(folded, rest, stack.len);
    folded->text.len = 0;
    buf_add(&folded->text, stack);
}

static void add_sample(struct folded *folded, struct str stack, double cost)
{
    /* The stack and the hashed part of its line share their first byte, so if
       their lengths are equal, the hash of the line is that of the stack. */
    uint32_t hash = stack.len == hashed_part(folded->in->text).len
                        ? folded->in->hash
                        : hash_text(stack);
    uint32_t context = stack_cache_find(&folded->stack_cache, folded->profile,
                                        stack, hash);
    if (context != NO_ID) {
        profile_sample(folded->profile, context, cost);
        return;
    }
    split_stack(folded, stack);
    uint32_t n = (uint32_t)folded->functions.n;
    context = stacks_add(&folded->stacks, folded->profile,
                         folded->functions.of, n, cost);
    stack_cache_add(&folded->stack_cache, hash, context,
                    folded->has_places ? folded->texts.of : NULL, n);
}

/* Leaves out the frames "-" and "--", which the tools of bcc write between the
   stack of a process and that of the kernel. */
static struct str without_separators(struct folded *folded, struct str stack)
{
    struct str frame, rest = stack;
    if (!str_has(stack, S("-")) || !str_has(stack, S(";-")))
        return stack;
    folded->joined.len = 0;
    for (bool more = true; more;) {
        more = str_cut(rest, S(";"), &frame, &rest);
        if (!more)
            frame = rest;
        if (str_eq(frame, S("-")) || str_eq(frame, S("--")))
            continue;
        if (folded->joined.len)
            buf_char(&folded->joined, ';');
        buf_add(&folded->joined, frame);
    }
    return folded->joined.len ? buf_text(&folded->joined) : stack;
}

/* Takes an id and the ';' behind it, if frames follow. Returns the id, or "" if
   it takes nothing. */
static struct str take_id(struct str *stack, bool is_hex)
{
    struct str id, digits, rest;
    uint64_t number;
    if (!str_cut(*stack, S(";"), &id, &rest) || !rest.len)
        return S("");
    digits = id;
    bool is_number = is_hex ? str_take_hex(&digits, &number)
                            : str_take_digits(&digits, &number);
    if (!is_number || digits.len)
        return S("");
    *stack = rest;
    return id;
}

/* Takes the thread of austin, "T7f21;", or "T0:4711;" with the number of the
   interpreter. Returns its id, or "". */
static struct str take_austin_thread(struct str *stack)
{
    struct str rest;
    uint64_t interpreter;
    if (!str_take(stack, S("T")))
        return S("");
    rest = *stack;
    if (str_take_digits(&rest, &interpreter) && str_take(&rest, S(":")))
        *stack = rest;
    return take_id(stack, true);
}

/* Takes the thread off the start of a stack, "tid:4711;", for austin with its
   process, "P4711;T0:4712;". */
static struct listed_thread cut_thread(struct str *stack)
{
    struct listed_thread names = { .pid = S(""), .tid = S(""), .comm = S("") };
    struct str rest = *stack, pid;
    if (str_take(&rest, S("tid:"))) {
        names.tid = take_id(&rest, false);
    } else if (str_take(&rest, S("P")) && (pid = take_id(&rest, false)).len) {
        names.tid = take_austin_thread(&rest);
        names.pid = names.tid.len ? pid : S("");
    }
    if (names.tid.len)
        *stack = rest;
    return names;
}

/* Is the line no stack, in an input whose stacks have costs? */
static bool is_foreign(const struct folded *folded, struct str line)
{
    return is_slash_comment(line) ||
           (folded->expects_costs && !known(cut_cost(&line)) &&
            !str_has(line, S(";")) && !ends_in_no_cost(line));
}

static void read_line(struct folded *folded, struct str line)
{
    if (is_foreign(folded, line)) {
        struct str text = str_head(line, MOST_QUOTED);
        input_warn(folded->in, "expected a stack and its cost, found '%.*s'",
                   (int)text.len, text.s);
        return;
    }
    if (folded->profile->n_functions == 0) {
        folded->two_costs = has_two_costs(line);
        if (folded->two_costs)
            input_remark(folded->in,
                         "two costs on a line, before and after a change as "
                         "difffolded.pl writes them: those after it are "
                         "drawn; for those before it use: "
                         "sed 's/ [^ ]*$//' FILE | prof2dot");
    }
    struct str all = line;
    double cost = cut_cost(&line);
    if (known(cost))
        warn_of_comma(folded, str_skip(all, line.len + 1));
    if (folded->two_costs)
        cut_cost(&line);
    if (!known(cost) && ends_in_no_cost(line)) {
        input_warn(folded->in, "expected a cost below 1e100, in decimal "
                               "digits, after the stack");
        return;
    }
    if (!known(cost) && folded->has_costs &&
        input_is_in_open_line(folded->in)) {
        input_warn(folded->in, "expected a cost after the stack");
        return;
    }
    folded->has_costs |= known(cost);
    if (!known(cost) && !folded->warned_of_no_cost) {
        input_remark(folded->in,
                     "no cost after a stack: such lines count as 1");
        folded->warned_of_no_cost = true;
    }
    struct listed_thread thread = cut_thread(&line);
    line = without_separators(folded, line);
    if (cost < 0)
        input_warn(folded->in,
                   "expected a cost of 0 or more after the stack");
    else if (folded->by_thread) {
        cost = known_or(cost, 1);
        struct sample sample = { .thread = sink_thread(&folded->sink, &thread),
                                 .time = UNKNOWN,
                                 .cost = cost,
                                 .n = cost < 1e15 ? (size_t)cost : 1 };
        split_stack(folded, line);
        sink_sample(&folded->sink, &sample, folded->functions.of,
                    (uint32_t)folded->functions.n);
    } else
        add_sample(folded, line, known_or(cost, 1));
}

/* Is the line a stack with a caller and a cost? Frames begin and end with no
   blank, unlike the statements of programs. */
static bool is_certain_stack(struct str line)
{
    return !is_slash_comment(line) && known(cut_cost(&line)) &&
           str_has(line, S(";")) && !str_has(line, S("; ")) &&
           !str_has(line, S(" ;")) && line.s[0] != '{';
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct folded folded = { .in = in,
                             .profile = profile,
                             .stacks.arena = &in->arena };
    folded.expects_costs = head_has_line(input_head(in), is_certain_stack);
    struct str unit = options->unit.len ? options->unit : S(UNIT_COUNTS);
    folded.by_thread =
        options->asked & (ASK_TID | ASK_TAGS | ASK_LIST_THREADS);
    bool good = !folded.by_thread ||
                sink_begin(&folded.sink, in, profile, options);
    in->hash_line = hash_line;
    profile->stats.walked = true;
    if (folded.by_thread) {
        folded.profile = folded.sink.profile;
        sink_set_unit(&folded.sink, NO_EVENT, unit);
    } else {
        profile_set_unit(profile, unit);
    }
    while (good && input_next_line(in))
        if (!is_comment(str_trim(in->text)))
            read_line(&folded, str_trim(in->text));
    if (folded.by_thread)
        good = good && sink_end(&folded.sink);
    stack_cache_free(&folded.stack_cache);
    buf_free(&folded.text);
    buf_free(&folded.joined);
    if (good && profile->n_functions == 0)
        return input_error(in, "expected stacks, 'a;b;c 42', found none");
    return good;
}

/* Is the line valid UTF-8 without control characters? */
static bool is_clean(struct str line)
{
    while (line.len) {
        uint32_t code = utf8_next(&line);
        if (code == REPLACEMENT || (code != '\t' && !utf8_printable(code)))
            return false;
    }
    return true;
}

/* Does every frame of the stack look like a name: has it a letter, no blank at
   either end, and only bytes that are usual in names and paths? */
static bool has_names(struct str stack)
{
    struct str frame;
    bool is_last = false;
    while (!is_last) {
        is_last = !str_cut(stack, S(";"), &frame, &stack);
        if (is_last)
            frame = stack;
        size_t letters = 0;
        for (size_t i = 0; i < frame.len; i++) {
            char c = frame.s[i];
            bool is_letter = ascii_is_letter(c) || (unsigned char)c >= 0x80;
            letters += is_letter;
            if (!is_letter && !ascii_is_digit(c) &&
                !strchr("_.:~<>()[]{}/-$,*&= ", c))
                return false;
        }
        if (!letters || !str_eq(str_trim(frame), frame))
            return false;
    }
    return true;
}

/* Any text could be folded stacks, so the answer is never MATCH_YES. Other
   lines may be some times as many as those with both a caller and a cost: if
   they are more than the stacks, the input is refused when it is read. Without
   them, every line must have a caller or a cost, and at least one must have a
   caller, unless the whole input is known. A line of JSON has no caller,
   whatever it holds. A line without a cost must be clean, because random bytes
   may contain a ';'. If no line has a cost, which is rare, all frames must look
   like names. */
static enum match detect(struct head head)
{
    struct str line;
    bool any = false, has_caller = false, has_cost = false, are_names = true;
    size_t n_certain = 0, n_other = 0;
    if (!str_has(head.text, S("\n")))
        head.complete = true; /* one long line: judge it by what there is */
    while (head_take_line(&head, &line)) {
        line = str_trim(line);
        if (is_comment(line) || is_slash_comment(line))
            continue;
        n_certain += is_certain_stack(line);
        bool may_have_caller = str_has(line, S(";")) && line.s[0] != '{';
        bool ends_in_cost = known(cut_cost(&line));
        if (!ends_in_cost && !(may_have_caller && is_clean(line))) {
            n_other++;
            continue;
        }
        has_cost |= ends_in_cost;
        has_caller |= may_have_caller;
        are_names = are_names && has_names(line);
        any = true;
    }
    if (n_other)
        return n_certain && n_certain >= n_other / MOST_OTHER ? MATCH_MAYBE
                                                              : MATCH_NO;
    if (!has_cost && !are_names)
        return MATCH_NO;
    return has_caller || (any && head.complete) ? MATCH_MAYBE : MATCH_NO;
}

const struct reader reader_folded = {
    .name = "folded",
    .aliases = "collapse collapsed",
    .description = "folded stacks, \"main;parse;read 42\" (FlameGraph)",
    .programs = "FlameGraph, async-profiler, py-spy, rbspy, inferno",
    .tested = "FlameGraph's stackcollapse-perf.pl",
    .file = "*.folded",
    .recipes =
        "FlameGraph: `stackcollapse-WHAT.pl data | prof2dot -o out.svg`\n"
        "async-profiler (Java): `asprof -d 10 -o collapsed -f out.folded PID; "
        "prof2dot out.folded -o out.svg`\n"
        "py-spy (Python): `py-spy record -f raw -o out.folded -- python "
        "prog.py; prof2dot out.folded -o out.svg`\n"
        "rbspy (Ruby): `rbspy record --format collapsed --file out.folded -- "
        "ruby prog.rb; prof2dot out.folded -o out.svg`",
    /* Nobody knows which profiler, of which language, made the stacks. */
    .limits = LIMITS(
        { .frames = KERNEL_MAX_FRAMES, .breaks = true,
          .cure = PERF_SCRIPT_CURE },
        { .frames = ASYNC_PROFILER_MAX_FRAMES, .cure = ASYNC_PROFILER_CURE },
        { .frames = ANY_FRAMES, .cure = ANY_CURE }),
    .supports = ASK_UNIT | ASK_TID | ASK_TAGS | ASK_LIST_THREADS,
    .detect = detect,
    .hint.text = "these stacks do not tell it",
    .read = read,
};
