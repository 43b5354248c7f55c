/*
 * Stacks of R, which Rprof() writes:
 *
 *     GC profiling: line profiling: sample.interval=20000
 *     #File 1: app.R
 *     1#3 "walk" 1#9 "walk" 1#14 "work" "eval" "source" 
 *     "<GC>" 1#5 "walk" 1#14 "work" "eval" "source" 
 *
 * The header says what else was asked for, and the microseconds that a sample
 * stands for. Each other line is a sample, the innermost function first.
 * FILE#LINE before a function is the line that ran in it. "<GC>" is the garbage
 * collector. If memory was profiled, a sample begins with its use so far,
 * ":SMALL:LARGE:NODES:COPIES:"; this and the lines are passed over. A file to
 * which several calls of Rprof append has several headers. Source:
 * src/main/eval.c of R.
 */
#include "readers/frames/leaf_stack.h"
#include "readers/head.h"
#include "readers/reader.h"

/* Takes the header's words and number. */
static bool take_header(struct str line, double *interval)
{
    static const struct str words[] = { STR("memory profiling: "),
                                        STR("GC profiling: "),
                                        STR("line profiling: ") };
    size_t n;
    double number;
    while ((n = str_starts_any(line, words, ROWS(words))))
        line = str_skip(line, n);
    if (!str_take(&line, S("sample.interval=")) ||
        !str_number(str_trim_end(line), &number) || !(number > 0))
        return false;
    *interval = number;
    return true;
}

/* Takes ":1:2:3:4:" from the front, if it is there. */
static void take_memory(struct str *s)
{
    struct str rest = *s;
    uint64_t n;
    for (int i = 0; i < 4; i++)
        if (!str_take(&rest, S(":")) || !str_take_digits(&rest, &n))
            return;
    if (str_take(&rest, S(":")))
        *s = rest;
}

/* Takes "2#17 " from the front, if it is there. */
static void take_place(struct str *s)
{
    struct str rest = *s;
    uint64_t n;
    if (str_take_digits(&rest, &n) && str_take(&rest, S("#")) &&
        str_take_digits(&rest, &n) && str_take(&rest, S(" ")))
        *s = rest;
}

/* Takes the next function and the place in it. R escapes nothing in a name; a
   quote before a blank ends it. */
static bool take_name(struct str *s, struct str *name)
{
    take_place(s);
    if (!str_take(s, S("\"")))
        return false;
    if (!str_cut(*s, S("\" "), name, s)) {
        if (!str_ends(*s, S("\"")))
            return false;
        *name = str_head(*s, s->len - 1);
        *s = S("");
    }
    return true;
}

static bool read_sample(struct leaf_stack *stack, struct profile *profile,
                        struct str line, double cost)
{
    struct str name, rest;
    take_memory(&line);
    for (rest = line; rest.len;)
        if (!take_name(&rest, &name))
            return false;
    while (line.len && take_name(&line, &name))
        leaf_stack_push_function(stack, profile_named(profile, name));
    leaf_stack_add(stack, profile, cost);
    return true;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    (void)options;
    struct leaf_stack stack = { .arena = &in->arena };
    double interval = 20000; /* the default of Rprof */
    profile->kind = FROM_STACKS;
    profile->has_plain_names = true;
    profile_set_unit(profile, S("us"));
    bool is_spaced = false; /* a blank follows the last function of a line */
    while (input_next_line(in)) {
        if (input_is_in_open_line(in) && is_spaced && !in->has_blanks) {
            input_cut(in, "the input is cut off in this line");
            break;
        }
        is_spaced = in->has_blanks;
        if (in->text.len && !take_header(in->text, &interval) &&
            !str_starts(in->text, S("#File ")) &&
            !read_sample(&stack, profile, in->text, interval))
            input_warn(in, "expected a stack such as \"f\" \"g\"");
    }
    profile_count_samples(profile, interval);
    if (!profile->n_contexts)
        return input_error(in, "expected stacks of R, found none; profile "
                               "longer");
    return true;
}

static enum match detect(struct head head)
{
    struct str line;
    double interval;
    return match_if(head_take_line(&head, &line) &&
                    take_header(line, &interval));
}

const struct reader reader_rprof = {
    .name = "rprof",
    .description = "stacks of R (Rprof)",
    .programs = "Rprof of R",
    .tested = "R 4.2",
    .file = "Rprof.out",
    .recipes =
        "R: `Rprof(\"out.txt\"); ...; Rprof(NULL)` in R; `prof2dot out.txt -o "
        "out.svg`",
    .detect = detect,
    .read = read,
};
