#include "output/wing.h"

#include "deps/outputs/deps.h"
#include "deps/outputs/untraced.h"
#include "deps/outputs/verdicts.h"
#include "output/report.h"
#include "util/text/number.h"

enum { BLIND_WIDTH = 72 }; /* bytes of a line */

/* The lines of the legend, which are in the arena. */
struct lines {
    struct arena *arena;
    LIST(struct str);
};

static void add_line(struct lines *lines, struct str line)
{
    *PUSH_IN(lines->arena, lines) = line;
}

static bool has_functions_under_study(const struct report *report)
{
    const struct view *view = report->view;
    for (uint32_t i = 0; i < view->n_functions; i++)
        if (report->profile->functions[view->functions[i]].is_under_study)
            return true;
    return false;
}

/* Adds lines on the references that were not traced, so that arrows may be
   missing. */
static void add_blind(struct lines *lines, const struct report *report)
{
    struct str line, text = untraced_text(lines->arena, report, BLIND_WIDTH);
    if (report->look->deps.by == DEPS_NONE)
        return;
    while (str_cut(text, S("\n"), &line, &text))
        add_line(lines, line);
    add_line(lines, text);
}

/* Returns the line that explains the boxes of several statements. */
static struct str group_line(struct arena *arena, const struct deps *deps)
{
    struct str together = S("");
    if (deps->group_share > 0)
        together = arena_printf(arena, " or %s together",
                                number_percent(arena, deps->group_share).s);
    return arena_printf(arena,
                        "a.c:3\u20139: statements of less than 0.1%% each%s; "
                        "the tooltip lists them",
                        together.s);
}

/* Adds a line that explains what boxes of statements say of memory. */
static void add_memory(struct lines *lines, const struct deps *deps)
{
    bool is_in_memory = false, needs_no_memory = false;
    for (size_t i = 0; i < deps->n_statements; i++) {
        is_in_memory |= deps->statements[i].is_in_memory;
        needs_no_memory |= deps->statements[i].needs_no_memory;
    }
    if (is_in_memory)
        add_line(lines, S("\"in memory\": scalar local variables, not "
                          "traced, may still carry it"));
    else if (needs_no_memory)
        add_line(lines, S("\"no memory\": but maybe scalar local variables, "
                          "which were not traced"));
}

/* Adds lines that explain the arrows and the boxes of statements. */
static void add_dependences(struct lines *lines, const struct report *report)
{
    struct arena *arena = lines->arena;
    const struct deps *deps = deps_of(arena, report);
    struct str hint = verdicts_hint(arena, report);
    if (deps->n_statements && hint.len)
        add_line(lines, hint);
    add_memory(lines, deps);
    if (deps->within_thread) {
        add_line(lines,
                 arena_printf(arena,
                              "dashed, open arrow: this %s "
                              "writes \u2192 that one reads",
                              deps->n_statements ? "statement" : "function"));
        add_line(lines, S("   10\u00d7, 11 apart: 10 reads, at least 11 "
                          "references after the write"));
        if (report->look->deps.by != DEPS_TOPLEV && deps->detailed)
            add_line(lines, S("   a.c:3 \u2192 :4 (for :8 \u2192 :9): "
                              "lines; and those under study that called"));
    }
    if (deps->by_function)
        add_line(lines, S("arrows between statements of two functions connect "
                          "the functions"));
    if (deps->has_groups)
        add_line(lines, group_line(arena, deps));
    if (deps->in_rows)
        add_line(lines, S("statements in one row could run at the same time, "
                          "as far as arrows tell"));
    if (deps->reorders)
        add_line(lines, S("dotted: the second one overwrites what the first "
                          "one read or wrote"));
    if (deps->across_threads)
        add_line(lines, S("bold dashed, hollow arrow: one thread writes "
                          "\u2192 another one reads"));
    uint32_t n_in_view;
    deps_in_view(arena, report, &n_in_view);
    if (n_in_view < dependences_of(report->profile)->n &&
        report->look->deps.by != DEPS_NONE &&
        report->look->deps.by != DEPS_TOPLEV)
        add_line(lines, S("without the dependences of functions left out"));
    if (deps->n_arrows < deps->n_all)
        add_line(lines, arena_printf(arena, "%zu of %zu dependences, by reads",
                                     deps->n_arrows, deps->n_all));
    add_blind(lines, report);
}

const struct str *deps_legend(struct arena *arena, const struct report *report,
                              size_t *n)
{
    struct lines lines = { .arena = arena };
    if (has_functions_under_study(report))
        add_line(&lines, S("double border: under study (functions.in)"));
    if (report->profile->dependences)
        add_dependences(&lines, report);
    *n = lines.n;
    return lines.of;
}
