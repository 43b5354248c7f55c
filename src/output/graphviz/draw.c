#include "output/graphviz/draw.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "output/graphviz/run.h"
#include "util/diag.h"
#include "util/progress.h"
#include "util/save.h"

enum { MOST_LINES = 20 }; /* of dot's messages */

/* "Warning: node f1, port..." is told as ours, in our words. */
static void tell_line(struct str line, bool failed)
{
    if (!str_take(&line, S("Warning: ")))
        str_take(&line, S("Error: "));
    if (failed)
        diag_error("dot: %.*s", (int)line.len, line.s);
    else
        diag_warn("dot: %.*s", (int)line.len, line.s);
}

static void tell_messages(struct str text, bool failed)
{
    struct str line;
    unsigned n = 0;
    while (text.len) {
        if (!str_cut(text, S("\n"), &line, &text)) {
            line = text;
            text = S("");
        }
        line = str_trim(line);
        if (line.len && n++ < MOST_LINES)
            tell_line(line, failed);
    }
    if (n > MOST_LINES)
        diag_warn("dot: said more than these %d lines", MOST_LINES);
}

static bool missing(const struct layout *layout, int error)
{
    if (layout->dot)
        return diag_error("--dot: cannot run %s: %s", layout->dot,
                          strerror(error));
    if (error != ENOENT)
        return diag_error("cannot run dot: %s", strerror(error));
    return diag_error("dot is not installed, and it draws the pictures: it "
                      "comes with Graphviz (apt-get, dnf, pacman, apk or brew "
                      "install graphviz); --dot=PATH names it, -T dot does "
                      "without");
}

/* Beside a device or a pipe there is no place for another file. */
static bool is_file(const char *path)
{
    struct stat status;
    return path && (stat(path, &status) != 0 || S_ISREG(status.st_mode));
}

/* The way there may have been long: the graph is not lost. */
static bool slow(const struct layout *layout, struct str graph)
{
    struct arena scratch = { 0 };
    diag_error("dot took more than %g s: fewer functions and calls are faster "
               "(--nodecount=40, -n 2, -e 1), and --layout-timeout=S gives it "
               "more time",
               layout->limit);
    if (is_file(layout->output)) {
        struct str file = arena_printf(&scratch, "%s.dot", layout->output);
        if (save_file(file.s, graph))
            diag_error("the graph is kept in %s", file.s);
    }
    arena_free(&scratch);
    return false;
}

static bool judge(const struct layout *layout, struct run_result result,
                  struct str graph, struct str messages)
{
    bool good = result.end == RUN_EXITED && result.value == 0;
    tell_messages(messages, !good && result.end != RUN_SLOW);
    switch (result.end) {
    case RUN_EXITED:
        return good || diag_error("dot failed with status %d", result.value);
    case RUN_KILLED:
        return diag_error("dot was ended by signal %d (%s)", result.value,
                          strsignal(result.value));
    case RUN_MISSING:
        return missing(layout, result.value);
    case RUN_SLOW:
        return slow(layout, graph);
    }
    return false;
}

static bool draw_graph(struct buf *out, const struct layout *layout,
                       const char *format, struct str graph)
{
    struct arena scratch = { 0 };
    struct buf messages = { 0 };
    const char *argv[] = { layout->dot ? layout->dot : "dot",
                           arena_printf(&scratch, "-T%s", format).s, NULL };
    size_t before = out->len;
    progress_phase("layout");
    struct run_result result =
        run_program(argv, graph, layout->limit, out, &messages);
    bool good = judge(layout, result, graph, buf_text(&messages)) &&
                (out->len > before || diag_error("dot wrote nothing"));
    buf_free(&messages);
    arena_free(&scratch);
    return good;
}

bool draw_picture(struct buf *out, const struct report *report, const char *format)
{
    struct buf graph = { 0 };
    bool good = write_dot(&graph, report) &&
                draw_graph(out, report->layout, format, buf_text(&graph));
    buf_free(&graph);
    return good;
}

bool write_picture(struct buf *out, const struct report *report)
{
    return draw_picture(out, report, report->layout->format);
}
