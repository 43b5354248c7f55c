/*
 * profile.proto of pprof, as readers/pprof/pprof.c reads it. Equal profiles
 * give equal bytes, whatever the order in which files were added up: strings,
 * functions, locations and samples are sorted by what they say, and gzip has no
 * time. Values are whole numbers (pipeline/exchange.h).
 *
 * Each event is a sample type. One that counts samples is "samples/count", as
 * Go writes it and its compiler expects it, and the type of the period names
 * the event; if there are several, they are "NAME/samples". A location is a
 * function of a module, or one line of it. Nothing has an address, so mappings
 * have none, either. Modules of which the inputs have several builds have a
 * mapping without build id, and one for each build that no location refers to,
 * so that the builds can be told when the profile is added to others.
 */
#include <zlib.h>

#include "filter/order.h"
#include "graph/stack_walk.h"
#include "output/whole.h"
#include "output/writer.h"
#include "util/array.h"
#include "util/diag.h"
#include "util/map.h"
#include "util/memory.h"
#include "util/text/pprof_fields.h"
#include "util/text/protobuf.h"

/* A sample type. */
struct column {
    struct str type, unit;
    struct str event; /* of the profile's samples */
};

struct mapping {
    struct str file, build_id;
};

/* By function of the profile. */
struct place {
    uint32_t location; /* its id; 0: the function is on no stack with cost */
    struct str name, system_name;
    uint64_t start;    /* the first line of the function; 0: not known */
    uint32_t mapping;  /* its id; 0: none */
    uint32_t function; /* an index of `functions` */
};

struct pprof {
    const struct profile *profile;
    struct arena arena;
    LIST(struct column) columns;
    uint32_t *column_of;           /* by event of the samples */
    LIST(struct mapping) mappings; /* the id is the index + 1 */
    uint32_t *row;      /* by context: 1 + its first row of the samples that has
                           a cost, or 0 */
    uint32_t *next_row; /* by such a row: the same for the row after it */
    uint32_t *order, *rank; /* of order_functions */
    struct place *places;
    LIST(uint32_t)
    functions; /* the first function of the profile of each
                  function of pprof, whose id is the index + 1 */
    LIST(struct str) comments;
    struct strings strings;
    uint32_t *string_of; /* by id of `strings`: its number in the table */
    struct str *sorted;  /* by that number */
    struct buf text;     /* not compressed yet */
    struct buf *out;
    z_stream deflate;
};

/* ---- Compression ---- */

/* Compresses the text. */
static void flush(struct pprof *p, int how)
{
    enum { STEP = 1 << 16 };
    p->deflate.next_in = (unsigned char *)p->text.data;
    p->deflate.avail_in = (unsigned)p->text.len;
    int status;
    do {
        p->deflate.next_out = (unsigned char *)buf_reserve(p->out, STEP);
        p->deflate.avail_out = STEP;
        status = deflate(&p->deflate, how);
        p->out->len += STEP - p->deflate.avail_out;
    } while (p->deflate.avail_out == 0 || (how == Z_FINISH && status == Z_OK));
    p->text.len = 0;
}

/* Adds a message, or a text, to the profile. */
static void put(struct pprof *p, uint64_t field, struct str message)
{
    enum { MUCH = 1 << 18 };
    protobuf_put_bytes(&p->text, field, message);
    if (p->text.len >= MUCH)
        flush(p, Z_NO_FLUSH);
}

/* ---- Strings ---- */

static void add_string(struct pprof *p, struct str text)
{
    strings_add(&p->strings, &p->arena, text);
}

/* Returns the number of a text in the table of strings. */
static uint32_t number_of(const struct pprof *p, struct str text)
{
    return p->string_of[strings_find(&p->strings, text)];
}

/* Numbers the strings, of which "" comes first. */
static void sort_strings(struct pprof *p)
{
    uint32_t n = p->strings.n;
    p->sorted = NEW_N(&p->arena, struct str, n);
    p->string_of = NEW_N(&p->arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        p->sorted[i] = p->strings.texts[i];
    SORT(p->sorted, n, str_order);
    for (uint32_t i = 0; i < n; i++)
        p->string_of[strings_find(&p->strings, p->sorted[i])] = i;
}

/* ---- What has cost ---- */

/* Links the rows of each context. Most contexts have none. */
static void find_rows(struct pprof *p)
{
    const struct samples *samples = &p->profile->samples;
    p->row = NEW_N(&p->arena, uint32_t, p->profile->n_contexts);
    p->next_row = NEW_N(&p->arena, uint32_t, samples->n_rows);
    for (uint32_t i = samples->n_rows; i-- > 0;) {
        uint32_t *first = &p->row[samples->rows[i].context];
        if (samples->rows[i].cost <= 0)
            continue;
        p->next_row[i] = *first;
        *first = i + 1;
    }
}

/* Numbers the functions that are on the stack of some cost: a reader drops
   stacks without one, so others would be gone when the file is read and written
   again. */
static void find_places(struct pprof *p)
{
    const struct profile *profile = p->profile;
    LOCAL_ARENA(scratch);
    bool *has_cost = NEW_N(&scratch, bool, profile->n_contexts);
    uint32_t n = 0;
    p->rank = NEW_N(&p->arena, uint32_t, profile->n_functions);
    p->order = order_functions(&p->arena, profile, p->rank);
    p->places = NEW_N(&p->arena, struct place, profile->n_functions);
    for (uint32_t c = profile->n_contexts; c-- > 0;) {
        const struct context *context = &profile->contexts[c];
        if (!has_cost[c] && !p->row[c])
            continue;
        p->places[context->function].location = 1;
        if (context->parent != NO_ID)
            has_cost[context->parent] = true;
    }
    for (uint32_t i = 0; i < profile->n_functions; i++)
        if (p->places[p->order[i]].location)
            p->places[p->order[i]].location = ++n;
}

/* ---- Sample types ---- */

/* Events without a name get that of what they count. */
static struct column column_of(const struct sample_event *event)
{
    bool is_number = str_eq(event->unit, S("samples"));
    struct str type = event->name;
    if (!type.len)
        type = str_eq(event->unit, S("nanoseconds")) ? S("time")
               : str_eq(event->unit, S("bytes"))     ? S("space")
                                                     : event->unit;
    bool is_count = str_eq(type, event->unit);
    return (struct column){ .type = type,
                            .unit = is_count    ? S("count")
                                    : is_number ? S("samples")
                                                : event->unit,
                            .event = event->name };
}

static int by_type(const void *a, const void *b)
{
    const struct column *left = a, *right = b;
    int order = str_cmp(left->type, right->type);
    return order ? order : str_cmp(left->unit, right->unit);
}

/* Finds the column of the event that counts samples, if there is only one. */
static struct column *only_number(struct pprof *p)
{
    struct column *found = NULL;
    for (size_t i = 0; i < p->columns.n; i++) {
        struct column *column = &p->columns.of[i];
        if (str_eq(column->type, S("samples")))
            return NULL;
        if (!str_eq(column->unit, S("samples")))
            continue;
        if (found)
            return NULL;
        found = column;
    }
    return found;
}

static uint32_t find_column(const struct pprof *p, const struct column *wanted)
{
    uint32_t i = 0;
    while (by_type(&p->columns.of[i], wanted) != 0)
        i++;
    return i;
}

/* Fills the columns. Returns false after a message if an event has two
   units. */
static bool find_columns(struct pprof *p)
{
    const struct samples *samples = &p->profile->samples;
    size_t n = 0;
    for (uint32_t e = 0; e < samples->n_events; e++)
        *PUSH_IN(&p->arena, &p->columns) = column_of(&samples->events[e]);
    SORT(p->columns.of, p->columns.n, by_type);
    for (size_t i = 0; i < p->columns.n; i++) {
        struct column *column = &p->columns.of[i];
        if (n && by_type(&p->columns.of[n - 1], column) == 0)
            continue;
        if (n && str_eq(p->columns.of[n - 1].type, column->type))
            return diag_error("-T pprof: %s is counted in %s and in %s; choose "
                              "one event with --event, or write files apart",
                              column->type.s, p->columns.of[n - 1].unit.s,
                              column->unit.s);
        p->columns.of[n++] = *column;
    }
    p->columns.n = n;
    p->column_of = NEW_N(&p->arena, uint32_t, samples->n_events);
    for (uint32_t e = 0; e < samples->n_events; e++) {
        struct column wanted = column_of(&samples->events[e]);
        p->column_of[e] = find_column(p, &wanted);
    }
    return true;
}

/* Values are int64 in the format, and so are the sums in pprof. Returns false
   after a message if some are larger. */
static bool check_sums(struct pprof *p)
{
    const struct samples *samples = &p->profile->samples;
    double *sums = NEW_N(&p->arena, double, p->columns.n);
    for (uint32_t i = 0; i < samples->n_rows; i++)
        sums[p->column_of[samples->rows[i].event]] += samples->rows[i].cost;
    for (size_t i = 0; i < p->columns.n; i++)
        if (!whole_fits("pprof", sums[i], p->columns.of[i].type))
            return false;
    return true;
}

static void put_pair(struct pprof *p, uint64_t field, struct str type,
                     struct str unit)
{
    LOCAL_BUF(message);
    protobuf_put_number(&message, 1, number_of(p, type));
    protobuf_put_number(&message, 2, number_of(p, unit));
    put(p, field, buf_text(&message));
}

/* ---- Mappings ---- */

/* Memory that is no file, "[kernel.kallsyms]", comes last, because pprof takes
   the first mapping for the program. */
static int by_file(const void *a, const void *b)
{
    const struct mapping *left = a, *right = b;
    bool in_memory[] = { str_starts(left->file, S("[")),
                         str_starts(right->file, S("[")) };
    if (in_memory[0] != in_memory[1])
        return in_memory[0] - in_memory[1];
    int order = str_cmp(left->file, right->file);
    return order ? order : str_cmp(left->build_id, right->build_id);
}

/* Adds the modules of functions, each with its build id if there is only one.
   Stores by function the id of its mapping. */
static void find_mappings(struct pprof *p)
{
    const struct profile *profile = p->profile;
    const struct strings *builds = &profile->inventory.builds;
    struct strings modules = { 0 };
    struct str file, build_id;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (p->places[f].location)
            strings_add(&modules, &p->arena, profile->functions[f].is.module);
    uint32_t *n_builds = NEW_N(&p->arena, uint32_t, modules.n);
    struct str *build_of = NEW_N(&p->arena, struct str, modules.n);
    for (uint32_t i = 0; i < builds->n; i++) {
        str_cut_last(builds->texts[i], S("\t"), &file, &build_id);
        uint32_t module = strings_find(&modules, file);
        if (module == NO_ID)
            continue;
        *PUSH_IN(&p->arena, &p->mappings) = (struct mapping){ file, build_id };
        build_of[module] = build_id;
        n_builds[module]++;
    }
    for (uint32_t m = 0; m < modules.n; m++)
        if (modules.texts[m].len && n_builds[m] != 1)
            *PUSH_IN(&p->arena, &p->mappings) =
                (struct mapping){ modules.texts[m], S("") };
    SORT(p->mappings.of, p->mappings.n, by_file);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        if (!p->places[f].location)
            continue;
        uint32_t m = strings_find(&modules, profile->functions[f].is.module);
        struct mapping wanted = { modules.texts[m],
                                  n_builds[m] == 1 ? build_of[m] : S("") };
        if (wanted.file.len)
            p->places[f].mapping =
                1 + (uint32_t)array_count_before(p->mappings.of, p->mappings.n,
                                                 sizeof *p->mappings.of,
                                                 &wanted, by_file);
    }
}

static void put_mappings(struct pprof *p)
{
    LOCAL_BUF(message);
    for (size_t i = 0; i < p->mappings.n; i++) {
        message.len = 0;
        protobuf_put_number(&message, PPROF_MAPPING_ID, i + 1);
        protobuf_put_number(&message, PPROF_MAPPING_FILE,
                            number_of(p, p->mappings.of[i].file));
        protobuf_put_number(&message, PPROF_MAPPING_BUILD_ID,
                            number_of(p, p->mappings.of[i].build_id));
        for (uint64_t flag = PPROF_MAPPING_HAS_FUNCTIONS;
             flag <= PPROF_MAPPING_LAST_FLAG; flag++)
            protobuf_put_number(&message, flag, 1);
        put(p, PPROF_MAPPING, buf_text(&message));
    }
}

/* ---- Functions and locations ---- */

/* Functions without a name are called after their module, "[libc.so.6]", so
   that those of two modules are not added up. pprof does so as well. */
static struct str name_of(struct arena *arena, const struct function *function)
{
    struct str name = function->is.name, module = function->is.module;
    if (name.len && !str_eq(name, UNRESOLVED))
        return name;
    if (!module.len)
        return UNRESOLVED;
    module = str_basename(module);
    return arena_printf(arena, "[%.*s]", (int)module.len, module.s);
}

/* The name in the program ends in what tells functions apart but their lines,
   and says of a name that a reader made up that it is none. */
static struct str system_name_of(struct arena *arena,
                                 const struct function *function)
{
    struct str name = function->is.name.len ? function->is.name : UNRESOLVED;
    struct str tag = function->is_line ? S("") : function->is.tag;
    const char *end =
        function->nameless && !str_eq(name, UNRESOLVED) ? PPROF_NO_SYMBOL : "";
    if (!tag.len && !*end)
        return name;
    return arena_printf(arena, "%.*s%s%.*s%s", (int)name.len, name.s,
                        tag.len ? " #" : "", (int)tag.len, tag.s, end);
}

/* Lines become functions of pprof: those with the same names, file and first
   line are one. */
static void find_functions(struct pprof *p)
{
    const struct profile *profile = p->profile;
    struct strings texts = { 0 };
    struct pairs names = { 0 }, files = { 0 }, ids = { 0 };
    for (uint32_t i = 0; i < profile->n_functions; i++) {
        uint32_t f = p->order[i];
        const struct function *function = &profile->functions[f];
        struct place *place = &p->places[f];
        if (!place->location)
            continue;
        place->name = name_of(&p->arena, function);
        place->system_name = system_name_of(&p->arena, function);
        place->start = function->is_line ? function->start : function->line;
        uint32_t name = pairs_add_in(
            &names, &p->arena, strings_add(&texts, &p->arena, place->name),
            strings_add(&texts, &p->arena, place->system_name));
        uint32_t file =
            pairs_add_in(&files, &p->arena,
                         strings_add(&texts, &p->arena, function->is.file),
                         (uint32_t)place->start);
        place->function = pairs_add_in(&ids, &p->arena, name, file);
        if (place->function == p->functions.n)
            *PUSH_IN(&p->arena, &p->functions) = f;
    }
}

static void put_functions(struct pprof *p)
{
    LOCAL_BUF(message);
    for (size_t i = 0; i < p->functions.n; i++) {
        uint32_t f = p->functions.of[i];
        struct str file = p->profile->functions[f].is.file;
        message.len = 0;
        protobuf_put_number(&message, PPROF_FUNCTION_ID, i + 1);
        protobuf_put_number(&message, PPROF_FUNCTION_NAME,
                            number_of(p, p->places[f].name));
        protobuf_put_number(&message, PPROF_FUNCTION_SYSTEM_NAME,
                            number_of(p, p->places[f].system_name));
        protobuf_put_number(&message, PPROF_FUNCTION_FILE, number_of(p, file));
        protobuf_put_number(&message, PPROF_FUNCTION_START,
                            p->places[f].start);
        put(p, PPROF_FUNCTION, buf_text(&message));
    }
}

static void put_locations(struct pprof *p)
{
    LOCAL_BUF(message);
    LOCAL_BUF(line);
    for (uint32_t i = 0; i < p->profile->n_functions; i++) {
        uint32_t f = p->order[i];
        const struct function *function = &p->profile->functions[f];
        const struct place *place = &p->places[f];
        if (!place->location)
            continue;
        message.len = line.len = 0;
        protobuf_put_number(&line, PPROF_LINE_FUNCTION, place->function + 1);
        if (function->is_line)
            protobuf_put_number(&line, PPROF_LINE_NUMBER, function->line);
        protobuf_put_number(&message, PPROF_LOCATION_ID, place->location);
        protobuf_put_number(&message, PPROF_LOCATION_MAPPING, place->mapping);
        protobuf_put_bytes(&message, PPROF_LOCATION_LINE, buf_text(&line));
        put(p, PPROF_LOCATION, buf_text(&message));
    }
}

/* ---- Samples ---- */

static int compare_tags(const struct sample_tags *a,
                        const struct sample_tags *b)
{
    for (uint32_t i = 0; i < a->n && i < b->n; i++) {
        int order = str_cmp(a->tags[i].key, b->tags[i].key);
        order = order ? order : str_cmp(a->tags[i].value, b->tags[i].value);
        if (order)
            return order;
    }
    return COMPARE(a->n, b->n);
}

static int by_tags(const void *a, const void *b)
{
    return compare_tags(*(const struct sample_tags *const *)a,
                        *(const struct sample_tags *const *)b);
}

/* Returns the rank of each set of tags; 0 is that of no tags. */
static uint32_t *rank_tags(struct pprof *p)
{
    const struct samples *samples = &p->profile->samples;
    const struct sample_tags **sorted =
        NEW_N(&p->arena, const struct sample_tags *, samples->n_tag_sets);
    uint32_t *rank = NEW_N(&p->arena, uint32_t, samples->n_tag_sets);
    for (uint32_t t = 0; t < samples->n_tag_sets; t++)
        sorted[t] = &samples->tag_sets[t];
    SORT(sorted, samples->n_tag_sets, by_tags);
    for (uint32_t t = 0; t < samples->n_tag_sets; t++)
        rank[sorted[t] - samples->tag_sets] = t + 1;
    return rank;
}

/* The rows of one context, sorted by their tags. */
struct ranked_row {
    uint32_t rank;
    const struct sample_row *row;
};

static int by_rank(const void *a, const void *b)
{
    uint32_t left = ((const struct ranked_row *)a)->rank;
    uint32_t right = ((const struct ranked_row *)b)->rank;
    return COMPARE(left, right);
}

/* Scratch memory of put_samples. */
struct sample_writer {
    struct buf message, stack, values, label;
    LIST(uint32_t)
    path; /* the location of each context of the stack, outermost
             first */
    LIST(struct ranked_row) rows; /* of the context */
    double *sums;                 /* by column */
};

static void put_labels(struct pprof *p, struct sample_writer *w, uint32_t tags)
{
    const struct sample_tags *set = &p->profile->samples.tag_sets[tags];
    for (uint32_t i = 0; i < set->n; i++) {
        w->label.len = 0;
        protobuf_put_number(&w->label, PPROF_LABEL_KEY,
                            number_of(p, set->tags[i].key));
        protobuf_put_number(&w->label, PPROF_LABEL_TEXT,
                            number_of(p, set->tags[i].value));
        protobuf_put_bytes(&w->message, PPROF_SAMPLE_LABEL,
                           buf_text(&w->label));
    }
}

/* Adds the sample of some rows of a context, whose stack is known. They have
   the same tags. */
static void put_sample(struct pprof *p, struct sample_writer *w,
                       const struct ranked_row *rows, uint32_t n)
{
    for (size_t i = 0; i < p->columns.n; i++)
        w->sums[i] = 0;
    for (uint32_t i = 0; i < n; i++)
        w->sums[p->column_of[rows[i].row->event]] += rows[i].row->cost;
    w->message.len = w->values.len = 0;
    for (size_t i = 0; i < p->columns.n; i++)
        protobuf_put_varint(&w->values, (uint64_t)w->sums[i]);
    protobuf_put_bytes(&w->message, PPROF_SAMPLE_LOCATION, buf_text(&w->stack));
    protobuf_put_bytes(&w->message, PPROF_SAMPLE_VALUE, buf_text(&w->values));
    if (rows->row->tags != NO_ID)
        put_labels(p, w, rows->row->tags);
    put(p, PPROF_SAMPLE, buf_text(&w->message));
}

/* Adds the samples of a context, one for each set of tags. Its stack is the
   path up to `depth`. */
static void put_context(struct pprof *p, struct sample_writer *w,
                        uint32_t context, uint32_t depth, const uint32_t *rank)
{
    w->rows.n = w->stack.len = 0;
    for (uint32_t i = p->row[context]; i; i = p->next_row[i - 1]) {
        const struct sample_row *row = &p->profile->samples.rows[i - 1];
        *PUSH(&w->rows) =
            (struct ranked_row){ row->tags == NO_ID ? 0 : rank[row->tags],
                                 row };
    }
    if (w->rows.n > 1)
        SORT(w->rows.of, w->rows.n, by_rank);
    for (uint32_t i = depth + 1; i-- > 0;)
        protobuf_put_varint(&w->stack, w->path.of[i]);
    for (uint32_t i = 0, end; i < w->rows.n; i = end) {
        end = i + 1;
        while (end < w->rows.n && w->rows.of[end].rank == w->rows.of[i].rank)
            end++;
        put_sample(p, w, &w->rows.of[i], end - i);
    }
}

static void put_samples(struct pprof *p)
{
    const struct profile *profile = p->profile;
    const uint32_t *rank = rank_tags(p);
    struct sample_writer w = {
        .sums = NEW_N(&p->arena, double, p->columns.n),
    };
    struct stack_walk walk = stack_walk_start(profile, p->rank);
    while (stack_walk_next(&walk)) {
        *REACH(&w.path, walk.depth) =
            p->places[profile->contexts[walk.at].function].location;
        if (p->row[walk.at])
            put_context(p, &w, walk.at, walk.depth, rank);
    }
    stack_walk_free(&walk);
    LIST_FREE(&w.path);
    LIST_FREE(&w.rows);
    buf_free(&w.message);
    buf_free(&w.stack);
    buf_free(&w.values);
    buf_free(&w.label);
}

/* ---- The profile ---- */

static void find_comments(struct pprof *p, const struct report *report)
{
    const struct strings *given = &p->profile->inventory.comments;
    for (uint32_t i = 0; i < given->n; i++)
        *PUSH_IN(&p->arena, &p->comments) = given->texts[i];
    for (size_t i = 0; i < input_stats_texts(); i++) {
        struct str text =
            input_stats_text(&p->arena, &report->quality->stats, i);
        if (text.len)
            *PUSH_IN(&p->arena, &p->comments) = text;
    }
    SORT(p->comments.of, p->comments.n, str_order);
}

/* Collects all texts, whose numbers other messages need. */
static void add_strings(struct pprof *p)
{
    const struct profile *profile = p->profile;
    const struct samples *samples = &profile->samples;
    add_string(p, S(""));
    add_string(p, S("samples"));
    add_string(p, S("count"));
    for (size_t i = 0; i < p->columns.n; i++) {
        add_string(p, p->columns.of[i].type);
        add_string(p, p->columns.of[i].unit);
        add_string(p, p->columns.of[i].event);
    }
    for (size_t i = 0; i < p->mappings.n; i++) {
        add_string(p, p->mappings.of[i].file);
        add_string(p, p->mappings.of[i].build_id);
    }
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        if (!p->places[f].location)
            continue;
        add_string(p, p->places[f].name);
        add_string(p, p->places[f].system_name);
        add_string(p, profile->functions[f].is.file);
    }
    for (uint32_t t = 0; t < samples->n_tag_sets; t++)
        for (uint32_t i = 0; i < samples->tag_sets[t].n; i++) {
            add_string(p, samples->tag_sets[t].tags[i].key);
            add_string(p, samples->tag_sets[t].tags[i].value);
        }
    for (size_t i = 0; i < p->comments.n; i++)
        add_string(p, p->comments.of[i]);
}

/* Adds the sample types, the type of the period, and which type pprof shows. */
static void put_types(struct pprof *p)
{
    struct column *number = only_number(p);
    const struct column *shown = NULL;
    if (number) {
        number->type = S("samples");
        number->unit = S("count");
        if (number->event.len)
            put_pair(p, PPROF_PERIOD_TYPE, number->event, S("count"));
    }
    for (size_t i = 0; i < p->columns.n; i++) {
        const struct column *column = &p->columns.of[i];
        put_pair(p, PPROF_SAMPLE_TYPE, column->type, column->unit);
        if (str_eq(column->event, p->profile->event))
            shown = column;
    }
    if (shown)
        protobuf_put_number(&p->text, PPROF_DEFAULT_SAMPLE_TYPE,
                            number_of(p, shown->type));
}

static void put_facts(struct pprof *p)
{
    const struct inventory *inventory = &p->profile->inventory;
    protobuf_put_number(&p->text, PPROF_TIME, (uint64_t)inventory->begin);
    protobuf_put_number(&p->text, PPROF_DURATION,
                        (uint64_t)inventory->duration);
    for (size_t i = 0; i < p->comments.n; i++)
        protobuf_put_number(&p->text, PPROF_COMMENT,
                            number_of(p, p->comments.of[i]));
}

/* The bits of a window, and those that ask for gzip. */
enum { WINDOW = MAX_WBITS + 16, MEMORY_LEVEL = 8 };

static void put_profile(struct pprof *p, const struct report *report)
{
    find_rows(p);
    find_places(p);
    find_mappings(p);
    find_functions(p);
    find_comments(p, report);
    add_strings(p);
    sort_strings(p);
    if (deflateInit2(&p->deflate, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW,
                     MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        memory_checked(NULL);
    put_types(p);
    put_mappings(p);
    put_functions(p);
    put_locations(p);
    put_samples(p);
    for (uint32_t i = 0; i < p->strings.n; i++)
        put(p, PPROF_STRING, p->sorted[i]);
    put_facts(p);
    flush(p, Z_FINISH);
    deflateEnd(&p->deflate);
    buf_free(&p->text);
}

/* Reports a tag that no sample has. Returns false. */
static bool check_tags(const struct report *report)
{
    const struct samples *samples = &report->profile->samples;
    LOCAL_ARENA(scratch);
    struct str rest = arena_printf(&scratch, "%s,",
                                   report->tags ? report->tags : ""),
               key;
    bool good = true;
    while (good && str_cut(rest, S(","), &key, &rest) && key.len) {
        bool found = false;
        for (uint32_t t = 0; t < samples->n_tag_sets; t++)
            for (uint32_t i = 0; i < samples->tag_sets[t].n; i++)
                found |= str_eq(samples->tag_sets[t].tags[i].key, key);
        if (!found)
            good = diag_error("--tags: no sample has the tag %.*s",
                              (int)key.len, key.s);
    }
    return good;
}

static bool write_pprof(struct buf *out, const struct report *report)
{
    struct pprof p = { .profile = report->profile, .out = out };
    if (p.profile->kind == FROM_CALLS)
        return diag_error("-T pprof needs stacks, and %s input has calls, from "
                          "which nobody can tell the stacks; -T callgrind and "
                          "-T edges write calls",
                          report->format);
    bool good = check_tags(report) && find_columns(&p) && check_sums(&p);
    if (good)
        put_profile(&p, report);
    arena_free(&p.arena);
    return good;
}

const struct writer writer_pprof = {
    .name = "pprof",
    .ending = "pb.gz",
    .description = "profile.proto of pprof, if the profile has stacks",
    .is_binary = true,
    .kind = WRITES_PROFILE,
    .exchanges = true,
    .is_stored = true,
    .write = write_pprof,
};
