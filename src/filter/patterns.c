#include "filter/patterns.h"

#include <fnmatch.h>

#include "util/diag.h"

enum {
    NEAREST = 3,   /* names that are told where none matches */
    LONGEST = 100, /* bytes of a name that are compared */
};

/* Texts of a profile end in a NUL. */
static bool glob(const char *pattern, struct str text)
{
    return fnmatch(pattern, text.s, 0) == 0;
}

static uint32_t min3(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t least = a < b ? a : b;
    return least < c ? least : c;
}

/* Edits that turn one text into the other (Levenshtein), of their starts. */
static uint32_t distance(struct str a, struct str b)
{
    uint32_t row[LONGEST + 1];
    a = str_head(a, LONGEST);
    b = str_head(b, LONGEST);
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

/* A name that holds the pattern is nearer than any other. */
static uint32_t farness(struct str name, struct str pattern)
{
    uint32_t far = distance(name, pattern);
    return pattern.len && str_has(name, pattern) ? far : far + LONGEST;
}

struct near {
    struct str name;
    uint32_t far;
};

static void keep_nearest(struct near *near, struct str name, uint32_t far)
{
    for (int i = 0; i < NEAREST; i++)
        if (near[i].name.s && str_eq(near[i].name, name))
            return;
    for (int i = 0; i < NEAREST; i++) {
        struct near other = near[i];
        if (other.name.s && other.far <= far)
            continue;
        near[i] = (struct near){ name, far };
        if (!other.name.s)
            return;
        name = other.name;
        far = other.far;
    }
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

static void find_nearest(const struct profile *profile,
                         struct demangler *names, const char *pattern,
                         struct near *near)
{
    struct arena scratch = { 0 };
    struct demangled *forms = patterns_forms(&scratch, profile, names);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        struct str name = demangled_shown(names, &forms[f]);
        keep_nearest(near, name, farness(name, str_of(pattern)));
    }
    arena_free(&scratch);
}

static struct str list_nearest(struct arena *arena,
                               const struct profile *profile,
                               struct aliases aliases,
                               struct demangler *names, const char *pattern)
{
    struct near near[NEAREST] = { 0 };
    struct str list = S("");
    find_nearest(profile, names, pattern, near);
    if (aliases.profile)
        find_nearest(aliases.profile, names, pattern, near);
    for (int i = 0; i < NEAREST && near[i].name.s; i++)
        list = arena_printf(arena, "%s%s'%.200s'", list.s, i ? ", " : "",
                            near[i].name.s);
    return list;
}

struct str patterns_nearest_names(struct arena *arena, const struct profile *profile,
                         struct demangler *names, const char *pattern)
{
    return list_nearest(arena, profile, (struct aliases){ 0 }, names, pattern);
}

static bool tell_nearest(const struct profile *profile,
                         struct aliases aliases,
                         struct demangler *names, const char *pattern,
                         const char *option)
{
    struct arena scratch = { 0 };
    diag_error("%s: no function matches '%s'; the nearest names are %s",
               option, pattern,
               list_nearest(&scratch, profile, aliases, names, pattern).s);
    arena_free(&scratch);
    return false;
}

/* Functions that patterns look for. */
struct searched {
    const struct profile *profile;
    const struct demangled *forms; /* by function */
    const uint32_t *stand_for;     /* what is marked for each; NULL: itself */
};

static bool fits(struct str name, const char *pattern, bool literally)
{
    return literally ? str_eq(name, str_of(pattern)) : glob(pattern, name);
}

static uint32_t mark_names(const struct searched *in, const char *pattern,
                           bool literally, bool *marked)
{
    uint32_t n = 0;
    for (uint32_t f = 0; f < in->profile->n_functions; f++) {
        struct str name = in->profile->functions[f].is.name;
        const struct demangled *forms = &in->forms[f];
        if (!fits(name, pattern, literally) &&
            (forms->simple.s == name.s ||
             (!fits(forms->simple, pattern, literally) &&
              !fits(forms->full, pattern, literally))))
            continue;
        marked[in->stand_for ? in->stand_for[f] : f] = true;
        n++;
    }
    return n;
}

static uint32_t mark_all(const struct searched *in, const char *pattern,
                         bool literally, bool *marked)
{
    uint32_t n = 0;
    for (; in->profile; in++)
        n += mark_names(in, pattern, literally, marked);
    return n;
}

static bool match(const struct searched *in, const char *pattern, bool *marked)
{
    return mark_all(in, pattern, true, marked) ||
           mark_all(in, pattern, false, marked);
}

bool patterns_match_name(const struct profile *profile, struct demangler *names,
                const char *pattern, bool *marked)
{
    struct arena scratch = { 0 };
    struct searched in[] = {
        { profile, patterns_forms(&scratch, profile, names), NULL },
        { NULL, NULL, NULL },
    };
    bool any = match(in, pattern, marked);
    arena_free(&scratch);
    return any;
}

bool patterns_match_names(const struct profile *profile,
                 struct aliases aliases,
                 const struct patterns *patterns, const char *option,
                 bool *marked)
{
    struct arena scratch = { 0 };
    struct searched in[3] = { { .profile = profile },
                              { .profile = aliases.profile,
                                .stand_for = aliases.function } };
    bool good = true;
    for (int i = 0; in[i].profile && patterns->n; i++)
        in[i].forms =
            patterns_forms(&scratch, in[i].profile, patterns->names);
    for (size_t i = 0; i < patterns->n && good; i++)
        good = match(in, patterns->texts[i], marked) ||
               tell_nearest(profile, aliases, patterns->names,
                            patterns->texts[i], option);
    arena_free(&scratch);
    return good;
}

/* "/usr/lib" holds "/usr/lib/libc.so.6" but not "/usr/libexec". */
static bool below(struct str path, struct str folder)
{
    while (folder.len > 1 && str_ends(folder, S("/")))
        folder.len--;
    return folder.len && str_starts(path, folder) &&
           (path.len == folder.len || path.s[folder.len] == '/' ||
            str_ends(folder, S("/")));
}

static bool matches(struct str name, const char *pattern)
{
    return str_eq(name, str_of(pattern)) || glob(pattern, name);
}

static bool path_matches(struct str path, const char *pattern)
{
    return path.len && (below(path, str_of(pattern)) || glob(pattern, path) ||
                        matches(str_basename(path), pattern));
}

bool patterns_match_paths(const struct profile *profile, const struct patterns *patterns,
                 bool *marked)
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
