#include "pipeline/split.h"

#include "filter/order.h"
#include "filter/tag_frames.h"
#include "output/xml.h"
#include "pipeline/write.h"
#include "readers/choose/all_events.h"
#include "util/diag.h"
#include "util/text/number.h"

/* The samples of one value of the key. */
struct part {
    struct str value;
    uint32_t id;    /* of the value */
    double cost;    /* of the event that is drawn; of all events in outputs for
                       other programs */
    uint32_t event; /* the event that is drawn; NO_ID if samples have none, or
                       all are written */
};

struct parts {
    struct arena scratch;
    struct run *run;
    struct str key;
    struct profile *all; /* has the rows of all samples */
    bool exchanges;      /* `all` is the profile of the run */
    uint32_t drawn;      /* the event of the run's profile, as above */
    struct strings values;
    uint32_t *value_of; /* by row */
    LIST(struct part);  /* by id of the value, and then by falling cost */
};

/* Finds the rows. Makes them if the format has neither events nor threads. */
static void find_rows(struct parts *parts)
{
    struct run *run = parts->run;
    struct profile *read = run->profile;
    parts->exchanges = run->options.writer->exchanges;
    parts->drawn = NO_ID;
    parts->all = parts->exchanges ? read : run->all_events;
    if (!parts->all) {
        parts->all = run->all_events = profile_new(&run->arena);
        all_events_begin(parts->all);
        all_events_add(parts->all, read, read->event);
    }
    const struct samples *samples = &parts->all->samples;
    for (uint32_t e = 0; e < samples->n_events && !parts->exchanges; e++)
        if (str_eq(samples->events[e].name, read->event))
            parts->drawn = e;
}

/* The number of samples and their periods are two events for other programs,
   "cycles" and "cycles:period". */
static struct str value_of(const struct parts *parts,
                           const struct sample_row *row)
{
    const struct profile *all = parts->all;
    struct str value;
    if (str_eq(parts->key, S("module"))) {
        uint32_t f = all->contexts[row->context].function;
        value = all->functions[f].is.module;
    } else {
        value = tag_frames_value(&all->samples, row, parts->key);
    }
    if (parts->exchanges && str_eq(parts->key, S("event")) &&
        str_ends(value, S(":period")))
        value = str_head(value, value.len - S(":period").len);
    return value.len ? value : UNRESOLVED;
}

static int by_cost(const void *a, const void *b)
{
    const struct part *left = a, *right = b;
    int order = COMPARE(right->cost, left->cost);
    return order ? order : str_cmp(left->value, right->value);
}

/* Sorts the parts by falling cost and drops those without cost, whose samples
   have only other events. */
static void rank(struct parts *parts)
{
    size_t n = 0;
    for (size_t i = 0; i < parts->n; i++)
        if (parts->of[i].cost > 0)
            parts->of[n++] = parts->of[i];
    parts->n = n;
    SORT(parts->of, n, by_cost);
}

static void find_parts(struct parts *parts)
{
    const struct samples *samples = &parts->all->samples;
    bool by_event = str_eq(parts->key, S("event"));
    parts->value_of = NEW_N(&parts->scratch, uint32_t, samples->n_rows);
    for (uint32_t i = 0; i < samples->n_rows; i++) {
        const struct sample_row *row = &samples->rows[i];
        struct str value = value_of(parts, row);
        uint32_t id = strings_add(&parts->values, &parts->scratch, value);
        bool is_drawn = parts->exchanges || by_event || row->event == NO_ID ||
                        row->event == parts->drawn;
        parts->value_of[i] = id;
        if (id == parts->n)
            *PUSH_IN(&parts->scratch, parts) = (struct part){
                .value = parts->values.texts[id],
                .id = id,
                .event = by_event ? row->event : parts->drawn,
            };
        if (is_drawn)
            parts->of[id].cost += row->cost;
    }
    rank(parts);
}

/* Returns EXIT_OK, or another status after a message. */
static enum exit_status check_parts(const struct parts *parts)
{
    const struct options *options = &parts->run->options;
    const char *key = options->read.split_by;
    if (!parts->n ||
        (parts->n == 1 && str_eq(parts->of[0].value, UNRESOLVED))) {
        diag_error("--split-by=%s: samples of this %s input do not tell it",
                   key, parts->run->reader->name);
        return EXIT_USAGE;
    }
    if (parts->n > (size_t)options->split_most) {
        diag_error("--split-by=%s: these would be %zu files; --split-most=%zu "
                   "writes them all",
                   key, parts->n, parts->n);
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

/* ---- One part ---- */

/* The row of a part on the page that links the pages of all parts. */
struct index_row {
    struct str file;  /* beside the index; letters that need no escape */
    struct str value; /* any bytes */
    struct str cost;  /* with its unit */
};

/* Leaves out the events that no row has, and numbers the others. *event is one
   of them, or NO_ID. */
static void drop_events(struct arena *arena, struct samples *rows,
                        uint32_t *event)
{
    const struct sample_event *all = rows->events;
    uint32_t *ids = NEW_N(arena, uint32_t, rows->n_events);
    bool *is_used = NEW_N(arena, bool, rows->n_events);
    uint32_t n = 0;
    for (uint32_t i = 0; i < rows->n_rows; i++)
        if (rows->rows[i].event != NO_ID)
            is_used[rows->rows[i].event] = true;
    rows->events = NEW_N(arena, struct sample_event, rows->n_events);
    for (uint32_t e = 0; e < rows->n_events; e++)
        if (is_used[e]) {
            rows->events[n] = all[e];
            ids[e] = n++;
        }
    rows->n_events = n;
    for (uint32_t i = 0; i < rows->n_rows; i++)
        if (rows->rows[i].event != NO_ID)
            rows->rows[i].event = ids[rows->rows[i].event];
    if (*event != NO_ID)
        *event = ids[*event];
}

/* Returns the samples of a part with all their dimensions. *event becomes the
   id of the part's event among theirs. */
static struct profile *take_rows(struct parts *parts, const struct part *part,
                                 uint32_t *event)
{
    struct profile *all = parts->all;
    LOCAL_ARENA(scratch);
    struct samples rows = all->samples;
    struct profile *taken = profile_like(&parts->run->arena, all);
    struct stack_copy copy = stack_copy_of(&scratch, taken, all);
    rows.rows = NEW_N(&scratch, struct sample_row, rows.n_rows);
    rows.n_rows = 0;
    for (uint32_t i = 0; i < all->samples.n_rows; i++) {
        const struct sample_row *row = &all->samples.rows[i];
        if (parts->value_of[i] != part->id)
            continue;
        rows.rows[rows.n_rows++] = *row;
        profile_sample(taken, stack_copy_context(&copy, row->context),
                       row->cost);
    }
    *event = part->event;
    drop_events(&scratch, &rows, event);
    samples_merge(&taken->samples, &rows, copy.contexts);
    return taken;
}

/* Sets the run of a part to the state after reading the input. */
static void begin_part(struct parts *parts, const struct part *part,
                       struct run *run)
{
    const struct profile *read = parts->run->profile;
    uint32_t event;
    struct profile *rows = take_rows(parts, part, &event);
    run->options = parts->run->options;
    run->options.filters.may_miss = true;
    run->is_part = true;
    run->reader = parts->run->reader;
    run->supported = parts->run->supported;
    run->profile = rows;
    if (!parts->exchanges) {
        run->profile = profile_new(&parts->run->arena);
        all_events_draw(run->profile, rows, event);
        profile_set_unit(run->profile, read->unit);
        profile_set_event(run->profile, read->event);
        if (run->options.writer->kind == WRITES_PAGE)
            run->all_events = rows;
        else
            profile_free(rows);
    }
    run->profile->stats = read->stats;
    run->profile->stats.other_samples = UNKNOWN;
    if (str_eq(parts->key, S("event")) && part->event != NO_ID) {
        const struct sample_event *of =
            &parts->all->samples.events[part->event];
        if (!parts->exchanges)
            profile_set_unit(run->profile, of->unit);
        profile_set_event(run->profile, part->value);
        return;
    }
    profile_set_selected_threads(
        run->profile,
        arena_printf(&parts->scratch, "%s%s%.*s %.*s", read->selected_threads.s,
                     read->selected_threads.len ? ", " : "",
                     (int)parts->key.len, parts->key.s, (int)part->value.len,
                     part->value.s));
}

/* Returns "07-libc.so.6.svg": the number keeps names apart that differ in what
   a file's name cannot have. */
static struct str file_name(struct parts *parts, size_t i, struct str value)
{
    enum { LONGEST = 80 };
    const struct writer *writer = parts->run->options.writer;
    const char *ending = writer->ending;
    size_t digits = 1;
    for (size_t n = parts->n; n >= 10; n /= 10)
        digits++;
    if (!ending || str_starts(str_of(writer->name), str_of(ending)))
        ending = writer->name; /* "html" and not "htm" */
    value = str_head(str_basename(value), LONGEST);
    struct str name =
        arena_printf(&parts->run->arena, "%0*zu-%.*s.%s", (int)digits, i + 1,
                     (int)value.len, value.s, ending);
    char *bytes = (char *)name.s;
    for (size_t b = 0; b < name.len; b++)
        if (!ascii_is_letter(bytes[b]) && !ascii_is_digit(bytes[b]) &&
            !str_has(S("-._+@"), (struct str){ &bytes[b], 1 }))
            bytes[b] = '_';
    return name;
}

/* Keeps the patterns that match something in a part; others may name functions
   of other parts. Returns false if there were patterns and none is left. */
static bool keep_patterns(struct parts *parts, const struct profile *profile,
                          struct patterns *patterns)
{
    struct patterns left = *patterns;
    bool *marked = NEW_N(&parts->scratch, bool, profile->n_functions);
    left.n = 0;
    left.texts = NEW_N(&parts->scratch, const char *, patterns->n);
    for (size_t i = 0; i < patterns->n; i++)
        if (patterns_match_name(profile, patterns->names, patterns->texts[i],
                                marked))
            left.texts[left.n++] = patterns->texts[i];
    bool good = left.n || !patterns->n;
    *patterns = left;
    return good;
}

/* Appends the file of a part, unless the filters leave nothing of it. */
static enum exit_status draw_part(struct parts *parts, size_t i,
                                  struct split_files *split,
                                  struct index_row *rows)
{
    const struct part *part = &parts->of[i];
    struct buf out = { 0 };
    struct run run = { 0 };
    begin_part(parts, part, &run);
    if (run.options.writer->kind != WRITES_PROFILE &&
        (!keep_patterns(parts, run.profile, &run.options.view.root) ||
         !keep_patterns(parts, run.profile, &run.options.view.leaf))) {
        run_free(&run);
        return EXIT_OK;
    }
    enum exit_status status = write_run(&run, &out);
    bool good = status == EXIT_OK || status == EXIT_DAMAGED;
    if (!good)
        diag_error("--split-by=%s: this was '%s'; nothing was written",
                   parts->run->options.read.split_by, part->value.s);
    if (good && run.profile->n_functions) {
        struct str name = file_name(parts, i, part->value);
        rows[split->n] = (struct index_row){
            .file = name,
            .value = part->value,
            .cost =
                number_cost(&parts->scratch, part->cost, run.profile->unit, 0),
        };
        split->files[split->n++] =
            (struct saved_file){ name.s, buf_move(&out, &parts->run->arena) };
    }
    buf_free(&out);
    run_free(&run);
    return status;
}

/* ---- All parts ---- */

/* Returns false after a message if --root or --leaf matches nothing. */
static bool match_view(const struct run *run, const struct profile *profile)
{
    LOCAL_ARENA(scratch);
    const struct view_options *view = &run->options.view;
    bool *marked = NEW_N(&scratch, bool, profile->n_functions);
    return patterns_match_names(profile, (struct aliases){ 0 }, &view->root,
                                "--root", marked) &&
           patterns_match_names(profile, (struct aliases){ 0 }, &view->leaf,
                                "--leaf", marked);
}

/* Reports what is wrong with the input and with patterns, once for all parts.
   Returns false after a message. */
static bool check_whole(struct run *run)
{
    struct profile *read = run->profile, *left = read;
    bool good;
    if (!run->options.has_granularity)
        left = filter_profile(&run->arena, read, &run->options.filters, NULL);
    good = left && (run->options.writer->kind == WRITES_PROFILE ||
                    match_view(run, left));
    if (left && left != read)
        profile_free(left);
    if (run->options.writer->kind == WRITES_PROFILE)
        return good;
    const struct input_quality quality = {
        .format = run->reader->name,
        .unit = read->unit,
        .stats = read->stats,
        .stacks = stack_quality_of(read, NULL, NULL),
    };
    struct str warnings = warnings_text(&run->arena, &quality);
    if (warnings.len)
        diag_warn("%s", warnings.s);
    return good;
}

/* Appends the page that links the n pages of the parts. */
static void put_index(struct buf *out, const char *key,
                      const struct index_row *rows, size_t n)
{
    buf_add(out, S("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8"
                   "\">\n<meta name=\"viewport\" content=\"width=device-width"
                   "\">\n<title>"));
    xml_escape(out, str_of(key));
    buf_add(out, S("</title>\n<style>:root { color-scheme: light dark; } body "
                   "{ font: 14px sans-serif; margin: 2em; } td, th { padding: "
                   ".2em 1em .2em 0; text-align: left; } td:last-child, "
                   "th:last-child { text-align: right; }</style>\n<table>\n"
                   "<tr><th>"));
    xml_escape(out, str_of(key));
    buf_add(out, S("</th><th>cost</th></tr>\n"));
    for (size_t i = 0; i < n; i++) {
        buf_printf(out, "<tr><td><a href=\"%s\">", rows[i].file.s);
        xml_escape(out, rows[i].value);
        buf_add(out, S("</a></td><td>"));
        xml_escape(out, rows[i].cost);
        buf_add(out, S("</td></tr>\n"));
    }
    buf_add(out, S("</table>\n</html>\n"));
}

static enum exit_status draw_parts(struct parts *parts,
                                   struct split_files *split)
{
    const struct run *run = parts->run;
    enum exit_status worst = EXIT_OK, status = EXIT_OK;
    struct index_row *rows = NEW_N(&parts->scratch, struct index_row, parts->n);
    diag_quiet(true);
    for (size_t i = 0;
         i < parts->n && (status == EXIT_OK || status == EXIT_DAMAGED); i++) {
        status = draw_part(parts, i, split, rows);
        if (status != EXIT_OK)
            worst = status;
    }
    diag_quiet(run->options.quiet);
    if (worst != EXIT_OK && worst != EXIT_DAMAGED)
        return worst;
    if (!split->n) {
        diag_error("nothing is left to draw: the filters drop all functions; "
                   "give fewer or wider ones");
        return EXIT_FAILED;
    }
    if (split->n < parts->n)
        diag_note("%zu of %zu parts have nothing that the filters keep, and no "
                  "file",
                  parts->n - split->n, parts->n);
    if (run->options.writer->kind == WRITES_PAGE) {
        struct buf out = { 0 };
        put_index(&out, run->options.read.split_by, rows, split->n);
        split->files[split->n++] =
            (struct saved_file){ "index.html",
                                 buf_move(&out, &parts->run->arena) };
    }
    return worst;
}

enum exit_status split_draw(struct run *run, struct split_files *split)
{
    struct parts parts = { .run = run,
                           .key = str_of(run->options.read.split_by) };
    enum exit_status status = run_read(run);
    if (status != EXIT_OK)
        return status;
    if (run->profile->kind == FROM_CALLS) {
        diag_error("--split-by needs stacks, and %s input has calls",
                   run->reader->name);
        return EXIT_USAGE;
    }
    if (run->options.writer->kind != WRITES_PROFILE)
        order_profile(run->profile);
    if (!check_whole(run))
        return EXIT_FAILED;
    find_rows(&parts);
    find_parts(&parts);
    status = check_parts(&parts);
    if (status == EXIT_OK) {
        split->files = NEW_N(&run->arena, struct saved_file, parts.n + 1);
        status = draw_parts(&parts, split);
    }
    strings_free(&parts.values);
    arena_free(&parts.scratch);
    return status;
}
