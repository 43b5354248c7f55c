/* Tests of the hash index and of the maps that are made with it: what they find
   depends on the keys alone, whatever their hashes are. */
#include "check.h"
#include "util/files/paths.h"
#include "util/hash.h"
#include "util/index.h"
#include "util/map.h"

enum { KEYS = 3000 };

static bool is_number(const void *keys, uint32_t id, const void *key)
{
    return ((const uint32_t *)keys)[id] == *(const uint32_t *)key;
}

static uint32_t constant_hash(uint32_t key)
{
    (void)key;
    return 7;
}

/* All keys belong near the end of any table, so that probing wraps around. */
static uint32_t high_hash(uint32_t key)
{
    return UINT32_MAX - key % 3;
}

static uint32_t own_hash(uint32_t key)
{
    return key;
}

static uint32_t pair_hash(uint32_t key)
{
    return hash_pair(key, 1);
}

static const struct {
    const char *name;
    uint32_t (*hash)(uint32_t key);
    uint32_t keys; /* how many different keys may be drawn */
} hashes[] = {
    { "the same hash for all keys", constant_hash, 500 },
    { "three hashes", high_hash, 500 },
    { "the key as its hash", own_hash, KEYS },
    { "hash_pair", pair_hash, KEYS },
};

/* Adds random keys that are not there yet, as the owner of an index does, and
   compares each look-up with a table of what was added. */
static void add_and_find(uint32_t (*hash)(uint32_t), uint32_t limit)
{
    static uint32_t keys[KEYS], wanted[KEYS];
    struct index index = { 0 };
    uint32_t n = 0;
    for (uint32_t i = 0; i < limit; i++)
        wanted[i] = NO_ID;
    for (uint32_t i = 0; i < 2 * limit; i++) {
        uint32_t key = random_below(limit), h = hash(key);
        uint32_t id = index_find(&index, h, is_number, keys, &key);
        expect(id == wanted[key], "%u has id %u, not %u", key, id,
               wanted[key]);
        if (id != NO_ID)
            continue;
        keys[n] = key;
        index_add(&index, h, wanted[key] = n++);
        expect(index.used == n && index.room >= 2 * index.used &&
                   (index.room & (index.room - 1)) == 0,
               "%zu of %zu slots are used", index.used, index.room);
    }
    index_clear(&index);
    for (uint32_t key = 0; key < limit; key++)
        expect(index_find(&index, hash(key), is_number, keys, &key) == NO_ID,
               "%u is still there", key);
    index_free(&index);
}

static void test_index(void)
{
    for (size_t i = 0; i < ROWS(hashes); i++) {
        test(hashes[i].name);
        for (unsigned long input = 1; input <= 5; input++) {
            start_input(input);
            add_and_find(hashes[i].hash, hashes[i].keys);
        }
    }
}

static void test_empty(void)
{
    struct index index = { 0 };
    uint32_t key = 0;
    test("an empty index");
    expect(index_find(&index, 0, is_number, NULL, &key) == NO_ID, "found");
    index_clear(&index);
    index_free(&index);
    struct pairs pairs = { 0 };
    expect(pairs_find(&pairs, 0, 0) == NO_ID, "a pair");
    struct strings strings = { 0 };
    expect(strings_find(&strings, S("")) == NO_ID, "a text");
}

/* Few different numbers, so that pairs repeat and (a, b) meets (b, a). */
static void test_pairs(void)
{
    enum { LIMIT = 40 };
    static uint32_t ids[LIMIT][LIMIT];
    struct pairs pairs = { 0 };
    uint32_t n = 0;
    test("pairs get ids in the order in which they are added");
    start_input(1);
    for (int a = 0; a < LIMIT; a++)
        for (int b = 0; b < LIMIT; b++)
            ids[a][b] = NO_ID;
    for (int i = 0; i < 5000; i++) {
        uint32_t a = random_below(LIMIT), b = random_below(LIMIT);
        expect(pairs_find(&pairs, a, b) == ids[a][b], "(%u, %u)", a, b);
        if (ids[a][b] == NO_ID)
            ids[a][b] = n++;
        expect(pairs_add(&pairs, a, b) == ids[a][b] && pairs.n == n,
               "(%u, %u) is not %u of %u", a, b, ids[a][b], n);
    }
    expect(pairs_add(&pairs, UINT32_MAX, UINT32_MAX) == n, "the largest");
    expect(pairs_find(&pairs, UINT32_MAX, UINT32_MAX) == n, "the largest");
    pairs_free(&pairs);
}

/* Each path is compared with the pair of its parent and its last number. */
static void test_paths(void)
{
    enum { LIMIT = 4, STEPS = 5000 };
    LOCAL_ARENA(arena);
    struct paths paths = { 0 };
    struct pairs pairs = { 0 };
    uint32_t at = NO_ID;
    test("paths get ids in the order in which they are added");
    start_input(1);
    for (int i = 0; i < STEPS; i++) {
        uint32_t number = random_below(LIMIT);
        uint32_t id = paths_add(&paths, &arena, at, number);
        expect(id == pairs_add(&pairs, at, number) && paths.n == pairs.n,
               "(%u, %u) is %u of %zu", at, number, id, paths.n);
        expect(paths.of[id].parent == at && paths.of[id].last == number,
               "path %u is (%u, %u)", id, paths.of[id].parent,
               paths.of[id].last);
        at = random_below(10) ? id : NO_ID;
    }
    expect(paths_add(&paths, &arena, NO_ID, UINT32_MAX) == paths.n - 1, "the largest");
    pairs_free(&pairs);
}

static void test_strings(void)
{
    struct arena arena = { 0 };
    struct strings strings = { 0 };
    char text[60];
    test("texts get ids in the order in which they are added");
    for (uint32_t i = 0; i < 3 * KEYS; i++) {
        uint32_t key = i % KEYS;
        struct str s = { text, (size_t)snprintf(text, sizeof text, "%0*u",
                                                (int)(key % 50), key) };
        uint32_t n = strings.n, id = strings_add(&strings, &arena, s);
        expect(id == key, "'%s' is %u", text, id);
        expect(strings.n == (i < KEYS ? n + 1 : n), "%u texts", strings.n);
        expect(str_eq(strings.texts[id], s) && strings.texts[id].s != text &&
                   strings.texts[id].s[s.len] == '\0',
               "'%s' became another text", text);
        expect(strings_find(&strings, str_head(s, s.len - 1)) != id,
               "'%s' without its end", text);
    }
    strings_free(&strings);
    arena_free(&arena);
}

static void test_hash_text(void)
{
    char text[150] = "";
    test("the hash of a text depends on every byte and on the length");
    for (size_t len = 1; len < sizeof text; len++) {
        uint32_t h = hash_text((struct str){ text, len });
        expect(hash_text((struct str){ text, len - 1 }) != h, "%zu", len);
        for (size_t i = 0; i < len; i++) {
            text[i] = 1;
            expect(hash_text((struct str){ text, len }) != h,
                   "byte %zu of %zu", i, len);
            text[i] = 0;
        }
    }
}

/* A look-up reads at most as many slots as are used in a row. */
static void expect_short_runs(const struct index *index)
{
    enum { MOST = 60 };
    size_t most = 0;
    for (size_t i = 0, run = 0; i < index->room; i++) {
        run = index->slots[i].id_plus_1 ? run + 1 : 0;
        most = run > most ? run : most;
    }
    expect(most <= MOST, "%zu slots in a row are used", most);
}

static void test_regular_pairs(void)
{
    enum { KEYS_EACH = 16384 };
    test("numbers at equal distances do not collide");
    for (int shift = 0; shift < 64; shift++) {
        struct pairs pairs = { 0 };
        for (uint64_t i = 0; i < KEYS_EACH; i++) {
            uint64_t key = i << shift | i >> (64 - shift) % 64;
            pairs_add(&pairs, (uint32_t)(key >> 32), (uint32_t)key);
        }
        expect_short_runs(&pairs.index);
        pairs_free(&pairs);
    }
}

static void test_other_key(void)
{
    uint64_t old[HASH_WORDS];
    struct pairs pairs = { 0 };
    uint32_t text = hash_text(S("main")), pair = hash_pair(1, 2);
    test("another key makes other hashes and the same ids");
    memcpy(old, hash_key, sizeof old);
    for (int i = 0; i < HASH_WORDS; i++) {
        hash_key[i] ^= 0x100;
        expect(hash_text(S("main")) != text, "word %d, text", i);
        expect(hash_pair(1, 2) != pair, "word %d, pair", i);
        pairs.n = 0;
        index_clear(&pairs.index);
        for (uint32_t id = 0; id < KEYS; id++)
            expect(pairs_add(&pairs, id % 50, id / 50) == id, "%u", id);
        memcpy(hash_key, old, sizeof old);
    }
    hash_draw_key();
    text = hash_text(S("main"));
    hash_draw_key();
    expect(hash_text(S("main")) != text, "the same key twice");
    memcpy(hash_key, old, sizeof old);
    pairs_free(&pairs);
}

static uint64_t turned(uint64_t word, int bits)
{
    return word << bits | word >> (64 - bits);
}

/* Returns the number that times `odd` is 1 modulo 2^64. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 6; i++)
        x *= 2 - odd * x;
    return x;
}

/* Texts of 16 bytes of which a hash that has no key, and whose steps can be
   undone, made one and the same number. */
static void test_chosen_texts(void)
{
    enum { TEXTS = 20000 };
    static struct { uint64_t words[2]; } texts[TEXTS];
    const uint64_t factor = 0x9e3779b97f4a7c15u;
    uint64_t a = 16 ^ turned(0x165667b19e3779f9u, 7);
    uint64_t b = 0xc4ceb9fe1a85ec53u ^ turned(0x27d4eb2f165667c5u, 7);
    uint64_t random = 12345;
    struct arena arena = { 0 };
    struct strings strings = { 0 };
    test("texts chosen for an older hash do not collide");
    for (int i = 0; i < TEXTS; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint64_t last = (turned(b, 23) ^ random) * factor;
        uint64_t first = 0x123456789abcdef0u ^ last ^ last >> 32;
        texts[i].words[0] = turned(a, 23) ^ first * inverse(factor);
        texts[i].words[1] = random;
        strings_add(&strings, &arena,
                    (struct str){ (const char *)texts[i].words, 16 });
    }
    expect(strings.n == TEXTS, "%u texts", strings.n);
    expect_short_runs(&strings.index);
    strings_free(&strings);
    arena_free(&arena);
}

static void test_hash_numbers(void)
{
    uint32_t numbers[40] = { 0 };
    test("the hash of numbers depends on every one and on their order");
    for (size_t n = 1; n < 40; n++) {
        uint32_t h = hash_numbers(numbers, n);
        expect(hash_numbers(numbers, n - 1) != h, "%zu", n);
        for (size_t i = 0; i < n; i++) {
            numbers[i] = 1;
            uint32_t changed = hash_numbers(numbers, n);
            expect(changed != h, "number %zu of %zu", i, n);
            numbers[i] = 0;
            numbers[(i + 1) % n] = 1;
            expect(n == 1 || hash_numbers(numbers, n) != changed,
                   "order at %zu of %zu", i, n);
            numbers[(i + 1) % n] = 0;
        }
    }
    expect(hash_pair(1, 2) != hash_pair(2, 1), "the order of a pair");
}

UNIT(index)
{
    test_empty();
    test_index();
    test_pairs();
    test_paths();
    test_strings();
    test_hash_text();
    test_chosen_texts();
    test_regular_pairs();
    test_other_key();
    test_hash_numbers();
    return finish_tests();
}
