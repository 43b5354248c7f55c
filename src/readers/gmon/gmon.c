/*
 * What a program compiled with -pg leaves, gmon.out: samples of the program
 * counter and counts of calls, by address. Names and line numbers are in the
 * program, so both are given:
 *
 *     prof2dot ./a.out gmon.out
 */
#include "readers/gmon/gmon.h"

#include <string.h>

#include "readers/reader.h"
#include "util/diag.h"

static bool is_program(const char *path)
{
    return strcmp(path, "-") != 0 && elf_is(path);
}

/* The inputs: what is ELF among them is the program. */
struct inputs {
    const char *program;
    const char *const *paths;
    size_t n;     /* paths */
    size_t files; /* those that are not the program */
};

static bool choose_program(struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->n; i++) {
        const char *path = inputs->paths[i];
        if (!is_program(path)) {
            inputs->files++;
            continue;
        }
        if (inputs->program)
            return diag_error("%s: a second program, %s is one already; "
                              "expected one and its gmon.out files",
                              path, inputs->program);
        inputs->program = path;
    }
    return true;
}

static bool tell_no_program(const char *name)
{
    return diag_error("%s: gmon.out is read with the program that left it; "
                      "use: prof2dot PROGRAM FILE",
                      strcmp(name, "-") == 0 ? "standard input" : name);
}

static bool tell_no_file(const char *program)
{
    return diag_error("%s: this is a program; use: prof2dot %s gmon.out, with "
                      "what it left when compiled with -pg, or: perf record "
                      "-g %s; perf script | prof2dot",
                      program, program, program);
}

static bool check_inputs(const struct inputs *inputs)
{
    if (!inputs->program)
        return tell_no_program(inputs->paths[0]);
    return inputs->files || tell_no_file(inputs->program);
}

/* Is it one, before all of it is read? */
static bool check_head(struct gmon *gmon, struct input *in)
{
    bool complete;
    struct gmon_file file = { .name = in->name,
                              .layout = gmon_program_layout(&gmon->program) };
    struct str head = input_head(in, &complete);
    return !in->failed && gmon_file_begin(&file, head);
}

static bool add_file(struct gmon *gmon, const char *path)
{
    struct str bytes;
    struct arena scratch = { 0 };
    struct input *in = input_open_bytes(&scratch, path);
    bool good = in && check_head(gmon, in) && input_all(in, &bytes) &&
                gmon_add(gmon, in->name, bytes);
    if (in)
        input_close(in);
    arena_free(&scratch);
    return good;
}

static bool add_files(struct gmon *gmon, const struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->n; i++)
        if (!is_program(inputs->paths[i]) && !add_file(gmon, inputs->paths[i]))
            return false;
    return true;
}

/* The one file if it is one, else the program. */
static const char *name_of(const struct inputs *inputs)
{
    for (size_t i = 0; inputs->files == 1 && i < inputs->n; i++) {
        const char *path = inputs->paths[i];
        if (!is_program(path))
            return strcmp(path, "-") == 0 ? "standard input" : path;
    }
    return inputs->program;
}

static bool read_together(const char *const *paths, size_t n,
                     struct profile *profile,
                     const struct reader_options *options)
{
    struct inputs inputs = { .program = options->program,
                             .paths = paths,
                             .n = n };
    struct arena arena = { 0 };
    struct gmon gmon;
    if (!choose_program(&inputs) || !check_inputs(&inputs))
        return false;
    bool good = gmon_start(&gmon, inputs.program, &arena);
    if (good) {
        gmon.force = options->force;
        gmon.name = name_of(&inputs);
        good = add_files(&gmon, &inputs) && gmon_finish(&gmon, profile);
        gmon_end(&gmon);
    }
    arena_free(&arena);
    return good;
}

/* One by one: no program was among the inputs. */
static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    (void)profile;
    (void)options;
    in->failed = true;
    return tell_no_program(in->name);
}

static bool detect_together(const char *const *paths, size_t n,
                      const struct reader_options *options)
{
    for (size_t i = 0; i < n; i++)
        if (is_program(paths[i]))
            return true;
    return options->program != NULL;
}

static enum match detect(struct str head, bool complete)
{
    (void)complete;
    return gmon_looks_like(head) ? MATCH_YES : MATCH_NO;
}

const struct reader reader_gmon = {
    .name = "gmon",
    .aliases = "gmon.out",
    .description = "gmon.out with its program (cc -pg)",
    .supports = ASK_FORCE,
    .detect = detect,
    .read = read,
    .detect_together = detect_together,
    .read_together = read_together,
};
