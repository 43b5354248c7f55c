/* Folded stacks: see readers/folded.c. A ';' or a line end in a name would
   be read as something else, so they become ':' and a blank. */
#include "output/output.h"
#include "util/diag.h"

static void put_name(struct buf *out, struct str name)
{
    if (name.len == 0)
        name = S("[unknown]");
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
    while (depth-- > 0) {
        put_name(out, profile->functions[path[depth]].is.name);
        buf_char(out, depth ? ';' : ' ');
    }
    buf_number(out, profile->contexts[context].self);
    buf_char(out, '\n');
}

bool write_folded(struct buf *out, const struct report *report)
{
    struct arena scratch = { 0 };
    const struct profile *profile = report->profile;
    if (profile->kind == FROM_CALLS)
        return diag_error("-T folded needs stacks, and %s input has calls",
                          report->format);
    uint32_t *path = NEW_N(&scratch, uint32_t, profile->n_contexts);
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        if (profile->contexts[c].self > 0)
            put_stack(out, profile, c, path);
    arena_free(&scratch);
    return true;
}
