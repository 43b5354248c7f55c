/* Tests of lists, and of the pieces of an arena that change their size: what
   was stored stays, whatever else grows at the same time. */
#include "check.h"
#include "util/array.h"

enum { LISTS = 5, MOST = 20000 };

struct numbers {
    LIST(uint32_t);
};

static void check_numbers(const struct numbers *numbers, uint32_t seed)
{
    uint32_t i = 0;
    while (i < numbers->n && numbers->of[i] == seed + i)
        i++;
    expect(i == numbers->n, "element %u of %zu is %u", i, numbers->n,
           i < numbers->n ? numbers->of[i] : 0);
}

/* Fills lists by turns: in one arena, or without one. */
static void fill(struct arena *arena, size_t n)
{
    struct numbers lists[LISTS] = { { .n = 0 } };
    for (size_t i = 0; i < n; i++) {
        uint32_t l = random_below(LISTS);
        uint32_t number = l * MOST + (uint32_t)lists[l].n;
        *PUSH_IN(arena, &lists[l]) = number;
        expect(*LAST(&lists[l]) == number, "the last element");
    }
    for (uint32_t l = 0; l < LISTS; l++) {
        check_numbers(&lists[l], l * MOST);
        if (!arena)
            LIST_FREE(&lists[l]);
    }
}

static void test_push(void)
{
    struct arena arena = { 0 };
    test("lists that grow by turns");
    for (size_t n = 0; n < MOST; n = 3 * n + 1) {
        fill(&arena, n);
        fill(NULL, n);
    }
    arena_free(&arena);
}

static void test_reach(void)
{
    struct arena arena = { 0 };
    struct numbers own = { .n = 0 }, in_arena = { .n = 0 };
    test("elements that are reached");
    for (uint32_t i = 0; i < 300; i++) {
        uint32_t at = random_below(MOST);
        uint32_t *a = REACH(&own, at), *b = REACH_IN(&arena, &in_arena, at);
        expect(*a == *b && (*a == 0 || *a == at + 1), "%u: %u, %u", at, *a, *b);
        *a = *b = at + 1;
        expect(own.n > at && own.n == in_arena.n, "%zu elements", own.n);
    }
    for (uint32_t i = 0; i < own.n; i++)
        expect(own.of[i] == in_arena.of[i] &&
                   (own.of[i] == 0 || own.of[i] == i + 1),
               "element %u: %u", i, own.of[i]);
    LIST_FREE(&own);
    expect(!own.of && own.n == 0 && own.room == 0, "an empty list");
    arena_free(&arena);
}

/* Pieces below and above the size from which they have memory of their own. */
static void test_resize(void)
{
    enum { PIECES = 4, STEPS = 3000, LARGEST = 5000 };
    struct arena arena = { 0 };
    char *pieces[PIECES] = { NULL };
    size_t sizes[PIECES] = { 0 };
    test("pieces that change their size");
    for (int step = 0; step < STEPS; step++) {
        uint32_t p = random_below(PIECES);
        size_t size = random_below(4) ? random_below(LARGEST) : 0;
        size_t kept = size < sizes[p] ? size : sizes[p];
        pieces[p] = arena_resize(&arena, pieces[p], sizes[p], size);
        sizes[p] = size;
        for (size_t i = 0; i < kept; i++)
            if (!expect(pieces[p][i] == (char)(p + 'a'), "byte %zu", i))
                break;
        if (size)
            memset(pieces[p], (int)p + 'a', size);
        expect(size || !pieces[p], "a piece of no bytes");
    }
    arena_free(&arena);
    expect(!arena.blocks, "blocks are left");
}

/* Memory for bytes has a power of two, and no more than it needs. */
static void test_reserve(void)
{
    static const struct {
        size_t n, more, room;
    } steps[] = {
        { 0, 0, 64 },       { 0, 64, 64 },     { 0, 65, 128 },
        { 100, 28, 128 },   { 128, 0, 128 },   { 128, 1, 256 },
        { 128, 500, 1024 }, { 1000, 24, 1024 }, { 1000, 25, 2048 },
    };
    char *bytes = NULL;
    size_t room = 0;
    test("memory for bytes");
    for (size_t i = 0; i < ROWS(steps); i++) {
        bytes = array_reserve(bytes, steps[i].n, steps[i].more, &room);
        expect(room == steps[i].room, "step %zu: %zu bytes", i, room);
        for (size_t j = 0; j < steps[i].n && i; j++)
            if (!expect(bytes[j] == 'a', "step %zu: byte %zu", i, j))
                break;
        memset(bytes, 'a', room);
    }
    free(bytes);
}

/* Keys of one byte, of bytes that differ only high up, and any; the elements
   have 24 bytes. Equal keys keep their order. */
static void test_sort(void)
{
    struct element {
        uint64_t key;
        uint32_t number;
        char text[8];
    };
    enum { SIZES = 8 };
    static const uint64_t masks[] = { 3, 255, UINT64_C(0xff0f) << 40,
                                      UINT64_MAX };
    test("sorting by a key");
    for (size_t n = 0; n < MOST; n = SIZES * n + 1) {
        for (size_t m = 0; m < ROWS(masks); m++) {
            struct element *of = array_new(n + 1, sizeof *of);
            for (uint32_t i = 0; i < n; i++)
                of[i] = (struct element){
                    ((uint64_t)random_below(UINT32_MAX) << 32 |
                     random_below(UINT32_MAX)) & masks[m],
                    i, "sevenxy"
                };
            array_sort(of, n, sizeof *of);
            array_sort(of, n, sizeof *of); /* in order already */
            for (size_t i = 1; i < n; i++)
                if (!expect(of[i - 1].key < of[i].key ||
                                (of[i - 1].key == of[i].key &&
                                 of[i - 1].number < of[i].number),
                            "%zu of %zu are not in order", i, n) ||
                    !expect(strcmp(of[i].text, "sevenxy") == 0, "a text"))
                    break;
            free(of);
        }
    }
}

UNIT(array)
{
    test_sort();
    test_reserve();
    test_push();
    test_reach();
    test_resize();
    return finish_tests();
}
