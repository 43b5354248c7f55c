#include "pipeline/read.h"

#include <sys/stat.h>

#include "model/event_name.h"
#include "model/merge.h"
#include "pipeline/ahead.h"
#include "pipeline/exchange.h"
#include "readers/hints.h"
#include "util/diag.h"
#include "util/progress.h"

static const struct reader *choose_reader(const struct run *run,
                                          struct input *in)
{
    if (!run->options.reader)
        return reader_detect(in);
    if (input_is_archive(in))
        return reader_of_archive(in, run->options.reader);
    if (str_trim(input_head(in).text).len > 0)
        return reader_check(in, run->options.reader) ? run->options.reader
                                                     : NULL;
    if (!in->failed)
        input_error(in, "the input is empty; expected what a profiler "
                        "wrote");
    return NULL;
}

/* Is the output a page that offers all events, threads and times to choose
   from? It is not with options that restrict the choice, such as --tags. For
   --split-by they are read as well. */
static bool offers_all_events(const struct run *run)
{
    const struct options *options = &run->options;
    if (options->read.split_by)
        return true;
    return options->writer && options->writer->kind == WRITES_PAGE &&
           !run->wants_lines &&
           !run->skips_all_events && !options->n_base && !options->read.tags &&
           !options->list &&
           options->cycles != CYCLES_COLLAPSE &&
           options->total != TOTAL_CALLRATIOS;
}

/* Is the output a profile for other programs (pipeline/exchange.h)? */
static bool exchanges(const struct run *run)
{
    return run->options.writer && run->options.writer->exchanges &&
           !run->options.list;
}

static struct profile *new_profile(struct run *run)
{
    struct profile *profile = profile_new(&run->arena);
    profile->is_raw = true;
    return profile;
}

/* Does the output consist of source lines? */
static bool needs_lines(const struct run *run)
{
    return run->options.writer && run->options.writer->has_lines &&
           !run->options.list;
}

/* Asks for functions that are lines or, with --assembly, instructions. */
static void ask_for_lines(struct run *run, struct reader_options *options)
{
    if (!needs_lines(run) && !run->wants_lines)
        return;
    options->granularity = GRANULARITY_LINE;
    if (run->options.look.assembly)
        options->assembly = &run->assembly;
}

/* Adds all events of one more file. If a file has none, or they cannot be
   added, the page offers none at all. */
static void add_all_events(struct run *run, struct profile *all_events,
                        const char *name)
{
    bool is_first = !run->profile;
    if (all_events && all_events->samples.n_rows && is_first) {
        run->all_events = all_events;
        return;
    }
    /* Times of files are dropped, because the clocks of recordings differ. */
    if (run->all_events)
        samples_reduce(&run->all_events->samples, KEEP_EVENTS | KEEP_TAGS);
    bool fits = run->all_events && all_events && all_events->samples.n_rows &&
                merge_profiles(run->all_events, all_events, name);
    profile_free(all_events);
    if (!fits && run->all_events) {
        profile_free(run->all_events);
        run->all_events = NULL;
    }
}

/* Warns if a profile has samples of the same event in other privilege
   levels. */
static void warn_of_levels(const struct profile *profile,
                           const struct profile *more, const char *name)
{
    if (more->event.len && profile->event.len &&
        event_names_agree(profile->event, more->event) &&
        !event_name_levels_agree(profile->event, more->event))
        diag_warn("%s: samples of %s are added to those of %s, which cover "
                  "another part of user space, kernel and guests",
                  name, more->event.s, profile->event.s);
}

/* The first file becomes the profile, and the others are added to it. The first
   file with events decides which one is counted. The name of the event must
   outlive the profile, which filters replace. */
static bool add_profile(struct run *run, struct profile *profile,
                        const struct reader *reader, const char *name)
{
    bool good = true;
    if (!run->profile) {
        run->profile = profile;
        run->reader = reader;
    } else {
        if (exchanges(run))
            exchange_agree(run->profile, profile);
        warn_of_levels(run->profile, profile, name);
        good = merge_profiles(run->profile, profile, name);
        profile_free(profile);
    }
    if (!run->options.read.event.len && !exchanges(run))
        run->options.read.event = arena_copy(&run->arena, run->profile->event);
    return good;
}

/* Returns the options for one file. In a comparison, --event does not apply to
   files whose format has no events. */
static struct reader_options fit_options(struct run *run,
                                         const struct reader *reader)
{
    struct reader_options options = run->options.read;
    options.hint = &reader->hint;
    options.measure = (run->options.n_files > 1 || run->options.n_base > 0 ||
                       run->options.watches) &&
                      reader->supports & ASK_WEIGHT &&
                      !options.weight_is_period &&
                      !(options.asked & ASK_WEIGHT);
    if (run->options.n_base && !(reader->supports & ASK_EVENT)) {
        options.asked &= ~(unsigned)ASK_EVENT;
        options.event = S("");
    }
    ask_for_lines(run, &options);
    if (exchanges(run))
        exchange_options(run, reader, &options);
    return options;
}

/* Adds what the row of the reader says about its profilers: the numbers of
   frames at which they cut stacks, and how to record stacks. */
static void add_facts_of_row(struct profile *profile,
                             const struct reader *reader)
{
    struct input_stats *stats = &profile->stats;
    if (profile->kind == FROM_CALLS && !stats->exact_by)
        stats->exact_by = reader->exact_by;
    if (profile->kind == FROM_STACKS && !stats->is_whole && !stats->no_chains)
        stats->limits = reader->limits;
}

static enum exit_status read_open_file(struct run *run, struct input *in)
{
    const struct reader *reader = choose_reader(run, in);
    if (!reader)
        return EXIT_FAILED;
    struct reader_options options = fit_options(run, reader);
    if (needs_lines(run) && !(reader->supports & ASK_LINES)) {
        diag_error("%s: -T list needs source lines, and %s input has none; -T "
                   "peek shows callers and callees",
                   in->name, reader->name);
        return EXIT_USAGE;
    }
    if (!reader_supports(reader, &options, in->name))
        return EXIT_USAGE;
    struct profile *profile = new_profile(run);
    options.all_events = options.exchanges || offers_all_events(run)
                          ? new_profile(run)
                          : NULL;
    bool good = reader->read(in, profile, &options);
    arena_free(&in->arena);
    if (!good ||
        (!run->options.reader && input_refuse(in, reader->name))) {
        profile_free(profile);
        profile_free(options.all_events);
        return EXIT_FAILED;
    }
    add_facts_of_row(profile, reader);
    profile->stats.skipped_lines += (double)in->skipped;
    profile->stats.cut_inputs += in->cut;
    run->supported |= reader->supports;
    if (options.exchanges) {
        profile = exchange_profile(profile, &options, in->name);
        return profile && add_profile(run, profile, reader, in->name)
                   ? EXIT_OK
                   : EXIT_FAILED;
    }
    profile_convert_unit(profile);
    if (options.measure)
        read_add_rate(&run->rates, in->name, profile->rate);
    add_all_events(run, options.all_events, in->name);
    return add_profile(run, profile, reader, in->name) ? EXIT_OK : EXIT_FAILED;
}

static enum exit_status read_file(struct run *run, const char *path)
{
    const struct hint *hint = hints_find_folder(path);
    progress_phase("reading");
    if (hint) {
        hints_report(hint, path);
        return EXIT_FAILED;
    }
    struct input *in = input_open(&run->arena, path);
    if (!in)
        return EXIT_FAILED;
    in->threads = run->options.threads;
    enum exit_status status = read_open_file(run, in);
    input_close(in);
    return status;
}

/* Reads all files at once, for a format whose files belong together. */
static enum exit_status read_together(struct run *run,
                                      const struct reader *reader)
{
    const struct options *options = &run->options;
    struct reader_options read = options->read;
    if (!reader_supports(reader, &read, options->files[0]))
        return EXIT_USAGE;
    ask_for_lines(run, &read);
    progress_phase("reading");
    run->profile = new_profile(run);
    run->reader = reader;
    run->supported = reader->supports;
    if (exchanges(run)) {
        exchange_options(run, reader, &read);
        read.all_events = new_profile(run);
    }
    if (!reader->read_together(options->files, options->n_files, run->profile,
                               &read))
        return EXIT_FAILED;
    add_facts_of_row(run->profile, reader);
    if (read.exchanges)
        run->profile = exchange_profile(run->profile, &read, options->files[0]);
    else
        profile_convert_unit(run->profile);
    return run->profile ? EXIT_OK : EXIT_FAILED;
}

enum exit_status read_check_unit(const struct run *run)
{
    if (!run->options.read.unit.len || run->supported & ASK_UNIT)
        return EXIT_OK;
    diag_error("--unit is of no use: %s input says what it counts",
               run->reader->name);
    return EXIT_USAGE;
}

void read_add_rate(struct rates *rates, const char *name,
                   struct sampling_rate rate)
{
    struct rated rated = { name, rate };
    if (rate.frequency <= 0 && rate.period <= 0 && rate.interval <= 0)
        return;
    if (!rates->first.name)
        rates->first = rated;
    else if (!rates->other.name && rates_differ(rates->first.rate, rate))
        rates->other = rated;
}

void read_note_rates(const struct rates *rates)
{
    LOCAL_ARENA(scratch);
    const struct rated *a = &rates->first, *b = &rates->other;
    diag_note("%s was recorded at %s and %s at %s, so each sample costs its "
              "period; --weight=samples counts them",
              a->name, rate_text(&scratch, a->rate, b->rate).s, b->name,
              rate_text(&scratch, b->rate, a->rate).s);
}

static bool can_read_twice(const char *path)
{
    struct stat status;
    return strcmp(path, "-") != 0 && stat(path, &status) == 0 &&
           S_ISREG(status.st_mode);
}

bool read_can_repeat(const struct run *run)
{
    for (size_t i = 0; i < run->options.n_files; i++)
        if (!can_read_twice(run->options.files[i]))
            return false;
    return true;
}

bool read_check_repeat(const struct run *run, const char *cure)
{
    const struct options *options = &run->options;
    for (size_t i = 0; i < options->n_files; i++)
        if (!can_read_twice(options->files[i]))
            return diag_error("%s has to be read once more then, and a pipe "
                              "can be read only once; give it as a file, or "
                              "%s",
                              strcmp(options->files[i], "-")
                                  ? options->files[i]
                                  : "standard input",
                              cure);
    return true;
}

enum exit_status read_files_again(struct run *run, const char *cure)
{
    if (!read_check_repeat(run, cure))
        return EXIT_FAILED;
    profile_free(run->profile);
    run->profile = NULL;
    profile_free(run->all_events);
    run->all_events = NULL;
    arena_free(&run->assembly.arena);
    run->assembly = (struct assembly){ .n = 0 };
    diag_once(true);
    enum exit_status status = read_files(run);
    diag_once(false);
    return status;
}

/* Adds a file that was read ahead. */
static bool add_part(struct run *run, const struct run *part, const char *name)
{
    run->supported |= part->supported;
    if (part->rates.first.name)
        read_add_rate(&run->rates, name, part->rates.first.rate);
    add_all_events(run, part->all_events, name);
    return add_profile(run, part->profile, part->reader, name);
}

/* Reads the next file and adds it. */
static enum exit_status read_next(struct run *run, struct ahead *ahead,
                                  size_t file)
{
    const char *path = run->options.files[file];
    enum exit_status status;
    struct run *part = ahead ? ahead_take(ahead, file, &status) : NULL;
    if (!part)
        return read_file(run, path);
    progress_phase("reading");
    if (status != EXIT_OK)
        return status;
    return add_part(run, part, path) ? EXIT_OK : EXIT_FAILED;
}

/* Reads all files. The first one decides what is counted, so others are read
   ahead only after it. With --keep-going, files that cannot be read count as
   damaged, unless all fail. */
static enum exit_status read_each(struct run *run)
{
    const struct options *options = &run->options;
    enum exit_status status = EXIT_OK;
    struct ahead *ahead = NULL;
    size_t n_failed = 0;
    for (size_t i = 0; i < options->n_files && status == EXIT_OK; i++) {
        if (run->profile && !ahead)
            ahead = ahead_start(run, i, read_file);
        status = read_next(run, ahead, i);
        if (status != EXIT_FAILED || !options->keeps_going)
            continue;
        n_failed++;
        status = EXIT_OK;
    }
    ahead_end(ahead);
    if (!n_failed || status != EXIT_OK)
        return status;
    diag_warn("%zu of %zu files could not be read and are left out", n_failed,
              options->n_files);
    if (!run->profile)
        return EXIT_FAILED;
    run->profile->stats.cut_inputs += (double)n_failed;
    return EXIT_OK;
}

/* Reads the files one after the other. Samples of different rates cannot be
   added up, but their periods can. */
static enum exit_status read_apart(struct run *run)
{
    enum exit_status status = read_each(run);
    if (status != EXIT_OK || !run->rates.other.name ||
        run->options.read.weight_is_period)
        return status;
    read_note_rates(&run->rates);
    run->options.read.weight_is_period = true;
    return read_files_again(run, "say --weight=period");
}

enum exit_status read_files(struct run *run)
{
    const struct options *options = &run->options;
    const struct reader *reader = options->reader;
    enum exit_status status = EXIT_OK;
    bool together = reader && reader->detect_together &&
                    reader->detect_together(options->files, options->n_files,
                                            &options->read);
    if (!reader) {
        reader = reader_detect_together(options->files, options->n_files,
                                        &options->read);
        together = reader;
    }
    if (together)
        status = read_together(run, reader);
    else
        status = read_apart(run);
    if (status == EXIT_OK && options->total == TOTAL_CALLSTACKS &&
        run->profile->kind == FROM_CALLS) {
        diag_error("--total=callstacks needs stacks, and %s input has calls; "
                   "leave it out",
                   run->reader->name);
        status = EXIT_USAGE;
    }
    return status == EXIT_OK && !options->n_base ? read_check_unit(run)
                                                 : status;
}
