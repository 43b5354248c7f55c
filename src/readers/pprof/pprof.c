/*
 * Profiles of pprof, as Go, gperftools' pprof, Parca, Pyroscope, async-profiler
 * and @datadog/pprof write them: the message Profile of protocol buffers
 * (util/text/protobuf.h), mostly compressed by gzip. As text, with the names in
 * place of their numbers in the table of strings:
 *
 *     sample_type { type: "samples" unit: "count" }
 *     sample_type { type: "cpu" unit: "nanoseconds" }
 *     sample { location_id: [ 2, 1 ] value: [ 3, 30000000 ]
 *              label { key: "thread" str: "worker" } }
 *     mapping { id: 1 memory_start: 0x400000 filename: "/home/user/app" }
 *     location { id: 1 mapping_id: 1 address: 0x401234
 *                line { function_id: 1 line: 12 } }
 *     function { id: 1 name: "main.main" filename: "main.go" start_line: 10 }
 *     string_table: [ "", "samples", ... ]
 *     time_nanos: 1700000000000000000 duration_nanos: 10000000000
 *     period_type { type: "cpu" unit: "nanoseconds" }
 *     comment: "a text"
 *
 * The locations of a sample begin with the leaf. Values are complete costs:
 * they are not multiplied by the period. A location without lines gets its
 * function from the file of its mapping, if that is on this machine.
 *
 * The decoder (util/text/protobuf.h) is our own, because the format needs 70
 * lines of it. protobuf-c would add a compiler and a library to what the
 * program needs, unpack all samples into objects of several times the size of
 * the file, and refuse a file that was cut off as a whole.
 *
 * Source: proto/profile.proto in the repository google/pprof.
 */
#include <inttypes.h>

#include "readers/frames/limits.h"
#include "readers/pprof/frames.h"
#include "readers/pprof/labels.h"
#include "readers/pprof/samples.h"
#include "util/array.h"
#include "util/hash.h"

/* Detection needs a few fields and looks at no more than enough of them. */
enum { FEWEST_FIELDS = 3, ENOUGH_FIELDS = 20, LATER_FIELDS = 16 };

/* A stack that a sample had before. */
struct seen_stack {
    const char *ids; /* packed location ids, a part of the input */
    uint32_t n;      /* their bytes */
    uint32_t context;
};

struct pprof {
    struct input *in;
    struct pprof_tables tables;
    struct pprof_prune prune;
    struct pprof_frames frames;
    struct pprof_labels labels;
    struct pprof_samples samples;
    struct code_map code;

    struct index seen;     /* stacks by the bytes of their ids */
    LIST(struct seen_stack) stacks;

    /* The sample that was read last: */
    size_t n_id_fields;
    struct str packed; /* its location ids, if they are one packed field */
    uint32_t hash;     /* of these */
    uint32_t context;  /* of an earlier sample with the same ids, or NO_ID; then
                          there are no locations */
    LIST(uint32_t) locations; /* places in the table, leaf first */
    double *values; /* by sample type */
    uint32_t n_values;

    size_t damaged; /* samples that refer to what the profile does not have */
};

/* ---- Samples ---- */

static bool add_location(struct pprof *pprof, uint64_t id)
{
    uint32_t place = pprof_place(&pprof->tables.location_ids, id);
    if (place == NO_ID)
        return false;
    *PUSH_IN(&pprof->in->arena, &pprof->locations) = place;
    return true;
}

static bool add_value(struct pprof *pprof, uint64_t value)
{
    if (pprof->n_values == pprof->tables.types.n)
        return false;
    pprof->values[pprof->n_values++] = (double)(int64_t)value;
    return true;
}

/* Adds the numbers of a field. Returns false if the sample is damaged. */
static bool add_numbers(struct pprof *pprof, struct protobuf_field field,
                        bool add(struct pprof *, uint64_t))
{
    uint64_t n;
    while (protobuf_next_number(&field, &n))
        if (!add(pprof, n))
            return false;
    return !field.bytes.len;
}

static bool unpack(struct pprof *pprof)
{
    struct protobuf_field field = { .type = PROTOBUF_BYTES,
                                    .bytes = pprof->packed };
    return add_numbers(pprof, field, add_location);
}

/* The first field stays packed: most samples have no other one. */
static bool add_locations(struct pprof *pprof,
                          const struct protobuf_field *field)
{
    if (pprof->n_id_fields++ == 0 && field->type == PROTOBUF_BYTES &&
        field->bytes.len < UINT32_MAX) {
        pprof->packed = field->bytes;
        return true;
    }
    bool good = unpack(pprof) && add_numbers(pprof, *field, add_location);
    pprof->packed = S("");
    return good;
}

static bool is_seen(const void *stacks, uint32_t id, const void *key)
{
    const struct seen_stack *seen = (const struct seen_stack *)stacks + id;
    const struct str *packed = key;
    return seen->n == packed->len && memcmp(seen->ids, packed->s, seen->n) == 0;
}

/* Finds the context of a stack that was seen before, or its locations. */
static bool find_stack(struct pprof *pprof)
{
    if (!pprof->packed.len)
        return true;
    pprof->hash = hash_text(pprof->packed);
    uint32_t id = index_find(&pprof->seen, pprof->hash, is_seen,
                             pprof->stacks.of, &pprof->packed);
    if (id == NO_ID)
        return unpack(pprof);
    pprof->context = pprof->stacks.of[id].context;
    return true;
}

/* Reads the stack and values of a sample. Returns false if it is damaged. */
static bool read_sample(struct pprof *pprof, struct str message)
{
    struct protobuf_field field;
    bool good = true;
    pprof->locations.n = pprof->n_values = 0;
    pprof->n_id_fields = 0;
    pprof->packed = S("");
    pprof->context = NO_ID;
    while (good && protobuf_next(&message, &field)) {
        if (field.number == PPROF_SAMPLE_LABEL)
            pprof_labels_check(&pprof->labels, field.bytes);
        else if (field.number == PPROF_SAMPLE_LOCATION)
            good = add_locations(pprof, &field);
        else if (field.number == PPROF_SAMPLE_VALUE)
            good = add_numbers(pprof, field, add_value);
    }
    return good && !message.len &&
           pprof->n_values == pprof->tables.types.n && find_stack(pprof);
}

static void add_sample(struct pprof *pprof, struct str message)
{
    struct pprof_samples *samples = &pprof->samples;
    if (!read_sample(pprof, message)) {
        pprof->damaged++;
        return;
    }
    uint32_t thread = pprof_labels_thread(&pprof->labels, message);
    bool is_seen_before = pprof->context != NO_ID;
    if (!pprof_samples_next(samples, pprof->values, thread,
                            is_seen_before || pprof->locations.n > 0))
        return;
    samples->context = pprof->context;
    for (uint32_t i = pprof->locations.n; i-- > 0;) {
        struct pprof_inlined inlined =
            pprof_frames_of(&pprof->frames, pprof->locations.of[i]);
        if (!pprof_samples_push(samples, inlined.functions, inlined.n,
                                inlined.kept))
            break;
    }
    pprof_samples_add(samples);
    if (is_seen_before || !pprof->packed.len || samples->context == NO_ID)
        return;
    /* Keep the context for samples with the same ids. */
    index_add_in(&pprof->seen, &pprof->in->arena, pprof->hash,
                 (uint32_t)pprof->stacks.n);
    *PUSH_IN(&pprof->in->arena, &pprof->stacks) =
        (struct seen_stack){ pprof->packed.s, (uint32_t)pprof->packed.len,
                             samples->context };
}

/* ---- The whole ---- */

/* Is there anything to read? */
static bool check_tables(const struct pprof *pprof, struct str bytes)
{
    const struct pprof_tables *tables = &pprof->tables;
    bool is_cut = tables->end < bytes.len || pprof->in->cut;
    if (is_cut || (tables->types.n && !tables->strings.n)) {
        if (!tables->strings.n || !tables->types.n)
            return input_error(pprof->in, "the profile is damaged or cut off "
                                          "at byte %zu, before its names",
                               tables->end);
        return true;
    }
    if (!tables->types.n)
        return input_error(pprof->in, "expected a profile of pprof, found no "
                                      "sample types");
    return tables->n_samples ||
           input_error(pprof->in, "this profile has no samples");
}

static void report_damage(const struct pprof *pprof, struct str bytes)
{
    const struct pprof_tables *tables = &pprof->tables;
    bool is_cut = tables->end < bytes.len || pprof->in->cut;
    if (tables->end < bytes.len && !pprof->in->cut)
        input_cut(pprof->in, "the profile is damaged or cut off at byte %zu of "
                             "%zu",
                  tables->end, bytes.len);
    if (tables->damaged)
        input_cut(pprof->in, "%zu of %zu mappings, locations and functions are "
                             "damaged or repeat an id",
                  tables->damaged, tables->n_entries);
    if (pprof->damaged)
        input_cut(pprof->in, "%zu of %zu samples are left out: they are "
                             "damaged, or their locations are missing",
                  pprof->damaged, tables->n_samples);
    inline_budget_report(&pprof->frames.budget, pprof->in);
    if (is_cut)
        return;
    if (tables->lost_strings)
        input_cut(pprof->in, "%zu numbers of strings are above that of the "
                             "last one, %zu: names are missing",
                  tables->lost_strings, tables->strings.n - 1);
    if (tables->lost_mappings)
        input_cut(pprof->in, "%zu of %zu locations are in mappings that the "
                             "profile does not have",
                  tables->lost_mappings, tables->location_ids.n);
    if (pprof->frames.lost_functions)
        input_cut(pprof->in, "%zu lines of locations are damaged, or of "
                             "functions that the profile does not have",
                  pprof->frames.lost_functions);
}

/* Stores what is known of the recording. Comments of this program tell what its
   inputs lacked. */
static void add_facts(struct pprof *pprof)
{
    const struct pprof_tables *tables = &pprof->tables;
    struct profile *profile = pprof->samples.profile;
    /* Allocators sample one byte in so many on average, and a sample stands for
       that many bytes, as long as allocations are smaller. */
    if (tables->period > 0 && str_eq(tables->period_type.unit, S("bytes")) &&
        str_eq(profile->unit, S("bytes")))
        profile_count_samples(profile, tables->period);
    for (uint32_t i = 0; i < tables->mappings.n; i++)
        inventory_add_build(&profile->inventory, tables->mappings.of[i].file,
                            tables->mappings.of[i].build_id);
    for (size_t i = 0; i < tables->comments.n; i++)
        if (!input_stats_take_text(&profile->stats, tables->comments.of[i]))
            inventory_add_comment(&profile->inventory, tables->comments.of[i]);
    inventory_add_times(&profile->inventory, tables->time, tables->duration);
}

/* Prefers the type `*type`, if that is not "". Sets it to another one if the
   profile has to be read again for that. */
static bool read_profile(struct pprof *pprof, struct str bytes,
                         struct arena *arena, struct str *type)
{
    const struct pprof_tables *tables = &pprof->tables;
    pprof_tables_read(&pprof->tables, &pprof->in->arena, bytes);
    pprof_prune_init(&pprof->prune, tables->drop_frames, tables->keep_frames,
                     pprof->in->name);
    if (!check_tables(pprof, bytes))
        return false;
    pprof_labels_init(&pprof->labels, &pprof->tables, &pprof->samples.sink);
    pprof_samples_types(&pprof->samples, tables->types.of,
                        (uint32_t)tables->types.n,
                        type->len ? *type : tables->default_type);
    pprof_frames_map(&pprof->frames);
    struct protobuf_field field;
    struct str rest = bytes;
    pprof->values = NEW_N(&pprof->in->arena, double, tables->types.n);
    while (protobuf_next(&rest, &field))
        if (field.number == PPROF_SAMPLE)
            add_sample(pprof, field.bytes);
    if (sink_pass_over(&pprof->samples.sink, arena, type))
        return true;
    report_damage(pprof, bytes);
    code_map_report(&pprof->code, pprof->in->name);
    pprof->samples.hint.text = pprof_labels_hint(&pprof->labels);
    if (!pprof_samples_end(&pprof->samples))
        return false;
    add_facts(pprof);
    return true;
}

static bool read_once(struct input *in, struct profile *profile,
                      const struct reader_options *options,
                      struct arena *arena, struct str *type)
{
    struct pprof pprof = { .in = in };
    pprof_samples_begin(&pprof.samples, in, profile, options);
    pprof.frames = (struct pprof_frames){
        .arena = &in->arena,
        .tables = &pprof.tables,
        .profile = pprof.samples.sink.profile,
        .code = &pprof.code,
        .lines = options->granularity == GRANULARITY_LINE,
        .prune = &pprof.prune,
    };
    code_map_init(&pprof.code, pprof.frames.profile, in->name, options);
    bool good = read_profile(&pprof, input_all(in), arena, type);
    pprof_prune_free(&pprof.prune);
    arena_free(&pprof.labels.scratch);
    code_map_free(&pprof.code);
    arena_free(&in->arena);
    return good;
}

/* Reads the profile again if the type that it prefers has no samples. What was
   read for that type added none. */
static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    LOCAL_ARENA(names);
    struct str type = S(""), before;
    bool good;
    do {
        before = type;
        good = read_once(in, profile, options, &names, &type);
    } while (good && !str_eq(type, before));
    return good;
}

/* May this be a field of the message Profile? Some of its fields are numbers,
   the others texts or messages. A later version may have some more. */
static bool is_known(const struct protobuf_field *field)
{
    bool is_number = field->number >= PPROF_DROP_FRAMES &&
                     field->number != PPROF_PERIOD_TYPE;
    if (field->number > PPROF_LAST_FIELD)
        return field->number <= PPROF_LAST_FIELD + LATER_FIELDS;
    return field->type == PROTOBUF_BYTES ||
           (is_number && field->type == PROTOBUF_VARINT);
}

/* Is this a pair of two small numbers, as a sample type is? */
static bool is_pair(struct str message)
{
    struct protobuf_field field;
    while (protobuf_next(&message, &field))
        if (field.number > 2 || field.type != PROTOBUF_VARINT)
            return false;
    return message.len == 0;
}

/* No field of a profile has a fixed place, but all must be known ones, and one
   of them a sample type or the type of the period. The last one may be cut off
   by the end of the head. */
static enum match detect(struct head head)
{
    struct protobuf_field field;
    int n = 0;
    bool has_type = false;
    while (!(has_type && n >= ENOUGH_FIELDS) && protobuf_next(&head.text, &field)) {
        bool is_type = field.number == PPROF_SAMPLE_TYPE ||
                       field.number == PPROF_PERIOD_TYPE;
        if (!is_known(&field) || (is_type && !is_pair(field.bytes)))
            return MATCH_NO;
        has_type |= is_type;
        n++;
    }
    return match_if(has_type && n >= FEWEST_FIELDS);
}

/* Go keeps 64 frames in CPU profiles (maxCPUProfStack), and 32 in others, from
   1.23 on 128 (debug.profstackdepth). The limit of the kernel is that of Parca,
   and that of V8 of profilers of Node.js. dd-trace and heaps of Node.js have
   64, pprof-rs (MAX_DEPTH) and jemalloc (PROF_BT_MAX) 128, ddprof 512. */
#define GO_HEAP                                                        \
    "inuse_space inuse_objects alloc_space alloc_objects contentions " \
    "delay"

const struct reader reader_pprof = {
    .name = "pprof",
    .aliases = "pb profile.proto",
    .description = "profile.proto of pprof",
    .programs = "Go, Parca, Pyroscope, Datadog, async-profiler's jfrconv",
    .tested = "Go 1.19, Parca",
    .file = "*.pb.gz, *.pprof",
    .recipes =
        "Go: `go test -cpuprofile=cpu.pprof -bench=.`; `prof2dot cpu.pprof -o "
        "out.svg`\n"
        "Go, a server with net/http/pprof: `curl -o cpu.pprof "
        "'http://HOST:PORT/debug/pprof/profile?seconds=10'; prof2dot cpu.pprof "
        "-o out.svg`\n"
        "Go, memory of a server: `curl -o heap.pprof "
        "http://HOST:PORT/debug/pprof/heap; prof2dot heap.pprof -o out.svg`; "
        "`--event=alloc_space` for all that was ever allocated",
    .limits = LIMITS(
        { .frames = 64, .events = "cpu samples",
          .cure = "no option of Go keeps more than 64 frames in CPU profiles; "
                  "perf record -g does" },
        { .frames = 32, .events = GO_HEAP,
          .cure = "build with Go 1.23 or later" },
        { .frames = 128, .events = GO_HEAP,
          .cure = "GODEBUG=profstackdepth=1024" },
        { .frames = KERNEL_MAX_FRAMES, .cure = KERNEL_CURE },
        { .frames = V8_MAX_FRAMES, .unnamed = 1, .cure = V8_CURE },
        { .frames = ASYNC_PROFILER_MAX_FRAMES, .cure = ASYNC_PROFILER_CURE },
        { .frames = 64, .cure = ANY_CURE },
        { .frames = 128, .cure = ANY_CURE },
        { .frames = 512, .cure = ANY_CURE },
        { .frames = ANY_FRAMES, .events = GO_HEAP,
          .cure = "GODEBUG=profstackdepth=1024" }),
    .is_binary = true,
    .supports = ASK_EVENT | ASK_TAGS | ASK_LINES | ASK_UNRESOLVED | ASK_COMM |
                ASK_PID | ASK_TID | ASK_LIST_EVENTS | ASK_LIST_THREADS |
                ASK_SYMFS | ASK_INLINES | ASK_DEBUGINFOD | ASK_LABELS,
    .detect = detect,
    .read = read,
};
