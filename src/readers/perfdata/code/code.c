#include "readers/perfdata/code/code.h"

#include <inttypes.h>

#include "readers/frames/disassembly.h"
#include "readers/frames/frame_text.h"
#include "readers/frames/run_time.h"
#include "util/hash.h"

/* An address that was looked for. */
struct perfdata_seen {
    uint64_t address;
    uint32_t process, state; /* the newest state in which it was found */
    uint32_t place;
};

/* A function of a place. Equal ones have equal bytes. */
struct perfdata_frame {
    uint32_t name, file; /* numbers of texts */
    uint32_t line;       /* 0: not known */
    uint32_t start;      /* where the function begins; 0: not known */
    uint32_t module;
    uint32_t is_address;
    uint64_t address; /* in the file, of an instruction that is a function; 0:
                         none is */
};

void perfdata_code_init(struct perfdata_code *code, struct arena *arena,
                        struct profile *profile,
                        struct perfdata_modules *modules,
                        struct perfdata_processes *processes,
                        const struct reader_options *options)
{
    bool offsets = options->granularity == GRANULARITY_ADDRESS;
    *code = (struct perfdata_code){
        .arena = arena,
        .profile = profile,
        .modules = modules,
        .processes = processes,
        .addresses = options->addresses || offsets,
        .offsets = offsets,
        .lines = options->granularity == GRANULARITY_LINE,
        .assembly = options->assembly,
    };
    modules->parts = (struct elf_parts){
        .inlines = !options->no_inline,
        .lines = code->lines || options->granularity == GRANULARITY_FILE ||
                 options->lines,
    };
    modules->resolver.no_lines = !modules->parts.lines && !options->assembly;
}

/* ---- Places ---- */

static void add_frame(struct perfdata_code *code, struct perfdata_frame frame)
{
    *PUSH_IN(code->arena, &code->frames) = frame;
    *PUSH_IN(code->arena, &code->functions) = NO_ID;
}

static uint32_t text_id(struct perfdata_code *code, struct str text)
{
    return strings_add(&code->names, code->arena, text);
}

static uint32_t small_line(uint64_t line)
{
    return line < UINT32_MAX ? (uint32_t)line : 0;
}

/* Returns the line that runs if each line is to be a function, otherwise the
   line where the function begins; 0 if it is not known. */
static uint32_t line_of(const struct perfdata_code *code,
                        const struct elf_frame *frame)
{
    bool is_inside = code->lines && frame->line.line &&
                     str_eq(frame->line.file, frame->first.file);
    return small_line(is_inside ? frame->line.line : frame->first.line);
}

/* Names an address without a symbol. That in a process says nothing about the
   module. */
static struct str address_name(const struct perfdata_code *code,
                               const struct perfdata_place *place,
                               struct arena *arena)
{
    const struct perfdata_module *module = code->modules->of + place->module;
    bool is_offset =
        module->in == SYMBOLS_IN_FILE || module->in == SYMBOLS_UNMAPPED;
    return is_offset && place->module != PERFDATA_NO_MODULE
               ? frame_text_place(arena, module->name, place->offset)
               : arena_printf(arena, "%" PRIx64, place->offset);
}

static void resolve(struct perfdata_code *code, struct perfdata_place *place)
{
    LOCAL_ARENA(scratch);
    struct elf_frames frames = perfdata_modules_frames(
        code->modules, place->module, place->offset, &scratch);
    place->is_unknown = !frames.of[0].function.len;
    place->is_begin = !place->is_unknown && frames.begin == place->offset;
    uint32_t resolver;
    uint64_t address = 0;
    if (code->assembly &&
        !perfdata_modules_address(code->modules, place->module, place->offset,
                                  &resolver, &address))
        address = 0;
    for (size_t i = 0; i < frames.n; i++) {
        struct str name = frames.of[i].function;
        bool is_address = !name.len && code->addresses;
        if (is_address)
            name = address_name(code, place, &scratch);
        else if (!name.len)
            name = UNRESOLVED;
        else if (code->offsets)
            name = arena_printf(&scratch, "%.*s+0x%" PRIx64, (int)name.len,
                                name.s, place->offset - frames.begin);
        add_frame(code, (struct perfdata_frame){
                            .name = text_id(code, name),
                            .file = text_id(code, frames.of[i].first.file),
                            .line = line_of(code, &frames.of[i]),
                            .start = small_line(frames.of[i].first.line),
                            .module = place->module,
                            .is_address = is_address,
                            .address = address,
                        });
    }
}

static bool is_run(const void *codes, uint32_t id, const void *key)
{
    const struct perfdata_code *code = codes;
    const struct perfdata_run *a = &code->runs.of[id], *b = key;
    return a->n == b->n && memcmp(&code->frames.of[a->first],
                                  &code->frames.of[b->first],
                                  a->n * sizeof *code->frames.of) == 0;
}

/* Returns the number of the run of frames from `first` on, which were added
   last. They are taken away again if there is such a run. */
static uint32_t add_run(struct perfdata_code *code, uint32_t first)
{
    struct perfdata_run run = { first, (uint32_t)code->frames.n - first };
    struct str bytes = { (const char *)&code->frames.of[first],
                         run.n * sizeof *code->frames.of };
    uint32_t hash = hash_text(bytes);
    uint32_t id = index_find(&code->run_index, hash, is_run, code, &run);
    if (id != NO_ID) {
        code->frames.n = code->functions.n = first;
        return id;
    }
    id = (uint32_t)code->runs.n;
    *PUSH_IN(code->arena, &code->runs) = run;
    index_add_in(&code->run_index, code->arena, hash, id);
    return id;
}

static uint32_t hash_at(uint64_t address, uint32_t number)
{
    return hash_pair(hash_pair((uint32_t)address, (uint32_t)(address >> 32)),
                     number);
}

static bool is_place(const void *places, uint32_t id, const void *key)
{
    const struct perfdata_place *a = (const struct perfdata_place *)places + id;
    const struct perfdata_place *b = key;
    return a->offset == b->offset && a->module == b->module;
}

static uint32_t add_place(struct perfdata_code *code,
                          struct perfdata_place place)
{
    uint32_t hash = hash_at(place.offset, place.module);
    uint32_t id = index_find(&code->place_index, hash, is_place,
                             code->places.of, &place);
    if (id != NO_ID)
        return id;
    uint32_t first = code->frames.n;
    resolve(code, &place);
    place.run = add_run(code, first);
    id = (uint32_t)code->places.n;
    *PUSH_IN(code->arena, &code->places) = place;
    index_add_in(&code->place_index, code->arena, hash, id);
    return id;
}

static uint32_t find_place(struct perfdata_code *code, uint32_t state,
                           uint64_t address)
{
    const struct perfdata_mapping *mapping =
        perfdata_processes_find(code->processes, state, address);
    struct perfdata_place place = { .module = PERFDATA_NO_MODULE,
                                    .offset = address };
    if (mapping) {
        place.module = mapping->module;
        if (code->modules->of[place.module].in == SYMBOLS_IN_FILE ||
            code->modules->of[place.module].in == SYMBOLS_UNMAPPED)
            place.offset = address - mapping->start + mapping->offset;
    } else if (!code->addresses) {
        place.offset = 0;
    }
    return add_place(code, place);
}

static bool is_seen(const void *seen, uint32_t id, const void *key)
{
    const struct perfdata_seen *a = (const struct perfdata_seen *)seen + id;
    const struct perfdata_seen *b = key;
    return a->address == b->address && a->process == b->process;
}

/* A place that was found in an older state of the process still holds if no
   change since then concerns the address. */
uint32_t perfdata_code_place(struct perfdata_code *code, uint32_t state,
                             uint64_t address)
{
    struct perfdata_seen key = {
        .address = address,
        .process = state ? code->processes->changes.of[state - 1].process
                         : NO_ID,
        .state = state,
    };
    uint32_t hash = hash_at(address, key.process);
    uint32_t id = index_find(&code->seen_index, hash, is_seen, code->seen.of,
                             &key);
    struct perfdata_seen *seen = id == NO_ID ? NULL : &code->seen.of[id];
    if (seen && seen->state == state)
        return seen->place;
    if (seen && state < seen->state)
        return find_place(code, state, address);
    if (!seen || !perfdata_processes_same(code->processes, seen->state, state,
                                          address))
        key.place = find_place(code, state, address);
    else
        key.place = seen->place;
    if (seen) {
        *seen = key;
        return key.place;
    }
    id = (uint32_t)code->seen.n;
    *PUSH_IN(code->arena, &code->seen) = key;
    index_add_in(&code->seen_index, code->arena, hash, id);
    return key.place;
}

uint32_t perfdata_code_caller_place(struct perfdata_code *code, uint32_t state,
                                    uint64_t address)
{
    uint32_t before = perfdata_code_place(code, state, address - 1);
    if (!code->places.of[before].is_unknown)
        return before;
    uint32_t place = perfdata_code_place(code, state, address);
    return code->places.of[place].is_begin ? place : before;
}

/* ---- Functions ---- */

/* Returns the function of a frame. The file of the frame is known only if the
   options ask for lines or files; otherwise its name may have a file in it. */
static uint32_t function_of(struct perfdata_code *code,
                            const struct perfdata_frame *frame)
{
    struct profile *profile = code->profile;
    struct str name = code->names.texts[frame->name];
    struct str file = code->names.texts[frame->file];
    struct str module = code->modules->of[frame->module].name;
    if (!file.len && !frame->address)
        return frame_text_function(profile, name, module);
    LOCAL_ARENA(scratch);
    struct identity is = { name, module, file, STR("") };
    if (frame->address)
        is.tag = assembly_tag(&scratch, frame->address);
    else if (code->lines && frame->line)
        is.tag = arena_printf(&scratch, "%" PRIu32, frame->line);
    LOCAL_BUF(plain);
    uint32_t id = profile_function(profile, run_time_identity(is, &plain));
    profile->functions[id].line = frame->line;
    profile->functions[id].start = frame->start;
    profile->functions[id].is_line = is.tag.len > 0;
    return id;
}

const uint32_t *perfdata_code_functions(struct perfdata_code *code,
                                        uint32_t place, uint32_t *n)
{
    const struct perfdata_run *run = &code->runs.of[code->places.of[place].run];
    uint32_t *functions = code->functions.of + run->first;
    *n = run->n;
    code->profile->has_inlines |= run->n > 1;
    for (uint32_t i = 0; i < run->n; i++) {
        const struct perfdata_frame *frame = &code->frames.of[run->first + i];
        if (functions[i] != NO_ID)
            continue;
        functions[i] = function_of(code, frame);
        code->profile->functions[functions[i]].nameless |= frame->is_address;
    }
    return functions;
}

bool perfdata_code_is_unmapped(const struct perfdata_code *code, uint32_t place)
{
    const struct perfdata_place *found = &code->places.of[place];
    return found->module == PERFDATA_NO_MODULE && found->is_unknown &&
           !code->addresses;
}

/* Self cost is that of the innermost function. */
void perfdata_code_disassemble(struct perfdata_code *code)
{
    struct disassembly places = { .n = 0 };
    for (size_t i = 0; code->assembly && i < code->places.n; i++) {
        const struct perfdata_place *place = &code->places.of[i];
        const struct perfdata_run *run = &code->runs.of[place->run];
        uint32_t f = code->functions.of[run->first + run->n - 1];
        struct disassembly_place found = {
            .name = code->modules->of[place->module].name,
            .cost = f == NO_ID ? 0 : code->profile->functions[f].self,
        };
        if (found.cost > 0 &&
            perfdata_modules_address(code->modules, place->module,
                                     place->offset, &found.module,
                                     &found.address))
            *PUSH_IN(code->arena, &places) = found;
    }
    if (code->assembly)
        disassembly_end(&places, &code->modules->resolver,
                        code->modules->parts.inlines, code->assembly,
                        code->modules->input);
}
