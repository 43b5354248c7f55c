#include "readers/pprof/frames.h"

#include <inttypes.h>

#include "readers/frames/run_time.h"
#include "util/diag.h"

/* ---- Pruning ---- */

/* Compiles an expression for whole names. */
static bool compile(struct regexp *regexp, struct str text, const char *field,
                    const char *input)
{
    LOCAL_ARENA(scratch);
    bool good = text.len > 0;
    if (good) {
        struct str whole =
            arena_printf(&scratch, "^(%.*s)$", (int)text.len, text.s);
        good = regexp_compile(regexp, whole.s);
        if (!good)
            diag_warn("%s: %s of the profile is no regular expression and "
                      "drops no frames: %s",
                      input, field, regexp->error);
    }
    return good;
}

void pprof_prune_init(struct pprof_prune *prune, struct str drop,
                      struct str keep, const char *input)
{
    *prune = (struct pprof_prune){ .has_drop = false };
    prune->has_drop = compile(&prune->drop, drop, "drop_frames", input);
    prune->has_keep = prune->has_drop &&
                      compile(&prune->keep, keep, "keep_frames", input);
}

void pprof_prune_free(struct pprof_prune *prune)
{
    regexp_free(&prune->drop);
    regexp_free(&prune->keep);
}

/* Returns the name without the '.' that some machines put before the names of
   code, and without parameters: up to the first '(' that belongs to them. */
static struct str simple_name(struct str name)
{
    str_take(&name, S("."));
    for (size_t at = 0; at < name.len; at++) {
        struct str front = str_head(name, at), rest = str_skip(name, at);
        if (name.s[at] == '(' &&
            !str_starts(rest, S("(anonymous namespace)")) &&
            !(str_ends(front, S("operator")) && str_starts(rest, S("()"))))
            return front;
    }
    return name;
}

bool pprof_prune_drops(struct pprof_prune *prune, struct str name)
{
    if (!prune->has_drop || !name.len)
        return false;
    name = simple_name(name);
    return regexp_matches(&prune->drop, name) &&
           !(prune->has_keep && regexp_matches(&prune->keep, name));
}

/* ---- Frames ---- */

/* The fields of the message Line, which OTLP has as well. */
enum { LINE_FUNCTION = 1, LINE_LINE = 2 };

struct frame_range {
    size_t first;
    uint32_t n; /* 0: not known yet */
    uint32_t kept;
};

static void add_function(struct pprof_frames *frames, uint32_t function)
{
    *PUSH_IN(frames->arena, &frames->functions) = function;
}

/* Adds the functions of a location whose names the profile does not have,
   innermost first. */
static void add_unnamed(struct pprof_frames *frames,
                        const struct pprof_location *location)
{
    struct code_functions functions = code_map_functions_in(
        frames->code, location->mapping, location->address);
    for (uint32_t i = functions.n; i-- > 0;)
        add_function(frames, functions.of[i]);
}

/* Returns the text of the profile that a string is. Many functions may have the
   same long name, which is looked up once. */
static uint32_t text_of(struct pprof_frames *frames, uint64_t string)
{
    const struct pprof_tables *tables = frames->tables;
    if (string >= tables->strings.n)
        return 0;
    if (!frames->texts)
        frames->texts = NEW_N(frames->arena, uint32_t, tables->strings.n);
    if (!frames->texts[string]) {
        LOCAL_BUF(plain);
        frames->texts[string] =
            profile_text_id(frames->profile,
                            run_time_name(tables->strings.of[string], &plain)) +
            1;
    }
    return frames->texts[string] - 1;
}

/* A function without a name is called after its module, and "[unknown]" in its
   program (output/pprof.c). */
static bool is_unresolved(const struct pprof_tables *tables,
                          const struct pprof_function *from)
{
    return str_starts(pprof_string(tables, from->system_name), UNRESOLVED);
}

/* Returns the text of a tag, which this program writes behind the name that the
   function has in its program: "walk #7:3". Says whether the name is none:
   "prog+0x10 (no symbol)". */
static uint32_t tag_of(struct pprof_frames *frames,
                       const struct pprof_function *from, bool *nameless)
{
    const struct pprof_tables *tables = frames->tables;
    struct str tag = pprof_string(tables, from->system_name), none;
    *nameless = false;
    if (from->system_name == from->name ||
        !str_take(&tag, is_unresolved(tables, from)
                            ? UNRESOLVED
                            : pprof_string(tables, from->name)))
        return 0;
    *nameless = str_ends(tag, S(PPROF_NO_SYMBOL));
    if (*nameless)
        str_cut_last(tag, S(PPROF_NO_SYMBOL), &tag, &none);
    return str_take(&tag, S(" #")) ? profile_text_id(frames->profile, tag) : 0;
}

/* A function whose first line the profile does not tell has the smallest line
   that ran. */
static uint32_t resolved(struct pprof_frames *frames, uint32_t module,
                         const struct pprof_function *from, uint64_t line)
{
    LOCAL_ARENA(scratch);
    struct identity_ids is = { .name = is_unresolved(frames->tables, from)
                                           ? profile_text_id(frames->profile,
                                                             UNRESOLVED)
                                           : text_of(frames, from->name),
                               .module = module,
                               .file = text_of(frames, from->file) };
    bool is_line = frames->lines && line;
    uint64_t first = from->line && !is_line ? from->line : line;
    bool nameless;
    uint32_t tag = tag_of(frames, from, &nameless);
    if (is_line)
        is.tag = profile_text_id(frames->profile,
                                 arena_printf(&scratch, "%" PRIu64, line));
    else
        is.tag = tag;
    uint32_t id = profile_function_of_ids(frames->profile, is);
    struct function *function = &frames->profile->functions[id];
    function->nameless |= nameless;
    function->is_line = is_line;
    if (first && (!function->line || first < function->line))
        function->line = first;
    if (from->line && (!function->start || from->line < function->start))
        function->start = from->line;
    return id;
}

/* Reads a message Line and adds its function. */
static void add_line(struct pprof_frames *frames,
                     const struct pprof_location *location, struct str message)
{
    const struct pprof_tables *tables = frames->tables;
    struct protobuf_field field;
    uint64_t function = 0, line = 0;
    while (protobuf_next(&message, &field)) {
        if (field.number == LINE_FUNCTION)
            function = field.value;
        else if (field.number == LINE_LINE)
            line = (int64_t)field.value > 0 ? field.value : 0;
    }
    uint32_t place = location->n_functions == NO_ID
                         ? pprof_place(&tables->function_ids, function)
                     : function < location->n_functions
                         ? location->first_function + (uint32_t)function
                         : NO_ID;
    frames->lost_functions += message.len || (function && place == NO_ID);
    uint32_t module = 0;
    if (location->mapping != NO_ID)
        module =
            text_of(frames, tables->mappings.of[location->mapping].file_string);
    if (place == NO_ID || !text_of(frames, tables->functions.of[place].name))
        add_unnamed(frames, location);
    else
        add_function(frames, resolved(frames, module,
                                      &tables->functions.of[place], line));
}

/* Counts the functions before the first that is to be left out. */
static uint32_t count_kept(struct pprof_frames *frames,
                           const struct frame_range *range)
{
    uint32_t kept = 0;
    for (; kept < range->n; kept++) {
        uint32_t id = frames->functions.of[range->first + kept];
        if (pprof_prune_drops(frames->prune,
                              frames->profile->functions[id].is.name))
            break;
    }
    return kept;
}

static void read_location(struct pprof_frames *frames,
                          const struct pprof_location *location,
                          struct frame_range *range)
{
    struct str message = location->message;
    struct protobuf_field field;
    range->first = frames->functions.n;
    while (protobuf_next(&message, &field))
        if (field.number == location->line_field &&
            field.type == PROTOBUF_BYTES)
            add_line(frames, location, field.bytes);
    if (frames->functions.n == range->first)
        add_unnamed(frames, location);
    range->n = (uint32_t)(frames->functions.n - range->first);
    frames->budget.stored += range->n;
    frames->profile->has_inlines |= range->n > 1;
    array_reverse(&frames->functions.of[range->first], range->n);
    range->kept = count_kept(frames, range);
}

struct pprof_inlined pprof_frames_of(struct pprof_frames *frames,
                                     uint32_t location)
{
    const struct pprof_tables *tables = frames->tables;
    if (!frames->ranges)
        frames->ranges =
            NEW_N(frames->arena, struct frame_range, tables->locations.n);
    struct frame_range *range = &frames->ranges[location];
    if (!range->n)
        read_location(frames, &tables->locations.of[location], range);
    const uint32_t *functions = frames->functions.of + range->first;
    if (inline_budget_allows(&frames->budget, range->n))
        return (struct pprof_inlined){ functions, range->n, range->kept };
    frames->ends[0] = functions[0];
    frames->ends[1] = functions[range->n - 1];
    uint32_t kept = range->kept == range->n ? 2 : range->kept > 0;
    return (struct pprof_inlined){ frames->ends, 2, kept };
}

void pprof_frames_map(struct pprof_frames *frames)
{
    for (size_t i = 0; i < frames->tables->mappings.n; i++) {
        const struct pprof_mapping *mapping = &frames->tables->mappings.of[i];
        code_map_add(frames->code,
                     (struct code_mapping){ .start = mapping->start,
                                            .end = mapping->end,
                                            .offset = mapping->offset,
                                            .path = mapping->file },
                     mapping->build_id);
    }
}
