#include "output/report.h"

#include "labels/shorten.h"
#include "names/strip.h"
#include "util/ranked.h"
#include "util/text/buf.h"
#include "util/text/number.h"
#include "util/text/unit.h"
#include "util/text/utf8.h"

/* ---- Ids ---- */

enum { ID_DIGITS = 12 };

/* Returns 48 bits of a hash of the function's identity. The text that is hashed
   is left in `key`. */
static uint64_t identity_hash(const struct identity *is, struct buf *key)
{
    const struct str parts[] = { is->name, is->module, is->file, is->tag };
    key->len = 0;
    for (size_t i = 0; i < ROWS(parts); i++) {
        buf_add(key, parts[i]);
        buf_char(key, '\0');
    }
    return str_stable_hash(buf_text(key)) >> 16;
}

/* Returns the prefix and the last 48 bits of the number, in hexadecimal. There
   may be a million ids, and printf would take much longer. */
static struct str id_text(struct arena *arena, struct str prefix,
                          uint64_t number)
{
    char *text = arena_take(arena, prefix.len + ID_DIGITS + 1, 1);
    memcpy(text, prefix.s, prefix.len);
    for (size_t i = prefix.len + ID_DIGITS; i-- > prefix.len; number >>= 4)
        text[i] = "0123456789abcdef"[number & 15];
    return (struct str){ text, prefix.len + ID_DIGITS };
}

/* The numbers of ids that are in use. */
struct id_numbers {
    struct pairs used;   /* the two halves of the numbers, by function */
    uint64_t *free_from; /* by function: no number from its own up to this one
                            is free */
};

/* Gives function f, which must be the next one, the first number from `number`
   on that is free. The functions passed on the path remember it, so that many
   functions with equal hashes cost little. */
static uint64_t take_number(struct id_numbers *ids, uint32_t f, uint64_t number)
{
    uint64_t first = number;
    uint32_t g;
    while ((g = pairs_add(&ids->used, (uint32_t)(number >> 32) & 0xffff,
                          (uint32_t)number)) != f)
        number = ids->free_from[g];
    ids->free_from[f] = number + 1;
    for (uint64_t at = first, next; at != number; at = next) {
        g = pairs_find(&ids->used, (uint32_t)(at >> 32) & 0xffff, (uint32_t)at);
        next = ids->free_from[g];
        ids->free_from[g] = number + 1;
    }
    return number;
}

/* If two functions have the same hash, the second one gets the next free
   number. */
struct str *report_ids(struct arena *arena, const struct look *look,
                       const struct profile *profile)
{
    const char *name = look->name ? look->name : "";
    struct str prefix =
        arena_printf(arena, "%s%sf", name, name[0] ? "_" : "");
    struct buf key = { 0 };
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_functions;
    struct str *ids = NEW_N(arena, struct str, n);
    struct id_numbers numbers = { .free_from = NEW_N(&scratch, uint64_t, n) };
    for (uint32_t f = 0; f < n; f++) {
        uint64_t hash = identity_hash(&profile->functions[f].is, &key);
        ids[f] = id_text(arena, prefix, take_number(&numbers, f, hash));
    }
    buf_free(&key);
    pairs_free(&numbers.used);
    return ids;
}

/* ---- Labels ---- */

/* The forms that a label can have. A longer form is only used if shorter ones
   are equal. */
enum label_form {
    LABEL_BY_OPTIONS, /* what --demangle and --strip choose */
    LABEL_FULL,       /* demangled, with parameters */
    LABEL_SYMBOL,     /* the same and, in brackets, the name as read: a
                         constructor has several symbols that demangle to the
                         same text */
};

/* Tags have nothing to strip, and neither have the files and modules of
   --granularity. */
static bool can_strip(const struct function *function)
{
    const struct identity *is = &function->is;
    return !function->is_tag && !str_eq(is->name, str_basename(is->file)) &&
           !str_eq(is->name, str_basename(is->module));
}

/* Returns the label of a function, of any length. `forms` are the demangled
   forms of its name. */
static struct str make_label(struct arena *arena, const struct report *report,
                             const struct demangled *forms,
                             const struct function *function,
                             enum label_form form)
{
    struct str name = function->is.name;
    bool strip = report->look->strip && form == LABEL_BY_OPTIONS &&
                 can_strip(function);
    struct str text = forms->full;
    if (str_eq(name, UNRESOLVED) && !function->is.module.len &&
        !function->is_tag && function->is.tag.len)
        return utf8_cleaned(
            arena, arena_printf(arena, "%s %s", name.s, function->is.tag.s));
    if (form == LABEL_BY_OPTIONS)
        text = demangled_shown(report->demangler, forms);
    else if (form == LABEL_SYMBOL && text.s != name.s)
        text = arena_printf(arena, "%s [%s]", utf8_cleaned(arena, text).s,
                            utf8_cleaned(arena, name).s);
    if (str_trim(text).len == 0)
        return S("(no name)");
    return strip ? strip_name(arena, text) : utf8_cleaned(arena, text);
}

/*
 * Gives a longer label to functions of one module whose labels are equal but
 * whose names are not. `forms` is by place in the view, `labels` by function.
 * The symbol form is only for functions whose full names are equal as well.
 * Instances of a generic function of Rust and Go stay equal, because only a
 * hash or the shapes of types distinguish them.
 */
static void lengthen_equal_labels(struct arena *arena,
                                  const struct report *report,
                                  const struct demangled *forms,
                                  struct str *labels, enum label_form form)
{
    const struct view *view = report->view;
    const struct function *functions = report->profile->functions;
    uint32_t *key = NEW_N(arena, uint32_t, view->n_functions);
    uint32_t *first = NEW_N(arena, uint32_t, view->n_functions);
    bool *ambiguous = NEW_N(arena, bool, view->n_functions);
    struct strings keys = { 0 };
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i], n = keys.n;
        const struct identity *is = &functions[f].is;
        const char *full = form == LABEL_SYMBOL ? forms[i].full.s : "";
        key[i] = strings_add(&keys, arena,
                             arena_printf(arena, "%s\n%s\n%s", labels[f].s,
                                          is->module.s, full));
        if (key[i] == n)
            first[n] = f;
        else if (!str_eq(is->name, functions[first[key[i]]].is.name))
            ambiguous[key[i]] = true;
    }
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        if (ambiguous[key[i]] && !forms[i].hashed &&
            !strip_has_shapes(functions[f].is.name))
            labels[f] = make_label(arena, report, &forms[i], &functions[f],
                                   form);
    }
}

/* Returns the names of n functions as read, of the first n if `functions` is
   NULL. */
static struct str *list_names(struct arena *arena,
                              const struct profile *profile,
                              const uint32_t *functions, uint32_t n)
{
    struct str *names = NEW_N(arena, struct str, n);
    for (uint32_t i = 0; i < n; i++)
        names[i] = profile->functions[functions ? functions[i] : i].is.name;
    return names;
}

static void name_members(struct arena *arena, struct report *report)
{
    const struct collapsed *collapsed = report->collapsed;
    uint32_t n = collapsed->before->n_functions;
    struct str *names = list_names(arena, collapsed->before, NULL, n);
    struct demangled *forms = demangle_all(report->demangler, arena, names, n);
    struct str *labels = NEW_N(arena, struct str, n);
    for (uint32_t f = 0; f < n; f++) {
        if (collapsed->cycle[collapsed->function[f]]) {
            struct str label =
                make_label(arena, report, &forms[f],
                           &collapsed->before->functions[f], LABEL_BY_OPTIONS);
            labels[f] = shorten_name(arena, label, SHORTEN_LIMIT);
        }
        names[f] = forms[f].full;
    }
    report->member_labels = labels;
    report->member_full_names = names;
    report->member_ids = report_ids(arena, report->look, collapsed->before);
}

void report_name_functions(struct arena *arena, struct report *report)
{
    const struct profile *profile = report->profile;
    const struct view *view = report->view;
    uint32_t n = view->n_functions;
    struct str *names = list_names(arena, profile, view->functions, n);
    struct demangled *forms = demangle_all(report->demangler, arena, names, n);
    struct str *uncut = NEW_N(arena, struct str, profile->n_functions);
    struct str *labels = NEW_N(arena, struct str, profile->n_functions);
    struct str *full = NEW_N(arena, struct str, profile->n_functions);
    bool changed = report->look->strip;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t f = view->functions[i];
        uncut[f] = make_label(arena, report, &forms[i],
                              &profile->functions[f], LABEL_BY_OPTIONS);
        full[f] = forms[i].full;
        changed = changed || full[f].s != names[i].s;
    }
    if (changed) {
        lengthen_equal_labels(arena, report, forms, uncut, LABEL_FULL);
        lengthen_equal_labels(arena, report, forms, uncut, LABEL_SYMBOL);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t f = view->functions[i];
        labels[f] = shorten_name(arena, uncut[f], SHORTEN_LIMIT);
    }
    report->uncut_labels = uncut;
    report->labels = labels;
    report->full_names = full;
    report->ids = report_ids(arena, report->look, profile);
    if (report->collapsed)
        name_members(arena, report);
}

struct str report_full_name(struct arena *arena, const struct report *report,
                            uint32_t function)
{
    if (report->full_names[function].s)
        return report->full_names[function];
    struct str name = report->profile->functions[function].is.name;
    return demangle_all(report->demangler, arena, &name, 1)->full;
}

struct str report_label(struct arena *arena, const struct report *report,
                        uint32_t function)
{
    if (report->labels[function].len)
        return report->labels[function];
    const struct function *from = &report->profile->functions[function];
    struct demangled *forms =
        demangle_all(report->demangler, arena, &from->is.name, 1);
    struct str label = make_label(arena, report, forms, from, LABEL_BY_OPTIONS);
    return shorten_name(arena, label, SHORTEN_LIMIT);
}

void report_demangle(const struct report *report, const uint32_t *functions,
                     uint32_t n)
{
    LOCAL_ARENA(scratch);
    demangle_all(report->demangler, &scratch,
                 list_names(&scratch, report->profile, functions, n), n);
}

/* ---- Costs ---- */

double report_share(const struct report *report, double cost)
{
    return report->whole > 0 && known(cost) ? cost / report->whole : 0;
}

double report_self(const struct report *report, uint32_t function)
{
    return report_share(report, report->profile->functions[function].self);
}

double report_total(const struct report *report, uint32_t function)
{
    return report_share(report, report->costs->total[function]);
}

/* Returns points as people say them: "24", "3.1", "0". */
static struct str plain_points(struct arena *arena, double points)
{
    if (points >= 9.95 || points < .05)
        return arena_printf(arena, "%.0f", points);
    struct str text = arena_printf(arena, "%.1f", points);
    return str_ends(text, S(".0")) ? str_head(text, text.len - 2) : text;
}

struct str report_range_text(struct arena *arena, const struct report *report,
                             struct range range)
{
    if (!range.is_set || report->whole <= 0)
        return S("");
    struct str low = plain_points(arena, 100 * report_share(report, range.low));
    bool says_nothing = str_eq(low, S("0"));
    if (range_is_open(range, report->whole) && !says_nothing)
        return arena_printf(arena, "at least %.*s%%", (int)low.len, low.s);
    if (!known(range.high))
        return S("");
    struct str high =
        plain_points(arena, 100 * report_share(report, range.high));
    return str_eq(low, high) ? S("")
                             : arena_printf(arena, "%.*s to %.*s%%",
                                            (int)low.len, low.s,
                                            (int)high.len, high.s);
}

static struct str cost_text(struct arena *arena, const struct report *report,
                            double cost, bool exact, struct range range)
{
    struct str text = report_range_text(arena, report, range);
    if (text.len)
        return text;
    return arena_printf(
        arena, "%s%s", exact ? "" : "~",
        number_percent(arena, report_share(report, cost)).s);
}

struct str report_total_text(struct arena *arena, const struct report *report,
                             uint32_t f)
{
    return cost_text(arena, report, report->costs->total[f],
                     report->costs->exact[f], costs_range(report->costs, f));
}

struct str report_call_text(struct arena *arena, const struct report *report,
                            const struct view_call *call)
{
    return cost_text(arena, report, call->cost, call->exact,
                     view_call_range(report->costs, call));
}

double report_max_self(const struct report *report)
{
    double most = THEME_LEAST_SCALE;
    for (uint32_t i = 0; i < report->view->n_functions; i++)
        most = fmax(most, report_self(report, report->view->functions[i]));
    return most;
}

struct str report_cut_totals(struct arena *arena, const struct report *report)
{
    return report->profile->kind == FROM_STACKS
               ? warnings_of_totals(arena, report->quality,
                                    report->kernel_part > 0)
               : S("");
}

double report_sampling_error(const struct report *report)
{
    double cost = profile_sample_cost(report->profile);
    double n = cost > 0 ? round(report->whole / cost) : 0;
    bool is_known = n >= 1 && !str_eq(report->profile->unit, S(UNIT_COUNTS));
    return is_known ? sqrt(.25 / n) : 0;
}

bool report_is_relative(const struct report *report)
{
    return report->read - report->whole > SUM_ERROR * report->read;
}

uint32_t *report_by_total(struct arena *arena, const struct report *report)
{
    const struct view *view = report->view;
    struct ranked *ranked = NEW_N(arena, struct ranked, view->n_functions);
    uint32_t *sorted = NEW_N(arena, uint32_t, view->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        ranked[i] = (struct ranked){ f, report->costs->total[f] };
    }
    ranked_sort(ranked, view->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++)
        sorted[i] = ranked[i].id;
    return sorted;
}

struct str report_cost(struct arena *arena, const struct report *report,
                       double cost)
{
    return number_cost(arena, cost, report->profile->unit,
                       report->look->time_format);
}
