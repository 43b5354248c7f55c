/*
 * Profiles of OpenTelemetry, OTLP, as the eBPF profiler, collectors and SDKs
 * send them: the message ProfilesData or ExportProfilesServiceRequest, in
 * protocol buffers or JSON. With texts in place of their numbers:
 *
 *     {"resourceProfiles": [
 *        {"resource": {"attributes": [
 *            {"key": "process.pid", "value": {"intValue": "7"}}]},
 *         "scopeProfiles": [{"profiles": [
 *            {"sampleType": {"typeStrindex": "samples",
 *                            "unitStrindex": "count"},
 *             "samples": [{"stackIndex": ..., "attributeIndices": [...],
 *                          "values": ["2", "1"],
 *                          "timestampsUnixNano": ["17...", "17..."]}]}]}]}],
 *      "dictionary": {"mappingTable": [...], "locationTable": [...],
 *                     "functionTable": [...], "attributeTable": [...],
 *                     "stackTable": [...], "stringTable": [...]}}
 *
 * The file exporter of the collector writes many messages into a file: JSON in
 * a line each, protocol buffers behind their length in 4 bytes, the highest
 * first. fields.h says which versions there are.
 *
 * Each type of samples is an event. The first one is drawn, as the
 * specification asks of tools.
 * A sample has a value, or a time, for each time that the stack was seen; times
 * without values count 1 each.
 */
#include <inttypes.h>

#include "readers/head.h"
#include "readers/otlp/tables.h"
#include "readers/pprof/frames.h"

/* So many types of samples are ranked by their order. */
enum { MOST_RANKED = 64 };

/* A stack that samples share. */
struct shared_stack {
    bool is_read, is_damaged, is_empty;
    uint32_t context; /* 1 + that of the profile, or 0 before it is needed */
};

/* A message of the input. */
struct part {
    struct str data;
    bool is_json;
    bool is_damaged;
    size_t first_profile, n_profiles;
    enum otlp_version version;
    struct otlp_dictionary dictionary; /* unless profiles have their own */
};

struct otlp {
    struct input *in;
    LIST(struct part) parts;
    struct otlp_profiles profiles;
    LIST(struct otlp_dictionary) own; /* by profile: its tables up to 1.4 */
    struct otlp_fields fields; /* of the current part */
    struct otlp_tables tables;
    struct pprof_frames frames;
    struct pprof_prune prune; /* none */
    struct code_map code;
    struct sink sink;

    /* The current profile: */
    LIST(struct pprof_type) types;
    LIST(uint32_t) indices; /* of locations, up to 1.7; NO_ID: lost */
    LIST(struct otlp_attribute) around; /* its attributes, the resource's */
    LIST(struct str) type_names; /* of all profiles with samples, in order */

    struct pairs stack_keys; /* a stack and NO_ID, or a part of `indices` */
    LIST(struct shared_stack) stacks; /* by number in stack_keys */

    /* The current sample: */
    uint64_t stack, first, length; /* as its fields say */
    struct shared_stack own_stack; /* in 1.3 a sample may have locations */
    bool has_locations;
    LIST(uint32_t) locations; /* leaf first, if they were read */
    LIST(uint32_t) attributes;
    LIST(double) values;
    LIST(double) times; /* nanoseconds */
    struct str *labels; /* by key of the sink */

    size_t n, damaged, empty, negative; /* samples */
};

/* ---- Samples ---- */

/* Adds the locations of numbers that refer to the table. Returns false if it
   does not have one. */
static bool add_locations(struct otlp *otlp, struct protobuf_field field)
{
    uint64_t n;
    while (otlp_next_number(&otlp->fields, &field, &n)) {
        uint32_t place = otlp_place(&otlp->tables.dictionary->locations, n);
        *PUSH_IN(&otlp->in->arena, &otlp->locations) = place;
        if (place == NO_ID)
            return false;
    }
    return !field.bytes.len;
}

static bool add_stack(struct otlp *otlp, uint64_t index)
{
    uint32_t place = otlp_place(&otlp->tables.dictionary->stacks, index);
    struct protobuf_field field;
    if (place == NO_ID)
        return false;
    struct str stack = otlp->tables.stacks.of[place];
    while (otlp_next(&otlp->fields, OTLP_STACK, &stack, &field))
        if (field.number == OTLP_LOCATIONS && !add_locations(otlp, field))
            return false;
    return !stack.len;
}

/* Adds a part of the locations of the profile. */
static bool add_part(struct otlp *otlp, uint64_t first, uint64_t n)
{
    if (first > otlp->indices.n || n > otlp->indices.n - first)
        return false;
    for (uint64_t i = first; i < first + n; i++) {
        *PUSH_IN(&otlp->in->arena, &otlp->locations) = otlp->indices.of[i];
        if (otlp->indices.of[i] == NO_ID)
            return false;
    }
    return true;
}

static void add_attribute(struct otlp *otlp, uint64_t index)
{
    uint32_t place = otlp_place(&otlp->tables.dictionary->attributes, index);
    otlp->tables.lost += place == NO_ID;
    if (place != NO_ID)
        *PUSH_IN(&otlp->in->arena, &otlp->attributes) = place;
}

/* Reads a sample. Returns false if it is damaged. */
static bool read_sample(struct otlp *otlp, struct str message)
{
    struct protobuf_field field;
    uint64_t n;
    bool good = true;
    otlp->locations.n = otlp->attributes.n = 0;
    otlp->values.n = otlp->times.n = 0;
    otlp->stack = otlp->first = otlp->length = 0;
    while (good && otlp_next(&otlp->fields, OTLP_SAMPLE, &message, &field)) {
        if (field.number == OTLP_STACK_INDEX)
            otlp->stack = field.value;
        else if (field.number == OTLP_FIRST)
            otlp->first = field.value;
        else if (field.number == OTLP_LENGTH)
            otlp->length = field.value;
        else if (field.number == OTLP_LOCATIONS)
            good = add_locations(otlp, field);
        else if (field.number == OTLP_VALUES) {
            while (otlp_next_number(&otlp->fields, &field, &n))
                *PUSH_IN(&otlp->in->arena, &otlp->values) = (double)(int64_t)n;
            good = !field.bytes.len;
        } else if (field.number == OTLP_TIMES) {
            while (otlp_next_number(&otlp->fields, &field, &n))
                *PUSH_IN(&otlp->in->arena, &otlp->times) = (double)n;
            good = !field.bytes.len;
        } else if (field.number == OTLP_INDICES)
            while (otlp_next_number(&otlp->fields, &field, &n))
                add_attribute(otlp, n);
    }
    otlp->has_locations = otlp->locations.n > 0;
    return good && !message.len;
}

/* ---- Stacks ---- */

/* Reads the locations of the sample's stack. The first stack of the table is
   none if the writer follows the specification. */
static bool read_locations(struct otlp *otlp)
{
    bool is_in_table =
        otlp->stack || (otlp->tables.dictionary->stacks.n && !otlp->length);
    if (otlp->has_locations)
        return true;
    otlp->locations.n = 0;
    return (!is_in_table || add_stack(otlp, otlp->stack)) &&
           add_part(otlp, otlp->first, otlp->length);
}

/* Returns the stack of the sample. Many samples may have one long stack. */
static struct shared_stack *find_stack(struct otlp *otlp)
{
    struct shared_stack *stack = &otlp->own_stack;
    *stack = (struct shared_stack){ 0 };
    if (!otlp->has_locations && otlp->stack <= UINT32_MAX &&
        otlp->first <= UINT32_MAX && otlp->length < NO_ID)
        stack = REACH(
            &otlp->stacks,
            otlp->length ? pairs_add(&otlp->stack_keys, (uint32_t)otlp->first,
                                     (uint32_t)otlp->length)
                         : pairs_add(&otlp->stack_keys, (uint32_t)otlp->stack,
                                     NO_ID));
    if (!stack->is_read) {
        stack->is_read = true;
        stack->is_damaged = !read_locations(otlp);
        stack->is_empty = !otlp->locations.n;
    }
    return stack;
}

/* Returns the context of a stack, whose functions are found when the first
   sample is drawn. */
static uint32_t find_context(struct otlp *otlp, struct shared_stack *stack)
{
    uint32_t context = NO_ID;
    if (stack->context)
        return stack->context - 1;
    read_locations(otlp);
    for (size_t i = otlp->locations.n; i-- > 0;) {
        struct pprof_inlined inlined =
            pprof_frames_of(&otlp->frames, otlp->locations.of[i]);
        for (uint32_t f = 0; f < inlined.n; f++)
            context = profile_context(otlp->sink.profile, context,
                                      inlined.functions[f]);
    }
    stack->context = context + 1;
    return context;
}

/* ---- Threads, events and costs ---- */

/* The attributes that stand for the keys of threads, in order. */
static const struct {
    struct str key, attribute;
} synonyms[] = {
    { STR("comm"), STR("thread.name") },
    { STR("comm"), STR("process.executable.name") },
    { STR("pid"), STR("process.pid") },
    { STR("tid"), STR("thread.id") },
};

/* Returns the value of an attribute of the sample, of its profile, or of its
   resource; "" if none has it. */
static struct str find_attribute(const struct otlp *otlp, struct str key)
{
    for (size_t i = 0; i < otlp->attributes.n; i++) {
        const struct otlp_attribute *attribute =
            &otlp->tables.attributes.of[otlp->attributes.of[i]];
        if (str_eq(attribute->key, key))
            return attribute->value;
    }
    for (size_t i = 0; i < otlp->around.n; i++)
        if (str_eq(otlp->around.of[i].key, key))
            return otlp->around.of[i].value;
    return S("");
}

static uint32_t find_thread(struct otlp *otlp)
{
    const struct strings *keys = &otlp->sink.threads.keys;
    if (!sink_reads_threads(&otlp->sink))
        return NO_THREAD;
    if (!otlp->labels)
        otlp->labels = NEW_N(&otlp->in->arena, struct str, keys->n);
    for (uint32_t i = 0; i < keys->n; i++) {
        struct str value = find_attribute(otlp, keys->texts[i]);
        for (size_t s = 0; s < ROWS(synonyms) && !value.len; s++)
            if (str_eq(synonyms[s].key, keys->texts[i]))
                value = find_attribute(otlp, synonyms[s].attribute);
        otlp->labels[i] = value;
    }
    return sink_labelled(&otlp->sink, otlp->labels);
}

/* Returns the event of a type. If another profile has given its name to a type
   of another unit, the unit is a part of the name. */
static uint32_t find_event(struct otlp *otlp, const struct pprof_type *type)
{
    struct sink *sink = &otlp->sink;
    struct str unit = pprof_type_unit(type);
    uint32_t event = sink_event(sink, type->name, unit);
    if (event == NO_EVENT)
        sink_set_unit(sink, event, unit);
    else if (!str_eq(sink->events.of[event].unit, unit))
        event = sink_event(sink,
                           arena_printf(&otlp->in->arena, "%.*s/%.*s",
                                        (int)type->name.len, type->name.s,
                                        (int)unit.len, unit.s),
                           unit);
    return event;
}

static void add_cost(struct otlp *otlp, struct shared_stack *stack,
                     struct sample *sample, double cost)
{
    otlp->negative += cost < 0;
    if (!(cost > 0))
        return;
    sample->cost = cost;
    if (sink_take(&otlp->sink, sample))
        sink_add_context(&otlp->sink, sample, find_context(otlp, stack));
    sample->again = true;
}

/* Adds the costs of a type. Before 1.8, a sample has the sum of its costs of
   each type, which belongs to all of its times. */
static void add_costs(struct otlp *otlp, struct shared_stack *stack,
                      struct sample *sample, size_t type)
{
    size_t n_times = otlp->times.n, first = 0, n = otlp->values.n;
    double sum = 0;
    if (otlp->types.n > 1)
        first = type, n = 1;
    for (size_t i = first; i < first + n; i++)
        sum += otlp->values.of[i];
    bool is_each = otlp->types.n == 1 && n == n_times;
    if (!n)
        sum = (double)n_times;
    if (!n_times || !sink_reads_times(&otlp->sink)) {
        add_cost(otlp, stack, sample, sum);
        return;
    }
    for (size_t i = 0; i < n_times; i++) {
        sample->time = otlp->times.of[i] / 1e9;
        sample->again = sample->again && type > 0 && n_times == 1;
        add_cost(otlp, stack, sample,
                 is_each ? otlp->values.of[i] : sum / (double)n_times);
    }
}

static void add_sample(struct otlp *otlp, struct str message)
{
    struct shared_stack *stack = NULL;
    otlp->n++;
    if (read_sample(otlp, message) &&
        (otlp->types.n == 1 || otlp->values.n == otlp->types.n))
        stack = find_stack(otlp);
    if (!stack || stack->is_damaged) {
        otlp->damaged++;
        return;
    }
    if (stack->is_empty) {
        otlp->empty++;
        return;
    }
    struct sample sample = { .thread = find_thread(otlp),
                             .time = UNKNOWN,
                             .n = 1 };
    for (size_t t = 0; t < otlp->types.n; t++) {
        sample.event = find_event(otlp, &otlp->types.of[t]);
        add_costs(otlp, stack, &sample, t);
    }
}

/* ---- Profiles ---- */

/* Tells whether a field of a message is damaged or cut off. */
static bool is_damaged(const struct otlp *otlp, enum otlp_message kind,
                       struct str message)
{
    struct protobuf_field field;
    while (otlp_next(&otlp->fields, kind, &message, &field))
        ;
    return message.len > 0;
}

static void add_type(struct otlp *otlp, struct str message)
{
    struct pprof_type type = { S(""), S("") };
    struct protobuf_field field;
    while (otlp_next(&otlp->fields, OTLP_TYPE, &message, &field)) {
        struct str *text = field.number == OTLP_NAME   ? &type.name
                           : field.number == OTLP_UNIT ? &type.unit
                                                       : NULL;
        if (text)
            *text = otlp_string(&otlp->tables, field.value);
    }
    *PUSH_IN(&otlp->in->arena, &otlp->types) = type;
}

static void add_resource(struct otlp *otlp, struct str message)
{
    struct protobuf_field field;
    while (otlp_next(&otlp->fields, OTLP_RESOURCE, &message, &field))
        if (field.number == OTLP_ATTRIBUTES &&
            field.type == PROTOBUF_BYTES) {
            struct otlp_attribute attribute =
                otlp_attribute(&otlp->tables, field.bytes);
            *PUSH_IN(&otlp->in->arena, &otlp->around) = attribute;
        }
}

static void read_types(struct otlp *otlp, struct str message)
{
    struct protobuf_field field;
    otlp->types.n = 0;
    while (otlp_next(&otlp->fields, OTLP_PROFILE, &message, &field))
        if (field.number == OTLP_SAMPLE_TYPE)
            add_type(otlp, field.bytes);
    if (!otlp->types.n)
        *PUSH_IN(&otlp->in->arena, &otlp->types) =
            (struct pprof_type){ S(""), S("") };
}

/* Reads everything but types and samples. */
static void read_head(struct otlp *otlp, struct str message)
{
    struct protobuf_field field;
    uint64_t n, time = 0, duration = 0;
    otlp->indices.n = otlp->attributes.n = 0;
    while (otlp_next(&otlp->fields, OTLP_PROFILE, &message, &field)) {
        if (field.number == OTLP_TIME)
            time = field.type == PROTOBUF_FIXED_64
                       ? otlp_fixed_64(field.bytes)
                       : field.value;
        else if (field.number == OTLP_DURATION)
            duration = field.value;
        else if (field.number == OTLP_SAMPLE_TYPE)
            otlp->tables.damaged += is_damaged(otlp, OTLP_TYPE, field.bytes);
        else if (field.number == OTLP_LOCATIONS)
            while (otlp_next_number(&otlp->fields, &field, &n))
                *PUSH_IN(&otlp->in->arena, &otlp->indices) =
                    otlp_place(&otlp->tables.dictionary->locations, n);
        else if (field.number == OTLP_INDICES)
            while (otlp_next_number(&otlp->fields, &field, &n))
                add_attribute(otlp, n);
    }
    for (size_t i = 0; i < otlp->attributes.n; i++)
        *PUSH_IN(&otlp->in->arena, &otlp->around) =
            otlp->tables.attributes.of[otlp->attributes.of[i]];
    inventory_add_times(&otlp->sink.target->inventory, (int64_t)time,
                        (int64_t)duration);
}

/* Returns the profile in a container. */
static struct str inner(const struct otlp *otlp, struct str message)
{
    struct protobuf_field field;
    struct str rest = message;
    while (otlp_next(&otlp->fields, OTLP_CONTAINER, &rest, &field))
        if (field.number == OTLP_INNER && field.type == PROTOBUF_BYTES)
            return field.bytes;
    return message;
}

static bool has_samples(const struct otlp *otlp, struct str message)
{
    struct protobuf_field field;
    while (otlp_next(&otlp->fields, OTLP_PROFILE, &message, &field))
        if (field.number == OTLP_SAMPLES)
            return true;
    return false;
}

/* Notes the names of types that are new, as far as these are few. */
static void note_types(struct otlp *otlp, const struct otlp_profile *profile)
{
    struct str message = inner(otlp, profile->message);
    if (!has_samples(otlp, message))
        return;
    read_types(otlp, message);
    for (size_t t = 0; t < otlp->types.n; t++) {
        size_t i = 0;
        while (i < otlp->type_names.n &&
               !str_eq(otlp->type_names.of[i], otlp->types.of[t].name))
            i++;
        if (i == otlp->type_names.n && i < MOST_RANKED)
            *PUSH_IN(&otlp->in->arena, &otlp->type_names) =
                otlp->types.of[t].name;
    }
}

static void read_profile(struct otlp *otlp, const struct otlp_profile *profile)
{
    struct str message = inner(otlp, profile->message);
    struct protobuf_field field;
    otlp->tables.damaged +=
        is_damaged(otlp, OTLP_CONTAINER, profile->message) ||
        is_damaged(otlp, OTLP_PROFILE, message) ||
        is_damaged(otlp, OTLP_RESOURCE, profile->resource);
    if (!has_samples(otlp, message))
        return;
    otlp->around.n = 0;
    LIST_FREE(&otlp->stacks);
    pairs_free(&otlp->stack_keys);
    read_types(otlp, message);
    read_head(otlp, message);
    add_resource(otlp, profile->resource);
    while (otlp_next(&otlp->fields, OTLP_PROFILE, &message, &field))
        if (field.number == OTLP_SAMPLES && field.type == PROTOBUF_BYTES)
            add_sample(otlp, field.bytes);
}

/* ---- Messages ---- */

static void add_part_of(struct otlp *otlp, struct str data, bool is_json)
{
    struct part part = { .data = data,
                         .is_json = is_json,
                         .first_profile = otlp->profiles.n };
    part.is_damaged =
        !otlp_profiles_add(&otlp->profiles, &otlp->in->arena, data);
    part.n_profiles = otlp->profiles.n - part.first_profile;
    struct otlp_profiles own = otlp->profiles;
    if (own.n)
        own.of += part.first_profile;
    own.n = part.n_profiles;
    part.version = is_json ? OTLP_JSON : otlp_version(data, &own);
    *PUSH_IN(&otlp->in->arena, &otlp->parts) = part;
}

static struct str without_space(struct str s)
{
    while (s.len && strchr(" \t\r\n", s.s[0]))
        s = str_skip(s, 1);
    return s;
}

/* Turns each value of JSON into a message. */
static void split_json(struct otlp *otlp, struct str bytes)
{
    struct str rest = bytes;
    while (without_space(rest).len) {
        struct json_reader json = json_reader_of_text(rest);
        LOCAL_BUF(out);
        bool is_object = json.type == JSON_OBJECT;
        otlp_put_json(&json, &out);
        bool failed = json.failed || !is_object;
        add_part_of(otlp, arena_copy(&otlp->in->arena, buf_text(&out)), true);
        rest = json_reader_rest(&json);
        json_reader_end(&json);
        if (!failed)
            continue;
        input_cut(otlp->in, "the JSON is damaged or cut off at byte %zu of %zu",
                  bytes.len - rest.len, bytes.len);
        return;
    }
}

/* Takes the length that stands before a message in a file of the collector.
   Returns false if there is none: no message begins with a byte below 10. */
static bool take_length(struct str *bytes, size_t *length)
{
    if (bytes->len < 5 || (unsigned char)bytes->s[0] >= 10)
        return false;
    *length = 0;
    for (size_t i = 0; i < 4; i++)
        *length = *length << 8 | (unsigned char)bytes->s[i];
    *bytes = str_skip(*bytes, 4);
    return true;
}

static void split_bytes(struct otlp *otlp, struct str bytes)
{
    struct str rest = bytes;
    size_t length;
    if (!take_length(&rest, &length)) {
        add_part_of(otlp, bytes, false);
        return;
    }
    do {
        if (length > rest.len)
            input_cut(otlp->in, "message %zu is cut off", otlp->parts.n + 1);
        add_part_of(otlp, str_head(rest, length), false);
        rest = str_skip(rest, length);
    } while (take_length(&rest, &length));
    if (rest.len)
        input_cut(otlp->in,
                  "the input is damaged or cut off at byte %zu of %zu",
                  bytes.len - rest.len, bytes.len);
}

/* Reads the tables of a part. */
static void read_tables(struct otlp *otlp, struct part *part)
{
    struct protobuf_field field;
    struct str rest = part->data;
    otlp_fields_of(&otlp->fields, part->version);
    if (part->version == OTLP_1_6 || part->version == OTLP_JSON)
        otlp_tables_add(&otlp->tables, OTLP_DATA, part->data,
                        &part->dictionary);
    while (otlp_next(&otlp->fields, OTLP_DATA, &rest, &field))
        if (field.number == OTLP_DICTIONARY) {
            otlp->tables.damaged += is_damaged(otlp, OTLP_TABLES, field.bytes);
            otlp_tables_add(&otlp->tables, OTLP_TABLES, field.bytes,
                            &part->dictionary);
        }
    for (size_t i = 0; i < part->n_profiles; i++) {
        const struct otlp_profile *profile =
            &otlp->profiles.of[part->first_profile + i];
        struct otlp_dictionary own = { 0 };
        if (part->version <= OTLP_1_4 || part->version == OTLP_JSON)
            otlp_tables_add(&otlp->tables, OTLP_PROFILE,
                            inner(otlp, profile->message), &own);
        *PUSH_IN(&otlp->in->arena, &otlp->own) = own;
    }
}

/* Calls a function for each profile of a part. */
static void each_profile(struct otlp *otlp, const struct part *part,
                         void (*take)(struct otlp *otlp,
                                      const struct otlp_profile *profile))
{
    otlp_fields_of(&otlp->fields, part->version);
    for (size_t i = part->first_profile;
         i < part->first_profile + part->n_profiles; i++) {
        otlp->tables.dictionary = otlp->own.of[i].strings.n
                                      ? &otlp->own.of[i]
                                      : &part->dictionary;
        take(otlp, &otlp->profiles.of[i]);
    }
}

/* ---- The whole ---- */

static void add_mappings(struct otlp *otlp)
{
    const struct pprof_tables *tables = &otlp->tables.pprof;
    for (size_t i = 0; i < tables->mappings.n; i++) {
        const struct pprof_mapping *mapping = &tables->mappings.of[i];
        code_map_add(&otlp->code,
                     (struct code_mapping){ .start = mapping->start,
                                            .end = mapping->end,
                                            .offset = mapping->offset,
                                            .path = mapping->file },
                     mapping->build_id);
        inventory_add_build(&otlp->sink.target->inventory, mapping->file,
                            mapping->build_id);
    }
}

static void report(const struct otlp *otlp)
{
    const struct otlp_tables *tables = &otlp->tables;
    size_t damaged = 0;
    inline_budget_report(&otlp->frames.budget, otlp->in);
    size_t lost = tables->lost + tables->pprof.lost_strings +
                  tables->pprof.lost_mappings + otlp->frames.lost_functions;
    for (size_t i = 0; i < otlp->parts.n; i++)
        damaged += otlp->parts.of[i].is_damaged;
    if (damaged)
        input_cut(otlp->in, "%zu of %zu messages are damaged or cut off",
                  damaged, otlp->parts.n);
    if (tables->damaged)
        input_cut(otlp->in, "%zu profiles, tables or entries of tables are "
                            "damaged",
                  tables->damaged);
    if (otlp->damaged)
        input_cut(otlp->in, "%zu of %zu samples are left out: they are "
                            "damaged, or their locations are missing",
                  otlp->damaged, otlp->n);
    if (lost)
        input_cut(otlp->in, "%zu references to strings, mappings, functions "
                            "and attributes are damaged, or the tables do not "
                            "have what they refer to",
                  lost);
    if (otlp->empty)
        input_remark(otlp->in, "samples without frames, left out: %zu of %zu",
                     otlp->empty, otlp->n);
    input_count(otlp->in, "samples of negative cost, left out", otlp->negative);
}

static bool read_all(struct otlp *otlp, struct str bytes)
{
    if (str_starts(without_space(bytes), S("{")))
        split_json(otlp, bytes);
    else
        split_bytes(otlp, bytes);
    for (size_t i = 0; i < otlp->parts.n; i++)
        read_tables(otlp, &otlp->parts.of[i]);
    if (!otlp->tables.pprof.strings.n)
        return input_error(otlp->in,
                           "expected a profile of OpenTelemetry (protocol "
                           "buffers or JSON of opentelemetry-proto 1.3 to "
                           "1.11), found no table of strings; is it cut off?");
    add_mappings(otlp);
    for (size_t i = 0; i < otlp->parts.n; i++)
        each_profile(otlp, &otlp->parts.of[i], note_types);
    otlp->sink.events.best = otlp->type_names.of;
    otlp->sink.events.n_best = otlp->type_names.n;
    for (size_t i = 0; i < otlp->parts.n; i++)
        each_profile(otlp, &otlp->parts.of[i], read_profile);
    report(otlp);
    code_map_report(&otlp->code, otlp->in->name);
    if (!sink_end(&otlp->sink))
        return false;
    otlp->sink.target->stats.empty_samples = (double)otlp->empty;
    return otlp->sink.target->n_contexts ||
           input_error(otlp->in, "no sample has frames and a cost");
}

static void release(struct otlp *otlp)
{
    LIST_FREE(&otlp->stacks);
    pairs_free(&otlp->stack_keys);
    code_map_free(&otlp->code);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct otlp otlp = { .in = in,
                         .tables.fields = &otlp.fields,
                         .tables.pprof.arena = &in->arena };
    sink_begin_labelled(&otlp.sink, in, profile, options);
    otlp.sink.events.are_costs = true;
    otlp.sink.events.tally.hide_counts = true;
    profile->stats.walked = profile->is_sampled = true;
    otlp.frames = (struct pprof_frames){
        .arena = &in->arena,
        .tables = &otlp.tables.pprof,
        .profile = otlp.sink.profile,
        .code = &otlp.code,
        .lines = options->granularity == GRANULARITY_LINE,
        .prune = &otlp.prune,
    };
    code_map_init(&otlp.code, otlp.sink.profile, in->name, options);
    bool good = read_all(&otlp, input_all(in));
    release(&otlp);
    return good;
}

/* ---- Detection ---- */

/* Moves to the contents of the first field of this number, which may be cut off
   by the end of the head. Returns false if there is none. */
static bool enter(struct str *head, uint64_t number)
{
    struct protobuf_field field;
    for (;;) {
        struct str at = *head;
        uint64_t key, n;
        if (!protobuf_take_varint(&at, &key))
            return false;
        if (key == (number << 3 | PROTOBUF_BYTES)) {
            *head = at;
            if (!protobuf_take_varint(head, &n))
                return false;
            *head = str_head(*head, n < head->len ? (size_t)n : head->len);
            return true;
        }
        if (!protobuf_next(head, &field))
            return false;
    }
}

/* Does a message begin with the type of samples, two or three small numbers, or
   is it the container of 1.3, with an id and two times? Traces, metrics and
   logs have other messages at the same place. */
static bool is_profile(struct str message)
{
    struct protobuf_field field;
    if (!protobuf_next(&message, &field) || field.number != 1 ||
        field.type != PROTOBUF_BYTES)
        return false;
    struct str type = field.bytes;
    bool has_more = protobuf_next(&message, &field);
    if (has_more && field.number == 2 && field.type == PROTOBUF_FIXED_64)
        return true;
    while (protobuf_next(&type, &field))
        if (field.number > 3 || field.type != PROTOBUF_VARINT)
            return false;
    return !type.len && message.len + has_more > 0;
}

static enum match detect(struct head head)
{
    size_t length;
    if (head_has_json(head.text, S("resourceProfiles resource_profiles "
                              "dictionary/stringTable")))
        return MATCH_YES;
    take_length(&head.text, &length);
    return match_if(enter(&head.text, 1) && enter(&head.text, 2) &&
                    enter(&head.text, 2) && is_profile(head.text));
}

/* The eBPF profiler keeps 128 frames. */
static const struct frame_limit limits[] = {
    { .frames = 128,
      .cure = "for full stacks: no option of the eBPF profiler keeps more "
              "than 128 frames" },
    { .cure = NULL },
};

const struct reader reader_otlp = {
    .name = "otlp",
    .aliases = "opentelemetry",
    .description = "profiles of OpenTelemetry, protocol buffers or JSON",
    .programs = "OpenTelemetry's eBPF profiler, collector, SDKs",
    .file = "*.json, *.binpb",
    .recipes = "OpenTelemetry: let the collector's file exporter write the "
               "profiles that it receives; `prof2dot profiles.json -o out.svg`",
    .limits = limits,
    .is_binary = true,
    .supports = ASK_EVENT | ASK_TAGS | ASK_LINES | ASK_UNRESOLVED | ASK_COMM |
                ASK_PID | ASK_TID | ASK_LIST_EVENTS | ASK_LIST_THREADS |
                ASK_TIME | ASK_SYMFS | ASK_INLINES | ASK_DEBUGINFOD |
                ASK_LABELS,
    .detect = detect,
    .hint.text = "neither its samples nor their resources have this attribute",
    .read = read,
};
