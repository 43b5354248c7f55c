#include "compare/fail_if.h"

#include "filter/regex.h"

bool fail_if_parse(struct str text, struct fail_if *fail_if)
{
    struct fail_if f = { .is_given = true };
    f.direction = str_take(&text, S("+"))   ? 1
                  : str_take(&text, S("-")) ? -1
                                            : 0;
    if (!str_take_number(&text, &f.points) || !(f.points >= 0) ||
        !str_take(&text, S("%")))
        return false;
    f.self = str_take(&text, S(":self"));
    if (!f.self)
        str_take(&text, S(":total"));
    if (str_take(&text, S("@"))) {
        f.of_whole = str_eq(text, S("whole"));
        f.pattern = text.len && !f.of_whole ? text.s : NULL;
        if (!text.len)
            return false;
        text = S("");
    }
    *fail_if = f;
    return text.len == 0;
}

static bool is_met(const struct fail_if *fail_if, const struct comparison *c,
                   const struct change *change)
{
    double points = compare_points(c, change);
    if (!change->is_real)
        return false;
    /* A base without cost has no percentages, for example a function that
       --focus found on the new side only. */
    if (!(c->whole.base > 0))
        points = INFINITY;
    if (fail_if->direction)
        points *= fail_if->direction;
    else
        points = fabs(points);
    return points > fail_if->points;
}

struct found {
    uint32_t function;
    double self, difference; /* of the self cost, and of the cost that is asked
                                for */
};

static int by_difference(const void *left, const void *right)
{
    const struct found *a = left, *b = right;
    int order = COMPARE(b->self, a->self);
    order = order ? order : COMPARE(b->difference, a->difference);
    return order ? order : COMPARE(a->function, b->function);
}

uint32_t fail_if_find(struct arena *arena, const struct fail_if *fail_if,
                      const struct comparison *c, const struct profile *profile,
                      struct demangler *demangler, uint32_t **functions)
{
    uint32_t n = 0;
    *functions = NULL;
    if (fail_if->of_whole)
        return is_met(fail_if, c, &c->whole);
    const struct change *changes = fail_if->self ? c->self : c->total;
    bool *marked = NEW_N(arena, bool, profile->n_functions);
    struct found *found = NEW_N(arena, struct found, profile->n_functions);
    const char *pattern = fail_if->pattern;
    struct patterns patterns = { &pattern, 1, demangler };
    if (pattern && !regex_match(profile, &patterns, "--fail-if", true, marked))
        return UINT32_MAX;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if ((!pattern || marked[f]) && is_met(fail_if, c, &changes[f]))
            found[n++] = (struct found){
                f, compare_self_difference(c, f),
                fabs(compare_difference(&changes[f]))
            };
    SORT(found, n, by_difference);
    *functions = NEW_N(arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        (*functions)[i] = found[i].function;
    return n;
}
