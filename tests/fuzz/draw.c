#define _GNU_SOURCE
#include "draw.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

const char *draw_file(unsigned slot, const void *bytes, size_t n)
{
    static int files[4];
    static char paths[4][40];
    if (!files[slot]) {
        files[slot] = memfd_create("fuzz", 0);
        snprintf(paths[slot], sizeof paths[slot], "/proc/self/fd/%d",
                 files[slot]);
    }
    if (files[slot] <= 0 || ftruncate(files[slot], 0) != 0 ||
        pwrite(files[slot], bytes, n, 0) != (ssize_t)n)
        abort();
    return paths[slot];
}

static enum exit_status draw_profile(struct run *run, struct buf *out)
{
    const struct options *options = &run->options;
    enum exit_status status = run_prepare(run);
    if (status != EXIT_OK)
        return status;
    if (options->list == LIST_EVENTS || options->list == LIST_THREADS)
        return run_write_list(run, out);
    if (options->writer->is_input && !options->list)
        return run_write_input(run, out);
    run_find_costs(run);
    return run_find_view(run) ? run_write_view(run, out) : EXIT_FAILED;
}

void draw(struct drawing *drawing, const char *const *words)
{
    enum { MOST = 200 };
    char *argv[MOST + 2] = { "prof2dot" };
    int argc = 1;
    while (words[argc - 1] && argc <= MOST) {
        argv[argc] = (char *)words[argc - 1];
        argc++;
    }
    *drawing = (struct drawing){ 0 };
    optind = 0;
    struct run *run = &drawing->run;
    switch (options_read(&run->options, argc, argv, &run->arena,
                         &drawing->out)) {
    case TODO_USAGE_ERROR:
        drawing->status = EXIT_USAGE;
        break;
    case TODO_FAILED:
        drawing->status = EXIT_FAILED;
        break;
    case TODO_STOP:
        break;
    case TODO_RUN:
        drawing->status = draw_profile(run, &drawing->out);
        if (drawing->status == EXIT_OK)
            drawing->status = run_end(run);
        break;
    }
}

void draw_free(struct drawing *drawing)
{
    buf_free(&drawing->out);
    demangler_free(&drawing->run.options.names);
    run_free(&drawing->run);
}
