#include "output/html/source.h"

#include <inttypes.h>

#include "util/diag.h"
#include "util/files/folder.h"
#include "util/ranked.h"
#include "util/text/number.h"
#include "util/text/utf8.h"

/* A file that was sought. */
struct html_file {
    struct folder_file file;
    const char *why; /* NULL: it was read */
};

/* Holds what is known of one function. */
struct listing {
    struct html_source *source;
    const struct html_source_of *of;
    const struct source_routine *routine; /* or NULL */
    const struct html_file *file;         /* or NULL */
    double elsewhere; /* self cost in lines of other files */
    uint64_t first;   /* line; 0: not known */
    uint64_t n_lines; /* in the file */
};

static int compare_identities(const struct identity *a,
                              const struct identity *b)
{
    int order = str_cmp(a->name, b->name);
    order = order ? order : str_cmp(a->module, b->module);
    return order ? order : str_cmp(a->file, b->file);
}

static int by_identity(const void *routine, const void *is)
{
    return compare_identities(
        &((const struct source_routine *)routine)->function->is, is);
}

void html_source_open(struct html_source *source, struct arena *arena,
                      const struct report *report, uint64_t around)
{
    const struct report *lines = report->lines;
    *source = (struct html_source){ .arena = arena,
                                    .report = report,
                                    .around = around };
    if (!lines)
        return;
    uint32_t n = lines->profile->n_functions;
    struct ranked *all = NEW_N(arena, struct ranked, n);
    for (uint32_t f = 0; f < n; f++)
        all[f].id = f;
    source->routines = source_routines_of(arena, lines, all, n);
    source->instructions = instructions_of(arena, lines);
}

/* ---- What is shown ---- */

static const struct html_file *find_file(struct html_source *source,
                                         struct str path)
{
    const char *folder = source->report->look->source;
    if (!folder || !path.len)
        return NULL;
    uint32_t n = source->paths.n;
    uint32_t id = strings_add(&source->paths, source->arena, path);
    if (id == n) {
        struct html_file file = { .file = { .changed = 0 } };
        file.why = folder_read(source->arena, folder, path, &file.file);
        *PUSH_IN(source->arena, &source->files) = file;
    }
    return &source->files.of[id];
}

/* Finds the lines of the function, and what its lines in other files cost. */
static void find_routine(struct listing *listing)
{
    const struct source_routines *routines = &listing->source->routines;
    struct identity key = listing->of->is;
    key.file = S("");
    size_t at = array_count_before(routines->of, routines->n,
                                   sizeof *routines->of, &key, by_identity);
    for (; at < routines->n; at++) {
        const struct source_routine *routine = &routines->of[at];
        const struct identity *is = &routine->function->is;
        if (!str_eq(is->name, key.name) || !str_eq(is->module, key.module))
            break;
        if (str_eq(is->file, listing->of->is.file))
            listing->routine = routine;
        else
            listing->elsewhere += routine->self;
    }
}

static uint32_t n_lines(const struct listing *listing)
{
    return listing->routine ? listing->routine->n : 0;
}

/* Returns line i of those that have cost or begin the function. */
static uint64_t line_at(const struct listing *listing, uint32_t i)
{
    return listing->routine->lines[i].number;
}

static bool has_costs(const struct listing *listing)
{
    return n_lines(listing) && line_at(listing, n_lines(listing) - 1) > 0;
}

static uint64_t last_line(const struct listing *listing)
{
    return has_costs(listing) ? line_at(listing, n_lines(listing) - 1)
                              : listing->first;
}

/* Is a line near one with cost, or near the first one? *at is the first line
   with cost that may be near. */
static bool is_near(const struct listing *listing, uint64_t line, uint32_t *at)
{
    uint64_t around = listing->source->around, first = listing->first;
    while (*at < n_lines(listing) &&
           (line_at(listing, *at) == 0 || line_at(listing, *at) + around < line))
        ++*at;
    return (*at < n_lines(listing) && line_at(listing, *at) <= line + around) ||
           (first && first <= line + around && line <= first + around);
}

/* ---- Lines ---- */

static void put_line_text(struct json *json, struct str line)
{
    LOCAL_ARENA(scratch);
    json_line(json, 0);
    json_text(json, NULL, source_line_text(&scratch, line));
}

static void put_parts(struct json *json, struct listing *listing)
{
    struct str rest = S(""), line;
    uint32_t at = 0;
    bool was_near = false;
    if (listing->file && !listing->file->why)
        rest = listing->file->file.text;
    json_open(json, "parts", '[');
    while (str_take_part(&rest, S("\n"), &line)) {
        bool near = is_near(listing, ++listing->n_lines, &at);
        if (near && !was_near) {
            json_open(json, NULL, '[');
            json_count(json, NULL, (double)listing->n_lines);
            json_open(json, NULL, '[');
        }
        if (near)
            put_line_text(json, line);
        if (!near && was_near) {
            json_close(json, ']');
            json_close(json, ']');
        }
        was_near = near;
    }
    if (was_near) {
        json_close(json, ']');
        json_close(json, ']');
    }
    json_close(json, ']');
}

static void put_cost(struct json *json, const struct report *report,
                     uint64_t number, double self, double total)
{
    LOCAL_ARENA(scratch);
    json_line(json, 0);
    json_open(json, NULL, '[');
    json_count(json, NULL, (double)number);
    json_number(json, NULL, self);
    json_text(json, NULL, report_cost(&scratch, report, self));
    json_number(json, NULL, total);
    json_text_or_null(json, NULL,
                      known(total) ? report_cost(&scratch, report, total)
                                   : S(""));
    json_close(json, ']');
}

static void put_costs(struct json *json, const struct listing *listing)
{
    json_open(json, "costs", '[');
    for (uint32_t i = 0; i < n_lines(listing); i++) {
        const struct source_line *line = &listing->routine->lines[i];
        if (line->number)
            put_cost(json, listing->source->report->lines, line->number,
                     line->self, line->total);
    }
    json_close(json, ']');
}

static void put_notes(struct json *json, const struct listing *listing)
{
    LOCAL_ARENA(scratch);
    const struct report *report = listing->source->report;
    const struct html_file *file = listing->file;
    const struct str path = listing->of->is.file;
    json_open(json, "notes", '[');
    if (listing->of->note)
        json_text(json, NULL, str_of(listing->of->note));
    if (file && file->why)
        json_text(json, NULL, arena_printf(&scratch, "%.*s: %s.",
                                           (int)path.len, path.s, file->why));
    else if (file && !has_costs(listing))
        json_text(json, NULL, S("There are no costs by line; this is where "
                                "the function begins."));
    if (listing->elsewhere > 0)
        json_text(json, NULL,
                  arena_printf(&scratch,
                               "%s of its self cost is in lines of other "
                               "files.",
                               report_cost(&scratch, report->lines,
                                           listing->elsewhere)
                                   .s));
    if (file && !file->why && last_line(listing) > listing->n_lines)
        json_text(json, NULL,
                  S("The file has fewer lines than the profile "
                    "names: it is another version."));
    else if (file && !file->why &&
             source_lines_is_newer(report->inputs, report->n_inputs,
                                   file->file.changed))
        json_text(json, NULL,
                  S("The file is newer than the profile, so "
                    "lines may have moved."));
    json_close(json, ']');
}

/* ---- Instructions ---- */

static void put_instruction(struct json *json, const struct listing *listing,
                            const struct assembly_instruction *of,
                            struct strings *places, struct arena *arena)
{
    LOCAL_ARENA(scratch);
    json_text(json, NULL, arena_printf(&scratch, "%" PRIx64, of->address));
    json_text(json, NULL, of->text);
    json_count(json, NULL, (double)of->line);
    json_count(json, NULL,
               strings_add(places, arena,
                           instructions_place(&scratch, listing->source->report,
                                              of, listing->of->is.file)));
}

static void put_instructions(struct json *json, const struct listing *listing,
                             const struct instruction_costs *costs,
                             struct strings *places, struct arena *arena)
{
    const bool *near =
        instructions_near(arena, costs, 0, listing->source->around);
    json_open(json, NULL, '[');
    for (size_t i = 0; i < costs->function->n; i++) {
        if (!near[i])
            continue;
        json_line(json, 0);
        json_open(json, NULL, '[');
        json_count(json, NULL, (double)i);
        put_instruction(json, listing, &costs->function->of[i], places, arena);
        json_close(json, ']');
    }
    json_close(json, ']');
}

static void put_code(struct json *json, const struct listing *listing)
{
    LOCAL_ARENA(scratch);
    struct strings places = { .n = 0 };
    const struct html_source *source = listing->source;
    const struct instruction_costs *costs;
    size_t at = 0;
    json_open(json, "code", '[');
    while ((costs = instructions_next(source->instructions, &listing->of->is,
                                      &at))) {
        json_open(json, NULL, '[');
        json_text(json, NULL, costs->function->name);
        json_open(json, NULL, '[');
        for (size_t i = 0; i < costs->function->n; i++)
            if (costs->total[i] > 0)
                put_cost(json, source->report->lines, i, costs->self[i],
                         costs->total[i]);
        json_close(json, ']');
        put_instructions(json, listing, costs, &places, &scratch);
        json_close(json, ']');
    }
    json_close(json, ']');
    json_open(json, "places", '[');
    for (uint32_t i = 0; i < places.n; i++)
        json_text(json, NULL, places.texts[i]);
    json_close(json, ']');
    json_text(json, "owners",
              instructions_owners(&scratch, source->instructions,
                                  source->report, &listing->of->is));
}

/* ---- The listing ---- */

static bool has_code(const struct listing *listing)
{
    size_t at = 0;
    return instructions_next(listing->source->instructions, &listing->of->is,
                             &at);
}

const char *html_source_put(struct html_source *source, struct json *json,
                            const struct html_source_of *of)
{
    struct listing listing = { .source = source, .of = of };
    listing.file = find_file(source, of->is.file);
    find_routine(&listing);
    listing.first = of->line;
    if (listing.routine && listing.routine->function->start)
        listing.first = listing.routine->function->start;
    bool has_place = has_costs(&listing) || listing.first;
    if (!has_code(&listing) && (!has_place || !listing.file ||
                                (listing.file->why && !has_costs(&listing))))
        return !listing.file       ? "the profile names no source file"
               : listing.file->why ? listing.file->why
                                   : "the profile has no lines of this "
                                     "function";
    json_open(json, NULL, '{');
    json_text(json, "file", listing.file && !listing.file->why
                                ? listing.file->file.path
                                : of->is.file);
    json_count(json, "first", (double)listing.first);
    put_parts(json, &listing);
    put_costs(json, &listing);
    put_notes(json, &listing);
    if (source->instructions)
        put_code(json, &listing);
    json_close(json, '}');
    return NULL;
}

/* The listings of a page. */
struct listings {
    struct html_source source;
    size_t begin; /* where they begin in the output */
    uint32_t n, n_left;
};

/* Adds the listing of the function in a row of the page, if there is room. */
static void put_row(struct json *json, struct listings *listings, uint32_t row,
                    const struct function *function)
{
    struct json before = *json;
    size_t len = json->out->len;
    struct html_source_of of = { .is = function->is, .line = function->line };
    json_line(json, 0);
    json_open(json, NULL, '[');
    json_count(json, NULL, row);
    const char *why = html_source_put(&listings->source, json, &of);
    json_close(json, ']');
    if (!why && json->out->len - listings->begin <= HTML_SOURCE_BYTES) {
        listings->n++;
        return;
    }
    json->out->len = len;
    *json = before;
    listings->n_left += !why;
}

static void report_size(const struct look *look,
                        const struct listings *listings, size_t bytes)
{
    LOCAL_ARENA(scratch);
    struct str more = S("");
    if (listings->n_left)
        more = arena_printf(&scratch,
                            "; those of %" PRIu32 " more would take more than "
                            "1 MB and are left out", listings->n_left);
    diag_note("the page has the %s of %" PRIu32 " function%s, %s kB%s",
              !look->source    ? "instructions"
              : look->assembly ? "source and instructions"
                               : "source",
              listings->n, listings->n == 1 ? "" : "s",
              number_grouped(&scratch, (double)((bytes + 999) / 1000)).s,
              more.s);
}

void html_source(struct json *json, const struct report *report,
                 const uint32_t *functions, uint32_t n)
{
    LOCAL_ARENA(arena);
    struct listings listings = { .n = 0 };
    const struct look *look = report->look;
    if (look->live || (!look->source && !look->assembly))
        return;
    html_source_open(&listings.source, &arena, report, HTML_SOURCE_AROUND);
    json_open(json, "source", '{');
    json_open(json, "listings", '[');
    listings.begin = json->out->len;
    for (uint32_t row = 0; row < n; row++)
        put_row(json, &listings, row,
                &report->profile->functions[functions[row]]);
    report_size(look, &listings, json->out->len - listings.begin);
    json_close(json, ']');
    json_count(json, "n_left", listings.n_left);
    json_close(json, '}');
}
