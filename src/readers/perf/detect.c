/*
 * The output of perf script is recognised by a frame below a header,
 *
 *     rdparse 28694   626.667580:    1003009 cpu-clock:
 *     <TAB>            15f3 expr+0x51 (/home/user/src/rdparse)
 *
 * or by a line that no other format has, such as "# captured on    : ...".
 */
#include "readers/perf/detect.h"

#include "readers/head.h"
#include "readers/perf/frame.h"
#include "readers/perf/header.h"
#include "readers/perf/line.h"

/* Is the line a frame with a module, or aligned as perf does it? Other frames
   look like much else. */
static bool is_good_frame(struct str text, const struct perf_line *line)
{
    struct perf_frame frame;
    if (line->kind != PERF_FRAME && line->kind != PERF_INDENTED &&
        line->kind != PERF_ALONE)
        return false;
    perf_frame(line->frame, false, &frame);
    return perf_header_is_address(text, frame.digits) || frame.module.len ||
           frame.inlined;
}

/* Does no other format have such a line? */
static bool is_certain(struct str text, const struct perf_line *line)
{
    if (line->kind == PERF_FLAT)
        return line->sure && perf_frame_address(line->frame) < line->frame.len;
    return line->kind == PERF_RECORD || line->kind == PERF_REPORT ||
           str_eq(text, S("# ========")) ||
           str_starts(text, S("# captured on ")) ||
           str_starts(text, S("build id event received for ")) ||
           (line->kind == PERF_MESSAGE && str_starts(text, S("Samples for '")));
}

/* Is this a frame below a header with a time or an event? */
static bool begins_stack(const struct perf_line *header, struct str text,
                         const struct perf_line *line)
{
    bool good = is_good_frame(text, line);
    if (header->kind == PERF_HEADER)
        return good || line->kind == PERF_FRAME;
    return header->kind == PERF_OTHER && header->event.len && good &&
           line->kind == PERF_FRAME;
}

/* Could a sample begin with line n? The first line may be a header or a frame;
   if it is the name of a thread, the second is a frame. */
static bool may_begin_sample(struct str text, const struct perf_line *line,
                             size_t n)
{
    if (n > 1)
        return n == 2 && line->kind == PERF_FRAME && is_good_frame(text, line);
    return line->kind == PERF_HEADER || line->kind == PERF_FLAT ||
           is_good_frame(text, line);
}

/* Is the line a folded stack, "a;b 8640000000000000", whose cost only looks
   like an address? */
static bool is_folded(struct str text, const struct perf_line *line)
{
    struct str stack, cost;
    double number;
    return !line->sure && str_cut_last(text, S(" "), &stack, &cost) &&
           str_has(stack, S(";")) && str_number(cost, &number);
}

enum match perf_detect(struct head head)
{
    struct str text;
    struct perf_line before = { .kind = PERF_EMPTY };
    enum match match = MATCH_NO;
    size_t n = 0;
    while (head_take_line(&head, &text)) {
        struct perf_line line = perf_line(text);
        if (is_folded(text, &line))
            continue;
        if (is_certain(text, &line) || begins_stack(&before, text, &line))
            return MATCH_YES;
        if (line.kind == PERF_COMMENT || line.kind == PERF_MESSAGE ||
            line.kind == PERF_WARNING)
            continue;
        if (line.kind != PERF_EMPTY && may_begin_sample(text, &line, ++n))
            match = MATCH_MAYBE;
        before = line;
    }
    return match;
}
