/* The events of a recording of perf: their names, the parts of their attributes
   and the ids of their samples. The layout is that of linux/perf_event.h. */
#include "readers/perfdata/file/attributes.h"

#include "check.h"

enum { SIZE = 88 };

struct raw {
    unsigned char bytes[SIZE];
};

static void store(struct raw *raw, size_t at, unsigned size, uint64_t n,
                  bool is_big)
{
    for (unsigned i = 0; i < size; i++)
        raw->bytes[at + (is_big ? size - 1 - i : i)] =
            (unsigned char)(n >> 8 * i);
}

/* Attributes as a machine of that byte order stores them. The flags begin at
   the other end of their number there. */
static struct raw make(uint32_t type, uint64_t config, uint64_t flags,
                       bool is_big)
{
    struct raw raw = { { 0 } };
    uint64_t turned = 0;
    for (int i = 0; i < 64; i++)
        turned |= (flags >> i & 1) << (63 - i);
    store(&raw, 0, 4, type, is_big);
    store(&raw, 4, 4, SIZE, is_big);
    store(&raw, 8, 8, config, is_big);
    store(&raw, 16, 8, 4000, is_big);
    store(&raw, 24, 8, 0x107, is_big);
    store(&raw, 40, 8, is_big ? turned : flags, is_big);
    store(&raw, 72, 8, 8, is_big);
    store(&raw, 80, 8, 0xff01ff, is_big);
    return raw;
}

static uint32_t add(struct perfdata_attributes *attributes,
                    const struct raw *raw, size_t size, bool is_big)
{
    struct perfdata_bytes bytes = {
        .left = { (const char *)raw->bytes, size },
        .swap = is_big
    };
    return perfdata_attributes_add(attributes, bytes, is_big);
}

/* The names that perf gives. */
static const struct {
    uint32_t type;
    uint64_t config;
    const char *name;
} names[] = {
    { 0, 0, "cycles" },
    { 0, 1, "instructions" },
    { 0, 2, "cache-references" },
    { 0, 3, "cache-misses" },
    { 0, 4, "branches" },
    { 0, 5, "branch-misses" },
    { 0, 6, "bus-cycles" },
    { 0, 7, "stalled-cycles-frontend" },
    { 0, 8, "stalled-cycles-backend" },
    { 0, 9, "ref-cycles" },
    { 0, 10, "type 0 config 0xa" },
    { 1, 0, "cpu-clock" },
    { 1, 1, "task-clock" },
    { 1, 2, "page-faults" },
    { 1, 3, "context-switches" },
    { 1, 4, "cpu-migrations" },
    { 1, 5, "minor-faults" },
    { 1, 6, "major-faults" },
    { 1, 7, "alignment-faults" },
    { 1, 8, "emulation-faults" },
    { 1, 9, "dummy" },
    { 1, 10, "bpf-output" },
    { 1, 11, "cgroup-switches" },
    { 1, 12, "type 1 config 0xc" },
    { 2, 317, "tracepoint 317" },
    { 3, 0x000000, "L1-dcache-loads" },
    { 3, 0x010102, "LLC-store-misses" },
    { 3, 0x010002, "LLC-load-misses" },
    { 3, 0x000203, "dTLB-prefetches" },
    { 3, 0x000001, "L1-icache-loads" },
    { 3, 0x000004, "iTLB-loads" },
    { 3, 0x010005, "branch-load-misses" },
    { 3, 0x000006, "node-loads" },
    { 3, 0x000007, "type 3 config 0x7" },
    { 3, 0x000300, "type 3 config 0x300" },
    { 4, 0x1c2, "raw 0x1c2" },
    { 12, 0xff, "type 12 config 0xff" },
};

static void test_names(void)
{
    LOCAL_ARENA(scratch);
    struct perfdata_attributes attributes = { .arena = &scratch };
    test("names of events");
    for (size_t i = 0; i < ROWS(names); i++) {
        struct raw raw = make(names[i].type, names[i].config, 0, false);
        expect(add(&attributes, &raw, SIZE, false) == i, "%zu", i);
    }
    perfdata_attributes_name(&attributes, 0, S("cycles:u"));
    perfdata_attributes_name(&attributes, 1000, S("no such event"));
    perfdata_attributes_complete(&attributes);
    for (size_t i = 0; i < ROWS(names); i++) {
        struct str name = attributes.of[i].name;
        expect(str_eq(name, i ? str_of(names[i].name) : S("cycles:u")),
               "%s: %.*s", names[i].name, (int)name.len, name.s);
    }
}

/* Takes attributes of another size: a version that knows more or fewer fields
   than this program. */
static void test_parts(void)
{
    for (int is_big = 0; is_big < 2; is_big++) {
        LOCAL_ARENA(scratch);
        struct perfdata_attributes attributes = { .arena = &scratch };
        test(is_big ? "parts, big-endian" : "parts");
        struct raw raw = make(0, 0, 1u << 18, is_big);
        add(&attributes, &raw, SIZE, is_big);
        raw = make(0, 0, 1u << 10, is_big);
        add(&attributes, &raw, SIZE, is_big);
        store(&raw, 4, 4, 64, is_big);
        add(&attributes, &raw, SIZE, is_big);
        store(&raw, 4, 4, 0, is_big);
        add(&attributes, &raw, SIZE, is_big);
        expect(add(&attributes, &raw, 63, is_big) == NO_ID, "63 bytes");

        const struct perfdata_attribute *of = attributes.of;
        expect(of[0].period == 4000 && of[0].sample_id_all, "the period");
        expect(of[1].period == 0 && !of[1].sample_id_all, "a frequency");
        expect(of[0].sample_type == 0x107, "the sample's parts");
        expect(of[0].branch_sample_type == 8 &&
                   of[0].user_registers == 0xff01ff,
               "the last fields");
        expect(of[2].sample_type == 0x107 && of[2].user_registers == 0,
               "an old version has no registers");
        expect(of[3].user_registers == 0xff01ff, "no size says all");
        }
}

static void test_ids(void)
{
    static const unsigned char first[20] = { [0] = 5, [8] = 9, [16] = 1 };
    static const unsigned char second[16] = { [0] = 9, [12] = 1 };
    LOCAL_ARENA(scratch);
    struct perfdata_attributes attributes = { .arena = &scratch };
    struct perfdata_bytes ids = { .left = { (const char *)first, 20 } };
    test("ids");
    perfdata_attributes_ids(&attributes, 0, ids);
    ids.left = (struct str){ (const char *)second, 16 };
    perfdata_attributes_ids(&attributes, 1, ids);
    expect(perfdata_attributes_find(&attributes, 5) == 0, "of the first");
    expect(perfdata_attributes_find(&attributes, 9) == 0,
           "the first event keeps an id that a second one has");
    expect(perfdata_attributes_find(&attributes, (uint64_t)1 << 32) == 1,
           "of the second");
    expect(perfdata_attributes_find(&attributes, 1) == NO_ID, "a cut id");
}

/* Names all events of a kind: the name that was given last counts, and events
   that are added later do not get it. */
static void test_kinds(void)
{
    LOCAL_ARENA(scratch);
    struct perfdata_attributes attributes = { .arena = &scratch };
    struct raw tracepoint = make(2, 91, 0, false), raw = make(4, 91, 0, false);
    static const char *const expected[] = { "b", "own", "raw", "b",
                                            "tracepoint 91" };
    test("names of kinds of events");
    add(&attributes, &tracepoint, SIZE, false);
    add(&attributes, &tracepoint, SIZE, false);
    add(&attributes, &raw, SIZE, false);
    add(&attributes, &tracepoint, SIZE, false);
    perfdata_attributes_name(&attributes, 0, S("lost"));
    perfdata_attributes_name_kind(&attributes, 2, 91, S("a"));
    perfdata_attributes_name_kind(&attributes, 2, 91, S("b"));
    perfdata_attributes_name_kind(&attributes, 4, 91, S("raw"));
    perfdata_attributes_name_kind(&attributes, 4, 90, S("no such event"));
    perfdata_attributes_name_kind(&attributes, ((uint64_t)1 << 32) + 4, 91,
                                  S("no such type"));
    perfdata_attributes_name(&attributes, 1, S("own"));
    add(&attributes, &tracepoint, SIZE, false);
    perfdata_attributes_complete(&attributes);
    for (size_t i = 0; i < ROWS(expected); i++)
        expect(str_eq(attributes.of[i].name, str_of(expected[i])), "event %zu",
               i);
}

UNIT(attributes)
{
    test_names();
    test_kinds();
    test_parts();
    test_ids();
    return finish_tests();
}
