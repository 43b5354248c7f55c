/*
 * Maps of stacks that bpftrace prints, such as @[kstack, ustack, comm]:
 *
 *     Attaching 1 probe...
 *
 *     @[
 *         vfs_write+165
 *         do_syscall_64+91
 *     ,
 *         write+20
 *         main+35
 *     , prog]: 12
 *
 * A key begins with "@NAME[" and ends with "]: VALUE". The frames of a stack
 * stand on lines of their own, the innermost first; the stack of the kernel
 * comes before that of the process. Other parts of the key, such as the name of
 * the process, stand on the first and on the last line, and in lines between
 * commas. They become the outermost frames. In the mode "perf", a frame is
 * "ADDRESS function+12 (module)". A row whose stack could not be taken has no
 * frames, "@[]: 2". Source: bpftrace(8), sections "Map printing"
 * and "kstack".
 */
#include "readers/frames/leaf_stack.h"
#include "readers/frames/limits.h"
#include "readers/frames/unmapped.h"
#include "readers/head.h"
#include "readers/reader.h"
#include "util/known.h"
#include "util/map.h"
#include "util/text/buf.h"
#include "util/text/unit.h"

/* The rows of one map of the trace. */
struct map_rows {
    bool has_stacks;    /* some key has frames */
    double without;     /* the values of the keys that have none */
};

struct maps {
    struct strings names;
    struct arena *arena;
    LIST(struct map_rows); /* by name */
};

/* A key of a map while it is read. */
struct key {
    bool open;
    struct map_rows *map;
    struct leaf_stack stack;
    struct buf others; /* parts that are no frames, each after a line end; they
                          are the outermost frames, the first one outermost */
};

/* Does the line begin a key? Then stores the name of the map, which may be "",
   and what follows "[". */
static bool begins_key(struct str line, struct str *name, struct str *rest)
{
    return str_take(&line, S("@")) && str_cut(line, S("["), name, rest) &&
           !str_has(*name, S(" ")) && !str_has(*name, S(":"));
}

/* Does the line begin a key that goes on? A map of histograms has the whole key
   on one line, "@usecs[prog]:". */
static bool opens_key(struct str line, struct str *name, struct str *rest)
{
    return begins_key(line, name, rest) && !str_has(*rest, S("]:"));
}

/* Returns whether the line ends a key, and then stores what stands before "]"
   and the value, UNKNOWN if it is no number: statistics or a histogram. */
static bool ends_key(struct str line, struct str *before, double *value)
{
    struct str number;
    if (!str_cut_last(line, S("]:"), before, &number) ||
        (number.len && number.s[0] != ' '))
        return false;
    if (!str_number(str_trim(number), value))
        *value = UNKNOWN;
    return true;
}

static void add_parts(struct key *key, struct str text)
{
    struct str part;
    bool more = true;
    while (more) {
        more = str_cut(text, S(","), &part, &text);
        part = str_trim(more ? part : text);
        if (part.len) {
            buf_char(&key->others, '\n');
            buf_add(&key->others, part);
        }
    }
}

/* A frame is "function+12", "0x7f12" or, in the mode "perf",
   "7f12 function+12 (module)". */
static void add_frame(struct key *key, struct profile *profile,
                      struct str text, bool addresses)
{
    struct str address, function, module;
    uint64_t n;
    if (str_ends(text, S(")")) && str_cut(text, S(" "), &address, &function) &&
        str_take_hex(&address, &n) && !address.len &&
        str_cut_last(function, S(" ("), &function, &module)) {
        module.len--;
        leaf_stack_push(&key->stack, profile, function,
                        str_eq(module, UNRESOLVED) ? S("") : module, addresses);
    } else
        leaf_stack_push(&key->stack, profile, text, S(""), addresses);
}

/* Returns the last part of the key that is no number, such as a pid: the name
   of the process; "" if there is none. */
static struct str process_of(const struct key *key)
{
    struct str rest = buf_text(&key->others), part;
    double number;
    while (str_cut_last(rest, S("\n"), &rest, &part))
        if (!str_number(part, &number))
            return part;
    return S("");
}

/* Makes code without a symbol and a module that of the process. */
static void split_unmapped(struct key *key, struct profile *profile)
{
    struct str process = process_of(key);
    for (size_t i = 0; i < key->stack.n && process.len; i++) {
        const struct identity *is = &profile->functions[key->stack.of[i]].is;
        if (str_eq(is->name, UNRESOLVED) && !is->module.len)
            key->stack.of[i] = unmapped_function(profile, process);
    }
}

static void finish(struct key *key, struct profile *profile, double value)
{
    struct str rest = buf_text(&key->others), part;
    key->map->has_stacks |= key->stack.n > 0;
    key->map->without += key->stack.n ? 0 : value;
    split_unmapped(key, profile);
    while (key->stack.n && str_cut_last(rest, S("\n"), &rest, &part))
        leaf_stack_push(&key->stack, profile, part, S(""), false);
    leaf_stack_add(&key->stack, profile, value);
    key->others.len = 0;
    key->open = false;
}

static struct map_rows *find_map(struct maps *maps, struct str name)
{
    uint32_t id = strings_add(&maps->names, maps->arena, name);
    return REACH_IN(maps->arena, maps, id);
}

/* "Lost 12 events": bpftrace could not print as fast as events came. */
static void take_loss(struct input_stats *stats, struct str line)
{
    uint64_t n;
    if (str_take(&line, S("Lost ")) && str_take_digits(&line, &n) &&
        str_eq(line, S(" events")))
        stats->lost_events = add_known(stats->lost_events, (double)n);
}

static void end_key(struct key *key, struct input *in, struct profile *profile,
                    double value)
{
    if (known(value)) {
        if (value < 0)
            input_warn(in, "expected a value of 0 or more after a stack");
        finish(key, profile, value < 0 ? 0 : value);
        return;
    }
    input_warn(in, "expected one number after ']:'; no cost of a stack can be "
                   "told from hist(), stats() and avg()");
    key->stack.n = key->others.len = 0;
    key->open = false;
}

static void take_line(struct key *key, struct maps *maps, struct input *in,
                      struct profile *profile, bool addresses)
{
    bool is_indented = in->text.len && ascii_is_blank(in->text.s[0]);
    struct str line = str_trim(in->text), rest = line, before, name;
    double value;
    bool begins = !key->open && opens_key(line, &name, &rest);
    if (!key->open && !begins) {
        /* A key on one line has no frames: "@[]: 2", "@[, prog]: 3". */
        if (begins_key(line, &name, &rest) && ends_key(rest, &rest, &value) &&
            value > 0)
            find_map(maps, name)->without += value;
        take_loss(&profile->stats, line);
        return;
    }
    if (begins)
        key->map = find_map(maps, name);
    key->open = true;
    if (!begins && !is_indented && ends_key(line, &before, &value)) {
        add_parts(key, before);
        end_key(key, in, profile, value);
    } else if (begins || !is_indented) {
        add_parts(key, rest);
    } else if (line.len && !str_eq(line, S(","))) {
        add_frame(key, profile, line, addresses);
    }
}

/* Reports the rows without a stack of maps that have stacks. The cost is a
   number of samples unless the user says otherwise. */
static void report_without(const struct maps *maps, struct input *in,
                           struct profile *profile)
{
    bool are_samples = str_eq(profile->unit, S(UNIT_COUNTS));
    double without = 0;
    for (size_t i = 0; i < maps->n; i++)
        without += maps->of[i].has_stacks ? maps->of[i].without : 0;
    if (without > 0)
        input_remark(in, "%g of %g %s have no stack and are left out", without,
                     profile_whole(profile) + without,
                     are_samples ? "samples" : profile->unit.s);
    if (are_samples)
        profile->stats.empty_samples = without;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct key key = { .stack.arena = &in->arena };
    struct maps maps = { .arena = &in->arena };
    profile_set_unit(profile,
                     options->unit.len ? options->unit : S(UNIT_COUNTS));
    while (input_next_line(in))
        take_line(&key, &maps, in, profile, options->addresses);
    if (key.open)
        input_cut(in, "expected ']: VALUE' after the last stack");
    in->line = 0;
    report_without(&maps, in, profile);
    buf_free(&key.others);
    unmapped_join(profile);
    if (profile->n_contexts == 0)
        return input_error(in, "expected a map of stacks, '@[', frames and "
                               "']: 12', found none");
    return true;
}

/* A key must be open at its line end, the next line must be a frame, and a
   number must follow the key if that ends in the head. */
static enum match detect(struct head head)
{
    struct str line, name, rest;
    double value;
    bool open = false, has_frame = false;
    while (head_take_line(&head, &line)) {
        bool is_indented = line.len && ascii_is_blank(line.s[0]);
        if (open && is_indented && str_trim(line).len) {
            has_frame = true;
        } else if (has_frame && !is_indented && ends_key(line, &rest, &value)) {
            if (known(value))
                return MATCH_YES;
            open = has_frame = false;
        } else if (!has_frame) {
            open = opens_key(str_trim_end(line), &name, &rest);
        }
    }
    return match_if(has_frame);
}

const struct reader reader_bpftrace = {
    .name = "bpftrace",
    .description = "maps of stacks that bpftrace prints",
    .programs = "bpftrace",
    .file = "*.txt",
    .recipes =
        "bpftrace: `bpftrace -e 'profile:hz:99 { @[kstack, ustack, comm] = "
        "count(); }' >out.txt; prof2dot out.txt -o out.svg`",
    /* ustack and kstack take a number of frames. */
    .limits = LIMITS(
        { .frames = KERNEL_MAX_FRAMES, .grows = true, .breaks = true,
          .cure = KERNEL_CURE ", and ustack(1024)" }),
    .supports = ASK_UNIT | ASK_UNRESOLVED,
    .detect = detect,
    .read = read,
};
