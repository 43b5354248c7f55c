/*
 * Folded stacks, one sample per line, as FlameGraph's stackcollapse scripts
 * and many profilers write them:
 *
 *     main;parse;read_token 42
 *
 * The last function pays the cost; every call above it carries it. Blank
 * lines and lines that begin with '#' are comments. The cost may be a
 * fraction; a line without any counts as 1. If the first stack has two costs
 * (difffolded.pl, before and after), the second of every line is used.
 */
#include "readers/reader.h"

struct folded {
    struct input *in;
    struct profile *profile;
    bool two_costs; /* on each line */
    bool told;      /* that lines without a cost count as 1 */
};

/* Cuts the number off the end; UNKNOWN, and nothing cut, without one. */
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

static bool has_two_costs(struct str line)
{
    return known(cut_cost(&line)) && known(cut_cost(&line));
}

static void add_sample(struct profile *profile, struct str stack, double cost)
{
    uint32_t context = NO_ID;
    bool more = true;
    while (more) {
        struct str name = stack, rest;
        more = str_cut(stack, S(";"), &name, &rest);
        context = profile_context(profile, context,
                                  profile_named(profile, name));
        stack = rest;
    }
    profile_sample(profile, context, cost);
}

static bool comment(struct str line)
{
    return line.len == 0 || line.s[0] == '#';
}

/* The first stack decides whether there are two costs on a line. */
static void look_at_first(struct folded *folded, struct str line)
{
    folded->two_costs = has_two_costs(line);
    if (folded->two_costs)
        input_remark(folded->in, "two costs on a line: the second is used");
}

/* The cost of a line, cut off; 1 if it has none, which is told once. */
static double take_cost(struct folded *folded, struct str *line)
{
    double cost = cut_cost(line);
    if (folded->two_costs)
        cut_cost(line);
    if (!known(cost) && !folded->told) {
        input_remark(folded->in,
                     "no cost after a stack: such lines count as 1");
        folded->told = true;
    }
    return known_or(cost, 1);
}

static void read_line(struct folded *folded, struct str line)
{
    if (folded->profile->n_functions == 0)
        look_at_first(folded, line);
    double cost = take_cost(folded, &line);
    if (cost < 0)
        input_warn(folded->in,
                   "expected a cost of 0 or more after the stack");
    else
        add_sample(folded->profile, line, cost);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct folded folded = { .in = in, .profile = profile };
    (void)options;
    profile->health.walked = true;
    while (next_line(in)) {
        struct str line = str_trim(in->text);
        if (!comment(line))
            read_line(&folded, line);
    }
    if (profile->n_functions == 0)
        return input_error(in, "expected stacks, 'a;b;c 42', found none");
    return true;
}

/* "a;b;c 42", or without cost, but then nothing that looks like JSON. */
static bool looks_like_stack(struct str line, bool *has_frames)
{
    if (str_has(line, S(";")) && line.s[0] != '{')
        *has_frames = true;
    else if (!known(cut_cost(&line)))
        return false;
    return true;
}

/* Never sure: a line of anything could be a stack. So all that are seen must
   look like one, and one of them must have a caller, or all be seen. */
static enum match detect(struct str head, bool complete)
{
    struct str line;
    bool has_frames = false, any = false;
    if (!str_has(head, S("\n")))
        complete = true;
    while (head_line(&head, complete, &line)) {
        line = str_trim(line);
        if (comment(line))
            continue;
        if (!looks_like_stack(line, &has_frames))
            return MATCH_NO;
        any = true;
    }
    return has_frames || (any && complete) ? MATCH_MAYBE : MATCH_NO;
}

const struct reader reader_folded = {
    .name = "folded",
    .aliases = "collapse collapsed",
    .description = "folded stacks, \"main;parse;read 42\" (FlameGraph)",
    .detect = detect,
    .read = read,
};
