/*
 * Stacks that DTrace prints for an aggregation such as
 * @[stack(), ustack()] = count():
 *
 *     CPU     ID                    FUNCTION:NAME
 *       0  64091                        :tick-60s
 *
 *
 *                   genunix`fop_write+0x5d
 *                   unix`sys_syscall+0x17d
 *
 *                   libc.so.1`__pwrite+0xa
 *                   prog`main+0x20
 *                    12
 *
 * A stack is a block of frames, the innermost first, followed by a line with
 * its number. The frames of the kernel come first, and an empty line may stand
 * between them and those of the process, so empty lines mean nothing. A frame
 * is module`function+offset; an address stands where there is no symbol. Other
 * lines are headers or the output of other probes. (DTrace User Guide, chapters
 * "Aggregations" and "User Process Tracing".)
 */
#include "readers/frames/leaf_stack.h"
#include "readers/head.h"
#include "readers/reader.h"
#include "util/text/unit.h"

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct leaf_stack stack = { .arena = &in->arena };
    profile_set_unit(profile,
                     options->unit.len ? options->unit : S(UNIT_COUNTS));
    while (input_next_line(in)) {
        struct str line = str_trim(in->text);
        double cost;
        if (line.len == 0)
            continue;
        if (!str_number(line, &cost)) {
            /* Outside of a stack, only lines that are certain to be frames
               are. */
            struct str module = S(""), function = line;
            if (!str_cut(line, S("`"), &module, &function) && !stack.n &&
                !str_has(line, S("+0x")) && !str_starts(line, S("0x")))
                continue;
            leaf_stack_push(&stack, profile, function, module,
                            options->addresses);
        } else if (stack.n && cost < 0) {
            input_warn(in, "expected a number of 0 or more after a stack");
            stack.n = 0;
        } else {
            leaf_stack_add(&stack, profile, cost);
        }
    }
    if (stack.n)
        input_cut(in, "expected a number after the last stack");
    if (profile->n_contexts == 0)
        return input_error(in, "expected stacks with frames such as "
                               "unix`main+0x20 and a number, found none");
    return true;
}

/* The header says what it is; without it, there must be a frame with a
   module and a line with a number. */
static enum match detect(struct head head)
{
    struct str line, module, function;
    bool has_frame = false;
    double cost;
    while (head_take_line(&head, &line)) {
        struct str text = str_trim(line);
        if (str_starts(text, S("CPU ")) && str_ends(text, S("FUNCTION:NAME")))
            return MATCH_YES;
        bool is_indented = line.len && ascii_is_blank(line.s[0]);
        if (is_indented && str_cut(text, S("`"), &module, &function) &&
            module.len && function.len && !str_has(module, S(" ")))
            has_frame = true;
        else if (has_frame && is_indented && str_number(text, &cost))
            return MATCH_YES;
    }
    return MATCH_NO;
}

/* The defaults of stackframes, jstackframes and ustackframes. */
#define CURE "dtrace -x ustackframes=1024 -x stackframes=1024"

const struct reader reader_dtrace = {
    .name = "dtrace",
    .description = "stacks that dtrace prints",
    .programs = "dtrace",
    .tested = "DTrace of Solaris and of macOS",
    .file = "*.txt",
    .recipes =
        "DTrace: `dtrace -x ustackframes=100 -n 'profile-97 /pid == $target/ { "
        "@[ustack()] = count(); }' -c ./prog -o out.txt; prof2dot out.txt -o "
        "out.svg`",
    .limits = LIMITS(
        { .frames = 20, .cure = CURE },
        { .frames = 50, .cure = "dtrace -x jstackframes=1024" },
        { .frames = 100, .cure = CURE },
        { .frames = ANY_FRAMES, .cure = CURE }),
    .supports = ASK_UNIT | ASK_UNRESOLVED,
    .detect = detect,
    .read = read,
};
