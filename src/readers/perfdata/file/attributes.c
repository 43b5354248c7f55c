#include "readers/perfdata/file/attributes.h"

#include <inttypes.h>

#include "util/text/protobuf.h"

enum {
    LEAST_SIZE = 64, /* of the first version of the struct */
    FLAG_FREQUENCY = 10, /* there is no period but a number in a second */
    FLAG_SAMPLE_ID_ALL = 18,
};

/* A type and configuration that some events have. */
struct perfdata_kind {
    struct str name; /* the last one that was given to all of these events */
    uint64_t named;  /* how many names had been given then; 0: none was */
};

/* The flags are bit fields, which compilers lay out from the highest bit on
   big-endian machines and from the lowest bit on others. */
static bool has_flag(uint64_t flags, unsigned flag, bool is_big)
{
    return flags >> (is_big ? 63 - flag : flag) & 1;
}

uint32_t perfdata_attributes_add(struct perfdata_attributes *attributes,
                                 struct perfdata_bytes bytes, bool is_big)
{
    struct perfdata_attribute attribute = { .name = STR("") };
    if (bytes.left.len < LEAST_SIZE || attributes->n == NO_ID - 1)
        return NO_ID;
    attribute.type = perfdata_u32(&bytes);
    uint32_t size = perfdata_u32(&bytes);
    if (size >= LEAST_SIZE && size - 8 < bytes.left.len)
        bytes.left.len = size - 8;
    attribute.config = perfdata_u64(&bytes);
    attribute.period = perfdata_u64(&bytes);
    attribute.sample_type = perfdata_u64(&bytes);
    attribute.read_format = perfdata_u64(&bytes);
    uint64_t flags = perfdata_u64(&bytes);
    attribute.sample_id_all = has_flag(flags, FLAG_SAMPLE_ID_ALL, is_big);
    if (has_flag(flags, FLAG_FREQUENCY, is_big)) {
        attribute.frequency = attribute.period;
        attribute.period = 0;
    }
    perfdata_take(&bytes, 24); /* up to branch_sample_type */
    attribute.branch_sample_type = perfdata_u64(&bytes);
    attribute.user_registers = perfdata_u64(&bytes);
    attribute.named = attributes->n_names;
    struct arena *arena = attributes->arena;
    attribute.kind = pairs_add_in(
        &attributes->kind_ids, arena, attribute.type,
        pairs_add_64(&attributes->configs, arena, attribute.config));
    (void)REACH_IN(arena, &attributes->kinds, attribute.kind);
    *PUSH_IN(attributes->arena, attributes) = attribute;
    return (uint32_t)attributes->n - 1;
}

void perfdata_attributes_ids(struct perfdata_attributes *attributes,
                             uint32_t attribute, struct perfdata_bytes ids)
{
    while (ids.left.len >= 8) {
        uint64_t id = perfdata_u64(&ids);
        uint32_t n = attributes->ids.n;
        if (n < NO_ID - 1 &&
            pairs_add_64(&attributes->ids, attributes->arena, id) == n)
            *PUSH_IN(attributes->arena, &attributes->owners) = attribute;
    }
}

uint32_t perfdata_attributes_find(const struct perfdata_attributes *attributes,
                                  uint64_t id)
{
    uint32_t i = pairs_find_64(&attributes->ids, id);
    return i == NO_ID ? NO_ID : attributes->owners.of[i];
}

void perfdata_attributes_name(struct perfdata_attributes *attributes,
                              uint32_t attribute, struct str name)
{
    if (attribute >= attributes->n)
        return;
    attributes->of[attribute].name = arena_copy(attributes->arena, name);
    attributes->of[attribute].named = ++attributes->n_names;
}

/* A line of a file may name many events, and a file may have many such lines,
   so the name stays with the kind until all lines are read. */
void perfdata_attributes_name_kind(struct perfdata_attributes *attributes,
                                   uint64_t type, uint64_t config,
                                   struct str name)
{
    uint32_t id = pairs_find_64(&attributes->configs, config);
    if (id != NO_ID && type == (uint32_t)type)
        id = pairs_find(&attributes->kind_ids, (uint32_t)type, id);
    else
        id = NO_ID;
    if (id == NO_ID)
        return;
    attributes->kinds.of[id].name = arena_copy(attributes->arena, name);
    attributes->kinds.of[id].named = ++attributes->n_names;
}

/* The names of events by enum perf_hw_id and enum perf_sw_ids. */
static const char *const hardware[] = {
    "cycles",     "instructions", "cache-references", "cache-misses",
    "branches",   "branch-misses", "bus-cycles", "stalled-cycles-frontend",
    "stalled-cycles-backend", "ref-cycles",
};
static const char *const software[] = {
    "cpu-clock",    "task-clock",   "page-faults",      "context-switches",
    "cpu-migrations", "minor-faults", "major-faults", "alignment-faults",
    "emulation-faults", "dummy",    "bpf-output",       "cgroup-switches",
};
static const char *const caches[] = { "L1-dcache", "L1-icache", "LLC", "dTLB",
                                      "iTLB",      "branch",    "node" };
static const char *const operations[] = { "load", "store", "prefetch" };

static struct str name_of(struct arena *arena,
                          const struct perfdata_attribute *attribute)
{
    enum { HARDWARE, SOFTWARE, TRACEPOINT, CACHE, RAW };
    uint64_t config = attribute->config;
    uint64_t cache = config & 0xff, operation = config >> 8 & 0xff;
    if (attribute->type == HARDWARE && config < ROWS(hardware))
        return str_of(hardware[config]);
    if (attribute->type == SOFTWARE && config < ROWS(software))
        return str_of(software[config]);
    if (attribute->type == CACHE && cache < ROWS(caches) &&
        operation < ROWS(operations))
        return arena_printf(arena, "%s-%s%s", caches[cache],
                            operations[operation],
                            config >> 16 & 1 ? "-misses"
                            : operation == 2 ? "es"
                                             : "s");
    if (attribute->type == TRACEPOINT)
        return arena_printf(arena, "tracepoint %" PRIu64, config);
    if (attribute->type == RAW)
        return arena_printf(arena, "raw 0x%" PRIx64, config);
    return arena_printf(arena, "type %" PRIu32 " config 0x%" PRIx64,
                        attribute->type, config);
}

void perfdata_attributes_complete(struct perfdata_attributes *attributes)
{
    for (uint32_t i = 0; i < attributes->n; i++) {
        struct perfdata_attribute *attribute = &attributes->of[i];
        const struct perfdata_kind *kind =
            &attributes->kinds.of[attribute->kind];
        if (kind->named > attribute->named)
            attribute->name = kind->name;
        if (!attribute->name.len)
            attribute->name = name_of(attributes->arena, attribute);
    }
}
