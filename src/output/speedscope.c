/* The JSON of speedscope, which readers/speedscope.c describes: one profile of
   samples, one for each stack. */
#include "model/stack_tree.h"
#include "output/writer.h"
#include "util/diag.h"
#include "util/text/json.h"
#include "util/version.h"

static void put_frame(struct json *json, const struct function *function,
                      struct str name)
{
    const struct identity *is = &function->is;
    json_open_row(json);
    json_text(json, "name", name);
    if (is->file.len || is->module.len)
        json_text(json, "file", is->file.len ? is->file : is->module);
    if (function->line)
        json_count(json, "line", (double)function->line);
    json_close(json, '}');
}

/* Speedscope shows names as they are, so they are demangled here. */
static void put_frames(struct json *json, const struct report *report)
{
    const struct profile *profile = report->profile;
    LOCAL_ARENA(scratch);
    struct str *names = NEW_N(&scratch, struct str, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        names[f] = profile->functions[f].is.name;
    struct demangled *forms =
        demangle_all(report->demangler, &scratch, names, profile->n_functions);
    json_line(json, 2);
    json_open(json, "shared", '{');
    json_open(json, "frames", '[');
    for (uint32_t f = 0; f < profile->n_functions; f++)
        put_frame(json, &profile->functions[f],
                  demangled_shown(report->demangler, &forms[f]));
    json_close(json, ']');
    json_close(json, '}');
}

/* Returns the next context that has samples, or NO_ID. A walk meets a function
   before what it calls, so its frames are next to each other in the order of
   time, too. */
static uint32_t next_sample(struct stack_tree_walk *walk)
{
    const struct profile *profile = walk->tree->profile;
    while (stack_tree_next(walk))
        if (walk->entered && profile->contexts[walk->at].self > 0)
            return walk->at;
    return NO_ID;
}

/* Stacks begin with the outermost frame. */
static void put_stacks(struct json *json, const struct stack_tree *tree)
{
    LOCAL_ARENA(scratch);
    const struct profile *profile = tree->profile;
    uint32_t *path = NEW_N(&scratch, uint32_t, tree->height), c;
    struct stack_tree_walk walk = stack_tree_start(tree);
    json_line(json, 4);
    json_open(json, "samples", '[');
    while ((c = next_sample(&walk)) != NO_ID) {
        json_line(json, 6);
        json_open(json, NULL, '[');
        for (uint32_t depth = profile_path(profile, c, path); depth-- > 0;)
            json_count(json, NULL, path[depth]);
        json_close(json, ']');
    }
    json_close(json, ']');
}

/* Returns the sum of the weights. A report may tell a whole that has more than
   its stacks. */
static double sum_weights(const struct stack_tree *tree)
{
    struct stack_tree_walk walk = stack_tree_start(tree);
    double sum = 0;
    uint32_t c;
    while ((c = next_sample(&walk)) != NO_ID)
        sum += tree->profile->contexts[c].self;
    return sum;
}

static void put_weights(struct json *json, const struct stack_tree *tree)
{
    struct stack_tree_walk walk = stack_tree_start(tree);
    uint32_t c;
    json_line(json, 4);
    json_open(json, "weights", '[');
    while ((c = next_sample(&walk)) != NO_ID) {
        json_line(json, 6);
        json_number(json, NULL, tree->profile->contexts[c].self);
    }
    json_close(json, ']');
}

/* Returns the word of speedscope for a unit: times, sizes and anything else. */
static struct str unit_of(const struct profile *profile)
{
    if (str_eq(profile->unit, S("seconds")) ||
        str_eq(profile->unit, S("bytes")))
        return profile->unit;
    return S("none");
}

static void put_profile(struct json *json, const struct profile *profile)
{
    struct str event = profile->event.len ? profile->event : profile->unit;
    LOCAL_ARENA(scratch);
    const struct stack_tree *tree = stack_tree_of(&scratch, profile);
    json_line(json, 2);
    json_open(json, "profiles", '[');
    json_open(json, NULL, '{');
    json_text(json, "type", S("sampled"));
    json_text(json, "name", event);
    json_text(json, "unit", unit_of(profile));
    json_number(json, "startValue", 0);
    json_number(json, "endValue", sum_weights(tree));
    put_stacks(json, tree);
    put_weights(json, tree);
    json_close(json, '}');
    json_close(json, ']');
}

static bool write_speedscope(struct buf *out, const struct report *report)
{
    struct json json = { .out = out };
    const struct profile *profile = report->profile;
    if (profile->kind == FROM_CALLS)
        return diag_error("-T speedscope needs stacks, and %s input has calls; "
                          "-T callgrind and -T edges write these",
                          report->format);
    json_open(&json, NULL, '{');
    json_text(&json, "$schema",
              S("https://www.speedscope.app/file-format-schema.json"));
    json_line(&json, 2);
    json_text(&json, "exporter", S("prof2dot " VERSION));
    json_text(&json, "name", str_basename(str_of(report->inputs[0])));
    json_count(&json, "activeProfileIndex", 0);
    put_frames(&json, report);
    put_profile(&json, profile);
    json_close(&json, '}');
    buf_char(out, '\n');
    return true;
}

const struct writer writer_speedscope = {
    .name = "speedscope",
    .ending = "speedscope.json",
    .written = "json",
    .description = "the JSON of speedscope, if the profile has stacks",
    .kind = WRITES_PROFILE,
    .write = write_speedscope,
};
