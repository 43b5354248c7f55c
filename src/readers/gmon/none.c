/* This file takes the place of all others of this folder, but file.c, in a
   program that is built with WITH_ELF=no: it says what reads gmon.out there. */

#include "elf/head.h"
#include "readers/gmon/file.h"
#include "readers/reader.h"
#include "util/diag.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

static bool report(const char *path)
{
    return diag_error("%s: gmon.out needs elfutils, and this prof2dot is built "
                      "without it (WITH_ELF=no); use: gprof -b PROGRAM "
                      "gmon.out | prof2dot",
                      path);
}

static bool detect_together(const char *const *paths, size_t n,
                            const struct reader_options *options)
{
    for (size_t i = 0; n > 1 && i < n; i++)
        if (strcmp(paths[i], "-") != 0 && elf_is(paths[i]))
            return true;
    return false;
}

static bool read_together(const char *const *paths, size_t n,
                          struct profile *profile,
                          const struct reader_options *options)
{
    return report(paths[n - 1]);
}

static enum match detect(struct head head)
{
    return match_if(gmon_file_looks_like(head.text));
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    in->failed = true;
    return report(in->name);
}

const struct reader reader_gmon = {
    .name = "gmon",
    .aliases = "gmon.out",
    .description = "gmon.out (cc -pg): left out, built without elfutils",
    .programs = "programs built with cc -pg",
    .tested = "gcc 12 with glibc 2.36, through gprof",
    .file = "gmon.out",
    .recipes = "gmon.out, by gprof: compile and link with `-pg`; `./prog; "
               "gprof -b ./prog gmon.out | prof2dot -o out.svg`",
    .totals = TOTALS_ESTIMATED,
    .is_binary = true,
    .supports = ASK_FORCE | ASK_PROGRAM | ASK_LINES | ASK_ADDRESSES,
    .detect = detect,
    .read = read,
    .detect_together = detect_together,
    .read_together = read_together,
};
