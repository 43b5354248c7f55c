#include "cli/checks.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/depfile.h"
#include "cli/option_rows.h"
#include "elf/disassembler.h"
#include "elf/head.h"
#include "util/diag.h"
#include "util/files/file_id.h"
#include "util/files/save_folder.h"

/* ---- Inputs are not overwritten by outputs ---- */

/* A file that is read, run or written. */
struct used_file {
    const char *path;
    struct str name; /* for messages: "-o out.svg", "the input prof.txt" */
    struct file_id id;
};

struct used_files {
    struct used_file *of;
    size_t n;
};

static void add(struct used_files *files, struct arena *arena,
                const char *what, const char *path, int stream)
{
    static const char *const streams[] = { "standard input",
                                           "standard output" };
    bool is_stream = strcmp(path, "-") == 0;
    files->of[files->n++] = (struct used_file){
        .path = path,
        .name = is_stream ? str_of(streams[stream])
                          : arena_printf(arena, "%s%s", what, path),
        .id = is_stream ? file_id_of_stream(stream)
                        : file_id_of_path(arena, path),
    };
}

static struct used_files list_inputs(struct arena *arena,
                                     const struct options *o)
{
    struct used_files files = { NEW_N(arena, struct used_file, o->n_files + 3),
                                0 };
    for (size_t i = 0; i < o->n_files; i++)
        add(&files, arena, "the input ", o->files[i], STDIN_FILENO);
    if (o->files0_from)
        add(&files, arena, "--files0-from=", o->files0_from, STDIN_FILENO);
    if (o->read.program)
        add(&files, arena, "--program=", o->read.program, STDIN_FILENO);
    if (o->layout.dot && strchr(o->layout.dot, '/'))
        add(&files, arena, "--dot=", o->layout.dot, STDIN_FILENO);
    return files;
}

/* Are records appended to a file that may be the trace itself? */
static bool is_added_to(const struct options *o)
{
    return o->list == LIST_PLACES && strcmp(o->output, "-") == 0 &&
           fcntl(STDOUT_FILENO, F_GETFL) & O_APPEND;
}

static struct used_files list_outputs(struct arena *arena,
                                      const struct options *o)
{
    struct used_files files = { NEW_N(arena, struct used_file, 2), 0 };
    if (!is_added_to(o))
        add(&files, arena, "-o ", o->output, STDOUT_FILENO);
    if (o->depfile)
        add(&files, arena, "--depfile=", o->depfile, STDOUT_FILENO);
    return files;
}

static bool report_same(const struct used_file *output,
                        const struct used_file *other)
{
    return diag_error("%s: this is also %s, which would be lost; nothing was "
                      "read or written: choose another name",
                      output->name.s, other->name.s);
}

/* Returns false after a message if a file that the program writes (-o or
   --depfile) is also one that it reads or runs, is also another one that it
   writes, or is a program: the readers open programs that an input names. Files
   are compared by util/files/file_id.h. Only the first bytes of old outputs are
   read. The graph that is kept if dot takes too long replaces no file
   (draw_kept_name). */
static bool keeps_inputs(const struct options *options)
{
    LOCAL_ARENA(scratch);
    struct used_files in = list_inputs(&scratch, options);
    struct used_files out = list_outputs(&scratch, options);
    bool good = true;
    for (size_t i = 0; i < out.n && good; i++) {
        const struct used_file *file = &out.of[i];
        /* An input that does not exist cannot be lost. */
        for (size_t j = 0; j < in.n && good; j++)
            if (!in.of[j].id.name.len && file_id_eq(&file->id, &in.of[j].id))
                good = report_same(file, &in.of[j]);
        for (size_t j = 0; j < i && good; j++)
            if (file_id_eq(&file->id, &out.of[j].id))
                good = report_same(file, &out.of[j]);
        if (good && strcmp(file->path, "-") != 0 && elf_is(file->path))
            good = diag_error("%s: this is a program, which would be lost; "
                              "choose another name, or remove it first",
                              file->name.s);
    }
    return good;
}

/* ---- The columns of the table of options ---- */

/* Outputs of one kind by their word in the column `of` and in messages. The
   inventory is the lists of events, threads and places. */
enum { PICTURES = WRITES_PROFILE + 1, LISTS, INVENTORY };
static const struct kind {
    const char *word, *plural;
} kinds[] = {
    [WRITES_TABLE] = { "table", "tables" },
    [WRITES_BOXES] = { "boxes", "pictures of boxes" },
    [WRITES_PAGE] = { "page", "HTML pages" },
    [WRITES_FLAME] = { "flame", "flame graphs" },
    [WRITES_REPORT] = { "report", "reports" },
    [WRITES_PROFILE] = { "profile", "profiles" },
    [PICTURES] = { "pictures", "pictures" },
    [LISTS] = { "lists", "lists of functions or modules" },
    [INVENTORY] = { "inventory", "lists of events or threads" },
};

/* The output of the run: "-T " and "svg", or "--" and "list-events". */
struct output {
    const char *dashes, *name, *kind;
    bool is_picture;
};

static struct output output_of(const struct options *options)
{
    static const struct {
        const char *name;
        unsigned kind;
    } lists[] = {
        [LIST_FUNCTIONS] = { "list-functions", LISTS },
        [LIST_MODULES] = { "list-modules", LISTS },
        [LIST_EVENTS] = { "list-events", INVENTORY },
        [LIST_THREADS] = { "list-threads", INVENTORY },
        [LIST_PLACES] = { "list-places", INVENTORY },
    };
    const struct writer *writer = options->writer;
    return options->list
               ? (struct output){ "--", lists[options->list].name,
                                  kinds[lists[options->list].kind].word, false }
               : (struct output){ "-T ", writer->name, kinds[writer->kind].word,
                                  writer_draws(writer) };
}

/* Does the option act on the output? */
static bool acts(const struct option_row *row, const struct output *output)
{
    struct str outputs = option_row_outputs(row), word;
    bool does = outputs.len == 0;
    while (!does && str_take_word(&outputs, &word))
        does = str_eq(word, str_of(output->name)) ||
               str_eq(word, str_of(output->kind)) ||
               (output->is_picture && str_eq(word, S("pictures")));
    return does;
}

/* Returns what a message calls a word of the column. */
static struct str say_word(struct arena *arena, struct str word)
{
    for (size_t i = 0; i < ROWS(kinds); i++)
        if (str_eq(word, str_of(kinds[i].word)))
            return str_of(kinds[i].plural);
    return arena_printf(arena, "%s%.*s",
                        str_starts(word, S("list-")) ? "--" : "-T ",
                        (int)word.len, word.s);
}

/* Returns the outputs that an option acts on: "reports, tables and -T list". */
static struct str say_outputs(struct arena *arena, struct str outputs)
{
    struct str text = S(""), word, next;
    bool has_more = str_take_word(&outputs, &word);
    while (has_more) {
        struct str said = say_word(arena, word);
        has_more = str_take_word(&outputs, &next);
        text = arena_printf(arena, "%s%s%s", text.s,
                            !text.len ? "" : has_more ? ", " : " and ",
                            said.s);
        word = next;
    }
    return text;
}

/* Refuses an option that the output cannot obey. Returns false. */
static bool refuse(const struct option_row *row, const struct output *output)
{
    LOCAL_ARENA(scratch);
    return diag_error("--%s: this is not for %s%s, but for %s%s%s", row->name,
                      output->dashes, output->name,
                      say_outputs(&scratch, option_row_outputs(row)).s,
                      row->instead ? "; " : "",
                      row->instead ? row->instead : "");
}

/* Warns of n options that do nothing: "--dark, --url", the last of which is
   `row`. */
static void warn(struct str names, const struct option_row *row, size_t n,
                 const struct output *output)
{
    LOCAL_ARENA(scratch);
    if (n > 1)
        diag_warn("%s do nothing with %s%s", names.s, output->dashes,
                  output->name);
    else if (n)
        diag_warn("%s does nothing with %s%s; it is for %s", names.s,
                  output->dashes, output->name,
                  say_outputs(&scratch, option_row_outputs(row)).s);
}

/* Returns the last option of this name that was given, or NULL. One with the
   neutral argument does not count. */
static const struct given_option *find_given(const struct options *options,
                                             struct str name)
{
    const struct given_option *given = options->given.of + options->given.n;
    if (str_eq(name, S("base")) && options->compares_two)
        name = S("compare");
    while (given > options->given.of)
        if (str_eq(name, str_of((--given)->name))) {
            const char *neutral = option_row_named(given->name)->neutral;
            return neutral && strcmp(given->arg, neutral) == 0 ? NULL : given;
        }
    return NULL;
}

/* Returns false after a message if an option lacks another one that it needs,
   or stands beside one that it excludes. */
static bool check_others(const struct options *options,
                         const struct option_row *row)
{
    struct str words = str_of(row->against ? row->against : ""), word, value;
    if (row->needs && !find_given(options, str_of(row->needs)))
        return diag_error("--%s: this needs --%s; give both", row->name,
                          row->needs);
    while (str_take_word(&words, &word)) {
        bool has_value = str_cut(word, S("="), &word, &value);
        const struct given_option *given = find_given(options, word);
        if (given && (!has_value || str_eq(str_of(given->arg), value)))
            return diag_error("--%s: %s; leave out --%s", row->name,
                              row->because, given->name);
    }
    return true;
}

bool checks_outputs(const struct options *options)
{
    LOCAL_ARENA(scratch);
    struct output output = output_of(options);
    const struct option_row *idle = NULL;
    struct str names = S("");
    size_t n = 0;
    for (size_t i = 0; i < options->given.n; i++) {
        const struct given_option *given = &options->given.of[i];
        const struct option_row *row = option_row_named(given->name);
        if (find_given(options, str_of(row->name)) != given)
            continue;
        if (!check_others(options, row))
            return false;
        if (acts(row, &output))
            continue;
        if (row->is_strict)
            return refuse(row, &output);
        names = arena_printf(&scratch, "%s%s--%s", names.s, n++ ? ", " : "",
                             row->name);
        idle = row;
    }
    warn(names, idle, n, &output);
    return true;
}

/* ---- Rules that no column expresses ---- */

/* Checks --source and --assembly, which need functions. A served page says
   itself if it has no source. Returns false after a message. */
static bool check_source(const struct options *options)
{
    const struct look *look = &options->look;
    const char *other = options->n_base            ? "--base"
                        : options->read.split_by   ? "--split-by"
                        : options->has_granularity ? "--granularity"
                        : options->cycles == CYCLES_COLLAPSE
                            ? "--cycles=collapse"
                            : NULL;
    if (look->assembly && !*elf_disassembler_version())
        return diag_error("--assembly: this prof2dot is built without it "
                          "(WITH_ASSEMBLY=no); leave it out");
    if (look->assembly && !elf_disassembler_is_there())
        return diag_error("--assembly: Capstone cannot be loaded; install "
                          "its library");
    return (!look->source && !look->assembly) || options->serves || !other ||
           options->writer->has_lines ||
           diag_error("--%s: a page shows it for each function of a profile; "
                      "leave out %s",
                      look->source ? "source" : "assembly", other);
}

/* Checks --serve, which may read the files for each page. Returns false after a
   message. */
static bool check_serving(const struct options *options)
{
    if (!options->serves)
        return true;
    if (options->files0_from)
        return diag_error("--files0-from: --serve reads the files for each "
                          "picture; name them on the command line");
    for (size_t i = 0; options->n_base && i < options->n_files; i++)
        if (strcmp(options->files[i], "-") == 0)
            return diag_error("--serve reads the files of a comparison for "
                              "each picture, and standard input can be read "
                              "only once; name a file");
    return true;
}

/* Checks --split-by, which writes files into a folder. Returns false after a
   message. */
static bool check_split(const struct options *options)
{
    if (!options->read.split_by)
        return true;
    if (strcmp(options->output, "-") == 0)
        return diag_error("--split-by: name a new or empty folder by -o");
    if (options->read.tags && !options->writer->exchanges)
        return diag_error("--split-by and --tags: leave one of them out; files "
                          "of -T pprof can have both");
    return save_folder_check(options->output);
}

bool checks_together(const struct options *options)
{
    const struct look *look = &options->look;
    const struct writer *writer = options->writer;
    if (options->depfile && !depfile_check(options))
        return false;
    if (writer->takes_names && !options->list && !look->listed.n)
        return diag_error("-T %s: name the functions that it shows, as in "
                          "--list=malloc; --list-functions lists all",
                          writer->name);
    if (strcmp(options->output, "-") == 0 && writer->is_binary &&
        !options->list && isatty(STDOUT_FILENO))
        return diag_error("-T %s: this is not for a terminal; name a file by "
                          "-o", writer->name);
    if (options->repeats_fail_if)
        return diag_error("--fail-if: give it once; a regular expression such "
                          "as +2%%@read|sort has several functions");
    return check_source(options) && check_serving(options) &&
           check_split(options) && keeps_inputs(options);
}
