/* Our own language holds everything that is in a profile, whatever bytes its
   texts have: a profile that is written, read, and written once more gives the
   same bytes. */
#include <string.h>

#include "text.h"
#include "deps/dependence.h"
#include "util/diag.h"

/* Texts that a reader could take for something else. */
static const struct str traps[] = {
    STR(""),
    STR(" "),
    STR("a"),
    STR("a b"),
    STR("->"),
    STR("a -> b"),
    STR("a;b"),
    STR("#"),
    STR("# comment"),
    STR("%edges 1"),
    STR("%"),
    STR("[a b]"),
    STR("]"),
    STR("\""),
    STR("\"a\""),
    STR("\\"),
    STR("a\\"),
    STR("\\\\n"),
    STR("\\x41"),
    STR("\n"),
    STR("a\nb"),
    STR("\r\n"),
    STR("\t"),
    STR("a\0b"),
    STR("\0"),
    STR("?"),
    STR("x5"),
    STR("5"),
    STR("1e5"),
    STR("w=3"),
    STR("name=a"),
    STR("entry=2"),
    STR("line=7"),
    STR("-"),
    STR("--"),
    STR("a#2"),
    STR("#2"),
    STR("\xc3\xa4\xe2\x86\x92"),
    STR("\xff\xfe\x80"),
    STR("\xef\xbb\xbf"),
    STR("\x7f\x1b[31m"),
    STR("std::vector<int, std::allocator<int> >::push_back(int&&)"),
    STR("operator\"\"_s"),
    STR("[unknown]"),
    STR("/usr/lib/libc.so.6 (deleted)"),
};

static struct str random_bytes(struct arena *arena)
{
    size_t len = chance(3) ? 1000 + random_below(4000) : random_below(12);
    char *bytes = arena_take(arena, len + 1, 1);
    for (size_t i = 0; i < len; i++)
        bytes[i] = (char)random_below(256);
    return (struct str){ bytes, len };
}

static struct str random_text(struct arena *arena)
{
    if (chance(20))
        return random_bytes(arena);
    return traps[random_below(sizeof traps / sizeof *traps)];
}

/* Readers refuse numbers from 1e100 up, so all of these are smaller. */
static double random_number(void)
{
    switch (random_below(6)) {
    case 0:
        return 0;
    case 1:
        return ldexp((double)(random_bits() >> 11),
                     (int)random_below(750) - 500);
    case 2:
        return (double)(random_bits() >> 11);
    case 3:
        return random_below(1000) / 100.0;
    default:
        return random_below(1000);
    }
}

static double random_or_unknown(void)
{
    return chance(40) ? UNKNOWN : random_number();
}

static uint64_t random_line(void)
{
    return chance(50) ? 0 : random_bits() >> random_below(64);
}

static void random_function(struct profile *profile, struct arena *arena)
{
    struct identity is = { .name = random_text(arena) };
    if (chance(40))
        is.module = random_text(arena);
    if (chance(30))
        is.file = random_text(arena);
    if (chance(30))
        is.tag = random_text(arena);
    uint32_t f = profile_function(profile, is);
    profile->functions[f].line = random_line();
    profile->functions[f].count = random_or_unknown();
    profile->functions[f].is_under_study = chance(20);
}

static void random_calls(struct profile *profile)
{
    uint32_t n = profile->n_functions;
    profile->kind = FROM_CALLS;
    for (uint32_t f = 0; f < n; f++) {
        profile->functions[f].self = random_number();
        profile->functions[f].entry = random_number();
    }
    for (uint32_t i = random_below(3 * n); i-- > 0;) {
        struct call *call;
        uint32_t c = profile_call(profile, random_below(n), random_below(n));
        call = &profile->calls[c];
        call->cost = random_or_unknown();
        call->count = random_or_unknown();
        call->weight = random_number();
    }
}

static struct access random_access(const struct profile *profile,
                                   struct arena *arena)
{
    struct access access = { .function = random_below(profile->n_functions),
                             .statement = NO_ID,
                             .at = S(""),
                             .top = S("") };
    if (chance(70))
        access.statement = random_below(profile->n_functions);
    if (chance(70))
        access.at = random_text(arena);
    if (chance(70))
        access.top = random_text(arena);
    return access;
}

static void random_dependences(struct profile *profile, struct arena *arena)
{
    for (uint32_t i = random_below(20); i-- > 0;) {
        struct dependence d = { .kind = chance(80) ? DEPENDS
                                                   : DEPENDS_THREADS,
                                .writer = random_access(profile, arena),
                                .reader = random_access(profile, arena),
                                .count = random_or_unknown(),
                                .least = random_or_unknown(),
                                .most = random_or_unknown() };
        dependences_add(dependences_open(profile), &d);
    }
}

static void random_contexts(struct profile *profile)
{
    uint32_t n = profile->n_functions;
    for (uint32_t i = 1 + random_below(3 * n); i-- > 0;) {
        uint32_t parent = NO_ID;
        if (profile->n_contexts && chance(80))
            parent = random_below(profile->n_contexts);
        uint32_t c = profile_context(profile, parent, random_below(n));
        if (chance(70) && profile->contexts[c].self == 0)
            profile_sample(profile, c, random_number());
    }
}

static struct profile *random_profile(struct arena *arena, bool from_stacks)
{
    struct profile *profile = profile_new(arena);
    for (uint32_t i = 1 + random_below(12); i-- > 0;)
        random_function(profile, arena);
    profile_set_unit(profile, random_text(arena));
    profile_set_event(profile, random_text(arena));
    if (from_stacks) {
        random_contexts(profile);
    } else {
        random_calls(profile);
        random_dependences(profile, arena);
    }
    return profile;
}

static bool same_identity(const struct identity *a, const struct identity *b)
{
    return str_eq(a->name, b->name) && str_eq(a->module, b->module) &&
           str_eq(a->file, b->file) && str_eq(a->tag, b->tag);
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static void compare_functions(const struct profile *a, const struct profile *b)
{
    if (!expect(a->n_functions == b->n_functions, "%u functions, not %u",
                b->n_functions, a->n_functions))
        return;
    for (uint32_t f = 0; f < a->n_functions; f++) {
        const struct function *one = &a->functions[f];
        const struct function *other = &b->functions[f];
        expect(same_identity(&one->is, &other->is),
               "function %u is another one", f);
        expect(one->line == other->line, "line of function %u: %llu, not %llu",
               f, (unsigned long long)other->line,
               (unsigned long long)one->line);
        expect(one->is_under_study == other->is_under_study,
               "detail of function %u", f);
        expect(same(one->count, other->count), "count of function %u: %g", f,
               other->count);
        expect(close_to(one->self, other->self) &&
                   close_to(one->entry, other->entry),
               "self or entry of function %u", f);
    }
}

static bool same_access(const struct access *a, const struct access *b)
{
    return a->function == b->function && a->statement == b->statement &&
           str_eq(a->at, b->at) && str_eq(a->top, b->top);
}

static void compare_dependences(const struct profile *a,
                                const struct profile *b)
{
    const struct dependences *all = dependences_of(a);
    const struct dependences *others = dependences_of(b);
    if (!expect(all->n == others->n,
                "%zu dependences, not %zu", others->n, all->n))
        return;
    for (uint32_t i = 0; i < all->n; i++) {
        const struct dependence *one = &all->of[i];
        const struct dependence *other = &others->of[i];
        expect(one->kind == other->kind &&
                   same_access(&one->writer, &other->writer) &&
                   same_access(&one->reader, &other->reader) &&
                   same(one->count, other->count) &&
                   same(one->least, other->least) &&
                   same(one->most, other->most),
               "dependence %u is another one", i);
    }
}

static void compare_calls(const struct profile *a, const struct profile *b)
{
    if (!expect(a->n_calls == b->n_calls, "%u calls, not %u", b->n_calls,
                a->n_calls))
        return;
    for (uint32_t c = 0; a->kind == FROM_CALLS && c < a->n_calls; c++) {
        const struct call *one = &a->calls[c], *other = &b->calls[c];
        expect(one->caller == other->caller && one->callee == other->callee &&
                   same(one->cost, other->cost) &&
                   same(one->count, other->count) &&
                   one->weight == other->weight,
               "call %u is another one", c);
    }
}

static void compare(const struct profile *a, const struct profile *b)
{
    expect(a->kind == b->kind, "the kind is another one");
    expect(str_eq(a->unit, b->unit) && str_eq(a->event, b->event),
           "the unit or the event is another one");
    expect(a->n_contexts == b->n_contexts, "%u contexts, not %u", b->n_contexts,
           a->n_contexts);
    compare_functions(a, b);
    compare_calls(a, b);
    compare_dependences(a, b);
}

static void round_trips(const char *name, bool from_stacks)
{
    test(name);
    for (unsigned long i = 1; i <= 1000; i++) {
        struct arena arena = { 0 };
        start_input(i);
        struct profile *profile = random_profile(&arena, from_stacks);
        struct buf once = edges_of(profile);
        struct profile *back = read_text(&arena, "edges", buf_text(&once));
        struct buf twice = edges_of(back);
        expect(same_text(&once, &twice), "the second text differs");
        compare(profile, back);
        buf_free(&once);
        buf_free(&twice);
        profile_free(back);
        profile_free(profile);
        arena_free(&arena);
    }
}

/* People leave out much, and that has a meaning. */
static void by_hand(void)
{
    struct arena arena = { 0 };
    test("texts written by hand");
    struct profile *p = read_text(&arena, "edges",
                                  S("# a comment\r\n"
                                    "%edges 1\n"
                                    "\n"
                                    "a -> b 4 x2 # cost 4, twice\n"
                                    "a -> b 1\n"
                                    "b -> c x3\n"
                                    "b -> \"d\\x21\"\n"
                                    "c 2.5 x7\n"
                                    "c 0.5\n"
                                    "e ? x?\n"));
    expect(p->n_functions == 5 && p->n_calls == 3, "%u functions, %u calls",
           p->n_functions, p->n_calls);
    expect(function_by_name(p, "d!") != NO_ID, "no d!");
    expect(p->calls[0].weight == 5 && p->calls[0].count == 2, "a -> b");
    expect(p->calls[1].weight == 3 && !known(p->calls[1].cost), "b -> c");
    expect(p->calls[2].weight == 1, "b -> d");
    const struct function *c = &p->functions[function_by_name(p, "c")];
    const struct function *e = &p->functions[function_by_name(p, "e")];
    /* 7 executions, 3 of them called by b */
    expect(c->self == 3 && c->count == 7 && c->entry == 4, "c");
    expect(e->self == 0 && !known(e->count) && e->entry == 1, "e");
    expect(p->functions[0].entry == 1,
           "a, which nothing calls, is not entered once");
    profile_free(p);
    arena_free(&arena);
}

/* Reading goes on after a line that makes no sense. */
static void bad_lines(void)
{
    struct arena arena = { 0 };
    struct profile *p;
    test("bad lines");
    diag_quiet(true);
    p = read_bad_text(&arena, "edges",
                      S("a -> b 1\n"
                        "[a b] 1\n"
                        "\"\n"
                        "\"a\n"
                        "\"a\\\n"
                        "\"\\x4\n"
                        "a -> \n"
                        "a 1 2x\n"
                        "a w=1\n"
                        "a -1\n"
                        "a(b) 1\n"
                        "%unit\n"
                        "%what is\n"
                        "c 1\n"),
                      12);
    expect(p->n_functions == 3 && p->n_calls == 1, "%u functions, %u calls",
           p->n_functions, p->n_calls);
    profile_free(p);
    /* The call comes first and makes b, without a module. */
    p = read_bad_text(&arena, "edges",
                      S("a -> b 1\n"
                        "b 7 module=m\n"
                        "a 2 name=a\n"),
                      1);
    expect(profile_whole(p) == 2, "whole is %g", profile_whole(p));
    profile_free(p);
    /* The costs of functions follow from the stacks. */
    p = read_bad_text(&arena, "edges",
                      S("b x5\n"
                        "[a b] 1\n"
                        "a 7\n"
                        "b entry=1\n"),
                      2);
    expect(profile_whole(p) == 1, "whole is %g", profile_whole(p));
    profile_free(p);
    p = read_bad_text(&arena, "edges",
                      S("a 7\n"
                        "[a b] 1\n"),
                      1);
    expect(p->kind == FROM_CALLS && profile_whole(p) == 7, "whole is %g",
           profile_whole(p));
    profile_free(p);
    diag_quiet(false);
    arena_free(&arena);
}

UNIT(edges)
{
    round_trips("random profiles from calls", false);
    round_trips("random profiles from stacks", true);
    by_hand();
    bad_lines();
    return finish_tests();
}
