#include "output/graphviz/draw.h"

#include <errno.h>
#include <sys/stat.h>

#include "output/dot/dot.h"
#include "output/dot/placed.h"
#include "output/graphviz/date.h"
#include "output/graphviz/frame.h"
#include "output/writer.h"
#include "process/broker.h"
#include "process/run.h"
#include "util/diag.h"
#include "util/files/save.h"
#include "util/progress.h"

enum { MOST_LINES = 20 }; /* of dot's messages */

/* Reports the lines that dot wrote to its standard error, such as "Warning:
   node f1, port...", as errors if dot failed and as warnings otherwise. */
static void report_messages(struct str text, bool failed)
{
    struct str line;
    unsigned n = 0;
    while (str_take_part(&text, S("\n"), &line)) {
        line = str_trim(line);
        if (line.len == 0 || n++ >= MOST_LINES)
            continue;
        if (!str_take(&line, S("Warning: ")))
            str_take(&line, S("Error: "));
        if (failed)
            diag_error("dot: %.*s", (int)line.len, line.s);
        else
            diag_warn("dot: %.*s", (int)line.len, line.s);
    }
    if (n > MOST_LINES)
        diag_warn("dot: said more than these %d lines", MOST_LINES);
}

/* `error` is the errno of the failed start. */
static bool report_missing(const struct layout *layout, int error)
{
    if (layout->dot)
        return diag_error("--dot: cannot run %s: %s; expected the program dot "
                          "of Graphviz",
                          layout->dot, strerror(error));
    if (error != ENOENT)
        return diag_error("cannot run dot: %s", strerror(error));
    return diag_error("dot is not installed, and it draws the pictures: it "
                      "comes with Graphviz (apt-get, dnf, pacman, apk or brew "
                      "install graphviz); --dot=PATH names it, -T dot does "
                      "without");
}

/* Can another file be put beside the output? Not if it is standard output, a
   device or a pipe. */
static bool is_regular(const char *path)
{
    struct stat status;
    return strcmp(path, "-") != 0 &&
           (stat(path, &status) == 0 ? S_ISREG(status.st_mode)
                                     : errno == ENOENT);
}

static bool is_free(const char *path)
{
    struct stat status;
    return lstat(path, &status) != 0 && errno == ENOENT;
}

const char *draw_kept_name(struct arena *arena, const char *output)
{
    if (!is_regular(output))
        return NULL;
    for (unsigned i = 1; i < 100; i++) {
        const char *name =
            i == 1 ? arena_printf(arena, "%s.dot", output).s
                   : arena_printf(arena, "%s.%u.dot", output, i).s;
        if (is_free(name))
            return name;
    }
    return NULL;
}

/* The graph may have taken long to make, so it is saved beside the output. */
static bool report_slow(const struct layout *layout, struct str graph)
{
    const struct saved_file file = { layout->kept, graph };
    diag_error("dot took more than %g s: fewer functions and calls are faster "
               "(--nodecount=40, -n 2, -e 1), and --layout-timeout=S gives it "
               "more time",
               layout->limit);
    if (layout->kept && is_free(layout->kept) &&
        (layout->broker ? broker_save(layout->broker, &file, 1, false)
                        : save_files(&file, 1, false)))
        diag_error("the graph is kept in %s", layout->kept);
    return false;
}

/* Returns whether dot succeeded, and reports what it said and how it failed. */
static bool check_result(const struct layout *layout, struct run_result result,
                         struct str graph, struct str messages)
{
    bool good = result.end == RUN_EXITED && result.value == 0;
    report_messages(messages, !good && result.end != RUN_SLOW);
    switch (result.end) {
    case RUN_EXITED:
        return good ||
               diag_error("dot failed with status %d; -T dot does without it",
                          result.value);
    case RUN_KILLED:
        return diag_error("dot was ended by signal %d (%s)", result.value,
                          strsignal(result.value));
    case RUN_LOST:
        return result.value && diag_error("cannot read what dot writes: %s",
                                          strerror(result.value));
    case RUN_MISSING:
        return report_missing(layout, result.value);
    case RUN_SLOW:
        if (!layout->is_slow)
            return report_slow(layout, graph);
        *layout->is_slow = true;
        return false;
    }
    return false;
}

const char *draw_program(const struct layout *layout)
{
    return layout->dot ? layout->dot : "dot";
}

static struct run_result run_dot(const struct layout *layout,
                                 const char *format, struct str graph,
                                 struct buf *out, struct buf *messages)
{
    LOCAL_ARENA(scratch);
    const char *argv[] = { draw_program(layout),
                           arena_printf(&scratch, "-T%s", format).s, NULL };
    return layout->broker
               ? broker_draw(layout->broker, format, graph, out, messages)
               : run_program(argv, graph, layout->limit, out, messages);
}

/* WebP has no end. Its head has the length of what follows the first 8 bytes
   (RFC 9649, section 2.3). */
static bool is_whole_webp(struct str picture)
{
    const unsigned char *p = (const unsigned char *)picture.s;
    return picture.len >= 8 && str_starts(picture, S("RIFF")) &&
           (uint64_t)p[4] + (p[5] << 8) + (p[6] << 16) +
                   ((uint64_t)p[7] << 24) + 8 == picture.len;
}

/* Does a picture end as whole ones of its format do? For GIF that is one byte,
   which one of 256 cut ones has as well. Line ends may follow. */
static bool is_whole(const char *format, struct str picture)
{
    static const struct {
        const char *format, *end;
    } ends[] = {
        { "svg", "</svg>" }, { "png", "IEND\xae\x42\x60\x82" },
        { "pdf", "%%EOF" },  { "ps:cairo", "%%EOF" },
        { "gif", ";" },      { "eps:cairo", "%%EOF" },
        { "dot", "}" },      { "jpg", "\xff\xd9" },
    };
    for (size_t i = 0; i < ROWS(ends); i++)
        if (strcmp(format, ends[i].format) == 0)
            return str_ends(str_trim(picture), str_of(ends[i].end));
    return is_whole_webp(picture);
}

bool draw_graph(struct buf *out, const struct report *report, struct str graph,
                const char *format)
{
    const struct layout *layout = report->layout;
    LOCAL_BUF(messages);
    bool is_layout = strcmp(format, "dot") == 0;
    size_t before = out->len;
    progress_phase("layout");
    struct run_result result = run_dot(layout, format, graph, out, &messages);
    bool good =
        check_result(layout, result, graph, buf_text(&messages)) &&
        (out->len > before ||
         diag_error("dot wrote nothing; --dot names another program, and -T "
                    "dot does without")) &&
        (is_whole(format, str_skip(buf_text(out), before)) ||
         diag_error("dot reported success, but the end of its %s is missing; "
                    "--dot names another program, and -T dot does without",
                    is_layout ? "layout" : format));
    return good;
}

/* Returns dot's name of a format. dot's own PostScript has no fonts but a few,
   and no letters but those of Latin-1. */
static const char *dot_format(const char *format)
{
    return strcmp(format, "ps") == 0    ? "ps:cairo"
           : strcmp(format, "eps") == 0 ? "eps:cairo"
                                        : format;
}

bool draw_is_format(struct str format)
{
    struct str name = format;
    if (str_cut(format, S(":"), &name, &format) && !str_eq(format, S("cairo")))
        return false;
    const struct writer *writer = writer_find(name);
    return str_eq(name, S("dot")) ||
           (writer && writer->runs_dot && !str_eq(name, S("html")));
}

bool draw_layout(struct buf *out, const struct report *report, struct str graph)
{
    struct laid_out *done = report->layout->laid_out;
    size_t before = out->len;
    for (size_t i = 0; done && i < done->of.n; i++)
        if (str_eq(done->of.of[i].graph, graph)) {
            buf_add(out, done->of.of[i].text);
            return true;
        }
    if (!draw_graph(out, report, graph, "dot"))
        return false;
    if (done)
        *PUSH_IN(done->arena, &done->of) = (struct graph_laid_out){
            arena_copy(done->arena, graph),
            arena_copy(done->arena, str_skip(buf_text(out), before))
        };
    return true;
}

bool draw_measure(const struct report *report, double *width, double *height)
{
    LOCAL_BUF(text);
    LOCAL_BUF(graph);
    LOCAL_ARENA(arena);
    struct dot_items items = { 0 };
    struct placed placed = { 0 };
    bool good = dot_write_layout(&graph, &arena, report, &items) &&
                draw_layout(&text, report, buf_text(&graph)) &&
                placed_read(&placed, &arena, buf_text(&text));
    if (good) {
        struct frame frame =
            frame_of(&arena, report, placed.width, placed.height, NULL);
        *width = frame.width / 72;
        *height = frame.height / 72;
    }
    placed_close(&placed);
    return good;
}

/* ---- Formats that dot writes as we want them ---- */

bool draw_picture(struct buf *out, const struct report *report, bool is_bitmap)
{
    LOCAL_BUF(graph);
    return (report->look->bare ? dot_write(&graph, report)
                               : dot_write_drawn(&graph, report, is_bitmap)) &&
           draw_graph(out, report, buf_text(&graph),
                      dot_format(report->layout->format));
}

static bool write_bitmap(struct buf *out, const struct report *report)
{
    return draw_picture(out, report, true);
}

#define PICTURE .kind = WRITES_BOXES, .runs_dot = true, .write = write_bitmap

const struct writer writer_png = {
    .name = "png",
    .description = "bitmap, drawn by dot",
    PICTURE,
    .is_binary = true,
    .fits_column = true,
};

static bool write_pdf(struct buf *out, const struct report *report)
{
    size_t start = out->len;
    return draw_picture(out, report, false) && date_fix_pdf(out, start);
}

const struct writer writer_pdf = {
    .name = "pdf",
    .description = "PDF, drawn by dot",
    .kind = WRITES_BOXES,
    .runs_dot = true,
    .is_binary = true,
    .write = write_pdf,
};

static bool write_ps(struct buf *out, const struct report *report)
{
    size_t start = out->len;
    return draw_picture(out, report, false) && date_fix_ps(out, start);
}

const struct writer writer_ps = {
    .name = "ps",
    .description = "PostScript, drawn by dot",
    .kind = WRITES_BOXES,
    .runs_dot = true,
    .write = write_ps,
};

const struct writer writer_eps = {
    .name = "eps",
    .description = "Encapsulated PostScript, drawn by dot",
    .kind = WRITES_BOXES,
    .runs_dot = true,
    .write = write_ps,
};

const struct writer writer_jpg = {
    .name = "jpg",
    .ending = "jpeg",
    .description = "JPEG, drawn by dot",
    PICTURE,
    .is_binary = true,
};

const struct writer writer_gif = {
    .name = "gif",
    .description = "GIF, drawn by dot",
    PICTURE,
    .is_binary = true,
};

const struct writer writer_webp = {
    .name = "webp",
    .description = "WebP, if dot supports it",
    PICTURE,
    .is_binary = true,
};
