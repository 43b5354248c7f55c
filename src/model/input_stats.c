#include "model/input_stats.h"

#include "util/known.h"

struct input_stats input_stats_unknown(void)
{
    return (struct input_stats){ .empty_samples = UNKNOWN,
                                 .other_samples = UNKNOWN,
                                 .lost_events = UNKNOWN,
                                 .lost_chunks = UNKNOWN };
}

void input_stats_add(struct input_stats *stats, const struct input_stats *more)
{
    stats->walked |= more->walked;
    stats->is_whole &= more->is_whole;
    stats->no_chains &= more->no_chains;
    if (!stats->limits)
        stats->limits = more->limits;
    if (!stats->exact_by)
        stats->exact_by = more->exact_by;
    if (more->frame_limit > stats->frame_limit)
        stats->frame_limit = more->frame_limit;
    if (more->deepest > stats->deepest)
        stats->deepest = more->deepest;
    stats->has_other_builds |= more->has_other_builds;
    stats->lacks_files |= more->lacks_files;
    if (!stats->why_no_kernel)
        stats->why_no_kernel = more->why_no_kernel;
    stats->has_copies |= more->has_copies;
    stats->skipped_lines += more->skipped_lines;
    stats->cut_inputs += more->cut_inputs;
    stats->empty_samples = add_known(stats->empty_samples, more->empty_samples);
    stats->other_samples = add_known(stats->other_samples, more->other_samples);
    stats->lost_events = add_known(stats->lost_events, more->lost_events);
    stats->lost_chunks = add_known(stats->lost_chunks, more->lost_chunks);
}

#define COMMENT S("prof2dot: ")

static const struct {
    struct str name;
    size_t at; /* of a double */
} numbers[] = {
    { STR("skipped_lines "), offsetof(struct input_stats, skipped_lines) },
    { STR("cut_inputs "), offsetof(struct input_stats, cut_inputs) },
    { STR("empty_samples "), offsetof(struct input_stats, empty_samples) },
    { STR("lost_events "), offsetof(struct input_stats, lost_events) },
    { STR("lost_chunks "), offsetof(struct input_stats, lost_chunks) },
};
#define WALKED S("stacks were walked")

size_t input_stats_texts(void)
{
    return ROWS(numbers) + 1;
}

struct str input_stats_text(struct arena *arena,
                            const struct input_stats *stats, size_t i)
{
    if (i == ROWS(numbers))
        return stats->walked ? arena_printf(arena, "%s%s", COMMENT.s, WALKED.s)
                             : S("");
    double n =
        *(const double *)(const void *)((const char *)stats + numbers[i].at);
    return known(n) && n > 0 ? arena_printf(arena, "%s%s%.0f", COMMENT.s,
                                            numbers[i].name.s, n)
                             : S("");
}

bool input_stats_take_text(struct input_stats *stats, struct str text)
{
    double n;
    if (!str_take(&text, COMMENT))
        return false;
    if (str_eq(text, WALKED))
        return stats->walked = true;
    for (size_t i = 0; i < ROWS(numbers); i++) {
        struct str rest = text;
        double *field = (double *)(void *)((char *)stats + numbers[i].at);
        if (!str_take(&rest, numbers[i].name) || !str_number(rest, &n))
            continue;
        *field = add_known(*field, n);
        return true;
    }
    return false;
}
