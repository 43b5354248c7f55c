#include "filter/patterns.h"

#include <fnmatch.h>

#include "filter/regex.h"
#include "names/base_name.h"
#include "names/parts.h"
#include "names/strip.h"
#include "util/diag.h"
#include "util/nearest.h"
#include "util/text/utf8.h"

enum { MODULES_LISTED = 5 }; /* in the message of --path without a match */

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

/* Returns a pattern without the characters at its ends that mean something in
   globs or regular expressions. */
static struct str trim_pattern(struct str pattern)
{
    static const struct str special = STR("^$*.?\\");
    while (pattern.len && str_has(special, str_head(pattern, 1)))
        pattern = str_skip(pattern, 1);
    while (pattern.len && str_has(special, str_skip(pattern, pattern.len - 1)))
        pattern.len--;
    return pattern;
}

/* Compares the whole name as it is displayed, its base name, and the last part
   of that, so that "pars" finds "int app::Parser::parse(char)". */
static void add_near_name(struct nearest *near, struct arena *arena,
                          struct str name)
{
    LOCAL_BUF(base);
    struct str scope, last;
    nearest_add(near, name);
    if (base_name_put(&base, name)) {
        struct str text = buf_move(&base, arena);
        nearest_add_form(near, name, text);
        if (str_cut_last(text, S("::"), &scope, &last))
            nearest_add_form(near, name, last);
    }
}

static struct str nearest_names(struct arena *arena,
                                const struct profile *profile,
                                struct aliases aliases,
                                struct demangler *names, const char *pattern)
{
    LOCAL_ARENA(scratch);
    struct nearest near = { .text = trim_pattern(str_of(pattern)) };
    const struct profile *searched[] = { profile, aliases.profile };
    for (size_t i = 0; i < ROWS(searched) && searched[i]; i++) {
        struct demangled *forms = patterns_forms(&scratch, searched[i], names);
        for (uint32_t f = 0; f < searched[i]->n_functions; f++)
            if (!searched[i]->functions[f].is_tag)
                add_near_name(&near, &scratch,
                              demangled_shown(names, &forms[f]));
    }
    return nearest_text(&near, arena);
}

struct str patterns_nearest_names(struct arena *arena,
                                  const struct profile *profile,
                                  struct demangler *names, const char *pattern)
{
    return nearest_names(arena, profile, (struct aliases){ 0 }, names, pattern);
}

/* Reports that a pattern matches nothing. Returns false. */
static bool no_match_error(const struct profile *profile,
                           struct aliases aliases, struct demangler *names,
                           const char *pattern, const char *option)
{
    LOCAL_ARENA(scratch);
    diag_error("%s: no function matches '%s'%s; --list-functions lists all",
               option, pattern,
               nearest_names(&scratch, profile, aliases, names, pattern).s);
    return false;
}

/* ---- Names ---- */

/* The names of a profile with which patterns are compared. */
struct searched {
    const struct profile *profile; /* NULL ends a list of these */
    const struct demangled *forms; /* by function */
    const uint32_t *stands_for;    /* by function: the function that is marked
                                      if it matches; NULL: itself */
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
            texts[n++] = arena_printf(arena, "%s [%s]", forms->full.s, name.s);
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
    case WAY_EXACT: return str_eq(text, str_of(matcher->pattern));
    case WAY_LITERAL: return literal_is(&matcher->literal, text);
    case WAY_GLOB: return glob(matcher->glob, text);
    }
    return false;
}

static bool function_matches(struct matcher *matcher, struct str name,
                             const struct demangled *forms,
                             enum pattern_form form, enum pattern_way way)
{
    LOCAL_ARENA(scratch);
    struct str texts[PATTERN_MOST_TEXTS];
    size_t n = patterns_list_forms(&scratch, name, forms, form, texts);
    bool any = false;
    for (size_t i = 0; i < n && !any; i++)
        any = text_matches(matcher, texts[i], way);
    return any;
}

static bool mark_matches(const struct searched *list, struct matcher *matcher,
                         enum pattern_form form, enum pattern_way way,
                         bool *marked)
{
    bool any = false;
    for (const struct searched *in = list; in->profile; in++)
        for (uint32_t f = 0; f < in->profile->n_functions; f++)
            if (!in->profile->functions[f].is_tag &&
                function_matches(matcher, in->profile->functions[f].is.name,
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
    LOCAL_ARENA(scratch);
    struct matcher matcher = { .pattern = pattern,
                               .glob = glob_of(&scratch, pattern),
                               .literal = literal_of(&scratch, pattern) };
    bool any = false;
    for (size_t i = 0; i < ROWS(tries) && !any; i++)
        any = mark_matches(list, &matcher, tries[i].form, tries[i].way, marked);
    literal_free(&matcher.literal);
    return any;
}

bool patterns_match_name(const struct profile *profile, struct demangler *names,
                         const char *pattern, bool *marked)
{
    LOCAL_ARENA(scratch);
    struct searched list[] = {
        { profile, patterns_forms(&scratch, profile, names), NULL },
        { NULL, NULL, NULL },
    };
    return match(list, pattern, marked);
}

bool patterns_match_names(const struct profile *profile, struct aliases aliases,
                          const struct patterns *patterns, const char *option,
                          bool *marked)
{
    LOCAL_ARENA(scratch);
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

struct module {
    struct str name;
    double self;
};

/* By falling cost, and by name among equals. */
static int by_self(const void *left, const void *right)
{
    const struct module *a = left, *b = right;
    int order = COMPARE(b->self, a->self);
    return order ? order : str_cmp(a->name, b->name);
}

/* Returns the modules with their self costs in the arena, *n of them. */
static struct module *list_modules(struct arena *arena,
                                   const struct profile *profile, uint32_t *n)
{
    struct strings names = { 0 };
    struct module *modules = NEW_N(arena, struct module, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        const struct function *function = &profile->functions[f];
        if (!function->is.module.len)
            continue;
        uint32_t m = strings_add(&names, arena, function->is.module);
        modules[m].name = names.texts[m];
        modules[m].self += function->self;
    }
    *n = names.n;
    SORT(modules, *n, by_self);
    return modules;
}

/* Reports that a pattern matches no path, and lists the modules with the
   largest costs. Returns false. */
static bool no_path_error(const struct profile *profile, const char *pattern)
{
    LOCAL_ARENA(scratch);
    struct nearest near = { .text = trim_pattern(str_of(pattern)) };
    struct str list = S("");
    uint32_t n;
    struct module *modules = list_modules(&scratch, profile, &n);
    for (uint32_t m = 0; m < n; m++) {
        nearest_add(&near, modules[m].name);
        nearest_add_form(&near, modules[m].name, str_basename(modules[m].name));
        if (m < MODULES_LISTED)
            list = arena_printf(&scratch, "%s%s'%.200s'", list.s,
                                m ? ", " : "", modules[m].name.s);
    }
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        struct str file = profile->functions[f].is.file;
        nearest_add_form(&near, file, str_basename(file));
    }
    if (n == 0)
        diag_error("--path: no file matches '%s'%s; the input has no modules "
                   "to choose from",
                   pattern, nearest_text(&near, &scratch).s);
    else
        diag_error("--path: no module or file matches '%s'%s; the %s %s; "
                   "--list-modules lists all",
                   pattern, nearest_text(&near, &scratch).s,
                   n > 1 ? "modules with most cost are" : "only module is",
                   list.s);
    return false;
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
            return no_path_error(profile, patterns->texts[i]);
    }
    return true;
}
