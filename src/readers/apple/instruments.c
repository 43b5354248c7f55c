/*
 * Reads what Instruments of macOS puts on the clipboard for "Deep Copy":
 *
 *     Weight          Self Weight          Symbol Name
 *     96.08 Gc  100.0%    -         example_app (40414)
 *     96.08 Gc  100.0%    -          Main Thread  0x1a2b
 *     96.08 Gc  100.0%    -           start
 *     47.82 Gc   49.7%    404.75 Mc    main
 *
 * The columns are separated by tabs; there may be an empty one. The number of
 * blanks before the name is the depth. A weight is a time, a size, or a number
 * of cycles or events with a prefix of a thousand; "-" is none. Self weights
 * may have no unit: the header then has it, "Self (ms)". The lines of processes
 * and threads are no functions. (Seen in copies of Instruments 7 to 13.)
 */
#include "readers/frames/indented.h"
#include "readers/frames/limits.h"
#include "readers/reader.h"
#include "util/text/buf.h"
#include "util/text/unit.h"

struct instruments {
    struct input *in;
    struct profile *profile;
    struct indented tree;
    struct unit unit; /* of numbers that have none; base "" if not known */
    struct buf base;  /* the unit of the profile; empty: not known yet */
};

/* Finds the unit of a weight: a time, a size, or "Mc", where c stands for
   cycles. */
static struct unit find_unit(struct str name)
{
    static const struct {
        struct str prefix;
        double per_base;
    } prefixes[] = { { STR("K"), 1e-3 }, { STR("k"), 1e-3 },
                     { STR("M"), 1e-6 }, { STR("G"), 1e-9 },
                     { STR("T"), 1e-12 }, { STR(""), 1 } };
    struct unit unit = { .per_base = 1 };
    if (unit_find(name, &unit))
        return unit;
    for (size_t i = 0; i < ROWS(prefixes); i++) {
        if (!str_take(&name, prefixes[i].prefix))
            continue;
        unit.per_base = prefixes[i].per_base;
        break;
    }
    unit.base = str_eq(name, S("c"))   ? S("cycles")
                : str_eq(name, S("b")) ? S("bytes")
                : name.len             ? name
                                       : S(UNIT_COUNTS);
    return unit;
}

/* Reads "404.75 Mc", "693" or "-". Returns false if it is none of these, or has
   another unit than the numbers before. */
static bool read_weight(struct instruments *copy, struct str text,
                        double *weight)
{
    struct unit unit = copy->unit;
    text = str_trim(text);
    *weight = 0;
    if (str_eq(text, S("-")) || !text.len)
        return true;
    if (!str_take_number(&text, weight) || *weight < 0)
        return false;
    text = str_trim(text);
    if (text.len || !unit.base.len)
        unit = find_unit(text);
    *weight /= unit.per_base;
    if (!copy->base.len)
        buf_add(&copy->base, unit.base);
    return str_eq(buf_text(&copy->base), unit.base) || *weight == 0;
}

/* "example_app (40414)" or "Main Thread  0x1a2b" */
static bool is_no_function(struct str name)
{
    struct str before, id;
    uint64_t n;
    if (str_cut_last(name, S("  0x"), &before, &id))
        return str_take_hex(&id, &n) && !id.len;
    return str_cut_last(name, S(" ("), &before, &id) && before.len &&
           str_take_digits(&id, &n) && str_eq(id, S(")"));
}

static void read_row(struct instruments *copy, struct str line)
{
    struct str rest, name, self;
    double cost;
    if (!str_cut_last(line, S("\t"), &rest, &name) ||
        !str_cut(rest, S("\t"), &rest, &self)) {
        input_warn(copy->in, "expected a weight, a self weight and a name, "
                             "separated by tabs");
        return;
    }
    str_cut(self, S("\t"), &self, &rest);
    if (!read_weight(copy, self, &cost)) {
        input_warn(copy->in, "expected a self weight such as \"12.5 ms\"");
        return;
    }
    const char *column = name.s;
    name = str_trim(name);
    size_t depth = (size_t)(name.s - column);
    uint32_t function =
        is_no_function(name) ? NO_ID : profile_named(copy->profile, name);
    indented_add(&copy->tree, depth, function, cost);
}

static bool is_header(struct str line)
{
    return str_starts(line, S("Weight\tSelf Weight\t")) ||
           (str_starts(line, S("Running Time\tSelf")) &&
            str_has(line, S("\tSymbol Name")));
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct instruments copy = {
        .in = in,
        .profile = profile,
        .tree = { .arena = &in->arena,
                  .profile = profile,
                  .costs = INDENTED_SELF },
        .unit = { .per_base = 1 },
    };
    bool has_header = false;
    (void)options;
    profile->stats.walked = true;
    while (input_next_line(in)) {
        if (is_header(in->text)) {
            struct str unit, rest;
            indented_end(&copy.tree);
            if (str_cut(in->text, S("\tSelf ("), &rest, &unit) &&
                str_cut(unit, S(")"), &unit, &rest))
                unit_find(unit, &copy.unit);
            has_header = true;
        } else if (has_header && str_trim(in->text).len) {
            read_row(&copy, in->text);
        }
    }
    indented_end(&copy.tree);
    if (copy.base.len)
        profile_set_unit(profile, buf_text(&copy.base));
    buf_free(&copy.base);
    if (copy.tree.without_stack > 0)
        input_remark(in, "self weights of processes and threads, left out: "
                         "%g %s",
                     copy.tree.without_stack, profile->unit.s);
    if (profile->n_contexts == 0)
        return input_error(in, "expected rows of Instruments' Deep Copy, found "
                               "none");
    return true;
}

const struct reader reader_instruments = {
    .name = "instruments",
    .description = "what Instruments of macOS copies: Edit, Deep Copy",
    .programs = "Instruments",
    .tested = "Instruments 7.3 and 13.4",
    .file = "*.txt",
    .limits = limits_apple,
    .is_line = is_header,
    .read = read,
};
