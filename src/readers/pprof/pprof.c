/*
 * Profiles of pprof, as Go, gperftools' pprof, Parca, Pyroscope, async-profiler
 * and @datadog/pprof write them: the message Profile of protocol buffers
 * (readers/protobuf.h), mostly compressed by gzip. As text, with the names in
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
 *
 * The locations of a sample begin with the leaf. Each sample has a value for
 * each sample type; these are the events. As in pprof, the default event is
 * default_sample_type or else the last, and samples of value 0 do not count.
 * Values are complete costs: they are not multiplied by the period. Only the
 * difference of two profiles has negative values.
 *
 * Source: proto/profile.proto in the repository google/pprof.
 */
#include <stdlib.h>

#include "model/stacks.h"
#include "readers/pprof/frames.h"
#include "readers/pprof/labels.h"
#include "readers/reader.h"
#include "util/array.h"
#include "util/buf.h"
#include "util/diag.h"
#include "util/nearest.h"
#include "util/unit.h"

/* Detection needs a few fields and looks at no more than enough of them. */
enum { FEWEST_FIELDS = 3, ENOUGH_FIELDS = 20, LATER_FIELDS = 16 };

/* The fields of the message Sample. */
enum { SAMPLE_LOCATION = 1, SAMPLE_VALUE = 2 };

struct pprof {
    struct input *in;
    struct profile *profile;
    struct pprof_tables tables;
    struct pprof_prune prune;
    struct pprof_frames frames;
    struct pprof_labels labels;
    struct stacks stacks;
    struct str unit;       /* of the event that is counted */
    uint32_t event;        /* its place among the sample types */
    uint32_t sample_event; /* its id among the events of the samples */

    /* The sample that was read last: */
    uint32_t *locations; /* places in the table, leaf first */
    size_t locations_room;
    int64_t *values; /* by sample type */
    uint32_t n_locations, n_values;
    uint32_t *functions; /* outermost first */
    size_t functions_room;
    uint32_t n_functions;

    /* Numbers of samples: */
    size_t *counts; /* by sample type, those whose value is not 0 */
    size_t added;
    size_t negative; /* of the event that is counted */
    size_t damaged;  /* they refer to what the profile does not have */
    size_t empty;    /* they have a cost but no locations */
};

/* ---- Events ---- */

/* Lists the events, except one, which may be NO_ID. */
static struct str list_events(const struct pprof *pprof, struct arena *arena,
                              const char *prefix, uint32_t except)
{
    struct buf list = { 0 };
    for (uint32_t t = 0; t < pprof->tables.n_types; t++) {
        struct str name = pprof->tables.types[t].name;
        if (t != except)
            buf_printf(&list, "%s%s%.*s", list.len ? ", " : "", prefix,
                       (int)name.len, name.s);
    }
    return buf_move(&list, arena);
}

/* The place of the sample type of this name, or NO_ID. */
static uint32_t find_event(const struct pprof_tables *tables, struct str name)
{
    for (uint32_t t = tables->n_types; name.len && t-- > 0;)
        if (str_eq(tables->types[t].name, name))
            return t;
    return NO_ID;
}

static bool report_no_event(const struct pprof *pprof, struct str wanted)
{
    struct arena scratch = { 0 };
    struct nearest near = { .text = wanted };
    for (uint32_t t = 0; t < pprof->tables.n_types; t++)
        nearest_add(&near, pprof->tables.types[t].name);
    diag_error("%s: there is no event '%.*s'%s; the input has: %s",
               pprof->in->name, (int)wanted.len, wanted.s,
               nearest_text(&near, &scratch).s,
               list_events(pprof, &scratch, "", NO_ID).s);
    arena_free(&scratch);
    return false;
}

/* Numbers of events have the event's name as unit. */
static struct str unit_of(const struct pprof_type *type)
{
    if (type->unit.len && !str_eq(type->unit, S("count")))
        return type->unit;
    return str_eq(type->name, S("sample")) || !type->name.len ? S("samples")
                                                              : type->name;
}

/* Chooses the event to count. */
static bool choose_event(struct pprof *pprof,
                         const struct reader_options *options)
{
    const struct pprof_tables *tables = &pprof->tables;
    struct profile *profile = pprof->profile;
    bool all = options->keep & KEEP_EVENTS && !(options->asked & ASK_EVENT);
    if (all && tables->n_types > 1)
        return diag_error("%s: --tags=event: the events of this input are "
                          "different costs of the same samples, which cannot "
                          "be added up; choose one with --event",
                          pprof->in->name);
    pprof->event = find_event(tables, options->event.len
                                          ? options->event
                                          : tables->default_type);
    if (pprof->event == NO_ID && options->event.len)
        return report_no_event(pprof, options->event);
    if (pprof->event == NO_ID)
        pprof->event = tables->n_types - 1;
    const struct pprof_type *type = &tables->types[pprof->event];
    struct unit base;
    pprof->unit = unit_of(type);
    profile_unit(profile, pprof->unit);
    if (!all)
        profile_event(profile, type->name);
    pprof->sample_event =
        samples_event(&profile->samples, type->name,
                      unit_find(pprof->unit, &base) ? base.base : pprof->unit);
    return true;
}

/* ---- Samples ---- */

static bool add_location(struct pprof *pprof, uint64_t id)
{
    uint32_t place = pprof_place(&pprof->tables.location_ids, id);
    if (place == NO_ID)
        return false;
    pprof->locations =
        array_grow(pprof->locations, pprof->n_locations,
                   &pprof->locations_room, sizeof *pprof->locations);
    pprof->locations[pprof->n_locations++] = place;
    return true;
}

static bool add_value(struct pprof *pprof, uint64_t value)
{
    if (pprof->n_values == pprof->tables.n_types)
        return false;
    pprof->values[pprof->n_values++] = (int64_t)value;
    return true;
}

/* Reads the locations and values of a sample. Returns false if it is
   damaged. */
static bool read_sample(struct pprof *pprof, struct str message)
{
    struct protobuf_field field;
    uint64_t n;
    pprof->n_locations = pprof->n_values = 0;
    while (protobuf_next(&message, &field)) {
        if (field.number != SAMPLE_LOCATION && field.number != SAMPLE_VALUE)
            continue;
        while (protobuf_next_number(&field, &n))
            if (!(field.number == SAMPLE_LOCATION ? add_location(pprof, n)
                                                  : add_value(pprof, n)))
                return false;
        if (field.bytes.len)
            return false;
    }
    return !message.len && pprof->n_values == pprof->tables.n_types;
}

static void push(struct pprof *pprof, const uint32_t *functions, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        pprof->functions =
            array_grow(pprof->functions, pprof->n_functions,
                       &pprof->functions_room, sizeof *pprof->functions);
        pprof->functions[pprof->n_functions++] = functions[i];
    }
}

/* Finds the functions of the sample. As in pprof, a function that is to be left
   out stays if there is no other one above it. */
static void find_functions(struct pprof *pprof)
{
    bool has_other = false;
    pprof->n_functions = 0;
    for (uint32_t i = pprof->n_locations; i-- > 0;) {
        struct pprof_inlined inlined =
            pprof_frames_of(&pprof->frames, pprof->locations[i]);
        bool is_whole = inlined.kept == inlined.n;
        bool is_root = !has_other && !inlined.kept;
        push(pprof, inlined.functions, is_root ? inlined.n : inlined.kept);
        has_other |= is_whole;
        if (!is_whole && has_other)
            return;
    }
}

static void add_sample(struct pprof *pprof, struct str message)
{
    struct profile *profile = pprof->profile;
    if (!read_sample(pprof, message)) {
        pprof->damaged++;
        return;
    }
    for (uint32_t t = 0; t < pprof->n_values; t++)
        pprof->counts[t] += pprof->values[t] != 0;
    int64_t value = pprof->values[pprof->event];
    pprof->negative += value < 0;
    pprof->empty += value > 0 && !pprof->n_locations;
    if (value <= 0 || !pprof->n_locations)
        return;
    find_functions(pprof);
    uint32_t context = stacks_add(&pprof->stacks, profile, pprof->functions,
                                  pprof->n_functions, (double)value);
    pprof->added++;
    if (!profile->samples.kept)
        return;
    uint32_t tags = pprof_labels_of(&pprof->labels, &pprof->tables, profile,
                                    message);
    samples_add(&profile->samples, context, pprof->sample_event, tags, UNKNOWN,
                (double)value);
}

static void read_samples(struct pprof *pprof, struct str bytes)
{
    struct protobuf_field field;
    pprof->values = array_new(pprof->tables.n_types, sizeof *pprof->values);
    pprof->counts = array_new(pprof->tables.n_types, sizeof *pprof->counts);
    while (protobuf_next(&bytes, &field))
        if (field.number == PPROF_SAMPLE)
            add_sample(pprof, field.bytes);
}

/* ---- The whole ---- */

/* Is there anything to read? */
static bool check_tables(const struct pprof *pprof, struct str bytes)
{
    const struct pprof_tables *tables = &pprof->tables;
    if (tables->end < bytes.len || pprof->in->cut) {
        if (!tables->n_strings || !tables->n_types)
            return input_error(pprof->in, "the profile is damaged or cut off "
                                          "at byte %zu, before its names",
                               tables->end);
        return true;
    }
    if (!tables->n_types)
        return input_error(pprof->in, "expected a profile of pprof, found no "
                                      "sample types");
    return tables->n_samples ||
           input_error(pprof->in, "this profile has no samples");
}

static void report_damage(const struct pprof *pprof, struct str bytes)
{
    const struct pprof_tables *tables = &pprof->tables;
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
}

/* Is there anything to draw? Says also what is left out. */
static bool check_samples(const struct pprof *pprof, bool asked)
{
    struct arena scratch = { 0 };
    struct str event = pprof->tables.types[pprof->event].name;
    struct str others =
        list_events(pprof, &scratch, "--event=", pprof->event);
    if (pprof->negative)
        diag_warn("%s: %zu of %zu samples have a negative cost and are left "
                  "out; is this the difference of two profiles?",
                  pprof->in->name, pprof->negative, pprof->tables.n_samples);
    if (pprof->empty)
        diag_warn("%s: %zu of %zu samples have no frames and are left out",
                  pprof->in->name, pprof->empty, pprof->tables.n_samples);
    if (!pprof->added)
        diag_error("%s: no sample of event %.*s has frames and a cost%s%s",
                   pprof->in->name, (int)event.len, event.s,
                   others.len ? "; for others: " : "", others.s);
    else if (!asked && others.len)
        diag_note("%s: several events, of which one is drawn: %.*s; for "
                  "others: %s",
                  pprof->in->name, (int)event.len, event.s, others.s);
    arena_free(&scratch);
    return pprof->added > 0;
}

static void set_stats(const struct pprof *pprof)
{
    struct profile *profile = pprof->profile;
    profile->stats.empty_samples = (double)pprof->empty;
    for (uint32_t t = 0; t < pprof->tables.n_types; t++)
        inventory_add_event(&profile->inventory, pprof->tables.types[t].name,
                            (double)pprof->counts[t]);
}

static bool read_profile(struct pprof *pprof, struct str bytes,
                         const struct reader_options *options)
{
    pprof_tables_read(&pprof->tables, bytes);
    pprof_prune_init(&pprof->prune, pprof->tables.drop_frames,
                     pprof->tables.keep_frames, pprof->in->name);
    if (!check_tables(pprof, bytes) || !choose_event(pprof, options))
        return false;
    read_samples(pprof, bytes);
    report_damage(pprof, bytes);
    set_stats(pprof);
    return check_samples(pprof, options->event.len > 0) &&
           pprof_labels_report(&pprof->labels, &pprof->tables, bytes,
                               pprof->in->name);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct pprof pprof = { .in = in, .profile = profile };
    profile->samples.kept = options->keep & (KEEP_EVENTS | KEEP_TAGS);
    pprof.frames = (struct pprof_frames){
        .tables = &pprof.tables,
        .profile = profile,
        .addresses = options->addresses,
        .lines = options->granularity == GRANULARITY_LINE,
        .prune = &pprof.prune,
    };
    pprof_labels_init(&pprof.labels,
                      options->keep & KEEP_TAGS ? options->tags : NULL);
    bool good = read_profile(&pprof, input_all(in), options);
    pprof_tables_free(&pprof.tables);
    pprof_prune_free(&pprof.prune);
    pprof_frames_free(&pprof.frames);
    pprof_labels_free(&pprof.labels);
    stacks_free(&pprof.stacks);
    free(pprof.locations);
    free(pprof.values);
    free(pprof.functions);
    free(pprof.counts);
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
static enum match detect(struct str head, bool complete)
{
    struct protobuf_field field;
    int n = 0;
    bool has_type = false;
    while (!(has_type && n >= ENOUGH_FIELDS) && protobuf_next(&head, &field)) {
        bool is_type = field.number == PPROF_SAMPLE_TYPE ||
                       field.number == PPROF_PERIOD_TYPE;
        if (!is_known(&field) || (is_type && !is_pair(field.bytes)))
            return MATCH_NO;
        has_type |= is_type;
        n++;
    }
    (void)complete;
    return has_type && n >= FEWEST_FIELDS ? MATCH_YES : MATCH_NO;
}

const struct reader reader_pprof = {
    .name = "pprof",
    .aliases = "pb profile.proto",
    .description = "profile.proto of pprof",
    .programs = "Go, Parca, Pyroscope, Datadog, async-profiler's jfrconv",
    .file = "*.pb.gz, *.pprof",
    .is_binary = true,
    .supports = ASK_EVENT | ASK_TAGS | ASK_LINES | ASK_UNRESOLVED |
                ASK_LIST_EVENTS,
    .detect = detect,
    .read = read,
};
