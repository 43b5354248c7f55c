/*
 * The file that a program compiled with -pg leaves, gmon.out: samples of the
 * program counter and counts of calls, by address. This is the start of one,
 * with its header, a histogram of 940 bins for the addresses 0 to 0xea8 at 100
 * ticks a second, and, after the bins, the first of its arcs: a call from 0x930
 * to 0x887 that was made 9000000 times:
 *
 *     0000: 676d 6f6e 0100 0000 0000 0000 0000 0000  gmon............
 *     0010: 0000 0000 0000 0000 0000 0000 00a8 0e00  ................
 *     0020: 0000 0000 00ac 0300 0064 0000 0073 6563  .........d...sec
 *     0030: 6f6e 6473 0000 0000 0000 0000 7300 0000  onds........s...
 *     ...
 *     0790: 0000 0000 0001 3009 0000 0000 0000 8708  ......0.........
 *     07a0: 0000 0000 0000 4054 8900 01d0 0900 0000  ......@T........
 *
 * Names and line numbers are in the program, so both files must be given:
 *
 *     prof2dot ./a.out gmon.out
 */

#include "elf/head.h"
#include "readers/gmon/sum.h"
#include "readers/pprof/gperftools_head.h"
#include "readers/reader.h"
#include "util/diag.h"
#include "util/files/regular.h"

static bool is_program(const char *path)
{
    return strcmp(path, "-") != 0 && elf_is(path);
}

static const char *display_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static bool report_no_program(const char *path)
{
    return diag_error("%s: gmon.out is read with the program that left it; "
                      "use: prof2dot PROGRAM FILE",
                      display_name(path));
}

/* Finds the program among the paths, unless it is given. There must be one
   program and at least one other file, of which *file becomes the last. */
static bool sort_out(const char *const *paths, size_t n, const char **program,
                     const char **file, size_t *n_files)
{
    *n_files = 0;
    for (size_t i = 0; i < n; i++) {
        if (!is_program(paths[i])) {
            *file = paths[i];
            ++*n_files;
            continue;
        }
        if (*program)
            return diag_error("%s: a second program beside %s; expected one "
                              "and its gmon.out files",
                              paths[i], *program);
        *program = paths[i];
    }
    if (!*program)
        return report_no_program(paths[0]);
    return *n_files > 0 ||
           diag_error("%s: this is a program; use: prof2dot %s gmon.out, with "
                      "what it left when compiled with -pg, or: perf record "
                      "-g %s%s; prof2dot perf.data",
                      *program, *program, strchr(*program, '/') ? "" : "./",
                      *program);
}

/* Adds a file. Its head is checked before the rest is read. */
static bool add_file(struct gmon_sum *sum, const char *path)
{
    LOCAL_ARENA(scratch);
    struct input *in = input_open_bytes(&scratch, path);
    bool good = in != NULL;
    if (good) {
        struct gmon_file file = {
            .name = in->name,
            .layout = gmon_program_layout(&sum->program),
        };
        good = gmon_file_begin(&file, input_head(in).text);
        if (good) {
            struct str bytes = input_all(in);
            good = gmon_sum_add(sum, in->name, bytes, in->cut);
        }
        input_close(in);
    }
    return good;
}

static bool read_together(const char *const *paths, size_t n,
                          struct profile *profile,
                          const struct reader_options *options)
{
    LOCAL_ARENA(arena);
    struct gmon_sum sum;
    const char *program = options->program, *file = NULL;
    size_t n_files;
    if (!sort_out(paths, n, &program, &file, &n_files))
        return false;
    bool good = gmon_sum_begin(&sum, program, &arena);
    if (good) {
        sum.force = options->force;
        sum.granularity = options->granularity;
        sum.name = n_files == 1 ? display_name(file) : program;
        for (size_t i = 0; good && i < n; i++)
            good = is_program(paths[i]) || add_file(&sum, paths[i]);
        good = good && gmon_sum_finish(&sum, profile);
        gmon_sum_free(&sum);
    }
    return good;
}

/* Returns whether a regular file is of another format that --program is for: it
   begins with text, or is a profile of gperftools. gmon.out files and
   compressed files begin with other control characters than text does. */
static bool is_other(const char *path)
{
    char head[512];
    struct gperftools_head other;
    size_t n = regular_head(path, head, sizeof head);
    struct str bytes = { head, n };
    if (gperftools_head_take(&bytes, &other))
        return true;
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)head[i] < ' ' && !strchr("\t\n\r\f\033", head[i]))
            return false;
    return n > 0;
}

static bool detect_together(const char *const *paths, size_t n,
                            const struct reader_options *options)
{
    for (size_t i = 0; i < n; i++)
        if (is_program(paths[i]))
            return true;
    return options->program && !is_other(paths[0]);
}

/* Is called for a file whose program is not among the inputs. */
static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    (void)profile;
    (void)options;
    in->failed = true;
    return report_no_program(in->name);
}

static enum match detect(struct head head)
{
    return match_if(gmon_file_looks_like(head.text));
}

const struct reader reader_gmon = {
    .name = "gmon",
    .aliases = "gmon.out",
    .description = "gmon.out with its program (cc -pg)",
    .programs = "programs built with cc -pg",
    .tested = "gcc 12 with glibc 2.36",
    .file = "gmon.out",
    .recipes =
        "gmon.out, without gprof: compile and link with `-pg`; `./prog; "
        "prof2dot ./prog gmon.out -o out.svg`",
    .totals = TOTALS_ESTIMATED,
    .exact_by = "perf record -g",
    .is_binary = true,
    .supports = ASK_FORCE | ASK_PROGRAM | ASK_LINES | ASK_ADDRESSES,
    .detect = detect,
    .read = read,
    .detect_together = detect_together,
    .read_together = read_together,
};
