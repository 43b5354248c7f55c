#include "filter/regex.h"

#include "util/diag.h"
#include "util/text/regexp.h"
#include "util/text/utf8.h"

/* ---- Regular expressions ---- */

/* Holds a compiled regular expression. */
struct regex {
    const char *option, *text; /* for messages */
    const struct demangler *names;
    struct regexp compiled;
    bool failed; /* after a message */
};

/* Returns false for every text after matching has failed with an error. */
static bool matches(struct regex *regex, struct str text)
{
    if (regexp_matches(&regex->compiled, text))
        return true;
    if (!regex->compiled.error[0] || regex->failed)
        return false;
    regex->failed = true;
    return diag_error("%s: '%s' against '%.200s': %s", regex->option,
                      regex->text, text.s, regex->compiled.error);
}

/* Does it match a function as pictures show it? A module or file that is
   unknown, and so "", never matches. */
static bool matches_shown(struct regex *regex, const struct identity *is,
                          const struct demangled *forms)
{
    return matches(regex, demangled_shown(regex->names, forms)) ||
           (is->module.len && matches(regex, is->module)) ||
           (is->file.len && matches(regex, is->file));
}

/* Does it match a function that was read with a mangled name, which has the
   types of parameters as well? */
static bool matches_mangled(struct regex *regex, const struct identity *is,
                            const struct demangled *forms)
{
    return forms->simple.s != is->name.s &&
           (matches(regex, is->name) || matches(regex, forms->full));
}

/* Marks the functions that a regular expression matches, and returns their
   number. */
static uint32_t mark_matches(const struct profile *profile,
                             const struct demangled *forms, struct regex *regex,
                             bool *marked)
{
    bool (*const ways[])(struct regex *, const struct identity *,
                         const struct demangled *) = { matches_shown,
                                                       matches_mangled };
    uint32_t n = 0;
    for (size_t way = 0; way < ROWS(ways) && n == 0; way++)
        for (uint32_t f = 0; f < profile->n_functions; f++) {
            if (!ways[way](regex, &profile->functions[f].is, &forms[f]))
                continue;
            marked[f] = true;
            n++;
        }
    return n;
}

/* ---- Patterns that are taken literally ---- */

static bool has_literal(struct literal *literal, const struct identity *is,
                        const struct demangled *forms)
{
    LOCAL_ARENA(scratch);
    struct str texts[PATTERN_MOST_TEXTS];
    bool any = (is->module.len && literal_is_in(literal, is->module)) ||
               (is->file.len && literal_is_in(literal, is->file));
    for (int form = 0; form < N_PATTERN_FORMS && !any; form++) {
        size_t n = patterns_list_forms(&scratch, is->name, forms,
                                       (enum pattern_form)form, texts);
        for (size_t i = 0; i < n && !any; i++)
            any = literal_is_in(literal, texts[i]);
    }
    return any;
}

/* Marks the functions in which a text occurs, and returns their number. */
static uint32_t mark_literal(const struct profile *profile,
                             const struct demangled *forms, const char *text,
                             bool *marked)
{
    LOCAL_ARENA(scratch);
    struct literal literal = literal_of(&scratch, text);
    uint32_t n = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        if (!has_literal(&literal, &profile->functions[f].is, &forms[f]))
            continue;
        marked[f] = true;
        n++;
    }
    literal_free(&literal);
    return n;
}

/* ---- All patterns ---- */

/* Reports that a pattern matches nothing, neither as a regular expression nor
   literally; `why` says why it is no regular expression, or is "". Returns
   false if that is an error. */
static bool report_no_match(const struct profile *profile,
                            struct demangler *names, const char *text,
                            const char *option, struct str why, bool is_error)
{
    LOCAL_ARENA(scratch);
    if (why.len)
        diag_error("%s: '%s' is no regular expression, %s, and no function, "
                   "module or file contains it literally",
                   option, text, why.s);
    else if (is_error)
        diag_error("%s: no function, module or file matches '%s'%s; "
                   "--list-functions and --list-modules list all",
                   option, text,
                   patterns_nearest_names(&scratch, profile, names, text).s);
    else
        diag_warn("%s: no function, module or file matches '%s'", option, text);
    return !is_error && !why.len;
}

/* Marks the functions that one pattern matches. Returns false after a
   message. */
static bool match_pattern(const struct profile *profile,
                          const struct demangled *forms,
                          struct demangler *names, const char *text,
                          const char *option, bool needs_match, bool *marked)
{
    struct regex regex = { .option = option, .text = text, .names = names };
    struct str why = S("");
    uint32_t n = 0;
    if (regexp_compile(&regex.compiled, text))
        n = mark_matches(profile, forms, &regex, marked);
    else
        why = str_of(regex.compiled.error);
    if (!n && !regex.failed) {
        n = mark_literal(profile, forms, text, marked);
        if (n)
            diag_note("%s: '%s' is taken literally, because as a regular "
                      "expression it %s",
                      option, text, why.len ? "is invalid" : "matches nothing");
    }
    bool good = !regex.failed && (n || report_no_match(profile, names, text,
                                                       option, why,
                                                       needs_match));
    regexp_free(&regex.compiled);
    return good;
}

bool regex_match(const struct profile *profile, const struct patterns *patterns,
                 const char *option, bool needs_match, bool *marked)
{
    LOCAL_ARENA(scratch);
    struct demangler *names = patterns->names;
    struct demangled *forms = patterns_forms(&scratch, profile, names);
    bool good = true;
    for (size_t i = 0; i < patterns->n && good; i++)
        good = match_pattern(profile, forms, names, patterns->texts[i], option,
                             needs_match, marked);
    return good;
}

/* ---- Literals ---- */

/* Appends the text as labels show it, but without blanks. */
static void put_compact(struct buf *out, struct str text)
{
    size_t from = out->len, to = out->len;
    utf8_clean(out, text);
    for (size_t i = from; i < out->len; i++)
        if (out->data[i] != ' ')
            out->data[to++] = out->data[i];
    out->len = to;
}

struct literal literal_of(struct arena *arena, const char *text)
{
    struct literal literal = { 0 };
    struct buf compact = { 0 };
    put_compact(&compact, str_of(text));
    struct str rest = buf_move(&compact, arena), piece;
    literal.pieces = NEW_N(arena, struct str, rest.len + 1);
    while (str_cut(rest, S(ELLIPSIS), &piece, &rest))
        literal.pieces[literal.n++] = piece;
    literal.pieces[literal.n++] = rest;
    return literal;
}

void literal_free(struct literal *literal)
{
    buf_free(&literal->compared);
}

static bool is_nothing(const struct literal *literal)
{
    for (size_t i = 0; i < literal->n; i++)
        if (literal->pieces[i].len)
            return false;
    return true;
}

/* Finds the pieces in the text, one after the other. */
static bool match(struct literal *literal, struct str text, bool all)
{
    const struct str *pieces = literal->pieces;
    size_t last = literal->n - 1;
    if (is_nothing(literal))
        return false;
    literal->compared.len = 0;
    put_compact(&literal->compared, text);
    struct str rest = buf_text(&literal->compared), before;
    if (all && last == 0)
        return str_eq(rest, pieces[0]);
    if (all && !str_take(&rest, pieces[0]))
        return false;
    if (all && !str_ends(rest, pieces[last]))
        return false;
    if (all)
        rest.len -= pieces[last].len;
    for (size_t i = all; i < literal->n - all; i++)
        if (pieces[i].len && !str_cut(rest, pieces[i], &before, &rest))
            return false;
    return true;
}

bool literal_is(struct literal *literal, struct str text)
{
    return match(literal, text, true);
}

bool literal_is_in(struct literal *literal, struct str text)
{
    return match(literal, text, false);
}
