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
#include <stdlib.h>
#include <string.h>

#include "model/stacks.h"
#include "readers/folded/stack_cache.h"
#include "readers/reader.h"
#include "util/array.h"
#include "util/buf.h"
#include "util/hash.h"

struct frame {
    size_t end; /* in the stack's text */
    uint32_t function;
};

struct folded {
    struct input *in;
    struct profile *profile;
    bool two_costs; /* on each line */
    bool told;      /* that lines without a cost count as 1 */

    /* the stack before, outermost function first */
    struct buf text;
    struct frame *frames;
    size_t frames_room;
    uint32_t n;
    uint32_t *functions; /* the same */
    size_t functions_room;
    struct stacks stacks;
    struct stack_cache seen;
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

/* How many bytes both begin with. */
static size_t common(struct str a, struct str b)
{
    size_t n = 0, len = a.len < b.len ? a.len : b.len;
    while (n + 16 <= len && memcmp(a.s + n, b.s + n, 16) == 0)
        n += 16;
    while (n < len && a.s[n] == b.s[n])
        n++;
    return n;
}

/* Frames that the stack has in common with the one before, which files sorted
   by stack mostly have. Those after them are forgotten; returns where the
   next one begins. */
static size_t keep_common(struct folded *folded, struct str stack)
{
    size_t same = common(buf_text(&folded->text), stack);
    while (folded->n && folded->frames[folded->n - 1].end >= same)
        folded->n--;
    return folded->n ? folded->frames[folded->n - 1].end + 1 : 0;
}

static void push(struct folded *folded, struct str name, size_t end)
{
    uint32_t n = folded->n++;
    folded->frames = array_grow(folded->frames, n, &folded->frames_room,
                                sizeof *folded->frames);
    folded->functions =
        array_grow(folded->functions, n, &folded->functions_room,
                   sizeof *folded->functions);
    folded->frames[n] = (struct frame){
        end, folded->functions[n] = profile_named(folded->profile, name)
    };
}

/* What is the stack of nearly every line. */
static struct str hashed(struct str line)
{
    struct str cost;
    line = str_trim(line);
    str_cut_last(line, S(" "), &line, &cost);
    return line;
}

static uint32_t hash_line(struct str line)
{
    return hash_text(hashed(line));
}

/* Both begin at the same place of the line. */
static uint32_t hash_of(const struct folded *folded, struct str stack)
{
    return stack.len == hashed(folded->in->text).len
               ? folded->in->hash
               : hash_text(stack);
}

static void add_sample(struct folded *folded, struct str stack, double cost)
{
    uint32_t hash = hash_of(folded, stack);
    uint32_t seen = stack_cache_find(&folded->seen, folded->profile, stack, hash);
    if (seen != NO_ID) {
        profile_sample(folded->profile, seen, cost);
        return;
    }
    size_t at = keep_common(folded, stack);
    struct str name, rest = str_skip(stack, at);
    while (str_cut(rest, S(";"), &name, &rest)) {
        at += name.len;
        push(folded, name, at++);
    }
    push(folded, rest, stack.len);
    folded->text.len = 0;
    buf_add(&folded->text, stack);
    uint32_t context = stacks_add(&folded->stacks, folded->profile,
                                  folded->functions, folded->n, cost);
    stack_cache_add(&folded->seen, hash, context);
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
        add_sample(folded, line, cost);
}

static void free_folded(struct folded *folded)
{
    buf_free(&folded->text);
    free(folded->frames);
    free(folded->functions);
    stacks_free(&folded->stacks);
    stack_cache_free(&folded->seen);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct folded folded = { .in = in, .profile = profile };
    (void)options;
    in->hash_line = hash_line;
    profile->stats.walked = true;
    while (input_next_line(in)) {
        struct str line = str_trim(in->text);
        if (!comment(line))
            read_line(&folded, line);
    }
    free_folded(&folded);
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
    while (reader_head_line(&head, complete, &line)) {
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
