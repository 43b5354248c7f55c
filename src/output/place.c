#include "output/place.h"

#include "names/strip.h"
#include "util/text/utf8.h"

enum { LEAST_BOXES = 3 }; /* that have the common place */

struct str place_line(const struct identity *is)
{
    struct str module = str_basename(is->module), file = is->file;
    bool made_up =
        str_starts(module, S("perf-")) && str_ends(module, S(".map"));
    if (file.len && (!module.len || made_up)) {
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
    return !report->look->by_module && differ(report);
}

struct str place_common(struct arena *arena, const struct report *report)
{
    const struct view *view = report->view;
    struct strings places = { 0 };
    struct str common = S("");
    uint32_t *boxes = NEW_N(arena, uint32_t, view->n_functions), most = 0;
    const struct look *look = report->look;
    bool is_told = (look->legend || look->has_outer_legend) &&
                   place_is_shown(report);
    uint32_t n = is_told ? view->n_functions : 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct function *function =
            &report->profile->functions[view->functions[i]];
        struct str place = place_line(&function->is);
        if (function->is_tag)
            continue;
        uint32_t id = place.len ? strings_add(&places, arena, place) : NO_ID;
        if (id != NO_ID && ++boxes[id] > most && boxes[id] >= LEAST_BOXES) {
            most = boxes[id];
            common = place;
        }
    }
    return common;
}
