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
 * first.
 *
 * Each type of samples is an event. The first one is drawn, as the
 * specification asks of tools.
 * A sample has a value, or a time, for each time that the stack was seen, or
 * one value for all its times; times without values count 1 each.
 */
#include <inttypes.h>

#include "readers/head.h"
#include "readers/otlp/fields.h"
#include "readers/otlp/tables.h"
#include "readers/pprof/frames.h"

/* So many types of samples are ranked by their order. */
enum { MOST_RANKED = 64 };

/* A stack that samples share. */
struct shared_stack {
    bool is_read, is_damaged, is_empty;
    uint32_t context; /* 1 + that of the profile, or 0 before it is needed */
};

/* A profile and its resource. */
struct otlp_profile {
    struct str message, resource;
};

/* A message of the input. */
struct part {
    struct str data;
    bool is_damaged;
    size_t first_profile, n_profiles;
    struct otlp_dictionary dictionary;
};

struct otlp {
    struct input *in;
    LIST(struct part) parts;
    LIST(struct otlp_profile) profiles;
    struct otlp_tables tables;
    struct pprof_frames frames;
    struct pprof_prune prune; /* none */
    struct code_map code;
    struct sink sink;

    /* The current profile: */
    struct pprof_type type;
    LIST(struct otlp_attribute) around; /* its attributes, the resource's */
    LIST(struct str) type_names; /* of all profiles with samples, in order */

    struct shared_stack *stacks; /* by place in the table of all messages */

    /* The current sample: */
    uint64_t stack; /* its number in the table */
    LIST(uint32_t) locations; /* leaf first, if they were read */
    LIST(uint32_t) attributes;
    LIST(double) values;
    LIST(double) times; /* nanoseconds */
    struct str *labels; /* by key of the sink */

    size_t n, damaged, empty, negative; /* samples */
    bool is_json;
    bool is_old; /* some sample has the fields of an earlier release */
};

/* ---- Samples ---- */

static void add_attribute(struct otlp *otlp, uint64_t index)
{
    uint32_t place = otlp_place(&otlp->tables.dictionary->attributes, index);
    otlp->tables.lost += place == NO_ID;
    if (place != NO_ID)
        *PUSH_IN(&otlp->in->arena, &otlp->attributes) = place;
}

static void add_attributes(struct otlp *otlp, struct protobuf_field field)
{
    uint64_t n;
    while (protobuf_next_number(&field, &n))
        add_attribute(otlp, n);
}

/* Reads a sample. Returns false if it is damaged. Before 1.10, attributes or
   values, which are packed, stood where the link does now, the link where values
   do, and values where attributes do. A sample of 1.10 has values or times; what
   has only times and attributes that are not in the table is taken for old. */
static bool read_sample(struct otlp *otlp, struct str message)
{
    struct protobuf_field field;
    uint64_t n;
    bool good = true, has_values = false, has_attributes = false;
    double lost = otlp->tables.lost;
    otlp->attributes.n = otlp->values.n = otlp->times.n = 0;
    otlp->stack = 0;
    while (good && protobuf_next(&message, &field)) {
        if (field.number == OTLP_STACK)
            otlp->stack = field.value;
        else if (field.number == OTLP_SAMPLE_ATTRIBUTES) {
            has_attributes = true;
            add_attributes(otlp, field);
        } else if (field.number == OTLP_LINK)
            otlp->is_old |= field.type == PROTOBUF_BYTES;
        else if (field.number == OTLP_VALUES) {
            has_values = true;
            otlp->is_old |= field.type == PROTOBUF_VARINT;
            while (protobuf_next_number(&field, &n))
                *PUSH_IN(&otlp->in->arena, &otlp->values) = (double)(int64_t)n;
            good = !field.bytes.len;
        } else if (field.number == OTLP_TIMES) {
            while (otlp_next_fixed(&field.bytes, &n))
                *PUSH_IN(&otlp->in->arena, &otlp->times) = (double)n;
            good = !field.bytes.len;
        }
    }
    if (!otlp->is_json && has_attributes && !has_values)
        otlp->is_old |= !otlp->times.n || otlp->tables.lost > lost;
    return good && !message.len;
}

/* ---- Stacks ---- */

/* Reads the locations of a stack of the table. Returns false if it is damaged
   or refers to locations that do not exist. */
static bool read_locations(struct otlp *otlp, uint32_t place)
{
    struct str stack = otlp->tables.stacks.of[place];
    struct protobuf_field field;
    uint64_t n;
    otlp->locations.n = 0;
    while (protobuf_next(&stack, &field)) {
        if (field.number != OTLP_LOCATIONS)
            continue;
        while (protobuf_next_number(&field, &n)) {
            uint32_t location =
                otlp_place(&otlp->tables.dictionary->locations, n);
            if (location == NO_ID)
                return false;
            *PUSH_IN(&otlp->in->arena, &otlp->locations) = location;
        }
        if (field.bytes.len)
            return false;
    }
    return !stack.len;
}

/* Returns the context of a stack, whose functions are found when the first
   sample is drawn. */
static uint32_t find_context(struct otlp *otlp, uint32_t place)
{
    struct shared_stack *stack = &otlp->stacks[place];
    uint32_t context = NO_ID;
    if (stack->context)
        return stack->context - 1;
    read_locations(otlp, place);
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

static void add_cost(struct otlp *otlp, uint32_t stack, struct sample *sample,
                     double cost)
{
    otlp->negative += cost < 0;
    if (!(cost > 0))
        return;
    sample->cost = cost;
    if (sink_take(&otlp->sink, sample))
        sink_add_context(&otlp->sink, sample, find_context(otlp, stack));
}

/* Adds the costs of the sample: a value at each time, or an equal part of their
   sum. */
static void add_costs(struct otlp *otlp, uint32_t stack, struct sample *sample)
{
    size_t n_times = otlp->times.n, n = otlp->values.n;
    double sum = n ? 0 : (double)n_times;
    for (size_t i = 0; i < n; i++)
        sum += otlp->values.of[i];
    if (!n_times || !sink_reads_times(&otlp->sink)) {
        add_cost(otlp, stack, sample, sum);
        return;
    }
    for (size_t i = 0; i < n_times; i++) {
        sample->time = otlp->times.of[i] / 1e9;
        add_cost(otlp, stack, sample,
                 n == n_times ? otlp->values.of[i] : sum / (double)n_times);
    }
}

static void add_sample(struct otlp *otlp, struct str message)
{
    const struct otlp_range *table = &otlp->tables.dictionary->stacks;
    bool good = read_sample(otlp, message);
    uint32_t place = otlp_place(table, otlp->stack);
    bool is_empty = place == NO_ID && !otlp->stack && !table->n;
    otlp->n++;
    if (good && place != NO_ID) {
        struct shared_stack *stack = &otlp->stacks[place];
        if (!stack->is_read) {
            stack->is_read = true;
            stack->is_damaged = !read_locations(otlp, place);
            stack->is_empty = !otlp->locations.n;
        }
        good = !stack->is_damaged;
        is_empty = stack->is_empty;
    }
    if (!good || (place == NO_ID && !is_empty)) {
        otlp->damaged++;
        return;
    }
    if (is_empty) {
        otlp->empty++;
        return;
    }
    struct sample sample = { .event = find_event(otlp, &otlp->type),
                             .thread = find_thread(otlp),
                             .time = UNKNOWN,
                             .n = 1 };
    add_costs(otlp, place, &sample);
}

/* ---- Profiles ---- */

/* Tells whether a field of a message is damaged or cut off. */
static bool is_damaged(struct str message)
{
    struct protobuf_field field;
    while (protobuf_next(&message, &field))
        continue;
    return message.len > 0;
}

static void read_type(struct otlp *otlp, struct str message)
{
    struct protobuf_field field, part;
    otlp->type = (struct pprof_type){ S(""), S("") };
    while (protobuf_next(&message, &field))
        while (field.number == OTLP_SAMPLE_TYPE &&
               protobuf_next(&field.bytes, &part)) {
            if (part.number == OTLP_TYPE_NAME)
                otlp->type.name = otlp_string(&otlp->tables, part.value);
            else if (part.number == OTLP_TYPE_UNIT)
                otlp->type.unit = otlp_string(&otlp->tables, part.value);
        }
}

static void add_resource(struct otlp *otlp, struct str message)
{
    struct protobuf_field field;
    while (protobuf_next(&message, &field))
        if (field.number == OTLP_RESOURCE_ATTRIBUTES &&
            field.type == PROTOBUF_BYTES) {
            struct otlp_attribute attribute =
                otlp_attribute(&otlp->tables, field.bytes);
            *PUSH_IN(&otlp->in->arena, &otlp->around) = attribute;
        }
}

/* Reads everything but the type and the samples. */
static void read_head(struct otlp *otlp, struct str message)
{
    struct protobuf_field field;
    uint64_t time = 0, duration = 0;
    otlp->attributes.n = 0;
    while (protobuf_next(&message, &field)) {
        if (field.number == OTLP_TIME) {
            time = field.value; /* of JSON */
            otlp_next_fixed(&field.bytes, &time);
        } else if (field.number == OTLP_DURATION) {
            duration = field.value;
        } else if (field.number == OTLP_SAMPLE_TYPE) {
            otlp->tables.damaged += is_damaged(field.bytes);
        } else if (field.number == OTLP_PROFILE_ATTRIBUTES) {
            add_attributes(otlp, field);
        }
    }
    for (size_t i = 0; i < otlp->attributes.n; i++)
        *PUSH_IN(&otlp->in->arena, &otlp->around) =
            otlp->tables.attributes.of[otlp->attributes.of[i]];
    inventory_add_times(&otlp->sink.target->inventory, (int64_t)time,
                        (int64_t)duration);
}

static bool has_samples(struct str message)
{
    struct protobuf_field field;
    while (protobuf_next(&message, &field))
        if (field.number == OTLP_SAMPLES)
            return true;
    return false;
}

/* Notes the name of the type if it is new, as far as these are few. */
static void note_type(struct otlp *otlp, const struct otlp_profile *profile)
{
    size_t i = 0;
    if (!has_samples(profile->message))
        return;
    read_type(otlp, profile->message);
    while (i < otlp->type_names.n &&
           !str_eq(otlp->type_names.of[i], otlp->type.name))
        i++;
    if (i == otlp->type_names.n && i < MOST_RANKED)
        *PUSH_IN(&otlp->in->arena, &otlp->type_names) = otlp->type.name;
}

static void read_profile(struct otlp *otlp, const struct otlp_profile *profile)
{
    struct str message = profile->message;
    struct protobuf_field field;
    otlp->tables.damaged +=
        is_damaged(message) || is_damaged(profile->resource);
    if (!has_samples(message))
        return;
    otlp->around.n = 0;
    read_type(otlp, message);
    read_head(otlp, message);
    add_resource(otlp, profile->resource);
    while (protobuf_next(&message, &field))
        if (field.number == OTLP_SAMPLES && field.type == PROTOBUF_BYTES)
            add_sample(otlp, field.bytes);
}

/* ---- Messages ---- */

/* Appends the profiles of messages ScopeProfiles. Returns false if they are
   damaged. */
static bool add_scope(struct otlp *otlp, struct str scope, struct str resource)
{
    struct protobuf_field field;
    while (protobuf_next(&scope, &field))
        if (field.number == OTLP_PROFILES && field.type == PROTOBUF_BYTES)
            *PUSH_IN(&otlp->in->arena, &otlp->profiles) =
                (struct otlp_profile){ .message = field.bytes,
                                       .resource = resource };
    return !scope.len;
}

static bool add_profiles(struct otlp *otlp, struct str message)
{
    struct protobuf_field field;
    struct str rest = message, resource = S("");
    bool good = true;
    while (protobuf_next(&rest, &field))
        if (field.number == OTLP_RESOURCE)
            resource = field.bytes;
    good = !rest.len;
    for (rest = message; protobuf_next(&rest, &field);)
        if (field.number == OTLP_SCOPES)
            good &= add_scope(otlp, field.bytes, resource);
    return good;
}

static void add_part(struct otlp *otlp, struct str data)
{
    struct part part = { .data = data, .first_profile = otlp->profiles.n };
    struct protobuf_field field;
    while (protobuf_next(&data, &field))
        if (field.number == OTLP_RESOURCES)
            part.is_damaged |= !add_profiles(otlp, field.bytes);
    part.is_damaged |= data.len > 0;
    part.n_profiles = otlp->profiles.n - part.first_profile;
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
        add_part(otlp, arena_copy(&otlp->in->arena, buf_text(&out)));
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
        add_part(otlp, bytes);
        return;
    }
    do {
        if (length > rest.len)
            input_cut(otlp->in, "message %zu is cut off", otlp->parts.n + 1);
        add_part(otlp, str_head(rest, length));
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
    while (protobuf_next(&rest, &field))
        if (field.number == OTLP_DICTIONARY) {
            otlp->tables.damaged += is_damaged(field.bytes);
            otlp_tables_add(&otlp->tables, field.bytes, &part->dictionary);
        }
}

/* Calls a function for each profile of a part. */
static void each_profile(struct otlp *otlp, const struct part *part,
                         void (*take)(struct otlp *otlp,
                                      const struct otlp_profile *profile))
{
    otlp->tables.dictionary = &part->dictionary;
    for (size_t i = 0; i < part->n_profiles; i++)
        take(otlp, &otlp->profiles.of[part->first_profile + i]);
}

/* ---- The whole ---- */

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
    const struct pprof_tables *tables = &otlp->tables.pprof;
    if (str_starts(without_space(bytes), S("{")))
        split_json(otlp, bytes);
    else
        split_bytes(otlp, bytes);
    for (size_t i = 0; i < otlp->parts.n; i++)
        read_tables(otlp, &otlp->parts.of[i]);
    if (!tables->strings.n)
        return input_error(otlp->in,
                           "expected a profile of OpenTelemetry (protocol "
                           "buffers or JSON of opentelemetry-proto 1.10 or "
                           "later), found no table of strings; is it cut off?");
    pprof_frames_map(&otlp->frames);
    for (size_t i = 0; i < tables->mappings.n; i++) {
        const struct pprof_mapping *mapping = &tables->mappings.of[i];
        inventory_add_build(&otlp->sink.target->inventory, mapping->file,
                            mapping->build_id);
    }
    otlp->stacks = NEW_N(&otlp->in->arena, struct shared_stack,
                         otlp->tables.stacks.n);
    for (size_t i = 0; i < otlp->parts.n; i++)
        each_profile(otlp, &otlp->parts.of[i], note_type);
    otlp->sink.events.best = otlp->type_names.of;
    otlp->sink.events.n_best = otlp->type_names.n;
    for (size_t i = 0; i < otlp->parts.n; i++)
        each_profile(otlp, &otlp->parts.of[i], read_profile);
    if (otlp->is_old)
        return input_error(otlp->in,
                           "this profile is of a release of "
                           "opentelemetry-proto before 1.10, whose fields had "
                           "other numbers; its JSON can be read if it is of "
                           "1.8 or later");
    report(otlp);
    code_map_report(&otlp->code, otlp->in->name);
    if (!sink_end(&otlp->sink))
        return false;
    otlp->sink.target->stats.empty_samples = (double)otlp->empty;
    return otlp->sink.target->n_contexts ||
           input_error(otlp->in, "no sample has frames and a cost");
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct otlp otlp = { .in = in,
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
    code_map_free(&otlp.code);
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

/* Does a message begin with the type of samples, two or three small numbers?
   Traces, metrics and logs have other messages at the same place. */
static bool is_profile(struct str message)
{
    struct protobuf_field field;
    if (!protobuf_next(&message, &field) || field.number != 1 ||
        field.type != PROTOBUF_BYTES)
        return false;
    struct str type = field.bytes;
    bool has_more = protobuf_next(&message, &field);
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

const struct reader reader_otlp = {
    .name = "otlp",
    .aliases = "opentelemetry",
    .description = "profiles of OpenTelemetry, protocol buffers or JSON",
    .programs = "OpenTelemetry's eBPF profiler, collector, SDKs",
    .file = "*.json, *.binpb",
    .recipes = "OpenTelemetry: let the collector's file exporter write the "
               "profiles that it receives; `prof2dot profiles.json -o out.svg`",
    /* The eBPF profiler keeps 128 frames. */
    .limits = LIMITS(
        { .frames = 128,
          .cure = "no option of the eBPF profiler keeps more than 128 "
                  "frames" }),
    .is_binary = true,
    .supports = ASK_EVENT | ASK_TAGS | ASK_LINES | ASK_UNRESOLVED | ASK_COMM |
                ASK_PID | ASK_TID | ASK_LIST_EVENTS | ASK_LIST_THREADS |
                ASK_TIME | ASK_SYMFS | ASK_INLINES | ASK_DEBUGINFOD |
                ASK_LABELS,
    .detect = detect,
    .hint.text = "neither its samples nor their resources have this attribute",
    .read = read,
};
