/* The profile in our own language, which readers/own/edges.c describes. Reading
   the output and writing it again gives the same bytes. */
#include "output/edges.h"
#include "output/wing.h"
#include "output/writer.h"

/* Is the text written without quotes? */
static bool is_written_bare(struct str s)
{
    struct str marks = S("_.:$~/@+-");
    for (size_t i = 0; i < s.len; i++) {
        char c = s.s[i];
        if (!ascii_is_letter(c) && !ascii_is_digit(c) &&
            !str_has(marks, (struct str){ &c, 1 }))
            return false;
    }
    return s.len > 0;
}

void edges_put_text(struct buf *out, struct str s)
{
    if (is_written_bare(s)) {
        buf_add(out, s);
        return;
    }
    buf_char(out, '"');
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.s[i];
        if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else if (c == '\n')
            buf_add(out, S("\\n"));
        else if (c < 0x20 || c >= 0x7f)
            buf_printf(out, "\\x%02x", c);
        else
            buf_char(out, (char)c);
    }
    buf_char(out, '"');
}

/* Returns a key for each function: its name, and from the second function of
   that name on "#" and a number behind the name. */
static struct str *make_keys(const struct profile *profile, struct arena *arena)
{
    struct str *keys = NEW_N(arena, struct str, profile->n_functions);
    struct strings used = { 0 };
    for (uint32_t f = 0; f < profile->n_functions; f++)
        strings_add(&used, arena, profile->functions[f].is.name);
    uint32_t *seen = NEW_N(arena, uint32_t, used.n);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        struct str name = profile->functions[f].is.name;
        uint32_t id = strings_find(&used, name), n = used.n;
        keys[f] = name;
        if (seen[id]++ == 0)
            continue;
        do
            keys[f] = arena_printf(arena, "%.*s#%u", (int)name.len, name.s,
                                   seen[id]);
        while (strings_add(&used, arena, keys[f]) < n && seen[id]++);
    }
    return keys;
}

void edges_put_attribute(struct buf *out, const char *name, struct str text)
{
    if (text.len == 0)
        return;
    buf_printf(out, " %s=", name);
    edges_put_text(out, text);
}

void edges_put_number(struct buf *out, const char *prefix, double number)
{
    buf_add(out, str_of(prefix));
    buf_number(out, number);
}

void edges_put_known(struct buf *out, const char *prefix, double number)
{
    if (known(number))
        edges_put_number(out, prefix, number);
}

void edges_put_flag(struct buf *out, const char *name, bool is_set)
{
    if (is_set)
        buf_printf(out, " %s", name);
}

static void put_function(struct buf *out, const struct function *function,
                         struct str key, bool from_calls)
{
    edges_put_text(out, key);
    if (from_calls)
        edges_put_number(out, " ", function->self);
    edges_put_known(out, " x", function->count);
    if (from_calls)
        edges_put_number(out, " entry=", function->entry);
    edges_put_known(out, " total=", function->total);
    edges_put_flag(out, "estimated",
                   function->is_estimated && known(function->total));
    edges_put_flag(out, "detail", function->is_under_study);
    if (!str_eq(key, function->is.name)) {
        buf_add(out, S(" name="));
        edges_put_text(out, function->is.name);
    }
    edges_put_attribute(out, "module", function->is.module);
    edges_put_attribute(out, "file", function->is.file);
    if (function->line)
        buf_printf(out, " line=%llu", (unsigned long long)function->line);
    edges_put_attribute(out, "tag", function->is.tag);
    buf_char(out, '\n');
}

static void put_call(struct buf *out, const struct call *call,
                     const struct str *keys)
{
    edges_put_text(out, keys[call->caller]);
    buf_add(out, S(" -> "));
    edges_put_text(out, keys[call->callee]);
    edges_put_known(out, " ", call->cost);
    edges_put_known(out, " x", call->count);
    edges_put_number(out, " w=", call->weight);
    edges_put_flag(out, "estimated", call->is_estimated && known(call->cost));
    buf_char(out, '\n');
}

/* Writes the functions of a context, outermost first, and its self cost.
   `path` has room for the deepest stack. */
static void put_stack(struct buf *out, const struct profile *profile,
                      uint32_t context, const struct str *keys, uint32_t *path)
{
    uint32_t depth = profile_path(profile, context, path);
    buf_char(out, '[');
    while (depth-- > 0) {
        edges_put_text(out, keys[path[depth]]);
        buf_add(out, depth ? S(" ") : S("]"));
    }
    edges_put_number(out, " ", profile->contexts[context].self);
    buf_char(out, '\n');
}

static void put_stacks(struct buf *out, const struct profile *profile,
                       const struct str *keys, struct arena *arena)
{
    const bool *ends = profile_stack_ends(arena, profile);
    uint32_t *path = NEW_N(arena, uint32_t, profile->n_contexts);
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        if (ends[c])
            put_stack(out, profile, c, keys, path);
}

static bool write_edges(struct buf *out, const struct report *report)
{
    const struct profile *profile = report->profile;
    LOCAL_ARENA(scratch);
    struct str *keys = make_keys(profile, &scratch);
    buf_add(out, S("%edges 1\n%unit "));
    edges_put_text(out, profile->unit);
    if (profile->event.len) {
        buf_add(out, S("\n%event "));
        edges_put_text(out, profile->event);
    }
    if (profile->selected_threads.len) {
        buf_add(out, S("\n%part "));
        edges_put_text(out, profile->selected_threads);
    }
    if (profile->call_costs)
        buf_add(out, profile->call_costs == CALLS_MEASURED_ONCE
                         ? S("\n%calls measured-once")
                         : S("\n%calls measured"));
    buf_char(out, '\n');
    deps_put_coverage(out, profile);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        put_function(out, &profile->functions[f], keys[f],
                     profile->kind == FROM_CALLS);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        if (profile->kind == FROM_CALLS)
            put_call(out, &profile->calls[c], keys);
    deps_put_edges(out, profile, keys);
    if (profile->kind == FROM_STACKS)
        put_stacks(out, profile, keys, &scratch);
    return true;
}

const struct writer writer_edges = {
    .name = "edges",
    .description = "the profile after the filters, in prof2dot's own language",
    .kind = WRITES_PROFILE,
    .write = write_edges,
};
