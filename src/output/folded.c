/* Folded stacks: see readers/folded.c. A ';' or a line end in a name would
   be read as something else, so they become ':' and a blank; so does a '#' at
   the start of a line, which becomes ':'. */
#include "output/output.h"
#include "util/diag.h"

static void put_name(struct buf *out, struct str name, bool first)
{
    if (name.len == 0)
        name = S("[unknown]");
    if (first && take(&name, S("#")))
        buf_char(out, ':');
    for (size_t i = 0; i < name.len; i++) {
        char c = name.s[i];
        buf_char(out, c == ';' ? ':' : c == '\n' || c == '\r' ? ' ' : c);
    }
}

static void put_stack(struct buf *out, const struct profile *profile,
                      uint32_t context, uint32_t *path)
{
    uint32_t depth = 0;
    for (uint32_t c = context; c != NO_ID; c = profile->contexts[c].parent)
        path[depth++] = profile->contexts[c].function;
    for (bool first = true; depth-- > 0; first = false) {
        put_name(out, profile->functions[path[depth]].is.name, first);
        buf_char(out, depth ? ';' : ' ');
    }
    buf_number(out, profile->contexts[context].self);
    buf_char(out, '\n');
}

/* Stacks without cost are written where no longer one holds them. */
static void put_stacks(struct buf *out, const struct profile *profile,
                       struct arena *arena)
{
    bool *inner = NEW_N(arena, bool, profile->n_contexts);
    uint32_t *path = NEW_N(arena, uint32_t, profile->n_contexts);
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        if (profile->contexts[c].parent != NO_ID)
            inner[profile->contexts[c].parent] = true;
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        if (profile->contexts[c].self > 0 || !inner[c])
            put_stack(out, profile, c, path);
}

bool write_folded(struct buf *out, const struct report *report)
{
    struct arena scratch = { 0 };
    const struct profile *profile = report->profile;
    if (profile->kind == FROM_CALLS)
        return diag_error("-T folded needs stacks, and %s input has calls",
                          report->format);
    put_stacks(out, profile, &scratch);
    arena_free(&scratch);
    return true;
}
