#include "output/health.h"

#include "output/number.h"

/* Parts of a sentence, a text between them. */
struct parts {
    struct buf text;
    struct str between;
};

static void add_part(struct parts *parts, struct str part)
{
    if (part.len == 0)
        return;
    if (parts->text.len)
        buf_add(&parts->text, parts->between);
    buf_add(&parts->text, part);
}

static bool in_samples(const struct report *report)
{
    return str_eq(report->profile->unit, S("samples"));
}

static double share(const struct report *report, double cost)
{
    double samples = report->checkup->samples;
    return samples > 0 ? known_or(cost, 0) / samples : 0;
}

static bool is_told(const struct report *report, double cost)
{
    return share(report, cost) >= HEALTH_TOLD;
}

/* "9.1% of the samples": of what, is said once. */
static struct str subject(struct arena *arena, const struct report *report,
                          double cost, bool first)
{
    const char *of = in_samples(report) ? " of the samples" : " of the cost";
    return arena_printf(arena, "%s%s", percent(arena, share(report, cost)).s,
                        first ? of : "");
}

static double broken(const struct report *report)
{
    const struct checkup *checkup = report->checkup;
    return checkup->shallow + checkup->cut + checkup->headless;
}

static struct str broken_text(struct arena *arena, const struct report *report)
{
    if (!is_told(report, broken(report)))
        return S("");
    return arena_printf(arena, "%s %s no full stack",
                        subject(arena, report, broken(report), true).s,
                        in_samples(report) ? "have" : "has");
}

/* How many there are, or their part of the cost. */
static void add_kind(struct arena *arena, struct parts *kinds,
                     const struct report *report, double cost, const char *what)
{
    if (cost <= 0)
        return;
    struct str amount = in_samples(report)
                            ? grouped(arena, cost)
                            : percent(arena, share(report, cost));
    add_part(kinds, arena_printf(arena, "%s %s", amount.s, what));
}

/* "312 of depth 1, 14 cut at 127 frames" */
static struct str kinds_text(struct arena *arena, const struct report *report)
{
    const struct checkup *checkup = report->checkup;
    struct parts kinds = { .between = S(", ") };
    add_kind(arena, &kinds, report, checkup->shallow, "of depth 1");
    add_kind(arena, &kinds, report, checkup->cut,
             checkup->deeper ? "cut at 127 frames or more"
                             : "cut at 127 frames");
    add_kind(arena, &kinds, report, checkup->headless,
             "without their outer callers");
    return buf_move(&kinds.text, arena);
}

/* "4.2% end in an unresolved function, 7.8% pass through one" */
static struct str names_text(struct arena *arena, const struct report *report,
                             bool first)
{
    const struct checkup *checkup = report->checkup;
    struct parts names = { .between = S(", ") };
    const char *s = in_samples(report) ? "" : "s";
    if (is_told(report, checkup->unresolved))
        add_part(&names,
                 arena_printf(
                     arena, "%s end%s in an unresolved function",
                     subject(arena, report, checkup->unresolved, first).s, s));
    first &= names.text.len == 0;
    if (is_told(report, checkup->passing))
        add_part(
            &names,
            arena_printf(arena, "%s pass%s through %s",
                         subject(arena, report, checkup->passing, first).s,
                         *s ? "es" : "",
                         names.text.len ? "one" : "an unresolved function"));
    return buf_move(&names.text, arena);
}

static struct str counted(struct arena *arena, double n, const char *one,
                          const char *many)
{
    if (!(n > 0))
        return S("");
    return arena_printf(arena, "%s %s", grouped(arena, n).s,
                        n == 1 ? one : many);
}

static struct str lost(struct arena *arena, const struct report *report)
{
    const struct health *health = report->health;
    if (health->lost_events > 0)
        return counted(arena, health->lost_events, "event was lost",
                       "events were lost");
    return counted(arena, health->lost_chunks, "chunk of events was lost",
                   "chunks of events were lost");
}

static struct str skipped(struct arena *arena, const struct report *report)
{
    return counted(arena, report->health->skipped_lines, "line skipped",
                   "lines skipped");
}

struct str health_text(struct arena *arena, const struct report *report)
{
    struct parts line = { .between = S("; ") };
    struct str text = broken_text(arena, report);
    if (text.len)
        add_part(&line, arena_printf(arena, "%s (%s)", text.s,
                                     kinds_text(arena, report).s));
    add_part(&line, names_text(arena, report, text.len == 0));
    add_part(&line, lost(arena, report));
    if (line.text.len)
        add_part(&line, skipped(arena, report));
    return buf_move(&line.text, arena);
}

struct str health_of_samples(struct arena *arena, const struct report *report)
{
    double unresolved = report->checkup->unresolved;
    struct parts line = { .between = S("; ") };
    add_part(&line, broken_text(arena, report));
    if (is_told(report, unresolved))
        add_part(&line,
                 arena_printf(
                     arena, "%s unresolved",
                     subject(arena, report, unresolved, line.text.len == 0).s));
    return buf_move(&line.text, arena);
}

struct str health_of_input(struct arena *arena, const struct report *report)
{
    struct parts line = { .between = S("; ") };
    add_part(&line, lost(arena, report));
    add_part(&line, skipped(arena, report));
    add_part(&line, report->health->cut_inputs > 0 ? S("the input is cut off")
                                                   : S(""));
    return buf_move(&line.text, arena);
}
