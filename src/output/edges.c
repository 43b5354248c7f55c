/* The profile in our own language, which readers/own/edges.c describes. Reading
   the output and writing it again gives the same bytes. */
#include "output/writer.h"

/* Can the text stand without quotes? */
static bool is_bare(struct str s)
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

static void put_text(struct buf *out, struct str s)
{
    if (is_bare(s)) {
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
static struct str *make_keys(const struct profile *profile,
                             struct arena *arena)
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

static void put_attribute(struct buf *out, const char *name, struct str text)
{
    if (text.len == 0)
        return;
    buf_printf(out, " %s=", name);
    put_text(out, text);
}

static void put_number(struct buf *out, const char *prefix, double number)
{
    buf_add(out, str_of(prefix));
    buf_number(out, number);
}

static void put_known(struct buf *out, const char *prefix, double number)
{
    if (known(number))
        put_number(out, prefix, number);
}

static void put_flag(struct buf *out, const char *name, bool is_set)
{
    if (is_set)
        buf_printf(out, " %s", name);
}

static void put_function(struct buf *out, const struct function *function,
                         struct str key, bool from_calls)
{
    put_text(out, key);
    if (from_calls)
        put_number(out, " ", function->self);
    put_known(out, " x", function->count);
    if (from_calls)
        put_number(out, " entry=", function->entry);
    put_known(out, " total=", function->total);
    put_flag(out, "estimated",
             function->is_estimated && known(function->total));
    put_flag(out, "detail", function->detail);
    if (!str_eq(key, function->is.name)) {
        buf_add(out, S(" name="));
        put_text(out, function->is.name);
    }
    put_attribute(out, "module", function->is.module);
    put_attribute(out, "file", function->is.file);
    if (function->line)
        buf_printf(out, " line=%llu", (unsigned long long)function->line);
    put_attribute(out, "tag", function->is.tag);
    buf_char(out, '\n');
}

static void put_call(struct buf *out, const struct call *call,
                     const struct str *keys)
{
    put_text(out, keys[call->caller]);
    buf_add(out, S(" -> "));
    put_text(out, keys[call->callee]);
    put_known(out, " ", call->cost);
    put_known(out, " x", call->count);
    put_number(out, " w=", call->weight);
    put_flag(out, "estimated", call->is_estimated && known(call->cost));
    buf_char(out, '\n');
}

/* `names` are the attributes for the place of the access, for the statement
   under study and for the function of that statement. */
static void put_access(struct buf *out, const struct access *access,
                       const char *const names[3], const struct str *keys)
{
    put_attribute(out, names[0], access->at);
    put_attribute(out, names[1], access->top);
    if (access->statement == NO_ID)
        return;
    buf_printf(out, " %s=", names[2]);
    put_text(out, keys[access->statement]);
}

static void put_dependence(struct buf *out, const struct dependence *d,
                           const struct str *keys)
{
    static const char *const wrote[] = { "wrote", "wtop", "wfor" };
    static const char *const read[] = { "read", "rtop", "rfor" };
    put_text(out, keys[d->writer.function]);
    buf_add(out, S(" ~> "));
    put_text(out, keys[d->reader.function]);
    put_known(out, " x", d->count);
    put_attribute(out, "kind", dependence_kind_name(d->kind));
    put_access(out, &d->writer, wrote, keys);
    put_access(out, &d->reader, read, keys);
    put_known(out, " min=", d->least);
    put_known(out, " max=", d->most);
    put_known(out, " rmin=", d->least_runs);
    put_known(out, " rmax=", d->most_runs);
    put_attribute(out, "var", d->variable);
    put_attribute(out, "expr", d->expression);
    put_attribute(out, "alloc", d->allocated);
    put_attribute(out, "update", d->update);
    put_attribute(out, "reduction", d->reduction);
    buf_char(out, '\n');
}

/* Writes the descriptors of files, as bits. */
static void put_files(struct buf *out, uint64_t outputs, uint64_t inputs)
{
    if (outputs)
        buf_printf(out, " outputs=%llu", (unsigned long long)outputs);
    if (inputs)
        buf_printf(out, " inputs=%llu", (unsigned long long)inputs);
}

static void put_statement(struct buf *out, const struct statement *s,
                          const struct str *keys)
{
    put_text(out, keys[s->function]);
    buf_add(out, S(" @ "));
    put_text(out, s->place);
    put_number(out, " ", s->cost);
    put_number(out, " x", s->count);
    put_number(out, " most=", s->most);
    put_files(out, s->outputs, s->inputs);
    buf_char(out, '\n');
}

static void put_loop(struct buf *out, const struct loop *loop,
                     const struct str *keys)
{
    put_text(out, keys[loop->function]);
    buf_add(out, S(" @loop "));
    put_text(out, loop->place);
    put_number(out, " ", loop->cost);
    put_number(out, " x", loop->count);
    put_number(out, " iterations=", loop->iterations);
    if (loop->early > 0)
        put_number(out, " early=", loop->early);
    put_files(out, loop->outputs, loop->inputs);
    put_flag(out, "not-for", !loop->is_for);
    put_flag(out, "early-exit", loop->has_early_exit);
    put_flag(out, "threads", loop->has_threads);
    buf_char(out, '\n');
}

static void put_loop_use(struct buf *out, const struct loop_use *use,
                         const struct loop *loop, const struct str *keys)
{
    put_text(out, keys[loop->function]);
    buf_add(out, S(" @use "));
    put_text(out, loop->place);
    buf_char(out, ' ');
    buf_add(out, loop_role_name(use->role));
    put_attribute(out, "kind", dependence_kind_name(use->kind));
    put_attribute(out, "wrote", use->writer);
    put_attribute(out, "read", use->reader);
    if (use->role == LOOP_CARRIES || use->role == LOOP_FREES) {
        put_number(out, " min=", use->least);
        put_number(out, " max=", use->most);
    }
    put_attribute(out, "var", use->variable);
    put_attribute(out, "expr", use->expression);
    put_attribute(out, "alloc", use->allocated);
    put_attribute(out, "update", use->update);
    put_attribute(out, "reduction", use->reduction);
    put_attribute(out, "owner", use->owner);
    put_attribute(out, "site", use->read_site);
    put_flag(out, "late", use->is_late);
    put_flag(out, "wide", use->is_wide);
    put_flag(out, "below", use->is_below);
    put_flag(out, "alias", use->is_alias);
    put_flag(out, "head", use->is_head);
    buf_char(out, '\n');
}

static void put_loops(struct buf *out, const struct dependences *all,
                      const struct str *keys)
{
    for (uint32_t i = 0; i < all->loops.n; i++)
        put_loop(out, &all->loops.of[i], keys);
    for (uint32_t i = 0; i < all->loop_uses.n; i++) {
        const struct loop_use *use = &all->loop_uses.of[i];
        put_loop_use(out, use, &all->loops.of[use->loop], keys);
    }
}

static void put_span(struct buf *out, const struct dependences *all,
                     const struct work_span *span, const struct str *keys)
{
    if (span->kind >= SPAN_FUNCTION) {
        put_text(out, keys[span->function]);
        buf_add(out, S(" @span"));
    } else {
        buf_add(out, span->kind == SPAN_WITHOUT ? S("%span without")
                     : all->spans_all           ? S("%span all")
                                                : S("%span program"));
    }
    put_number(out, " ", span->work);
    put_number(out, " span=", span->span);
    put_attribute(out, "at", span->place);
    put_attribute(out, "var", span->variable);
    buf_char(out, '\n');
}

/* Says what was looked for, and what was not. */
static void put_coverage(struct buf *out, const struct dependences *all)
{
    if (all->recorded)
        buf_printf(out, "%%dependences flow%s%s%s%s%s\n",
                   all->anti ? "+anti" : "", all->output ? "+output" : "",
                   all->no_locals ? "+no-locals" : "",
                   all->crowded ? "+crowded" : "",
                   all->incomplete ? "+incomplete" : "");
    for (uint32_t i = 0; i < all->blind.n; i++) {
        buf_add(out, S("%blind "));
        put_text(out, all->blind.of[i].what);
        put_known(out, " x", all->blind.of[i].count);
        put_attribute(out, "names", all->blind.of[i].names);
        buf_char(out, '\n');
    }
}

/* Writes the functions of a context, outermost first, and its self cost.
   `path` has room for the deepest stack. */
static void put_stack(struct buf *out, const struct profile *profile,
                      uint32_t context, const struct str *keys,
                      uint32_t *path)
{
    uint32_t depth = profile_path(profile, context, path);
    buf_char(out, '[');
    while (depth-- > 0) {
        put_text(out, keys[path[depth]]);
        buf_add(out, depth ? S(" ") : S("]"));
    }
    put_number(out, " ", profile->contexts[context].self);
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
    struct arena scratch = { 0 };
    struct str *keys = make_keys(profile, &scratch);
    buf_add(out, S("%edges 1\n%unit "));
    put_text(out, profile->unit);
    if (profile->event.len) {
        buf_add(out, S("\n%event "));
        put_text(out, profile->event);
    }
    if (profile->selected_threads.len) {
        buf_add(out, S("\n%part "));
        put_text(out, profile->selected_threads);
    }
    if (profile->call_costs)
        buf_add(out, profile->call_costs == CALLS_MEASURED_ONCE
                         ? S("\n%calls measured-once")
                         : S("\n%calls measured"));
    buf_char(out, '\n');
    put_coverage(out, &profile->dependences);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        put_function(out, &profile->functions[f], keys[f],
                     profile->kind == FROM_CALLS);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        if (profile->kind == FROM_CALLS)
            put_call(out, &profile->calls[c], keys);
    for (uint32_t d = 0; d < profile->dependences.n; d++)
        put_dependence(out, &profile->dependences.of[d], keys);
    for (uint32_t i = 0; i < profile->dependences.statements.n; i++)
        put_statement(out, &profile->dependences.statements.of[i], keys);
    put_loops(out, &profile->dependences, keys);
    for (uint32_t i = 0; i < profile->dependences.spans.n; i++)
        put_span(out, &profile->dependences, &profile->dependences.spans.of[i],
                 keys);
    if (profile->kind == FROM_STACKS)
        put_stacks(out, profile, keys, &scratch);
    arena_free(&scratch);
    return true;
}

const struct writer writer_edges = {
    .name = "edges",
    .description = "the profile after the filters, in prof2dot's own language",
    .is_input = true,
    .write = write_edges,
};
