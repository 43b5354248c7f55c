#include "output/place.h"

#include "names/roots.h"
#include "names/strip.h"
#include "util/text/utf8.h"

struct str place_line(const struct identity *is)
{
    struct str module = str_basename(is->module), file = is->file;
    if (file.len && (!module.len || str_eq(module, S("[JIT]")))) {
        file = str_skip(file, strip_folders_length(file));
        return str_has(is->name, file) ? S("") : file;
    }
    struct str rest = is->name;
    bool is_said = str_eq(module, is->name) ||
                   (module.len && str_take(&rest, module) &&
                    str_starts(rest, S("+0x")));
    return is_said ? S("") : module;
}

struct str *place_cells(struct arena *arena, const struct report *report)
{
    const struct view *view = report->view;
    uint32_t n = view->n_functions;
    struct str *cells = NEW_N(arena, struct str, report->profile->n_functions);
    uint32_t *key = NEW_N(arena, uint32_t, n);
    uint32_t *rows = NEW_N(arena, uint32_t, n);
    struct strings keys = { 0 };
    for (uint32_t i = 0; i < n; i++) {
        uint32_t f = view->functions[i];
        const struct identity *is = &report->profile->functions[f].is;
        cells[f] = utf8_cleaned(arena, is->module.len ? is->module : is->file);
        key[i] = strings_add(&keys, arena,
                             arena_printf(arena, "%s\n%s", report->labels[f].s,
                                          cells[f].s));
        rows[key[i]]++;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t f = view->functions[i];
        const struct function *function = &report->profile->functions[f];
        if (rows[key[i]] > 1 && function->is.file.len && function->line)
            cells[f] = arena_printf(arena, "%s:%llu",
                                    utf8_cleaned(arena, function->is.file).s,
                                    (unsigned long long)function->line);
    }
    return cells;
}

/* Are the functions, tags left out, in different places? */
static bool differ(const struct report *report)
{
    const struct view *view = report->view;
    const struct identity *first = NULL;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        const struct function *function =
            &report->profile->functions[view->functions[i]];
        if (function->is_tag)
            continue;
        if (!first)
            first = &function->is;
        if (!str_eq(function->is.module, first->module) ||
            !str_eq(place_line(&function->is), place_line(first)))
            return true;
    }
    return false;
}

bool place_is_unknown(const struct identity *is)
{
    return !is->module.len && !is->file.len && !is->tag.len;
}

bool place_is_shown(const struct report *report)
{
    return report->look->clusters != CLUSTERS_MODULE && differ(report);
}

/* Returns the place of the main program: that of the costliest function whose
   name is that of a root. "_start" and "__libc_start_main" are in the C library
   or the loader. */
static struct str program_place(const struct report *report)
{
    const struct profile *profile = report->profile;
    const struct function *main = NULL;
    double most = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        const struct function *function = &profile->functions[f];
        if (report->costs->total[f] > most && !function->is_tag &&
            function->is.name.s[0] != '_' &&
            roots_rank(function->is.name) != NO_ROOT) {
            most = report->costs->total[f];
            main = function;
        }
    }
    return main ? place_line(&main->is) : S("");
}

/* Returns the place of the most self cost in the view. */
static struct str costliest_place(struct arena *arena,
                                  const struct report *report)
{
    const struct view *view = report->view;
    struct strings places = { 0 };
    double *cost = NEW_N(arena, double, view->n_functions), most = 0;
    struct str costliest = S("");
    for (uint32_t i = 0; i < view->n_functions; i++) {
        const struct function *function =
            &report->profile->functions[view->functions[i]];
        struct str place = place_line(&function->is);
        if (function->is_tag || place.len == 0)
            continue;
        uint32_t id = strings_add(&places, arena, place);
        cost[id] += function->self;
        if (cost[id] > most) {
            most = cost[id];
            costliest = place;
        }
    }
    return costliest;
}

/* Is this the place of a box? */
static bool is_in_view(const struct report *report, struct str place)
{
    const struct view *view = report->view;
    for (uint32_t i = 0; i < view->n_functions && place.len; i++) {
        const struct function *function =
            &report->profile->functions[view->functions[i]];
        if (!function->is_tag && str_eq(place_line(&function->is), place))
            return true;
    }
    return false;
}

struct str place_common(struct arena *arena, const struct report *report)
{
    const struct look *look = report->look;
    if (!(look->legend || look->has_outer_legend) || !place_is_shown(report))
        return S("");
    struct str place = program_place(report);
    return is_in_view(report, place) ? place : costliest_place(arena, report);
}
