#include "filter/patterns.h"

#include <fnmatch.h>

#include "filter/literal.h"
#include "names/parts.h"
#include "names/strip.h"
#include "util/diag.h"
#include "util/utf8.h"

enum {
    NEAREST = 3,        /* names in a message about a pattern without a match */
    COMPARED_BYTES = 100, /* of a name and a pattern, for their distance */
};

/* The texts of a profile end in a NUL, as fnmatch wants them. */
static bool glob(const char *pattern, struct str text)
{
    return fnmatch(pattern, text.s, 0) == 0;
}

struct demangled *patterns_forms(struct arena *arena,
                                 const struct profile *profile,
                                 struct demangler *names)
{
    struct str *texts = NEW_N(arena, struct str, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        texts[f] = profile->functions[f].is.name;
    return demangle_all(names, arena, texts, profile->n_functions);
}

/* ---- The nearest names ---- */

static uint32_t min3(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t least = a < b ? a : b;
    return least < c ? least : c;
}

/* Returns the number of edits that turn the beginning of one text into that of
   the other (V. Levenshtein, Binary codes capable of correcting deletions,
   insertions and reversals, Soviet Physics Doklady 10:8, 1966). */
static uint32_t edit_distance(struct str a, struct str b)
{
    uint32_t row[COMPARED_BYTES + 1];
    a = str_head(a, COMPARED_BYTES);
    b = str_head(b, COMPARED_BYTES);
    for (uint32_t j = 0; j <= b.len; j++)
        row[j] = j;
    for (uint32_t i = 1; i <= a.len; i++) {
        uint32_t corner = row[0];
        row[0] = i;
        for (uint32_t j = 1; j <= b.len; j++) {
            uint32_t above = row[j];
            row[j] = min3(above + 1, row[j - 1] + 1,
                          corner + (a.s[i - 1] != b.s[j - 1]));
            corner = above;
        }
    }
    return row[b.len];
}

/* Holds an element of the list of nearest names. */
struct near_name {
    struct str name; /* name.s is NULL in an unused element */
    uint32_t distance;
};

/* Inserts a name into the NEAREST names, which are sorted by distance, unless
   it is there already or too far away. */
static void keep_nearest(struct near_name *near, struct near_name name)
{
    for (int i = 0; i < NEAREST; i++)
        if (near[i].name.s && str_eq(near[i].name, name.name))
            return;
    for (int i = 0; i < NEAREST; i++) {
        struct near_name other = near[i];
        if (other.name.s && other.distance <= name.distance)
            continue;
        near[i] = name;
        if (!other.name.s)
            return;
        name = other;
    }
}

/* Adds the names of a profile to the nearest ones. A name that contains the
   pattern is nearer than any other. */
static void find_nearest(const struct profile *profile,
                         struct demangler *names, struct str pattern,
                         struct near_name *near)
{
    struct arena scratch = { 0 };
    struct demangled *forms = patterns_forms(&scratch, profile, names);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        struct str name = demangled_shown(names, &forms[f]);
        uint32_t distance = edit_distance(name, pattern);
        if (!pattern.len || !str_has(name, pattern))
            distance += COMPARED_BYTES;
        keep_nearest(near, (struct near_name){ name, distance });
    }
    arena_free(&scratch);
}

static struct str list_nearest(struct arena *arena,
                               const struct profile *profile,
                               struct aliases aliases,
                               struct demangler *names, const char *pattern)
{
    struct near_name near[NEAREST] = { 0 };
    struct str list = S("");
    find_nearest(profile, names, str_of(pattern), near);
    if (aliases.profile)
        find_nearest(aliases.profile, names, str_of(pattern), near);
    for (int i = 0; i < NEAREST && near[i].name.s; i++)
        list = arena_printf(arena, "%s%s'%.200s'", list.s, i ? ", " : "",
                            near[i].name.s);
    return list;
}

struct str patterns_nearest_names(struct arena *arena,
                                  const struct profile *profile,
                                  struct demangler *names, const char *pattern)
{
    return list_nearest(arena, profile, (struct aliases){ 0 }, names, pattern);
}

/* Reports that a pattern matches nothing. Returns false. */
static bool no_match_error(const struct profile *profile,
                           struct aliases aliases, struct demangler *names,
                           const char *pattern, const char *option)
{
    struct arena scratch = { 0 };
    diag_error("%s: no function matches '%s'; the nearest names are %s",
               option, pattern,
               list_nearest(&scratch, profile, aliases, names, pattern).s);
    arena_free(&scratch);
    return false;
}

/* ---- Names ---- */

/* Names the functions of a profile that patterns are matched with. */
struct searched {
    const struct profile *profile; /* NULL ends a list of these */
    const struct demangled *forms; /* by function */
    const uint32_t *stands_for;    /* by function: what is marked if it matches;
                                      NULL: the function itself */
};

size_t patterns_list_forms(struct arena *arena, struct str name,
                           const struct demangled *forms,
                           enum pattern_form form, struct str *texts)
{
    const struct str both[] = { forms->simple, forms->full };
    bool mangled = forms->simple.s != name.s;
    size_t n = 0;
    switch (form) {
    case PATTERN_NAME:
        texts[n++] = str_trim(name).len ? name : S("(no name)");
        if (mangled) {
            texts[n++] = forms->simple;
            texts[n++] = forms->full;
            texts[n++] =
                arena_printf(arena, "%s [%s]", forms->full.s, name.s);
        }
        break;
    case PATTERN_SHORT:
        for (size_t i = 0; i < ROWS(both) && (i == 0 || mangled); i++) {
            struct name_parts parts = parts_of(both[i]);
            texts[n++] = arena_copy(arena, parts.without_type);
            texts[n++] = arena_copy(arena, parts.without_suffixes);
            texts[n++] = arena_copy(arena, parts.without_parameters);
        }
        texts[n++] = strip_name(arena, forms->simple);
        break;
    case PATTERN_OWN:
        texts[n++] = arena_copy(arena, parts_of(forms->simple).own);
        break;
    case N_PATTERN_FORMS:
        break;
    }
    return n;
}

/* The ways in which a pattern matches a text. */
enum pattern_way { WAY_EXACT, WAY_LITERAL, WAY_GLOB };

/* A pattern, ready to be matched with many names. */
struct matcher {
    const char *pattern;
    const char *glob; /* the pattern with "*" for "…" */
    struct literal literal;
};

static bool text_matches(struct matcher *matcher, struct str text,
                         enum pattern_way way)
{
    switch (way) {
    case WAY_EXACT:
        return str_eq(text, str_of(matcher->pattern));
    case WAY_LITERAL:
        return literal_is(&matcher->literal, text);
    case WAY_GLOB:
        return glob(matcher->glob, text);
    }
    return false;
}

static bool function_matches(struct matcher *matcher, struct str name,
                             const struct demangled *forms,
                             enum pattern_form form, enum pattern_way way)
{
    struct arena scratch = { 0 };
    struct str texts[PATTERN_MOST_TEXTS];
    size_t n = patterns_list_forms(&scratch, name, forms, form, texts);
    bool any = false;
    for (size_t i = 0; i < n && !any; i++)
        any = text_matches(matcher, texts[i], way);
    arena_free(&scratch);
    return any;
}

static bool mark_matches(const struct searched *list, struct matcher *matcher,
                         enum pattern_form form, enum pattern_way way,
                         bool *marked)
{
    bool any = false;
    for (const struct searched *in = list; in->profile; in++)
        for (uint32_t f = 0; f < in->profile->n_functions; f++)
            if (function_matches(matcher, in->profile->functions[f].is.name,
                                 &in->forms[f], form, way))
                any = marked[in->stands_for ? in->stands_for[f] : f] = true;
    return any;
}

/* Returns the pattern with "*" for each "…". */
static const char *glob_of(struct arena *arena, const char *pattern)
{
    struct buf out = { 0 };
    struct str before, rest = str_of(pattern);
    while (str_cut(rest, S(ELLIPSIS), &before, &rest)) {
        buf_add(&out, before);
        buf_char(&out, '*');
    }
    buf_add(&out, rest);
    return buf_move(&out, arena).s;
}

static bool match(const struct searched *list, const char *pattern,
                  bool *marked)
{
    static const struct {
        enum pattern_form form;
        enum pattern_way way;
    } tries[] = {
        { PATTERN_NAME, WAY_EXACT },  { PATTERN_NAME, WAY_LITERAL },
        { PATTERN_SHORT, WAY_EXACT }, { PATTERN_SHORT, WAY_LITERAL },
        { PATTERN_OWN, WAY_EXACT },   { PATTERN_OWN, WAY_LITERAL },
        { PATTERN_NAME, WAY_GLOB },   { PATTERN_SHORT, WAY_GLOB },
        { PATTERN_OWN, WAY_GLOB },
    };
    struct arena scratch = { 0 };
    struct matcher matcher = { .pattern = pattern,
                               .glob = glob_of(&scratch, pattern),
                               .literal = literal_of(&scratch, pattern) };
    bool any = false;
    for (size_t i = 0; i < ROWS(tries) && !any; i++)
        any = mark_matches(list, &matcher, tries[i].form, tries[i].way, marked);
    literal_free(&matcher.literal);
    arena_free(&scratch);
    return any;
}

bool patterns_match_name(const struct profile *profile, struct demangler *names,
                         const char *pattern, bool *marked)
{
    struct arena scratch = { 0 };
    struct searched list[] = {
        { profile, patterns_forms(&scratch, profile, names), NULL },
        { NULL, NULL, NULL },
    };
    bool any = match(list, pattern, marked);
    arena_free(&scratch);
    return any;
}

bool patterns_match_names(const struct profile *profile, struct aliases aliases,
                          const struct patterns *patterns, const char *option,
                          bool *marked)
{
    struct arena scratch = { 0 };
    struct searched list[3] = { { .profile = profile },
                                { .profile = aliases.profile,
                                  .stands_for = aliases.function } };
    bool good = true;
    for (int i = 0; list[i].profile && patterns->n; i++)
        list[i].forms =
            patterns_forms(&scratch, list[i].profile, patterns->names);
    for (size_t i = 0; i < patterns->n && good; i++)
        good = match(list, patterns->texts[i], marked) ||
               no_match_error(profile, aliases, patterns->names,
                              patterns->texts[i], option);
    arena_free(&scratch);
    return good;
}

/* ---- Paths ---- */

/* Returns whether a path is a folder or below it: "/usr/lib/libc.so.6" is below
   "/usr/lib", but "/usr/libexec" is not. */
static bool is_below(struct str path, struct str folder)
{
    while (folder.len > 1 && str_ends(folder, S("/")))
        folder.len--;
    return folder.len && str_starts(path, folder) &&
           (path.len == folder.len || path.s[folder.len] == '/' ||
            str_ends(folder, S("/")));
}

static bool path_matches(struct str path, const char *pattern)
{
    struct str base = str_basename(path);
    return path.len &&
           (is_below(path, str_of(pattern)) || glob(pattern, path) ||
            str_eq(base, str_of(pattern)) || glob(pattern, base));
}

bool patterns_match_paths(const struct profile *profile,
                          const struct patterns *patterns, bool *marked)
{
    for (size_t i = 0; i < patterns->n; i++) {
        bool any = false;
        for (uint32_t f = 0; f < profile->n_functions; f++) {
            const struct identity *is = &profile->functions[f].is;
            if (path_matches(is->module, patterns->texts[i]) ||
                path_matches(is->file, patterns->texts[i]))
                any = marked[f] = true;
        }
        if (!any)
            return diag_error("--path: no module or file matches '%s'",
                              patterns->texts[i]);
    }
    return true;
}
