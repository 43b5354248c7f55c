/*
 * The report that node --prof-process prints of a log of node --prof. Its
 * bottom-up profile has the stacks:
 *
 *     Statistical profiling result from v8.log, (75 ticks, 42 unaccounted).
 *
 *      [Bottom up (heavy) profile]:
 *       Note: percentage shows a share of a particular caller in the total
 *
 *        ticks parent  name
 *          12   16.0%  JS: *fib /app/n.js:1:13
 *           9   75.0%    JS: ~main /app/n.js:9:1
 *
 *           1    1.3%  /usr/bin/node
 *
 * A function is followed by its callers, two blanks deeper; ticks are those of
 * the lines below as well. Functions and callers with less than 1 % of their
 * parent's ticks are missing, and so are callers above the sixth line of a
 * stack. A path is code of a library that has no symbol, and UNKNOWN is any
 * other code. (tickprocessor.mjs of V8.)
 */
#include "readers/frames/frame_text.h"
#include "readers/frames/indented.h"
#include "readers/reader.h"

/* Takes " 9   75.0%    JS: ~main /app/n.js:9:1". */
static bool split_line(struct str text, uint64_t *ticks, size_t *indent,
                       struct str *name)
{
    double share;
    str_take_blanks(&text);
    if (!str_take_digits(&text, ticks))
        return false;
    str_take_blanks(&text);
    if (!str_take_number(&text, &share) || !str_take(&text, S("%  ")))
        return false;
    size_t len = text.len;
    str_take_blanks(&text);
    *indent = len - text.len;
    *name = str_trim_end(text);
    return name->len > 0;
}

/* Returns the function of a name. The report has a blank behind the kind of
   code, as in "JS: *fib n.js:1:13", which the log does not have, and writes
   <anonymous> for an empty name. */
static uint32_t add_function(struct profile *profile, struct arena *scratch,
                             struct str text)
{
    struct str kind, rest, name, version;
    if (str_starts(text, S("/")) && !str_has(text, S("(")))
        return profile_function(profile, (struct identity){ .name = UNRESOLVED,
                                                            .module = text,
                                                            .file = S(""),
                                                            .tag = S("") });
    if (str_cut(text, S(": "), &kind, &rest) && !str_has(kind, S(" "))) {
        text = arena_printf(scratch, "%.*s:%.*s", (int)kind.len, kind.s,
                            (int)rest.len, rest.s);
        if (str_cut(text, S("<anonymous> "), &name, &rest))
            text = arena_printf(scratch, "%.*s %.*s", (int)name.len, name.s,
                                (int)rest.len, rest.s);
    } else if (str_cut(text, S("@@"), &name, &version))
        text = name;
    return frame_text_function(profile, text, S(""));
}

static bool take_total(struct str text, uint64_t *ticks)
{
    struct str name;
    return str_starts(text, S("Statistical profiling result from ")) &&
           str_cut_last(text, S(", ("), &name, &text) &&
           str_take_digits(&text, ticks) && str_starts(text, S(" ticks"));
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    (void)options;
    struct indented tree = { .arena = &in->arena,
                             .profile = profile,
                             .costs = INDENTED_INCLUSIVE,
                             .callers = true };
    struct str name;
    uint64_t total = 0, ticks;
    size_t indent;
    bool has_tree = false;
    profile_set_unit(profile, S("ticks"));
    while (input_next_line(in)) {
        struct str text = str_trim(in->text);
        if (str_starts(text, S("[")))
            has_tree = str_eq(text, S("[Bottom up (heavy) profile]:"));
        else if (take_total(text, &ticks))
            total += ticks;
        else if (has_tree && split_line(in->text, &ticks, &indent, &name)) {
            LOCAL_ARENA(scratch);
            indented_add(&tree, indent,
                         add_function(profile, &scratch, name), (double)ticks);
        }
    }
    indented_end(&tree);
    if (profile->n_contexts == 0)
        return input_error(in, "expected the section [Bottom up (heavy) "
                               "profile] with functions, found none");
    double whole = profile_whole(profile);
    if ((double)total > whole)
        profile->unlisted += (double)total - whole;
    return true;
}

static bool has_total(struct str line)
{
    uint64_t ticks;
    return take_total(str_trim(line), &ticks);
}

/* A function and five callers. */
static const struct frame_limit limits[] = {
    { .frames = 6, .cure = "node --cpu-prof" },
    { .cure = NULL },
};

const struct reader reader_prof_process = {
    .name = "prof-process",
    .description = "reports of node --prof-process",
    .programs = "node --prof-process",
    .tested = "Node.js 20",
    .file = "*.txt",
    .recipes =
        "Node.js, the report of its logs: `node --prof app.js; node "
        "--prof-process isolate*.log | prof2dot -o out.svg`",
    .limits = limits,
    .is_line = has_total,
    .read = read,
};
