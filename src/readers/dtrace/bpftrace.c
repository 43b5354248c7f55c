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
 * "ADDRESS function+12 (module)". Source: bpftrace(8), sections "Map printing"
 * and "kstack".
 */
#include "readers/frames/leaf_stack.h"
#include "readers/frames/nowhere.h"
#include "readers/head.h"
#include "readers/reader.h"
#include "util/text/buf.h"
#include "util/text/unit.h"

/* A key of a map while it is read. */
struct key {
    bool open;
    struct leaf_stack stack;
    struct buf others; /* parts that are no frames, each after a line end; they
                          are the outermost frames, the first one outermost */
};

/* Returns whether the line opens a key, and then stores what follows "[". A map
   of histograms has the whole key on one line, "@usecs[prog]:". */
static bool opens_key(struct str line, struct str *rest)
{
    struct str name;
    return str_starts(line, S("@")) && str_cut(line, S("["), &name, rest) &&
           !str_has(name, S(" ")) && !str_has(name, S(":")) &&
           !str_has(*rest, S("]:"));
}

/* Returns whether the line ends a key with a value, and then stores what stands
   before "]". */
static bool ends_key(struct str line, struct str *before, double *value)
{
    struct str number;
    return str_cut_last(line, S("]: "), before, &number) &&
           str_number(str_trim(number), value);
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

static struct str known_module(struct str module)
{
    return str_eq(module, UNRESOLVED) ? S("") : module;
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
        str_cut_last(function, S(" ("), &function, &module))
        leaf_stack_push(&key->stack, profile, function,
                        known_module(str_head(module, module.len - 1)),
                        addresses);
    else
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
static void split_nowhere(struct key *key, struct profile *profile)
{
    struct str process = process_of(key);
    for (size_t i = 0; i < key->stack.n && process.len; i++) {
        const struct identity *is =
            &profile->functions[key->stack.of[i]].is;
        if (str_eq(is->name, UNRESOLVED) && !is->module.len)
            key->stack.of[i] = nowhere_function(profile, process);
    }
}

static void finish(struct key *key, struct profile *profile, double value)
{
    struct str rest = buf_text(&key->others), part;
    split_nowhere(key, profile);
    while (key->stack.n && str_cut_last(rest, S("\n"), &rest, &part))
        leaf_stack_push(&key->stack, profile, part, S(""), false);
    leaf_stack_add(&key->stack, profile, value);
    key->others.len = 0;
    key->open = false;
}

static void take_line(struct key *key, struct input *in,
                      struct profile *profile, bool addresses)
{
    bool is_indented = in->text.len && ascii_is_blank(in->text.s[0]);
    struct str line = str_trim(in->text), rest = line, before;
    double value;
    bool begins = !key->open && opens_key(line, &rest);
    if (!key->open && !begins)
        return;
    key->open = true;
    if (!begins && ends_key(line, &before, &value)) {
        add_parts(key, before);
        if (value < 0)
            input_warn(in, "expected a value of 0 or more after a stack");
        finish(key, profile, value < 0 ? 0 : value);
    } else if (begins || !is_indented) {
        add_parts(key, rest);
    } else if (line.len && !str_eq(line, S(","))) {
        add_frame(key, profile, line, addresses);
    }
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct key key = { 0 };
    profile_unit(profile, options->unit.len ? options->unit : S(UNIT_COUNTS));
    while (input_next_line(in))
        take_line(&key, in, profile, options->addresses);
    if (key.open)
        input_cut(in, "expected ']: VALUE' after the last stack");
    leaf_stack_free(&key.stack);
    buf_free(&key.others);
    nowhere_join(profile);
    if (profile->n_contexts == 0)
        return input_error(in, "expected a map of stacks, '@[', frames and "
                               "']: 12', found none");
    return true;
}

/* A key must be open at its line end, and the next line must be a frame. */
static enum match detect(struct str head, bool complete)
{
    struct str line, rest;
    bool open = false;
    while (head_take_line(&head, complete, &line)) {
        if (open && line.len && ascii_is_blank(line.s[0]) &&
            str_trim(line).len)
            return MATCH_YES;
        open = opens_key(str_trim_end(line), &rest);
    }
    return MATCH_NO;
}

const struct reader reader_bpftrace = {
    .name = "bpftrace",
    .description = "maps of stacks that bpftrace prints",
    .programs = "bpftrace",
    .file = "*.txt",
    .recipes =
        "bpftrace: `bpftrace -e 'profile:hz:99 { @[kstack, ustack, comm] = "
        "count(); }' >out.txt; prof2dot out.txt -o out.svg`",
    .supports = ASK_UNIT | ASK_UNRESOLVED,
    .detect = detect,
    .read = read,
};
