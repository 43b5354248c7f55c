/* Tests of the caches: what they recognise is what would have been read. */
#include <string.h>

#include "check.h"
#include "model/stacks.h"
#include "readers/folded/stack_cache.h"
#include "readers/perf/stack.h"
#include "util/hash.h"
#include "util/text/buf.h"

enum { FUNCTIONS = 5, DEPTH = 7 };

static void random_stack(uint32_t *functions, uint32_t *n)
{
    *n = 1 + random_below(DEPTH);
    for (uint32_t i = 0; i < *n; i++)
        functions[i] = random_below(FUNCTIONS);
}

/* Adds a sample without a cache, one context after the other. */
static void add_plainly(struct profile *profile, const uint32_t *functions,
                        uint32_t n, double cost)
{
    uint32_t context = NO_ID;
    for (uint32_t i = 0; i < n; i++)
        context = profile_context(profile, context, functions[i]);
    profile_sample(profile, context, cost);
}

static bool same_contexts(const struct profile *a, const struct profile *b)
{
    if (a->n_contexts != b->n_contexts)
        return false;
    for (uint32_t c = 0; c < a->n_contexts; c++)
        if (a->contexts[c].parent != b->contexts[c].parent ||
            a->contexts[c].function != b->contexts[c].function ||
            a->contexts[c].call != b->contexts[c].call ||
            a->contexts[c].self != b->contexts[c].self)
            return false;
    return true;
}

static bool same_functions(const struct profile *a, const struct profile *b)
{
    for (uint32_t f = 0; f < FUNCTIONS; f++)
        if (a->functions[f].self != b->functions[f].self ||
            a->functions[f].entry != b->functions[f].entry)
            return false;
    return true;
}

static void name_functions(struct profile *profile)
{
    for (char name = 'a'; name < 'a' + FUNCTIONS; name++)
        profile_named(profile, (struct str){ &name, 1 });
}

static void test_stacks(void)
{
    test("whole stacks make the contexts that their functions make");
    for (unsigned long input = 1; input <= 50; input++) {
        struct arena arena = { 0 };
        struct profile *plain = profile_new(&arena);
        struct profile *whole = profile_new(&arena);
        struct stacks stacks = { .arena = &arena };
        uint32_t functions[DEPTH], n;
        start_input(input);
        name_functions(plain);
        name_functions(whole);
        for (int i = 0; i < 2000; i++) {
            random_stack(functions, &n);
            add_plainly(plain, functions, n, i % 3);
            stacks_add(&stacks, whole, functions, n, i % 3);
        }
        expect(same_contexts(plain, whole), "other contexts");
        expect(same_functions(plain, whole), "other functions");
        profile_free(plain);
        profile_free(whole);
        arena_free(&arena);
    }
}

/* The text of a folded stack. */
static void join(struct buf *text, const uint32_t *functions, uint32_t n)
{
    text->len = 0;
    for (uint32_t i = 0; i < n; i++)
        buf_printf(text, "%s%c", i ? ";" : "", 'a' + (int)functions[i]);
}

/* All stacks get the same hash now and then, so that only their texts tell
   them apart. */
static void test_stack_cache(void)
{
    test("a folded stack is known by all of its text");
    for (unsigned long input = 1; input <= 50; input++) {
        struct arena arena = { 0 };
        struct profile *profile = profile_new(&arena);
        struct stacks stacks = { .arena = &arena };
        struct stack_cache cache = { 0 };
        struct buf text = { 0 };
        uint32_t functions[DEPTH], texts[DEPTH], n;
        start_input(input);
        name_functions(profile);
        for (int i = 0; i < 1000; i++) {
            random_stack(functions, &n);
            join(&text, functions, n);
            for (uint32_t k = 0; k < n; k++)
                texts[k] = profile_text_id(
                    profile, profile->functions[functions[k]].is.name);
            struct str stack = buf_text(&text);
            uint32_t hash = input % 5 ? hash_text(stack) : 1;
            uint32_t contexts = profile->n_contexts;
            uint32_t id = stack_cache_find(&cache, profile, stack, hash);
            uint32_t wanted = stacks_add(&stacks, profile, functions, n, 1);
            if (id == NO_ID)
                stack_cache_add(&cache, hash, wanted, i % 2 ? texts : NULL, n);
            else
                expect(id == wanted && profile->n_contexts == contexts,
                       "'%.*s' has context %u, not %u", (int)stack.len,
                       stack.s, id, wanted);
            expect(stack_cache_find(&cache, profile, stack, hash) == wanted,
                   "'%.*s' is not known", (int)stack.len, stack.s);
            buf_add(&text, S(";"));
            expect(stack_cache_find(&cache, profile, buf_text(&text), hash) ==
                       NO_ID,
                   "'%.*s;' is known", (int)stack.len, stack.s);
        }
        buf_free(&text);
        stack_cache_free(&cache);
        profile_free(profile);
        arena_free(&arena);
    }
}

static struct str line_of(char *text, uint32_t n)
{
    int len = sprintf(text, "\t%0*x f%u (/bin/x)", (int)(n % 50), n, n % 7);
    return (struct str){ text, (size_t)len };
}

static const struct cached_frame *look_up(const struct frame_cache *cache,
                                          struct str line)
{
    return frame_cache_find(cache, line, frame_cache_hash(line));
}

static void keep(struct frame_cache *cache, struct str line,
                 struct cached_frame frame, size_t most)
{
    frame_cache_add(cache, line, frame_cache_hash(line), frame, most);
}

static void test_frame_cache(void)
{
    struct frame_cache cache = { 0 };
    char text[200];
    test("a line is known by all of its text");
    for (uint32_t i = 0; i < 20000; i++) {
        struct str line = line_of(text, i * 31 % 5000);
        const struct cached_frame *found = look_up(&cache, line);
        expect((found != NULL) == (i >= 5000), "line %u", i);
        if (!found)
            keep(&cache, line, (struct cached_frame){ .frame = i * 31 % 5000 },
                 1 << 20);
        else
            expect(found->frame == i * 31 % 5000, "another line for %u", i);
        line.len--;
        expect(!look_up(&cache, line), "known without its end: %u", i);
    }
    frame_cache_clear(&cache);
    expect(!look_up(&cache, line_of(text, 1)), "not forgotten");
    frame_cache_free(&cache);
}

static void test_full_frame_cache(void)
{
    struct frame_cache cache = { 0 };
    char text[200];
    size_t found = 0;
    test("lines take no more memory than they may");
    for (uint32_t i = 0; i < 5000; i++)
        keep(&cache, line_of(text, i), (struct cached_frame){ .frame = i },
             10000);
    expect(cache.used <= 10000, "%zu bytes", cache.used);
    for (uint32_t i = 0; i < 5000; i++)
        found += look_up(&cache, line_of(text, i)) != NULL;
    expect(found == cache.index.used && found > 0, "%zu of %zu", found,
           cache.index.used);
    expect(look_up(&cache, line_of(text, 4999)) != NULL, "not the last");
    frame_cache_free(&cache);
}

UNIT(caches)
{
    test_stacks();
    test_stack_cache();
    test_frame_cache();
    test_full_frame_cache();
    return finish_tests();
}
