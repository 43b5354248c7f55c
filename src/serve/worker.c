#include "serve/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "output/html/source.h"
#include "pipeline/write.h"
#include "process/filter.h"
#include "util/diag.h"
#include "util/files/pipe.h"
#include "util/files/save.h"
#include "util/progress.h"
#include "util/signals.h"
#include "util/text/json.h"

/* ---- Source ---- */

enum { AROUND = 40 }; /* lines around one with cost that are shown */

/* Finds the costs by line, if the files can be read again and have them. The
   page has told what the filters do. */
static void find_lines(struct run *run)
{
    for (size_t i = 0; i < run->options.n_files; i++)
        if (strcmp(run->options.files[i], "-") == 0)
            return;
    if (run->options.n_base)
        return;
    diag_quiet(true);
    write_find_lines(run);
    diag_quiet(run->options.quiet);
}

/* A file that the profile does not name is not a part of its source. */
static bool names_file(const struct profile *profile, struct str file)
{
    bool is_named = false;
    for (uint32_t f = 0; file.len && f < profile->n_functions; f++)
        is_named |= str_eq(profile->functions[f].is.file, file);
    return is_named || diag_error("the profile names no file '%.*s'",
                                  (int)file.len, file.s);
}

/* Was an input changed after the server read it? */
static bool has_changed(const struct run *run, time_t read)
{
    struct stat state;
    for (size_t i = 0; i < run->options.n_files; i++)
        if (stat(run->options.files[i], &state) == 0 && state.st_mtime > read)
            return true;
    return false;
}

/* Appends the answer. The run has the options of the page, and the profile as
   read or none, and cannot be used any more. Returns EXIT_OK, or EXIT_FAILED
   after a message if there is no source to show. */
static enum exit_status source_write(struct run *run,
                                     const struct source_request *request,
                                     struct buf *out)
{
    struct html_source source;
    struct json json = { .out = out };
    struct str line = request->line;
    struct html_source_of of = {
        .is = { request->function, request->module, request->file, S("") },
    };
    enum exit_status status = run_read(run);
    if (status != EXIT_OK)
        return status;
    if ((request->file.len || !run->options.look.assembly) &&
        !names_file(run->profile, request->file))
        return EXIT_FAILED;
    run_start_report(run);
    find_lines(run);
    if (run->report.lines && has_changed(run, request->read))
        of.note = "The input has changed since the server started: these costs "
                  "are those of the new input. Start the server again.";
    str_take_digits(&line, &of.line);
    html_source_open(&source, &run->arena, &run->report, AROUND);
    const char *why = html_source_put(&source, &json, &of);
    if (why && request->file.len)
        diag_error("%.*s: %s", (int)request->file.len, request->file.s, why);
    else if (why)
        diag_error("%s", why);
    return why ? EXIT_FAILED : EXIT_OK;
}

/* ---- In the child ---- */

/* The child keeps only its pipes: connections that it held would stay open
   until it ends. No number of ours is above FD_SETSIZE. */
static void keep_streams(int page, int messages)
{
    int null = open("/dev/null", O_RDWR);
    dup2(null, STDIN_FILENO);
    dup2(page, STDOUT_FILENO);
    dup2(messages, STDERR_FILENO);
    for (int fd = STDERR_FILENO + 1; fd < FD_SETSIZE; fd++)
        close(fd);
}

/* SIGTERM ends the child even if it is ignored in us, and the handlers of
   process/run.c then end dot. */
static void reset_signals(void)
{
    sigset_t none;
    signals_reset();
    signal(SIGTERM, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void forget_all_events(struct run *run)
{
    profile_free(run->all_events);
    run->all_events = NULL;
    run->skips_all_events = true;
}

/* Throws away the profile as read, so that the pipeline reads the files. */
static bool forget_profile(struct run *run)
{
    const struct options *options = &run->options;
    for (size_t i = 0; run->profile && i < options->n_files; i++)
        if (strcmp(options->files[i], "-") == 0)
            return diag_error("the event, the threads and the granularity "
                              "cannot change: that needs the input again, and "
                              "standard input can be read only once; --serve "
                              "of a file can do it");
    profile_free(run->profile);
    profile_free(run->all_events);
    run->profile = run->all_events = NULL;
    run->reader = NULL;
    return true;
}

/* Makes the run a comparison with the one before, whose files are gone. */
static bool set_base(struct run *run, const struct work *work, bool needs_files)
{
    struct options *options = &run->options;
    run->base = work->before;
    for (size_t i = 0; i < options->n_base; i++)
        options->files[i] =
            arena_printf(&run->arena, "%s (last run)", options->files[i]).s;
    if (!work->form->can_compare)
        return diag_error("there is no run before this one to compare with");
    return !needs_files ||
           diag_error("the event, the threads, the range of time and the "
                      "granularity cannot change in a comparison with the "
                      "last run: its files are gone");
}

/* Source needs no other program, so this process can be confined while it reads
   debug information and instructions. */
static enum exit_status write_source(struct run *run, const struct work *work,
                                     struct buf *out)
{
    if (!run->options.unconfined && !run->options.read.debuginfod)
        filter_install();
    return source_write(run, work->source, out);
}

static enum exit_status do_work(struct run *run, const struct work *work)
{
    const struct form *form = work->form;
    struct buf out = { 0 };
    int argc;
    struct html_live *live = form_html(form, work->values, &run->arena);
    char **argv = form_command_line(form, work->values, &run->arena, &argc);
    bool needs_files = form_needs_files(form, work->values);
    if (options_read(&run->options, argc, argv, &run->arena, &out) != NEXT_RUN)
        return EXIT_USAGE;
    run->options.look.live = live;
    if (work->source || work->values->compares_last)
        forget_all_events(run);
    if (work->values->compares_last && !work->source &&
        !set_base(run, work, needs_files))
        return EXIT_FAILED;
    if (needs_files && !forget_profile(run))
        return EXIT_FAILED;
    enum exit_status status = work->source ? write_source(run, work, &out)
                                           : work->draw(run, &out);
    progress_end();
    if ((status == EXIT_OK || status == EXIT_DAMAGED) &&
        save_write_bytes(STDOUT_FILENO, buf_text(&out)) != 0)
        return EXIT_FAILED;
    return status;
}

/* ---- In the parent ---- */

bool worker_start(struct worker *worker, struct run *run,
                  const struct work *work)
{
    int page[2] = { -1, -1 }, messages[2] = { -1, -1 };
    worker->page.len = worker->messages.len = 0;
    if (pipe_open(&page[0], &page[1]) && pipe_open(&messages[0], &messages[1]))
        worker->pid = fork();
    else
        worker->pid = -1;
    if (worker->pid == 0) {
        keep_streams(page[1], messages[1]);
        reset_signals();
        _exit(do_work(run, work));
    }
    int error = errno;
    pipe_close(&page[1]);
    pipe_close(&messages[1]);
    worker->page_pipe = page[0];
    worker->message_pipe = messages[0];
    if (worker->pid > 0)
        return true;
    pipe_close(&worker->page_pipe);
    pipe_close(&worker->message_pipe);
    worker->pid = 0;
    return diag_error("--serve: cannot start a process: %s", strerror(error));
}

static void drain(int *fd, struct buf *to)
{
    char block[65536];
    ssize_t n = read(*fd, block, sizeof block);
    if (n > 0)
        buf_add(to, (struct str){ block, (size_t)n });
    else if (n == 0 || errno != EINTR)
        pipe_close(fd);
}

bool worker_read(struct worker *worker, bool page_is_ready,
                 bool message_is_ready)
{
    if (page_is_ready)
        drain(&worker->page_pipe, &worker->page);
    if (message_is_ready)
        drain(&worker->message_pipe, &worker->messages);
    return worker->page_pipe < 0 && worker->message_pipe < 0;
}

/* Waits for the child and makes the worker idle. Returns its status. */
static int reap(struct worker *worker)
{
    int status = 0;
    while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
        ;
    pipe_close(&worker->page_pipe);
    pipe_close(&worker->message_pipe);
    worker->pid = 0;
    return status;
}

enum worker_end worker_end(struct worker *worker)
{
    int status = reap(worker);
    if (WIFSIGNALED(status))
        buf_printf(&worker->messages, "prof2dot: was ended by signal %d (%s)\n",
                   WTERMSIG(status), strsignal(WTERMSIG(status)));
    return WIFEXITED(status) && (WEXITSTATUS(status) == EXIT_OK ||
                                 WEXITSTATUS(status) == EXIT_DAMAGED)
               ? WORKER_GOOD
               : WORKER_FAILED;
}

void worker_stop(struct worker *worker)
{
    if (worker->pid <= 0)
        return;
    kill(worker->pid, SIGTERM);
    reap(worker);
}

void worker_free(struct worker *worker)
{
    worker_stop(worker);
    buf_free(&worker->page);
    buf_free(&worker->messages);
}
