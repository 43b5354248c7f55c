/*
 * prof2dot: the pipeline from top to bottom.
 *
 *     read -> filter -> costs -> view -> write
 *
 * write_run() of pipeline/write.h does these steps for one profile,
 * sides_draw() of pipeline/sides.h for those of a comparison, and split_draw()
 * of pipeline/split.h for each part. What they wrote is saved here.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/depfile.h"
#include "pipeline/sides.h"
#include "pipeline/split.h"
#include "pipeline/write.h"
#include "process/broker.h"
#include "process/filter.h"
#include "serve/serve.h"
#include "util/diag.h"
#include "util/files/inherited.h"
#include "util/files/mapped.h"
#include "util/files/save.h"
#include "util/hash.h"
#include "util/progress.h"

static enum exit_status draw_comparison(struct run *run, struct buf *out)
{
    struct sides sides = { 0 };
    enum exit_status status = sides_draw(&sides, run, out);
    sides_free(&sides);
    return status;
}

static enum exit_status draw(struct run *run, struct buf *out)
{
    return run->options.n_base ? draw_comparison(run, out)
                               : write_run(run, out);
}

/* The depfile comes first: if both are replaced and the program is killed in
   between, the output is the older one, and make builds it again. */
static bool save(const struct options *options, struct broker *broker,
                 struct str output)
{
    LOCAL_BUF(rule);
    struct saved_file files[2];
    size_t n = 0;
    if (options->depfile) {
        depfile_put(&rule, options);
        files[n++] = (struct saved_file){ options->depfile, buf_text(&rule) };
    }
    files[n++] = (struct saved_file){ options->output, output };
    return broker ? broker_save(broker, files, n, options->if_changed)
                  : save_files(files, n, options->if_changed);
}

static bool save_parts(const struct options *options,
                       const struct split_files *parts)
{
    struct broker *broker = options->layout.broker;
    return broker ? broker_save_folder(broker, parts->files, parts->n)
                  : save_folder_files(options->output, parts->files, parts->n);
}

/* Does the run need more than standard output? */
static bool needs_broker(const struct options *options)
{
    return strcmp(options->output, "-") != 0 || options->depfile ||
           options->writer->runs_dot || options->look.space;
}

/* Confines this process (process/filter.h) before it opens an input. The paths
   are those that are written after that. Sets the broker if there is one. A
   program that serves pages starts processes, and one that asks servers of
   debuginfod needs the network. Returns whether the process is confined. */
static bool confine(struct run *run)
{
    struct options *options = &run->options;
    struct layout *layout = &options->layout;
    struct broker_duties *duties = NEW(&run->arena, struct broker_duties);
    bool is_folder = options->read.split_by;
    if (!is_folder)
        layout->kept = draw_kept_name(&run->arena, options->output);
    if (options->unconfined || options->serves || options->read.debuginfod)
        return false;
    *duties = (struct broker_duties){
        .program = draw_program(layout),
        .limit = layout->limit,
        /* A program of the user may read all of its input first. */
        .is_kept = !layout->dot,
        .is_format = draw_is_format,
        .paths = { options->depfile, is_folder ? NULL : options->output,
                   layout->kept },
        .folder = is_folder ? options->output : NULL,
    };
    if (needs_broker(options) &&
        !(layout->broker = broker_start(&run->arena, duties)))
        return false;
    return filter_install();
}

/* Reports why the process is not confined. Returns EXIT_FAILED. */
static enum exit_status report_unconfined(const struct options *options)
{
    diag_error("--require-sandbox: nothing was read, because %s",
               options->unconfined ? "--no-sandbox keeps all rights"
               : options->serves
                   ? "--serve has to accept connections and start processes"
               : options->read.debuginfod
                   ? "--debuginfod has to open connections"
                   : "this system, container or build of prof2dot cannot give "
                     "up rights");
    return EXIT_FAILED;
}

/* Says how to get the picture in place of a report that nobody asked for. */
static void note_picture(const struct options *options)
{
    bool is_one = options->n_files == 1 && strcmp(options->files[0], "-") != 0;
    if (options->is_report)
        diag_note("draw it: %s%s", is_one ? "prof2dot -o out.svg " :
                  "add -o out.svg", is_one ? options->files[0] : "");
}

static enum exit_status draw_and_save(struct run *run, struct buf *out)
{
    struct options *options = &run->options;
    struct split_files parts = { 0 };
    bool is_split = options->read.split_by;
    enum exit_status status =
        is_split ? split_draw(run, &parts) : draw(run, out);
    progress_end();
    if (status != EXIT_FAILED && status != EXIT_USAGE &&
        !(is_split ? save_parts(options, &parts)
                   : save(options, options->layout.broker, buf_text(out))))
        status = EXIT_FAILED;
    if (status == EXIT_OK || status == EXIT_CHANGED || status == EXIT_DAMAGED)
        note_picture(options);
    return status;
}

static enum exit_status confine_and_run(struct run *run, struct buf *out)
{
    const struct options *options = &run->options;
    bool is_confined = confine(run);
    enum exit_status status =
        options->requires_filter && !is_confined ? report_unconfined(options)
        : options->serves                        ? serve_pages(run, draw)
                                                 : draw_and_save(run, out);
    if (options->layout.broker)
        broker_end(options->layout.broker);
    return status;
}

static enum exit_status run_and_save(struct run *run, int argc, char **argv)
{
    LOCAL_BUF(out);
    enum exit_status status = EXIT_OK;
    switch (options_read(&run->options, argc, argv, &run->arena, &out)) {
    case NEXT_USAGE_ERROR:
        status = EXIT_USAGE;
        break;
    case NEXT_FAILED:
        status = EXIT_FAILED;
        break;
    case NEXT_STOP:
        if (!save_file("-", buf_text(&out)))
            status = EXIT_FAILED;
        break;
    case NEXT_RUN:
        status = confine_and_run(run, &out);
        break;
    }
    return status;
}

/* A standard stream that is closed becomes /dev/null, so that no file that is
   opened later takes its number. Signals about a closed pipe or a file that
   grows too large are ignored, so that the write fails instead and no half
   file is left. */
static void protect_streams(void)
{
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

/* Libraries would overflow a small stack: PCRE2 takes more than 160 kB for some
   of the patterns that a profile has. Returns false after a message, for which
   printf(3) would take too much as well. */
static bool has_stack(void)
{
    enum { NEEDED = 256 * 1024 };
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= NEEDED)
        return true;
    save_write_bytes(STDERR_FILENO,
                     S("prof2dot: the limit of the stack is too low; it needs "
                       "256 kB: ulimit -s 256\n"));
    return false;
}

int main(int argc, char **argv)
{
    struct run run = { 0 };
    protect_streams();
    if (!has_stack())
        return EXIT_FAILED;
    inherited_close(argc, argv);
    mapped_catch();
    hash_draw_key();
    enum exit_status status = run_and_save(&run, argc, argv);
    demangler_free(&run.options.names);
    run_free(&run);
    return status;
}
