/* What is recognised instead of read again must come to the same: stacks,
   lines of perf script, short decimals. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "model/stacks.h"
#include "readers/perf/frame_cache.h"

enum { FUNCTIONS = 5, DEPTH = 7 };

static void random_stack(uint32_t *functions, uint32_t *n)
{
    *n = 1 + random_below(DEPTH);
    for (uint32_t i = 0; i < *n; i++)
        functions[i] = random_below(FUNCTIONS);
}

/* One context after the other, as from a format without whole stacks. */
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

static void stacks_again(void)
{
    test("whole stacks make the contexts that their functions make");
    for (unsigned long input = 1; input <= 50; input++) {
        struct arena arena = { 0 };
        struct profile *plain = profile_new(&arena);
        struct profile *whole = profile_new(&arena);
        struct stacks stacks = { 0 };
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
        stacks_free(&stacks);
        profile_free(plain);
        profile_free(whole);
        arena_free(&arena);
    }
}

static struct str line_of(char *text, uint32_t n)
{
    int len = sprintf(text, "\t%0*x f%u (/bin/x)", (int)(n % 50), n, n % 7);
    return (struct str){ text, (size_t)len };
}

static const struct cached_frame *look_up(const struct frame_cache *seen,
                                        struct str line)
{
    return frame_cache_find(seen, line, frame_cache_hash(line));
}

static void keep(struct frame_cache *seen, struct str line,
                 struct cached_frame frame, size_t most)
{
    frame_cache_add(seen, line, frame_cache_hash(line), frame, most);
}

static void lines_again(void)
{
    struct frame_cache seen = { 0 };
    char text[200];
    test("a line is known by all of its text");
    for (uint32_t i = 0; i < 20000; i++) {
        struct str line = line_of(text, i * 31 % 5000);
        const struct cached_frame *found = look_up(&seen, line);
        expect((found != NULL) == (i >= 5000), "line %u", i);
        if (!found)
            keep(&seen, line, (struct cached_frame){ i * 31 % 5000, i % 2 },
                 1 << 20);
        else
            expect(found->frame == i * 31 % 5000, "another line for %u", i);
        line.len--;
        expect(!look_up(&seen, line), "known without its end: %u", i);
    }
    frame_cache_clear(&seen);
    expect(!look_up(&seen, line_of(text, 1)), "not forgotten");
    frame_cache_free(&seen);
}

static void forgotten_lines(void)
{
    struct frame_cache seen = { 0 };
    char text[200];
    size_t known_lines = 0;
    test("lines take no more memory than they may");
    for (uint32_t i = 0; i < 5000; i++)
        keep(&seen, line_of(text, i), (struct cached_frame){ i, false }, 10000);
    expect(seen.used <= 10000, "%zu bytes", seen.used);
    for (uint32_t i = 0; i < 5000; i++)
        known_lines += look_up(&seen, line_of(text, i)) != NULL;
    expect(known_lines == seen.n && seen.n > 0, "%zu of %zu", known_lines,
           seen.n);
    expect(look_up(&seen, line_of(text, 4999)) != NULL, "not the last");
    frame_cache_free(&seen);
}

static void decimals(void)
{
    char text[100];
    double number;
    test("decimals are what strtod makes of them");
    start_input(1);
    for (int i = 0; i < 200000; i++) {
        uint64_t n = random_bits() >> random_below(64);
        int len = sprintf(text, chance(50) ? "%llu.%0*u" : "%llu.%0*ue3",
                          (unsigned long long)n % 1000000000,
                          (int)random_below(9), random_below(1000));
        if (chance(10))
            len = sprintf(text, "%ue%u", random_below(100), random_below(9));
        if (expect(str_number((struct str){ text, (size_t)len }, &number),
                   "%s is no number", text))
            expect(number == strtod(text, NULL), "%s became %.17g", text,
                   number);
    }
}

static void hashes(void)
{
    char text[150] = "";
    test("a hash depends on every byte and on the length");
    for (size_t len = 1; len < sizeof text; len++) {
        uint64_t h = str_hash((struct str){ text, len });
        expect(str_hash((struct str){ text, len - 1 }) != h, "%zu", len);
        for (size_t i = 0; i < len; i++) {
            text[i] = 1;
            expect(str_hash((struct str){ text, len }) != h, "byte %zu of %zu",
                   i, len);
            text[i] = 0;
        }
    }
}

int main(void)
{
    stacks_again();
    lines_again();
    forgotten_lines();
    decimals();
    hashes();
    return finish_tests();
}
