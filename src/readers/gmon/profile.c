/* What was counted, as functions and calls. */
#include <string.h>

#include "elf/lines.h"
#include "readers/gmon/gmon.h"

struct making {
    struct profile *profile;
    const struct gmon_program *program;
    const struct gmon_arcs *arcs;
    const double *ticks;
    double rate;
    struct arena scratch;
    bool *wanted;           /* by symbol: it is a function of the profile */
    uint32_t *ids;          /* by symbol */
    struct elf_line *lines; /* of the wanted ones */
};

bool gmon_is_left_out(const char *name)
{
    static const char *const names[] = {
        "_gprof_mcount",     "mcount",     "_mcount",    "__mcount",
        "__mcount_internal", "__mcleanup", "__fentry__", "__gnu_mcount_nc",
        "_mcount_internal",
    };
    for (size_t i = 0; i < ROWS(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool is_left_out(const struct making *m, uint32_t symbol)
{
    return gmon_is_left_out(m->program->symbols.of[symbol].name);
}

static bool is_kept(const struct making *m, const struct gmon_edge *edge)
{
    return !is_left_out(m, edge->caller) && !is_left_out(m, edge->callee);
}

static void choose(struct making *m)
{
    for (size_t i = 0; i < m->program->symbols.n; i++)
        m->wanted[i] = m->ticks[i] > 0 && !is_left_out(m, (uint32_t)i);
    for (uint32_t a = 0; a < m->arcs->ends.n; a++) {
        const struct gmon_edge *edge = &m->arcs->of[a];
        if (is_kept(m, edge))
            m->wanted[edge->caller] = m->wanted[edge->callee] = true;
    }
}

static void find_lines(struct making *m)
{
    const struct elf_symbols *symbols = &m->program->symbols;
    size_t n = 0;
    m->lines = NEW_N(&m->scratch, struct elf_line, symbols->n);
    for (size_t i = 0; i < symbols->n; i++)
        if (m->wanted[i])
            m->lines[n++].address = symbols->of[i].address;
    elf_lines(m->lines, n, &m->program->file, &m->scratch);
    if (m->program->debug.elf)
        elf_lines(m->lines, n, &m->program->debug, &m->scratch);
}

/* Two files may have a function of the same name: the address tells them
   apart. */
static uint32_t add_function(struct making *m, size_t symbol,
                             const struct elf_line *line)
{
    const struct elf_symbol *is = &m->program->symbols.of[symbol];
    struct identity identity = {
        .name = str_of(is->name),
        .module = str_of(m->program->file.path),
        .file = line->file,
        .tag =
            arena_printf(&m->scratch, "%llx", (unsigned long long)is->address),
    };
    uint32_t id = profile_function(m->profile, identity);
    m->profile->functions[id].line = line->line;
    m->profile->functions[id].self = m->ticks[symbol] / m->rate;
    return id;
}

static void add_functions(struct making *m)
{
    size_t n = 0;
    for (size_t i = 0; i < m->program->symbols.n; i++)
        if (m->wanted[i])
            m->ids[i] = add_function(m, i, &m->lines[n++]);
}

/* A function that no arc leads to may have been called by what does not
   count: its count stays UNKNOWN. */
static void add_calls(struct making *m)
{
    for (uint32_t a = 0; a < m->arcs->ends.n; a++) {
        const struct gmon_edge *edge = &m->arcs->of[a];
        if (!is_kept(m, edge))
            continue;
        uint32_t callee = m->ids[edge->callee];
        uint32_t c = profile_call(m->profile, m->ids[edge->caller], callee);
        struct call *call = &m->profile->calls[c];
        struct function *function = &m->profile->functions[callee];
        call->count = call->weight = (double)edge->count;
        function->count = add_known(function->count, call->count);
    }
}

void gmon_profile(struct profile *profile, const struct gmon *gmon,
                  const double *ticks, double rate)
{
    struct making m = {
        .profile = profile,
        .program = &gmon->program,
        .arcs = &gmon->arcs,
        .ticks = ticks,
        .rate = rate,
    };
    size_t n = m.program->symbols.n;
    m.wanted = NEW_N(&m.scratch, bool, n);
    m.ids = NEW_N(&m.scratch, uint32_t, n);
    choose(&m);
    find_lines(&m);
    profile->kind = FROM_CALLS;
    add_functions(&m);
    add_calls(&m);
    profile_entries_by_count(profile);
    arena_free(&m.scratch);
}
