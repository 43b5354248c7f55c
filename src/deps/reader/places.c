#include "deps/reader/places.h"

#include <stdlib.h>

#include "deps/elf/debug_info.h"
#include "deps/reader/facts.h"
#include "elf/resolver.h"
#include "util/array.h"
#include "util/diag.h"

/* Bits for the facts that are needed of a site. */
enum {
    BOP_LINE = 1,
    BOP_DATA = 2,      /* the name of the data there */
    BOP_ALLOCATION = 4 /* it allocates memory */
};

/* The start of a function of the trace. */
struct bop_start {
    uint64_t address;
    uint32_t module, function;
};

struct bop_finder {
    struct bop_trace *trace;
    const unsigned char *wanted; /* by site */
    bool inlines;
    const char *input;
    struct bop_place *places; /* by site */
    bool *kept; /* by site: the trace itself has the place */
    struct elf_resolver resolver; /* has the modules of the trace */
    struct bop_debug_info info;   /* of these modules */
    struct strings names; /* of functions and variables of modules */
    struct strings function_names; /* of the trace */
    uint32_t *named;               /* by id of such a name: its function */
    struct bop_start *starts; /* sorted by module and address */
    uint32_t n_starts;
};

/* Returns, by site, the facts that are needed. The source lines of calls are
   not. */
static unsigned char *wanted_sites(struct bop_trace *trace,
                                   const struct bop_sums *sums)
{
    unsigned char *wanted =
        NEW_N(&trace->texts, unsigned char, trace->site_texts.n);
    for (uint32_t f = 0; f < trace->function_ids.n; f++)
        wanted[trace->functions.of[f].site] = BOP_LINE;
    for (uint32_t i = 0; i < sums->dependences.n; i++) {
        const struct bop_dependence *d = &sums->dependences.of[i];
        const uint32_t lines[] = { d->wrote, d->wtop, d->read, d->rtop };
        for (size_t k = 0; k < ROWS(lines); k++)
            wanted[lines[k]] |= BOP_LINE;
        if (d->allocated != NO_ID)
            wanted[d->allocated] |= BOP_LINE | BOP_ALLOCATION;
        if (d->low != NO_ID && d->high != NO_ID) {
            wanted[d->low] |= BOP_DATA;
            wanted[d->high] |= BOP_DATA;
        }
    }
    for (uint32_t i = 0; i < sums->statements.n; i++)
        wanted[sums->statements.of[i].site] |= BOP_LINE;
    for (uint32_t i = 1; i < sums->nests.n; i++)
        wanted[sums->nests.of[i].site] |= BOP_LINE;
    for (uint32_t i = 0; i < sums->within.n; i++) {
        wanted[sums->within.of[i].wrote] |= BOP_LINE;
        wanted[sums->within.of[i].read] |= BOP_LINE;
    }
    return wanted;
}

static struct str text_of(struct bop_trace *trace, struct str file,
                          uint64_t line)
{
    return file.len && line ? arena_printf(&trace->texts, "%.*s:%llu",
                                           (int)file.len, file.s,
                                           (unsigned long long)line)
                            : S("");
}

/* Is an inlined function one like xmalloc, or of C++'s library? The tracer
   itself skips such functions if they are not inlined. */
static bool allocates(const struct elf_frame *frame)
{
    return str_has(frame->function, S("lloc")) ||
           str_has(frame->function, S("LLOC")) ||
           str_has(frame->function, S("strdup")) ||
           str_has(frame->line.file, S("/c++/"));
}

/* Finds the line of a site, if the module has it. */
static void find_line(struct bop_finder *f, uint32_t site)
{
    const struct bop_site *at = &f->trace->sites.of[site];
    struct bop_place *place = &f->places[site];
    LOCAL_ARENA(scratch);
    struct elf_parts parts = { .inlines = f->inlines, .lines = true };
    struct elf_frames frames = elf_resolver_frames(
        &f->resolver, at->of, at->address, parts, &scratch);
    const struct elf_line *outer = &frames.of[0].line,
                          *inner = &frames.of[frames.n - 1].line;
    place->file = arena_copy(&f->trace->texts, inner->file);
    place->line = inner->line;
    place->column = outer->column;
    place->at_column = inner->column;
    place->text = text_of(f->trace, inner->file, inner->line);
    size_t i = frames.n - 1;
    while (f->wanted[site] & BOP_ALLOCATION && i > 0 &&
           allocates(&frames.of[i]))
        i--;
    place->allocation = text_of(f->trace, frames.of[i].line.file,
                                frames.of[i].line.line);
    place->statement = text_of(f->trace, outer->file, outer->line);
}

/* Takes the places that the trace has. */
static void take_kept(struct bop_finder *f)
{
    uint32_t n = f->trace->site_texts.n;
    f->kept = NEW_N(&f->trace->texts, bool, n);
    for (uint32_t i = 0; i < n && f->trace->fact_keys.n; i++) {
        struct bop_place *place = &f->places[i];
        f->kept[i] = bop_facts_find_place(f->trace, i, place);
        if (f->kept[i] && !f->inlines) {
            place->statement = place->text;
            place->column = place->at_column;
        }
    }
}

static bool needs_line(const struct bop_finder *f, uint32_t site)
{
    return f->wanted[site] & BOP_LINE && !f->kept[site] &&
           f->trace->sites.of[site].where == BOP_MODULE;
}

/* Warns of a module whose places are not found. */
static void report_module(struct bop_finder *f, uint32_t id)
{
    const struct elf_module *module = elf_resolver_open(&f->resolver, id);
    if (module->absence == ELF_LEFT_OUT)
        diag_warn("%s: this prof2dot is built without elfutils (WITH_ELF=no): "
                  "places of %s are shown as addresses",
                  f->input, module->path.s);
    else if (!module->has_file)
        diag_warn("%s: %s is not there, or is another build than the one that "
                  "was traced: its places are shown as addresses",
                  f->input, module->path.s);
    else if (!module->has_lines)
        diag_warn("%s: %s has no line numbers: its places are shown as "
                  "addresses", f->input, module->path.s);
}

static void find_lines(struct bop_finder *f)
{
    struct bop_trace *trace = f->trace;
    struct str input = str_of(f->input);
    f->resolver.folder = str_head(input, input.len - str_basename(input).len);
    for (uint32_t m = 0; m < trace->module_ids.n; m++)
        elf_resolver_add(&f->resolver, trace->modules.of[m].path,
                         trace->modules.of[m].build_id);
    bool *is_used = NEW_N(&trace->texts, bool, trace->module_ids.n);
    for (uint32_t i = 0; i < trace->site_texts.n; i++)
        if (needs_line(f, i)) {
            is_used[trace->sites.of[i].of] = true;
            find_line(f, i);
        }
    for (uint32_t m = 0; m < trace->module_ids.n; m++)
        if (is_used[m])
            report_module(f, m);
}

static int by_start(const void *left, const void *right)
{
    const struct bop_start *a = left, *b = right;
    if (a->module != b->module)
        return COMPARE(a->module, b->module);
    return a->address != b->address ? COMPARE(a->address, b->address)
                                    : COMPARE(a->function, b->function);
}

static void sort_starts(struct bop_finder *f)
{
    const struct bop_trace *trace = f->trace;
    uint32_t n = trace->function_ids.n;
    f->starts = NEW_N(&f->trace->texts, struct bop_start, n);
    for (uint32_t i = 0; i < n; i++) {
        const struct bop_site *site =
            &trace->sites.of[trace->functions.of[i].site];
        if (site->where == BOP_MODULE)
            f->starts[f->n_starts++] =
                (struct bop_start){ site->address, site->of, i };
    }
    qsort(f->starts, f->n_starts, sizeof *f->starts, by_start);
}

/* Returns the function that begins nearest before an address of a module, or
   NO_ID. */
static uint32_t function_before(const struct bop_finder *f,
                                const struct bop_site *site)
{
    const struct bop_start key = { site->address, site->of, NO_ID };
    size_t n = array_count_before(f->starts, f->n_starts, sizeof key, &key,
                                  by_start);
    return n && f->starts[n - 1].module == site->of ? f->starts[n - 1].function
                                                    : NO_ID;
}

static void name_address(struct bop_finder *f, uint32_t i)
{
    const struct bop_site *site = &f->trace->sites.of[i];
    struct bop_place *place = &f->places[i];
    struct str module = S("?");
    if (site->where == BOP_MODULE) {
        module = str_basename(f->trace->modules.of[site->of].path);
        place->function = function_before(f, site);
    }
    place->name = arena_printf(&f->trace->texts, "%s+0x%llx", module.s,
                               (unsigned long long)site->address);
    if (!place->text.len)
        place->text = place->name;
    if (!place->statement.len)
        place->statement = place->text;
}

/* Returns a copy of a name. Equal names share it. */
static struct str keep_name(struct bop_finder *f, struct str name)
{
    uint32_t id = strings_add(&f->names, &f->trace->texts, name);
    return f->names.texts[id];
}

/* Returns the name of the function in the program that a source line belongs
   to; "" if it is not found. The program is the first module. */
static struct str function_at_line(struct bop_finder *f,
                                   const struct bop_literal *literal)
{
    uint64_t address;
    if (!bop_debug_info_line(&f->info, 0, literal->file, literal->line,
                             &address))
        return S("");
    struct elf_frames frames = elf_resolver_frames(
        &f->resolver, 0, address, (struct elf_parts){ false, false },
        &f->trace->texts);
    return keep_name(f, frames.of[0].function);
}

static void find_names(struct bop_finder *f)
{
    struct bop_trace *trace = f->trace;
    f->named = NEW_N(&trace->texts, uint32_t, trace->function_ids.n);
    for (uint32_t i = 0; i < trace->function_ids.n; i++) {
        uint32_t n = f->function_names.n;
        if (strings_add(&f->function_names, &trace->texts,
                        trace->functions.of[i].name) == n)
            f->named[n] = i;
    }
}

/* Returns the first function of the trace with this name, or NO_ID. A source
   line that the program named has no address by which its function could be
   found. */
static uint32_t function_named(const struct bop_finder *f, struct str name)
{
    uint32_t id =
        name.len ? strings_find(&f->function_names, name) : NO_ID;
    return id == NO_ID ? NO_ID : f->named[id];
}

static void name_literal(struct bop_finder *f, uint32_t i)
{
    struct bop_trace *trace = f->trace;
    const struct bop_literal *literal =
        &trace->literals.of[trace->sites.of[i].of];
    struct bop_place *place = &f->places[i];
    place->file = literal->file;
    place->line = literal->line;
    place->text = place->statement =
        text_of(trace, literal->file, literal->line);
    if (trace->module_ids.n && !f->kept[i])
        place->name = function_at_line(f, literal);
    place->function = function_named(f, place->name);
    if (!place->name.len)
        place->name = literal->file;
}

/* Names data by DWARF, or else by its symbol. */
static void name_variable(struct bop_finder *f, uint32_t i)
{
    const struct bop_site *site = &f->trace->sites.of[i];
    LOCAL_ARENA(scratch);
    f->places[i].variable =
        keep_name(f, bop_debug_info_variable(&f->info, site->of, site->address,
                                             &scratch));
}

/* Names data on the stack by DWARF. */
static void name_local(struct bop_finder *f, struct bop_local *local)
{
    local->name = S("");
    if (local->function == NO_ID || local->most > INT32_MAX ||
        bop_facts_find_local(f->trace, local))
        return;
    const struct bop_site *begin =
        &f->trace->sites.of[f->trace->functions.of[local->function].site];
    if (begin->where != BOP_MODULE)
        return;
    struct arena *texts = &f->trace->texts;
    struct str first = bop_debug_info_local(
        &f->info, begin->of, begin->address, -(int64_t)local->most, texts);
    struct str last = bop_debug_info_local(
        &f->info, begin->of, begin->address, -(int64_t)local->least, texts);
    if (str_eq(first, last))
        local->name = first;
}

/* Adds the facts of the plugins of bop-cc about modules with functions in the
   trace. */
static void add_source_facts(struct bop_finder *f, struct source_facts *facts)
{
    for (uint32_t i = 0; i < f->n_starts; i++)
        if (i == 0 || f->starts[i].module != f->starts[i - 1].module)
            source_facts_add(facts,
                             bop_debug_info_source(&f->info,
                                                   f->starts[i].module));
}

struct bop_place *bop_places(struct bop_trace *trace,
                             const struct bop_sums *sums, bool inlines,
                             const char *input, struct bop_local *locals,
                             struct source_facts *facts)
{
    struct bop_finder f = { .trace = trace,
                            .wanted = wanted_sites(trace, sums),
                            .inlines = inlines,
                            .input = input };
    uint32_t n = trace->site_texts.n;
    f.info.resolver = &f.resolver;
    f.places = NEW_N(&trace->texts, struct bop_place, n);
    for (uint32_t i = 0; i < n; i++)
        f.places[i] = (struct bop_place){ .text = S(""), .statement = S(""),
                                          .file = S(""), .function = NO_ID,
                                          .name = S(""), .variable = S(""),
                                          .expression = S(""),
                                          .allocation = S("") };
    take_kept(&f);
    find_lines(&f);
    sort_starts(&f);
    find_names(&f);
    for (uint32_t i = 0; i < n; i++) {
        switch (trace->sites.of[i].where) {
        case BOP_NOWHERE:
            break;
        case BOP_MODULE:
        case BOP_MEMORY:
            name_address(&f, i);
            break;
        case BOP_LITERAL:
            name_literal(&f, i);
            break;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        if (!f.places[i].allocation.len)
            f.places[i].allocation = f.places[i].text;
    for (uint32_t i = 0; i < n; i++)
        if (f.wanted[i] & BOP_DATA && !f.kept[i] &&
            trace->sites.of[i].where == BOP_MODULE)
            name_variable(&f, i);
    for (uint32_t i = 0; i < sums->dependences.n; i++)
        name_local(&f, &locals[i]);
    if (trace->fact_keys.n == 0)
        add_source_facts(&f, facts);
    bop_debug_info_close(&f.info);
    elf_resolver_free(&f.resolver);
    return f.places;
}
