/*
 * What luajit -jp prints, for example with -jp=2s, after what the program
 * itself printed:
 *
 *     67%  fib
 *       <- 75%  fib
 *       <- 25%  work
 *     33%  concat
 *       <- 100%  work
 *
 * A line is a share of the samples and a stack, the innermost function first,
 * as in "fib < work", or outermost first, as in "work > fib"; -jp prints as
 * many functions of each stack as it was asked for. -jp=r prints numbers of
 * samples instead. The indented lines below divide the line above them, by
 * percents of it:
 *
 *     <-   callers (-jp=s), or states of the virtual machine (-jp=fv)
 *     ->   callees (-jp=-s)
 *     --   lines of the function (-jp=fl), or the stacks of a state or zone
 *          (-jp=vf, -jp=zf)
 *
 * States, and the lines of a function, are passed over; a zone is drawn as the
 * caller of its stacks. Shares below 3 % are not printed, so the lines below
 * one may make less than the line itself; the rest is drawn without callers.
 * -jp=v prints nothing but states, which are no profile of functions, and -jp=G
 * prints folded stacks. Source: src/jit/p.lua of LuaJIT.
 */

#include "readers/frames/frame_text.h"
#include "readers/frames/leaf_stack.h"
#include "readers/head.h"
#include "readers/reader.h"

enum level {
    FIRST,
    CALLERS, /* "  <- " */
    CALLEES, /* "  -> " */
    PARTS,   /* "  -- " */
};

struct line {
    enum level level;
    bool is_percent;
    double number;
    struct str stack;
};

struct luajit {
    struct input *in;
    struct profile *profile;
    struct arena scratch; /* the text of `first` */
    struct leaf_stack stack;
    struct line first; /* the line that is being divided; no stack: none */
    double rest;       /* its cost that the lines below have not taken */
    size_t n_percents, n_counts; /* lines of the first level */
    bool has_functions;          /* a line names more than a state */
};

/* Numbers have at least 2 places if they are percents, otherwise 5. */
static bool take_line(struct str text, struct line *line)
{
    static const struct str signs[] = { [CALLERS] = STR("  <- "),
                                        [CALLEES] = STR("  -> "),
                                        [PARTS] = STR("  -- ") };
    struct str start, rest;
    uint64_t number;
    line->level = FIRST;
    for (int i = CALLERS; i <= PARTS; i++)
        if (str_take(&text, signs[i]))
            line->level = (enum level)i;
    start = text;
    str_take_blanks(&text);
    if (!str_take_digits(&text, &number))
        return false;
    line->number = (double)number;
    size_t width = start.len - text.len;
    line->is_percent = str_take(&text, S("%"));
    rest = text;
    line->stack = str_skip(text, 2);
    return width >= (line->is_percent ? 2 : 5) && str_take(&rest, S("  ")) &&
           rest.len && rest.s[0] != ' ';
}

static bool is_state(struct str text)
{
    static const struct str states[] = {
        STR("Compiled"), STR("Interpreted"), STR("C code"),
        STR("Garbage Collector"), STR("JIT Compiler"), STR("(none)"),
    };
    return text.len && str_starts_any(text, states, ROWS(states)) == text.len;
}

/* Is this one place such as "app.lua:12"? */
static bool is_place(struct str text)
{
    struct str file, digits;
    return str_cut_last(text, S(":"), &file, &digits) &&
           str_is_digits(digits) && !str_has(text, S(" "));
}

/* Appends the frames of a stack, innermost first. */
static void push(struct luajit *l, struct str stack)
{
    bool is_inverse = str_has(stack, S(" > "));
    struct str sep = is_inverse ? S(" > ") : S(" < "), frame, rest = stack;
    while (stack.len) {
        if (is_inverse ? !str_cut_last(stack, sep, &rest, &frame)
                       : !str_cut(stack, sep, &frame, &rest)) {
            frame = stack;
            rest = S("");
        }
        leaf_stack_push_function(&l->stack,
                                 frame_text_function(l->profile, frame, S("")));
        stack = rest;
    }
}

/* Adds the samples of the line above that no line below has. */
static void finish_first(struct luajit *l)
{
    if (l->first.stack.len && l->rest > l->first.number * SUM_ERROR) {
        push(l, l->first.stack);
        leaf_stack_add(&l->stack, l->profile, l->rest);
    }
    l->first.stack = S("");
    arena_free(&l->scratch);
}

/* Adds the samples of a line below the first one. */
static void add_part(struct luajit *l, const struct line *line)
{
    struct str first = l->first.stack, second = line->stack;
    double cost = line->is_percent ? l->first.number * line->number / 100
                                   : line->number;
    cost = fmin(cost, l->rest);
    l->rest -= cost;
    if (line->level == PARTS ? is_place(second) && !is_state(first)
                             : is_state(second)) {
        push(l, first);
    } else if (line->level == CALLERS) {
        push(l, first);
        push(l, second);
    } else {
        push(l, second);
        if (!is_state(first))
            push(l, first);
    }
    leaf_stack_add(&l->stack, l->profile, cost);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    (void)options;
    struct luajit l = { .in = in,
                        .profile = profile,
                        .stack.arena = &in->arena };
    struct line line;
    profile->kind = FROM_STACKS;
    while (input_next_line(in)) {
        if (!take_line(in->text, &line))
            continue;
        l.has_functions |= !is_state(line.stack);
        if (line.level == FIRST) {
            finish_first(&l);
            l.first = line;
            l.first.stack = arena_copy(&l.scratch, line.stack);
            l.rest = line.number;
            l.n_percents += line.is_percent;
            l.n_counts += !line.is_percent;
        } else if (l.first.stack.len)
            add_part(&l, &line);
        else
            input_warn(in, "expected a line that is not indented first");
    }
    finish_first(&l);
    if (l.n_percents && l.n_counts)
        return input_error(in, "expected percents or numbers of samples, found "
                               "both; give each profile as a file of its own");
    if (l.n_percents)
        profile_set_unit(profile, S("percent"));
    if (profile->n_contexts && !l.has_functions)
        return input_error(in, "expected functions, found only states of the "
                               "virtual machine; use: luajit "
                               "-jp=G,out.folded PROGRAM.lua");
    if (!profile->n_contexts)
        return input_error(in, "expected stacks of luajit -jp, found none");
    return true;
}

/* The lines from the first of the profile on all fit, and those that are not
   indented are sorted; only a second level is found nowhere else. */
static enum match detect(struct head head)
{
    struct str text;
    struct line line, before = { 0 };
    enum match match = MATCH_NO;
    while (head_take_line(&head, &text)) {
        bool fits = take_line(text, &line) && line.number > 0 &&
                    (line.level == FIRST || before.stack.len);
        if (fits && line.level != FIRST)
            return MATCH_YES;
        if (fits && (!before.stack.len ||
                     (before.is_percent == line.is_percent &&
                      before.number >= line.number)))
            match = MATCH_MAYBE;
        else if (text.len && match)
            return MATCH_NO;
        before = fits ? line : (struct line){ .stack = S("") };
    }
    return match;
}

const struct reader reader_luajit = {
    .name = "luajit",
    .description = "percents and stacks that luajit -jp prints",
    .programs = "luajit -jp",
    .tested = "LuaJIT 2.1",
    .file = "*.txt",
    .recipes =
        "LuaJIT: `luajit -jp=G,out.folded prog.lua; prof2dot out.folded -o "
        "out.svg`",
    .detect = detect,
    .read = read,
};
