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
    case NEXT_USAGE_ERROR:
        drawing->status = EXIT_USAGE;
        break;
    case NEXT_FAILED:
        drawing->status = EXIT_FAILED;
        break;
    case NEXT_STOP:
        break;
    case NEXT_RUN:
        drawing->status =
            run->options.n_base
                ? sides_draw(&drawing->sides, run, &drawing->out)
                : write_run(run, &drawing->out);
        break;
    }
}

void draw_free(struct drawing *drawing)
{
    buf_free(&drawing->out);
    sides_free(&drawing->sides);
    demangler_free(&drawing->run.options.names);
    run_free(&drawing->run);
}
