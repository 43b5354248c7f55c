/*
 * perf.data, which perf record writes: stacks as addresses, and what the
 * processes had in memory there. Names come from the files of the programs on
 * this machine, as with perf script. The head of a file:
 *
 *     0000: 5045 5246 494c 4532 6800 0000 0000 0000  PERFILE2h.......
 *     0010: 9000 0000 0000 0000 d800 0000 0000 0000  ................
 *     0020: 9000 0000 0000 0000 6801 0000 0000 0000  ........h.......
 *
 * Two passes read the records. The first takes everything but the samples,
 * because the buffers of several processors are written one after the other, so
 * that a mapping may come behind the samples that need it. The second takes the
 * samples in the order of the file.
 */

#include "readers/frames/limits.h"
#include "readers/frames/unmapped.h"
#include "readers/perfdata/code/code.h"
#include "readers/perfdata/file/chain.h"
#include "readers/perfdata/processes.h"
#include "readers/perfdata/prescan.h"
#include "readers/perfdata/unwinding.h"
#include "util/array.h"
#include "util/diag.h"
#include "util/progress.h"

struct perfdata {
    struct input *in;
    int fd;
    const struct reader_options *options;
    struct sink sink;
    struct perfdata_header header;
    struct perfdata_processes processes;
    struct perfdata_modules modules;
    struct perfdata_code code;
    struct perfdata_threads threads;
    struct perfdata_prescan prescan;
    struct perfdata_chain chain;
    struct perfdata_unwinding unwinding;
    uint32_t *events; /* by attribute; NO_EVENT: no sample yet */

    /* The stack that was added last. The next one mostly shares its outer part
       and does not look for the places of that again. */
    struct perfdata_address *last; /* leaf first */
    LIST(uint32_t) last_places;    /* of these addresses, outermost first */
    size_t last_room;
    uint32_t last_states[2]; /* states: the process, the kernel */

    uint32_t unmapped; /* the function of code outside of files in this sample;
                          NO_ID: not sought yet */
    LIST(uint32_t) path; /* functions, outermost first */
    size_t n, damaged; /* samples that were read, and that cannot be read */
    size_t chains;     /* samples with a call chain */
    size_t unwindable; /* samples whose copy of the stack was not unwound */
};

/* ---- Stacks ---- */

/* Returns the function of code outside of files, by process if the user asks
   for tags or all processes were recorded (-a). */
static uint32_t find_unmapped(struct perfdata *perfdata,
                             const struct perfdata_sample *sample)
{
    LOCAL_ARENA(scratch);
    struct str process = S("");
    uint64_t type =
        perfdata->header.attributes.of[sample->attribute].sample_type;
    if (perfdata->options->keep & KEEP_TAGS || type & SAMPLE_CPU)
        process = perfdata_threads_comm(
            &perfdata->processes, sample,
            perfdata_processes_name(&perfdata->processes, sample->tid,
                                    sample->order),
            &scratch);
    return unmapped_function(perfdata->sink.profile, process);
}

static void push(struct perfdata *perfdata, uint32_t place,
                 const struct perfdata_sample *sample)
{
    uint32_t n;
    if (perfdata_code_is_unmapped(&perfdata->code, place)) {
        if (perfdata->unmapped == NO_ID)
            perfdata->unmapped = find_unmapped(perfdata, sample);
        *PUSH_IN(&perfdata->in->arena, &perfdata->path) = perfdata->unmapped;
        return;
    }
    const uint32_t *functions =
        perfdata_code_functions(&perfdata->code, place, &n);
    for (uint32_t i = 0; i < n; i++)
        *PUSH_IN(&perfdata->in->arena, &perfdata->path) = functions[i];
}

/* Returns how many of the outermost addresses are the same as in the stack
   before, in the same states. */
static size_t count_shared(const struct perfdata *perfdata,
                           const uint32_t states[2])
{
    const struct perfdata_chain *chain = &perfdata->chain;
    size_t n_last = perfdata->last_places.n, n = 0;
    size_t least = chain->n < n_last ? chain->n : n_last;
    if (states[0] != perfdata->last_states[0] ||
        states[1] != perfdata->last_states[1])
        return 0;
    while (n < least) {
        const struct perfdata_address *a = &chain->of[chain->n - 1 - n];
        const struct perfdata_address *b = &perfdata->last[n_last - 1 - n];
        if (a->is_caller != b->is_caller || a->at != b->at ||
            a->mode != b->mode)
            break;
        n++;
    }
    return n;
}

/* Finds the places of the addresses of the chain, which becomes the last stack.
   The addresses that it shares with the stack before keep their places. */
static void find_places(struct perfdata *perfdata,
                        const struct perfdata_sample *sample)
{
    struct perfdata_chain *chain = &perfdata->chain;
    const uint32_t states[2] = {
        perfdata_processes_state(&perfdata->processes, sample->pid,
                                 sample->order),
        perfdata_processes_state(&perfdata->processes, PERFDATA_KERNEL,
                                 sample->order),
    };
    size_t shared = count_shared(perfdata, states);
    perfdata->last_places.n = shared;
    for (size_t i = shared; i < chain->n; i++) {
        const struct perfdata_address *address = &chain->of[chain->n - 1 - i];
        uint32_t state = address->mode == MODE_USER     ? states[0]
                         : address->mode == MODE_KERNEL ? states[1]
                                                        : 0;
        *PUSH_IN(&perfdata->in->arena, &perfdata->last_places) =
            address->is_caller
                ? perfdata_code_caller_place(&perfdata->code, state,
                                             address->at)
                : perfdata_code_place(&perfdata->code, state, address->at);
    }
    /* The next chain is stored in the memory of the stack before. */
    struct perfdata_address *of = perfdata->last;
    size_t room = perfdata->last_room;
    perfdata->last = chain->of;
    perfdata->last_room = chain->room;
    chain->of = of;
    chain->room = room;
    perfdata->last_states[0] = states[0];
    perfdata->last_states[1] = states[1];
}

/* ---- Samples ---- */

static uint32_t event_of(struct perfdata *perfdata, uint32_t attribute,
                         bool has_period)
{
    uint32_t *event = &perfdata->events[attribute];
    if (*event == NO_EVENT)
        *event = events_perf_id(&perfdata->sink.events,
                                perfdata->header.attributes.of[attribute].name,
                                has_period);
    return *event;
}

static void add_sample(struct perfdata *perfdata,
                       const struct perfdata_sample *from)
{
    struct sample sample = {
        .event = event_of(perfdata, from->attribute, from->has_period),
        .thread = perfdata_threads_find(&perfdata->threads, from),
        .time = from->has_time ? (double)from->time / 1e9 : UNKNOWN,
        .cost = 1,
        .n = 1,
    };
    if (sink_weighs(&perfdata->sink, sample.event))
        sample.cost = from->has_period ? (double)from->period : UNKNOWN;
    perfdata->n++;
    perfdata->chains += from->chain != NULL;
    if (!sink_take(&perfdata->sink, &sample))
        return;
    perfdata_chain_take(&perfdata->chain, from);
    perfdata_unwinding_run(
        &perfdata->unwinding, &perfdata->chain, from,
        perfdata_processes_state(&perfdata->processes, from->pid, from->order));
    perfdata->unwindable += perfdata->chain.needs_unwinding;
    find_places(perfdata, from);
    perfdata->unmapped = NO_ID;
    perfdata->path.n = 0;
    for (size_t i = 0; i < perfdata->last_places.n; i++)
        push(perfdata, perfdata->last_places.of[i], from);
    sink_add(&perfdata->sink, &sample, perfdata->path.of,
             (uint32_t)perfdata->path.n);
}

static void read_samples(struct perfdata *perfdata)
{
    struct perfdata_records records;
    struct perfdata_record record;
    struct perfdata_sample sample;
    perfdata_records_init(&records, perfdata->in, perfdata->fd,
                          &perfdata->header);
    records.is_quiet = true;
    while (perfdata_records_next(&records, &record)) {
        if (record.type != RECORD_SAMPLE)
            continue;
        if (perfdata_sample_take(&sample, &record,
                                 &perfdata->header.attributes))
            add_sample(perfdata, &sample);
        else
            perfdata->damaged++;
        if (perfdata->n % 1024 == 0)
            progress_bytes((double)records.at, (double)records.end);
    }
    perfdata_records_free(&records);
}

/* ---- The whole ---- */

static bool report_no_samples(const struct perfdata *perfdata)
{
    if (perfdata->damaged)
        return input_error(perfdata->in, "all %zu samples are damaged",
                           perfdata->damaged);
    if (perfdata->prescan.has_aux)
        return input_error(perfdata->in,
                           "no samples, but data of a hardware tracer; use: "
                           "perf script --itrace=i100us -F +period | prof2dot");
    return input_error(perfdata->in, "the recording has no samples");
}

static void warn(const struct perfdata *perfdata)
{
    const char *name = perfdata->in->name;
    if (perfdata->damaged)
        diag_warn("%s: %zu of %zu samples are damaged and left out", name,
                  perfdata->damaged, perfdata->damaged + perfdata->n);
    if (perfdata->prescan.unknown)
        diag_warn("%s: %ju records are damaged and left out", name,
                  (uintmax_t)perfdata->prescan.unknown);
    if (perfdata->unwindable)
        diag_warn("%s: only the function that ran is drawn of %zu of %zu "
                  "samples: their copy of the stack cannot be unwound, because "
                  "%s",
                  name, perfdata->unwindable, perfdata->n,
                  perfdata->unwinding.is_left_out
                      ? "this prof2dot is built without elfutils "
                        "(WITH_ELF=no); run: perf script | prof2dot"
                      : "this is done on x86-64, i386 and AArch64 only, if "
                        "the sample has registers");
    else if (!perfdata->chains)
        diag_warn("%s: no call chains: record with -g", name);
    if (perfdata->unwinding.out_of_steps)
        diag_warn("%s: stacks are cut, because the call frame information of "
                  "%s takes too many steps: the file may be damaged", name,
                  perfdata->unwinding.out_of_steps);
    if (perfdata->prescan.has_aux)
        diag_warn("%s: the data of a hardware tracer are left out", name);
    perfdata_modules_report(&perfdata->modules,
                            &perfdata->sink.profile->stats, name);
}

static void set_stats(const struct perfdata *perfdata)
{
    struct input_stats *stats = &perfdata->sink.profile->stats;
    stats->walked = perfdata->chains > 0;
    stats->no_chains = !stats->walked;
    stats->has_copies = perfdata->unwinding.has_cut;
    stats->empty_samples = 0;
    if (perfdata->prescan.lost_events) {
        stats->lost_events = (double)perfdata->prescan.lost_events;
        stats->lost_chunks = (double)perfdata->prescan.lost_chunks;
    }
}

/* Sets the rate that was asked for. Trace points have a period of 1. */
static void set_rate(struct perfdata *perfdata)
{
    struct sampling_rate *rate = &perfdata->sink.profile->rate;
    uint32_t drawn = events_drawn(&perfdata->sink.events);
    for (uint32_t i = 0; i < perfdata->header.attributes.n; i++) {
        const struct perfdata_attribute *attribute =
            &perfdata->header.attributes.of[i];
        if (drawn == NO_EVENT || perfdata->events[i] != drawn)
            continue;
        rate->frequency = (double)attribute->frequency;
        rate->period = (double)attribute->period;
        return;
    }
}

static bool finish(struct perfdata *perfdata)
{
    if (!perfdata->n)
        return report_no_samples(perfdata);
    if (!sink_end(&perfdata->sink))
        return false;
    if (perfdata->options->all_events)
        unmapped_join(perfdata->options->all_events);
    unmapped_join(perfdata->sink.profile);
    struct events_total total = events_total(&perfdata->sink.events);
    if (total.samples == total.costless)
        return perfdata->options->asked & ASK_WEIGHT
                   ? diag_error("%s: --weight=period: this input has no "
                                "periods",
                                perfdata->in->name)
                   : diag_error("%s: recordings of different rates can be "
                                "added or compared by the periods of samples, "
                                "and this input has none; record with perf "
                                "record -F, or count samples with "
                                "--weight=samples",
                                perfdata->in->name);
    perfdata_code_disassemble(&perfdata->code);
    set_rate(perfdata);
    perfdata->sink.profile->is_sampled = true;
    perfdata->sink.profile->inlines_by =
        perfdata->options->no_inline ? INLINES_UNKNOWN : INLINES_BY_US;
    set_stats(perfdata);
    const struct strings *files = &perfdata->header.files;
    for (uint32_t i = 0; i < files->n; i++)
        inventory_add_build(&perfdata->sink.profile->inventory, files->texts[i],
                            perfdata->header.build_ids.of[i]);
    warn(perfdata);
    return true;
}

/* Returns the number of the instruction pointer among the registers of samples:
   see asm/perf_regs.h of Linux. */
static int ip_register(struct str arch)
{
    if (!arch.len || str_eq(arch, S("x86_64")) || str_ends(arch, S("86")))
        return 8;
    return str_eq(arch, S("aarch64")) ? 32 : -1;
}

static bool read_all(struct perfdata *perfdata)
{
    uint64_t size;
    perfdata->fd = input_descriptor(perfdata->in, &size);
    if (perfdata->fd < 0 ||
        !perfdata_header_read(&perfdata->header, perfdata->in, perfdata->fd,
                              size))
        return false;
    perfdata->prescan =
        perfdata_prescan(perfdata->in, perfdata->fd, &perfdata->header,
                        &perfdata->processes, &perfdata->modules);
    perfdata->events = NEW_N(&perfdata->in->arena, uint32_t,
                             perfdata->header.attributes.n);
    perfdata_unwinding_init(&perfdata->unwinding, &perfdata->code,
                            perfdata->header.arch);
    perfdata->chain.ip_register = ip_register(perfdata->header.arch);
    read_samples(perfdata);
    return finish(perfdata);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct perfdata perfdata = { .in = in,
                                 .options = options,
                                 .processes.arena = &in->arena,
                                 .chain.arena = &in->arena };
    bool good = sink_begin(&perfdata.sink, in, profile, options);
    perfdata.sink.events.drops = true;
    perfdata_modules_init(&perfdata.modules, &in->arena, &perfdata.header,
                          in->name, options->symfs);
    perfdata.modules.resolver.has_debuginfod = options->debuginfod;
    perfdata_code_init(&perfdata.code, &in->arena, perfdata.sink.profile,
                       &perfdata.modules, &perfdata.processes, options);
    perfdata.threads = (struct perfdata_threads){
        .arena = &in->arena,
        .processes = &perfdata.processes,
        .sink = &perfdata.sink,
    };
    good = good && read_all(&perfdata);
    elf_resolver_free(&perfdata.modules.resolver);
    return good;
}

static enum match detect(struct head head)
{
    return match_if(perfdata_header_is(head.text));
}

const struct reader reader_perfdata = {
    .name = "perfdata",
    .aliases = "perf.data",
    .description = "perf.data (Linux perf)",
    .programs = "perf record, simpleperf record",
    .tested = "perf 3.8 to 6.1",
    .file = "perf.data",
    .recipes =
        "perf: `perf record -g ./prog; prof2dot perf.data -o out.svg`\n"
        "perf, no frame pointers: `perf record --call-graph dwarf ./prog; "
        "prof2dot perf.data -o out.svg`\n"
        "perf, a running process: `perf record -g -p PID -- sleep 10; prof2dot "
        "perf.data -o out.svg`\n"
        "perf, no hardware counters (virtual machines): `perf record -e "
        "cpu-clock -g ./prog; prof2dot perf.data -o out.svg`\n"
        "perf, several events: `perf record -e cpu-clock,page-faults -g "
        "./prog; prof2dot perf.data --event=page-faults --weight=period -o "
        "out.svg`",
    .limits = limits_perf,
    .is_binary = true,
    .supports = ASK_EVENT | ASK_WEIGHT | ASK_COMM | ASK_PID | ASK_TID |
                ASK_TAGS | ASK_ADDRESSES | ASK_UNRESOLVED | ASK_LIST_EVENTS |
                ASK_LIST_THREADS | ASK_TIME | ASK_SYMFS | ASK_INLINES |
                ASK_DEBUGINFOD | ASK_LINES | ASK_CODE,
    .detect = detect,
    .hint.text = "record it with perf record",
    .read = read,
};
