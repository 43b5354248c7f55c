#include "analysis/match.h"

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

static void find_nearest(const struct profile *profile, const char *pattern,
                         struct near *near)
{
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        struct str name = profile->functions[f].is.name;
        keep_nearest(near, name, farness(name, str_of(pattern)));
    }
}

static struct str list_nearest(struct arena *arena,
                               const struct profile *profile,
                               const struct collapsed *collapsed,
                               const char *pattern)
{
    struct near near[NEAREST] = { 0 };
    struct str list = S("");
    find_nearest(profile, pattern, near);
    if (collapsed)
        find_nearest(collapsed->before, pattern, near);
    for (int i = 0; i < NEAREST && near[i].name.s; i++)
        list = arena_printf(arena, "%s%s'%.200s'", list.s, i ? ", " : "",
                            near[i].name.s);
    return list;
}

struct str nearest_names(struct arena *arena, const struct profile *profile,
                         const char *pattern)
{
    return list_nearest(arena, profile, NULL, pattern);
}

static bool tell_nearest(const struct profile *profile,
                         const struct collapsed *collapsed,
                         const char *pattern, const char *option)
{
    struct arena scratch = { 0 };
    diag_error("%s: no function matches '%s'; the nearest names are %s",
               option, pattern,
               list_nearest(&scratch, profile, collapsed, pattern).s);
    arena_free(&scratch);
    return false;
}

static uint32_t mark_names(const struct profile *profile,
                           const uint32_t *stand_for, const char *pattern,
                           bool literally, bool *marked)
{
    uint32_t n = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        struct str name = profile->functions[f].is.name;
        if (literally ? !str_eq(name, str_of(pattern)) : !glob(pattern, name))
            continue;
        marked[stand_for ? stand_for[f] : f] = true;
        n++;
    }
    return n;
}

static uint32_t mark_all(const struct profile *profile,
                         const struct collapsed *collapsed,
                         const char *pattern, bool literally, bool *marked)
{
    uint32_t n = mark_names(profile, NULL, pattern, literally, marked);
    if (collapsed)
        n += mark_names(collapsed->before, collapsed->function, pattern,
                        literally, marked);
    return n;
}

static bool match(const struct profile *profile,
                  const struct collapsed *collapsed, const char *pattern,
                  bool *marked)
{
    return mark_all(profile, collapsed, pattern, true, marked) ||
           mark_all(profile, collapsed, pattern, false, marked);
}

bool match_name(const struct profile *profile, const char *pattern,
                bool *marked)
{
    return match(profile, NULL, pattern, marked);
}

bool match_names(const struct profile *profile,
                 const struct collapsed *collapsed,
                 const struct patterns *patterns, const char *option,
                 bool *marked)
{
    for (size_t i = 0; i < patterns->n; i++)
        if (!match(profile, collapsed, patterns->texts[i], marked))
            return tell_nearest(profile, collapsed, patterns->texts[i],
                                option);
    return true;
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

bool match_paths(const struct profile *profile, const struct patterns *patterns,
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
