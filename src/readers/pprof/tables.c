#include "readers/pprof/tables.h"

/* ---- Ids ---- */

/* Most profilers number from 1. */
uint32_t pprof_place(const struct pprof_ids *ids, uint64_t id)
{
    if (id - 1 < ids->n && ids->of[id - 1] == id)
        return (uint32_t)(id - 1);
    uint32_t odd = pairs_find_64(&ids->odd, id);
    return odd == NO_ID ? NO_ID : ids->odd_places.of[odd];
}

/* Adds an id. Returns its place, or NO_ID if it is not a new one or the 0 that
   stands for nothing. */
static uint32_t add_id(struct pprof_tables *tables, struct pprof_ids *ids,
                       uint64_t id)
{
    if (id == 0 || ids->n == NO_ID - 1 || pprof_place(ids, id) != NO_ID)
        return NO_ID;
    uint32_t place = (uint32_t)ids->n;
    *PUSH_IN(tables->arena, ids) = id;
    if (id != (uint64_t)place + 1) {
        pairs_add_64(&ids->odd, tables->arena, id);
        *PUSH_IN(tables->arena, &ids->odd_places) = place;
    }
    return place;
}

/* ---- Messages ---- */

/* The most numbered field of a message below that is read. */
enum { MOST_FIELDS = 8 };

struct str pprof_string(const struct pprof_tables *tables, uint64_t place)
{
    return place < tables->strings.n ? tables->strings.of[place] : S("");
}

void pprof_tables_check_string(struct pprof_tables *tables, uint64_t place)
{
    tables->lost_strings += place && place >= tables->strings.n;
}

/* Returns the string of a reference, which is checked. */
static struct str read_string(struct pprof_tables *tables, uint64_t place)
{
    pprof_tables_check_string(tables, place);
    return pprof_string(tables, place);
}

static bool add_mapping(struct pprof_tables *tables, const uint64_t *numbers)
{
    uint32_t place = add_id(tables, &tables->mapping_ids,
                            numbers[PPROF_MAPPING_ID]);
    if (place == NO_ID)
        return false;
    *PUSH_IN(tables->arena, &tables->mappings) = (struct pprof_mapping){
        .start = numbers[PPROF_MAPPING_START],
        .end = numbers[PPROF_MAPPING_END],
        .offset = numbers[PPROF_MAPPING_OFFSET],
        .file = read_string(tables, numbers[PPROF_MAPPING_FILE]),
        .file_string = numbers[PPROF_MAPPING_FILE],
        .build_id = read_string(tables, numbers[PPROF_MAPPING_BUILD_ID]),
    };
    return true;
}

/* The system name, which is that in the program, may be mangled. */
static bool add_function(struct pprof_tables *tables, const uint64_t *numbers)
{
    uint32_t place = add_id(tables, &tables->function_ids,
                            numbers[PPROF_FUNCTION_ID]);
    uint64_t name = numbers[PPROF_FUNCTION_NAME];
    uint64_t system_name = numbers[PPROF_FUNCTION_SYSTEM_NAME];
    uint64_t file = numbers[PPROF_FUNCTION_FILE];
    uint64_t line = numbers[PPROF_FUNCTION_START];
    if (place == NO_ID)
        return false;
    bool has_name = read_string(tables, name).len > 0;
    pprof_tables_check_string(tables, system_name);
    pprof_tables_check_string(tables, file);
    *PUSH_IN(tables->arena, &tables->functions) = (struct pprof_function){
        .name = has_name ? name : system_name,
        .system_name = system_name,
        .file = file,
        .line = (int64_t)line > 0 ? line : 0,
    };
    return true;
}

/* Mappings are added before. */
static bool add_location(struct pprof_tables *tables, const uint64_t *numbers,
                         struct str message)
{
    uint32_t place = add_id(tables, &tables->location_ids,
                            numbers[PPROF_LOCATION_ID]);
    uint64_t mapping = numbers[PPROF_LOCATION_MAPPING];
    if (place == NO_ID)
        return false;
    *PUSH_IN(tables->arena, &tables->locations) = (struct pprof_location){
        .message = message,
        .line_field = PPROF_LOCATION_LINE,
        .n_functions = NO_ID,
        .address = numbers[PPROF_LOCATION_ADDRESS],
        .mapping = pprof_place(&tables->mapping_ids, mapping),
    };
    tables->lost_mappings +=
        mapping && tables->locations.of[place].mapping == NO_ID;
    return true;
}

/* ---- The profile ---- */

/* "samples/count" counts the samples of the event that the type of the period
   names, if that counts something: "cycles/count". */
static void name_samples(struct pprof_tables *tables)
{
    struct pprof_type *samples = NULL;
    struct str event = tables->period_type.name;
    bool is_known = !event.len || !str_eq(tables->period_type.unit, S("count"));
    for (size_t i = 0; i < tables->types.n; i++) {
        struct pprof_type *type = &tables->types.of[i];
        is_known |= str_eq(type->name, event);
        if (str_eq(type->name, S("samples")) && str_eq(type->unit, S("count")))
            samples = type;
    }
    if (is_known || !samples)
        return;
    if (str_eq(tables->default_type, samples->name))
        tables->default_type = event;
    *samples = (struct pprof_type){ event, S("samples") };
}

/* The fields that have to wait until all strings are known. */
struct waiting {
    LIST(struct protobuf_field);
};

/* Reads the strings, counts the samples and collects the other fields. */
static void read_fields(struct pprof_tables *tables, struct waiting *waiting,
                        struct str bytes)
{
    struct str rest = bytes;
    struct protobuf_field field;
    while (protobuf_next(&rest, &field)) {
        if (field.number == PPROF_STRING) {
            *PUSH_IN(tables->arena, &tables->strings) = field.bytes;
        } else if (field.number == PPROF_SAMPLE) {
            tables->n_samples++;
        } else if (field.number <= PPROF_LAST_FIELD) {
            *PUSH(waiting) = field;
        }
    }
    tables->end = bytes.len - rest.len;
}

/* Reads a field that refers to strings only. */
static void read_field(struct pprof_tables *tables,
                       const struct protobuf_field *field)
{
    uint64_t numbers[MOST_FIELDS];
    bool good = true;
    switch (field->number) {
    case PPROF_SAMPLE_TYPE:
        protobuf_numbers(field->bytes, numbers, MOST_FIELDS);
        *PUSH_IN(tables->arena, &tables->types) = (struct pprof_type){
            .name = read_string(tables, numbers[1]),
            .unit = read_string(tables, numbers[2]),
        };
        break;
    case PPROF_MAPPING:
        good = protobuf_numbers(field->bytes, numbers, MOST_FIELDS) &&
               add_mapping(tables, numbers);
        break;
    case PPROF_FUNCTION:
        good = protobuf_numbers(field->bytes, numbers, MOST_FIELDS) &&
               add_function(tables, numbers);
        break;
    case PPROF_DROP_FRAMES:
        tables->drop_frames = read_string(tables, field->value);
        break;
    case PPROF_KEEP_FRAMES:
        tables->keep_frames = read_string(tables, field->value);
        break;
    case PPROF_TIME:
        tables->time = (int64_t)field->value;
        break;
    case PPROF_DURATION:
        tables->duration = (int64_t)field->value;
        break;
    case PPROF_PERIOD_TYPE:
        protobuf_numbers(field->bytes, numbers, MOST_FIELDS);
        tables->period_type = (struct pprof_type){
            .name = read_string(tables, numbers[1]),
            .unit = read_string(tables, numbers[2]),
        };
        break;
    case PPROF_PERIOD:
        tables->period = (double)(int64_t)field->value;
        break;
    case PPROF_COMMENT:
        for (struct protobuf_field rest = *field;
             protobuf_next_number(&rest, &numbers[0]);) {
            struct str comment = read_string(tables, numbers[0]);
            *PUSH_IN(tables->arena, &tables->comments) = comment;
        }
        break;
    case PPROF_DEFAULT_SAMPLE_TYPE:
        tables->default_type = read_string(tables, field->value);
        break;
    default:
        break;
    }
    tables->n_entries += field->number == PPROF_MAPPING ||
                         field->number == PPROF_FUNCTION;
    tables->damaged += !good;
}

void pprof_tables_read(struct pprof_tables *tables, struct arena *arena,
                       struct str bytes)
{
    struct waiting waiting = { 0 };
    uint64_t numbers[MOST_FIELDS];
    *tables = (struct pprof_tables){ .arena = arena,
                                     .drop_frames = S(""),
                                     .keep_frames = S(""),
                                     .default_type = S(""),
                                     .period_type = { S(""), S("") } };
    read_fields(tables, &waiting, bytes);
    for (size_t i = 0; i < waiting.n; i++)
        read_field(tables, &waiting.of[i]);
    for (size_t i = 0; i < waiting.n; i++) {
        struct str message = waiting.of[i].bytes;
        if (waiting.of[i].number != PPROF_LOCATION)
            continue;
        tables->n_entries++;
        tables->damaged += !protobuf_numbers(message, numbers, MOST_FIELDS) ||
                           !add_location(tables, numbers, message);
    }
    name_samples(tables);
    LIST_FREE(&waiting);
}
