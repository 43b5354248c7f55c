/*
 * Folded stacks as FlameGraph reads them; readers/folded/folded.c describes
 * the format. Some bytes of names would be read as syntax: ';' and a '#' at
 * the start of a line, also behind blanks, are written as ':', line ends and
 * tabs as blanks, a name of blanks as [unknown], and characters that are not
 * printable as U+FFFD. Bytes that are not UTF-8 stay, except 0x80 to 0x9f,
 * which some terminals take for control characters, and those at the start,
 * which could make the output look compressed or UTF-16. A function without a
 * module is written with its file, "walk (app/w.py)", and with the place in it
 * if that tells the function apart, "walk (/app/w.js:3:140)". Code without a
 * symbol, and functions whose name has another one, too, are written with their
 * module as DTrace does, "libc.so.6`[unknown]". Mangled names are demangled as
 * in pictures.
 *
 * Most programs that read folded stacks want whole numbers, so times are in
 * nanoseconds. flamegraph.pl ignores lines whose number has an exponent.
 * inferno, speedscope and gprof2dot ignore lines whose number has a fraction,
 * or drop the fraction.
 *
 * A comparison has two numbers behind each stack, before and after, as
 * difffolded.pl of FlameGraph prints them and flamegraph.pl and inferno draw
 * them.
 */

#include "output/whole.h"
#include "output/writer.h"
#include "util/diag.h"
#include "util/map.h"
#include "util/text/unit.h"
#include "util/text/utf8.h"

/* Is one of the bytes a control character of ISO 8859? */
static bool has_control(struct str bytes)
{
    for (size_t i = 0; i < bytes.len; i++)
        if ((unsigned char)bytes.s[i] >= 0x80 &&
            (unsigned char)bytes.s[i] < 0xa0)
            return true;
    return false;
}

/* Could the next byte, which is not UTF-8, make the output look like UTF-16 or
   compressed? Byte order marks and xz begin with 0xfd to 0xff, zstd with
   "(\xb5/\xfd", and 7-Zip with "7z\xbc\xaf". */
static bool is_magic(const struct buf *out, unsigned char byte)
{
    enum { LONGEST = 4 };
    return out->len == 0 ? byte >= 0xfd
                         : out->len < LONGEST && (out->data[0] == '(' ||
                                                  out->data[0] == '7');
}

static void put_text(struct buf *out, struct str text)
{
    while (text.len) {
        const char *start = text.s;
        uint32_t code = utf8_next(&text);
        struct str bytes = { start, (size_t)(text.s - start) };
        if (code == REPLACEMENT && !has_control(bytes) &&
            !is_magic(out, (unsigned char)*start)) {
            buf_add(out, bytes);
            continue;
        }
        if (code == ';')
            code = ':';
        else if (code == '\n' || code == '\r' || code == '\t')
            code = ' ';
        utf8_put(out, utf8_printable(code) ? code : REPLACEMENT);
    }
}

/* A name that is written with its module reads as one again only without these
   characters. A module that perf does not know is called "[unknown]". */
static bool takes_module(const struct identity *is, struct str name)
{
    return is->module.len && !str_eq(is->module, UNRESOLVED) &&
           !str_has(name, S("`")) && !str_has(name, S("'"));
}

/* A function as it is written. */
struct written {
    struct str name;
    bool is_ambiguous; /* the name alone does not tell which one it is */
};

/* Marks the functions whose names others have, too. */
static void find_ambiguous(struct written *written, uint32_t n)
{
    LOCAL_ARENA(scratch);
    struct strings names = { 0 };
    uint32_t *name = NEW_N(&scratch, uint32_t, n);
    uint32_t *count = NEW_N(&scratch, uint32_t, n);
    for (uint32_t f = 0; f < n; f++) {
        name[f] = strings_add(&names, &scratch, written[f].name);
        count[name[f]]++;
    }
    for (uint32_t f = 0; f < n; f++)
        written[f].is_ambiguous = count[name[f]] > 1;
}

/* Gives functions of one module that have the same name the symbols that tell
   them apart, as the constructors C1 and C2 of a class. */
static void tell_symbols_apart(struct written *written,
                               const struct profile *profile)
{
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_functions;
    struct written *keys = NEW_N(&scratch, struct written, n);
    for (uint32_t f = 0; f < n; f++)
        keys[f].name =
            written[f].is_ambiguous
                ? arena_printf(&scratch, "%s\n%s\n%s", written[f].name.s,
                               profile->functions[f].is.module.s,
                               profile->functions[f].is.file.s)
                : written[f].name;
    find_ambiguous(keys, n);
    for (uint32_t f = 0; f < n; f++)
        if (keys[f].is_ambiguous)
            written[f].name = profile->functions[f].is.name;
}

/* Returns the functions. Their names are those that pictures have; functions
   that differ in their parameters alone are written with these. */
static struct written *write_names(struct arena *arena,
                                   const struct report *report)
{
    const struct profile *profile = report->profile;
    uint32_t n = profile->n_functions;
    struct written *written = NEW_N(arena, struct written, n);
    struct str *names = NEW_N(arena, struct str, n);
    for (uint32_t f = 0; f < n; f++)
        names[f] = profile->functions[f].is.name;
    struct demangled *forms = demangle_all(report->demangler, arena, names, n);
    for (uint32_t f = 0; f < n; f++)
        written[f].name = demangled_shown(report->demangler, &forms[f]);
    find_ambiguous(written, n);
    for (uint32_t f = 0; f < n; f++)
        if (written[f].is_ambiguous && !forms[f].hashed)
            written[f].name = forms[f].full;
    find_ambiguous(written, n);
    tell_symbols_apart(written, profile);
    find_ambiguous(written, n);
    for (uint32_t f = 0; f < n; f++)
        written[f].is_ambiguous |= profile->functions[f].nameless ||
                                   str_eq(names[f], UNRESOLVED);
    return written;
}

/* Code that was made at run time has a name in angles, which reads as a file
   only with a line: "<string>:1". */
static void put_file(struct buf *out, const struct function *function)
{
    const struct identity *is = &function->is;
    buf_add(out, S(" ("));
    put_text(out, is->file);
    if (is->tag.len && ascii_is_digit(is->tag.s[0])) {
        buf_char(out, ':');
        put_text(out, is->tag);
    } else if (str_starts(is->file, S("<")) && function->line) {
        buf_char(out, ':');
        buf_number(out, (double)function->line);
    }
    buf_char(out, ')');
}

static void put_function(struct buf *out, const struct function *function,
                         const struct written *written, bool first)
{
    const struct identity *is = &function->is;
    struct str trimmed = str_trim(written->name);
    struct str name = trimmed.len ? written->name : UNRESOLVED;
    if (written->is_ambiguous && takes_module(is, name)) {
        put_text(out, is->module);
        buf_char(out, '`');
    } else if (first && str_take(&trimmed, S("#"))) {
        name = trimmed;
        buf_char(out, ':');
    }
    put_text(out, name);
    if (is->file.len && (written->is_ambiguous || !is->module.len))
        put_file(out, function);
}

/* Puts a stack and a blank. `path` has room for the deepest stack. */
static void put_stack(struct buf *out, const struct profile *profile,
                      uint32_t context, const struct written *written,
                      uint32_t *path)
{
    uint32_t depth = profile_path(profile, context, path);
    for (bool first = true; depth-- > 0; first = false) {
        uint32_t f = path[depth];
        put_function(out, &profile->functions[f], &written[f], first);
        buf_char(out, depth ? ';' : ' ');
    }
}

/* The numbers behind a stack. */
struct sides {
    double before; /* of a comparison only */
    double after;  /* or the only one */
};

/* Returns the costs by context. */
static struct sides *find_sides(struct arena *arena,
                                const struct report *report)
{
    const struct profile *profile = report->profile;
    const struct samples *samples = &profile->samples;
    struct sides *sides = NEW_N(arena, struct sides, profile->n_contexts);
    for (uint32_t c = 0; c < profile->n_contexts && !report->has_sides; c++)
        sides[c].after = profile->contexts[c].self;
    for (uint32_t i = 0; i < samples->n_rows && report->has_sides; i++) {
        const struct sample_row *row = &samples->rows[i];
        if (str_eq(samples->events[row->event].name, REPORT_BEFORE))
            sides[row->context].before += row->cost;
        else
            sides[row->context].after += row->cost;
    }
    return sides;
}

/* Warns that the numbers have fractions, which some programs do not read, and
   that times too short to count got lost. */
static void warn_of_rounding(const struct whole_costs *costs, double exact,
                             double sum, uint32_t n_fractions)
{
    const double slight = .001;
    bool has_unit = !str_eq(costs->unit, S(UNIT_COUNTS));
    if (n_fractions)
        diag_warn("-T folded: fractions are among the numbers (%u); "
                  "flamegraph.pl draws them, but inferno, speedscope and "
                  "gprof2dot read whole numbers only%s",
                  n_fractions,
                  has_unit
                      ? ""
                      : "; --unit=ms or the like makes nanoseconds of times");
    if (fabs(exact - sum) > slight * exact)
        diag_warn("-T folded: the costs add up to %g %.*s, and to %g after "
                  "each was rounded to a whole number",
                  exact, (int)costs->unit.len, costs->unit.s, sum);
}

/* Makes numbers of costs. Returns false after a message if readers could not
   add them up. */
static bool make_numbers(struct sides *sides, const struct profile *profile)
{
    struct whole_costs costs = whole_costs_of(profile->unit);
    double exact = 0, sum = 0;
    uint32_t n_fractions = 0;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        double *both[] = { &sides[c].before, &sides[c].after };
        for (size_t i = 0; i < ROWS(both); i++) {
            exact += *both[i] * costs.factor;
            *both[i] = whole_number(&costs, *both[i]);
            sum += *both[i];
            n_fractions += *both[i] != floor(*both[i]);
        }
    }
    if (!whole_fits("folded", sum, costs.unit))
        return false;
    warn_of_rounding(&costs, exact, sum, n_fractions);
    return true;
}

static bool write_folded(struct buf *out, const struct report *report)
{
    const struct profile *profile = report->profile;
    if (profile->kind == FROM_CALLS)
        return diag_error("-T folded needs stacks, and %s input has calls; -T "
                          "edges writes these",
                          report->format);
    LOCAL_ARENA(scratch);
    struct sides *sides = find_sides(&scratch, report);
    bool good = make_numbers(sides, profile);
    const bool *ends = profile_stack_ends(&scratch, profile);
    const struct written *written = write_names(&scratch, report);
    uint32_t *path = NEW_N(&scratch, uint32_t, profile->n_contexts);
    for (uint32_t c = 0; c < profile->n_contexts && good; c++) {
        if (!ends[c])
            continue;
        put_stack(out, profile, c, written, path);
        if (report->has_sides) {
            whole_put(out, sides[c].before);
            buf_char(out, ' ');
        }
        whole_put(out, sides[c].after);
        buf_char(out, '\n');
    }
    return good;
}

const struct writer writer_folded = {
    .name = "folded",
    .description = "folded stacks, if the profile has stacks",
    .kind = WRITES_PROFILE,
    .has_columns = true,
    .write = write_folded,
};
