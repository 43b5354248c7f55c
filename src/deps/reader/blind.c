#include "deps/reader/blind.h"

#include "deps/reader/line.h"
#include "model/profile.h"
#include "util/array.h"

static bool is_key(struct str text)
{
    static const struct str keys[] = { STR("assembly"), STR("irreducible"),
                                       STR("crowded"), STR("locals"),
                                       STR("stores") };
    for (size_t i = 0; i < ROWS(keys); i++)
        if (str_eq(text, keys[i]))
            return true;
    return false;
}

bool bop_blind_record(struct bop_blind *blind, struct bop_trace *trace,
                      struct str fields, bool *is_known)
{
    struct blind_spot spot = { .names = S(""), .count = UNKNOWN };
    struct str key;
    if (!str_take(&fields, S(" -")) && !bop_line_count(&fields, &spot.count))
        return false;
    if (!bop_line_text(trace, &fields, &key))
        return false;
    *is_known = is_key(key);
    if (!*is_known)
        return true;
    if (!bop_line_text(trace, &fields, &spot.what) || !spot.what.len ||
        (fields.len && !bop_line_text(trace, &fields, &spot.names)) ||
        fields.len)
        return false;
    blind->crowded |= str_eq(key, S("crowded"));
    blind->no_locals |= str_eq(key, S("locals"));
    *PUSH_IN(&trace->texts, blind) = spot;
    return true;
}

static double count_words(struct str text)
{
    struct str word;
    double n = 0;
    while (str_take_word(&text, &word))
        n++;
    return n;
}

/* Reads the value of a key of the header. Returns false if it is empty or
   invalid. */
static bool read_value(struct bop_trace *trace, struct str value,
                       struct str *text)
{
    struct str field = arena_printf(&trace->texts, " %.*s", (int)value.len,
                                    value.s);
    return bop_line_text(trace, &field, text) && text->len;
}

void bop_blind_files(struct bop_blind *blind, struct bop_trace *trace,
                     struct str names)
{
    struct blind_spot spot = { .what = S("object files without hooks") };
    if (!read_value(trace, names, &spot.names))
        return;
    spot.count = count_words(spot.names);
    *PUSH_IN(&trace->texts, blind) = spot;
}

void bop_blind_missing(struct bop_blind *blind, struct bop_trace *trace,
                       struct str what)
{
    struct blind_spot spot = { .names = S(""), .count = UNKNOWN };
    if (read_value(trace, what, &spot.what))
        *PUSH_IN(&trace->texts, blind) = spot;
}

void bop_blind_name(struct bop_blind *blind, struct str name)
{
    buf_add(&blind->names, blind->n_names++ ? S(" ") : S(""));
    buf_add(&blind->names, name);
}

static void tell_names(const struct bop_blind *blind, struct profile *profile,
                       struct bop_trace *trace)
{
    struct blind_spot spot = {
        .what = S("names in functions.in that no traced function has"),
        .names = arena_copy(&trace->texts, buf_text(&blind->names)),
        .count = blind->n_names,
    };
    if (blind->n_names)
        dependences_add_blind(dependences_open(profile), spot);
}

/* Is a module a library without references in the trace? One that was built
   with bop-cc has functions there. The tracer and the dynamic linker do not
   count as libraries. */
static bool is_blind(const struct bop_trace *trace, uint32_t module)
{
    struct str name = str_basename(trace->modules.of[module].path);
    if (str_starts(name, S("libbop.")) || str_starts(name, S("ld-linux")) ||
        str_starts(name, S("linux-vdso")) || !name.len)
        return false;
    for (uint32_t f = 0; f < trace->function_ids.n; f++) {
        const struct bop_site *at =
            &trace->sites.of[trace->functions.of[f].site];
        if (at->where == BOP_MODULE && at->of == module)
            return false;
    }
    return true;
}

static void tell_libraries(struct profile *profile, struct bop_trace *trace)
{
    struct buf names = { 0 };
    struct blind_spot spot = {
        .what = S("libraries but for known functions of libc"),
    };
    for (uint32_t m = 1; m < trace->module_ids.n; m++)
        if (is_blind(trace, m)) {
            buf_add(&names, spot.count++ ? S(" ") : S(""));
            buf_add(&names, str_basename(trace->modules.of[m].path));
        }
    spot.names = buf_move(&names, &trace->texts);
    if (spot.count)
        dependences_add_blind(dependences_open(profile), spot);
}

void bop_blind_tell(const struct bop_blind *blind, struct profile *profile,
                    struct bop_trace *trace)
{
    struct dependences *all = dependences_open(profile);
    tell_names(blind, profile, trace);
    for (uint32_t i = 0; i < blind->n; i++)
        if (known(blind->of[i].count))
            dependences_add_blind(all, blind->of[i]);
    tell_libraries(profile, trace);
    for (uint32_t i = 0; i < blind->n; i++)
        if (!known(blind->of[i].count))
            dependences_add_blind(all, blind->of[i]);
    all->crowded |= blind->crowded;
    all->no_locals |= blind->no_locals;
}
