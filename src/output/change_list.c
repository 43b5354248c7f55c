#include "output/change_list.h"

/* A change explains another one if the smaller of both is at least this part of
   the larger one. */
#define MOST_OF_IT .8

/* For each function, the callee that the change of its total comes from. */
struct sources {
    bool *is_asked;    /* it has changed, and belongs to the list */
    uint32_t *next;    /* the callee that explains its change; NO_ID: none */
    double *explained; /* by that callee */
};

static bool explains(double part, double difference)
{
    return part * difference > 0 &&
           fmin(fabs(part), fabs(difference)) >=
               MOST_OF_IT * fmax(fabs(part), fabs(difference));
}

/* Does the self cost explain the change of the total, if there is one? */
static bool is_own(const struct comparison *c, uint32_t f)
{
    const struct change *self = &c->self[f], *total = &c->total[f];
    return self->is_real &&
           (!total->is_real || explains(compare_difference(self),
                                        compare_difference(total)));
}

/* Finds, for each total that changed, the callee whose calls explain it
   best. */
static struct sources find_sources(struct arena *arena,
                                   const struct report *report,
                                   const uint32_t *functions, uint32_t n)
{
    const struct comparison *c = report->comparison;
    const struct profile *profile = report->profile;
    struct sources s = {
        .is_asked = NEW_N(arena, bool, profile->n_functions),
        .next = index_no_ids(arena, profile->n_functions),
        .explained = NEW_N(arena, double, profile->n_functions),
    };
    for (uint32_t i = 0; i < n; i++)
        s.is_asked[functions[i]] = compare_has_changed(c, functions[i]);
    for (uint32_t i = 0; i < profile->n_calls; i++) {
        uint32_t f = profile->calls[i].caller, callee = profile->calls[i].callee;
        if (f == callee || !s.is_asked[f] || !s.is_asked[callee] ||
            !c->total[f].is_real || is_own(c, f))
            continue;
        double difference = compare_difference(&c->total[f]);
        struct change call = compare_call(arena, c, i);
        double part = known_or(compare_difference(&call), 0);
        if (explains(part, difference) &&
            explains(compare_difference(&c->total[callee]), difference) &&
            fabs(part) > s.explained[f]) {
            s.explained[f] = fabs(part);
            s.next[f] = callee;
        }
    }
    return s;
}

/* Replaces `next` of each function by the last function of its path, whose row
   counts it; NO_ID if it has a row of its own. If the path ends in a circle,
   the last function is the one at which the search closes the circle. */
static void follow(struct arena *arena, struct sources *s, uint32_t n)
{
    uint32_t *path = NEW_N(arena, uint32_t, n);
    uint32_t *met = NEW_N(arena, uint32_t, n); /* 1 + where a search began */
    for (uint32_t first = 0; first < n; first++) {
        uint32_t length = 0, f = first;
        while (!met[f] && s->next[f] != NO_ID) {
            met[f] = first + 1;
            path[length++] = f;
            f = s->next[f];
        }
        bool is_circle = met[f] == first + 1;
        uint32_t end = is_circle || s->next[f] == NO_ID ? f : s->next[f];
        met[f] = first + 1;
        while (length > 0) {
            uint32_t g = path[--length];
            s->next[g] = g == end ? NO_ID : end;
        }
    }
}

static int by_size(const void *left, const void *right)
{
    const struct listed_change *a = left, *b = right;
    double x = fabs(compare_difference(a->change));
    double y = fabs(compare_difference(b->change));
    if (a->is_self != b->is_self)
        return a->is_self ? -1 : 1;
    int order = COMPARE(y, x);
    return order ? order : COMPARE(a->function, b->function);
}

struct change_list change_list_of(struct arena *arena,
                                  const struct report *report,
                                  const uint32_t *functions, uint32_t n)
{
    LOCAL_ARENA(scratch);
    const struct comparison *c = report->comparison;
    uint32_t n_functions = report->profile->n_functions, n_rows = 0;
    struct sources s = find_sources(&scratch, report, functions, n);
    struct listed_change *rows =
        NEW_N(arena, struct listed_change, 2 * (size_t)n);
    uint32_t *n_callers = NEW_N(&scratch, uint32_t, n_functions);
    follow(&scratch, &s, n_functions);
    for (uint32_t f = 0; f < n_functions; f++)
        if (s.next[f] != NO_ID && !c->self[f].is_real)
            n_callers[s.next[f]]++;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t f = functions[i];
        bool has_total = c->total[f].is_real && !is_own(c, f) &&
                         s.next[f] == NO_ID;
        if (!s.is_asked[f])
            continue;
        if (c->self[f].is_real)
            rows[n_rows++] = (struct listed_change){
                f, true, &c->self[f], has_total ? 0 : n_callers[f]
            };
        if (has_total)
            rows[n_rows++] = (struct listed_change){ f, false, &c->total[f],
                                                     n_callers[f] };
    }
    SORT(rows, n_rows, by_size);
    return (struct change_list){ rows, n_rows };
}

struct change_list change_list_largest(struct arena *arena,
                                       const struct report *report,
                                       const uint32_t *functions, uint32_t n,
                                       uint32_t most)
{
    const struct comparison *c = report->comparison;
    struct listed_change *rows = NEW_N(arena, struct listed_change, n);
    uint32_t n_rows = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct change *self = &c->self[functions[i]];
        if (known_or(compare_difference(self), 0) != 0)
            rows[n_rows++] =
                (struct listed_change){ functions[i], true, self, 0 };
    }
    SORT(rows, n_rows, by_size);
    return (struct change_list){ rows, n_rows < most ? n_rows : most };
}

struct str change_list_callers(struct arena *arena,
                               const struct listed_change *row)
{
    if (!row->n_callers)
        return S("");
    return arena_printf(arena, ", and %u caller%s of it", row->n_callers,
                        row->n_callers == 1 ? "" : "s");
}
