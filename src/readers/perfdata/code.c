#include "readers/perfdata/code.h"

#include <inttypes.h>
#include <stdlib.h>

#include "readers/frames/frame_text.h"
#include "readers/perfdata/kernel.h"
#include "util/array.h"
#include "util/buf.h"
#include "util/diag.h"
#include "util/hash.h"

/* An address that was looked for. */
struct perfdata_seen {
    uint64_t address;
    uint32_t process, state; /* the newest state in which it was found */
    uint32_t place;
};

/* A function of a place. */
struct perfdata_frame {
    struct str name;
    bool is_address;
    uint32_t module;
};

/* ---- Modules ---- */

static uint32_t add_module(struct perfdata_code *code, struct str key,
                           struct perfdata_module module)
{
    uint32_t n = code->keys.n;
    uint32_t id = strings_add(&code->keys, &code->texts, key);
    if (id != n)
        return id;
    code->modules = array_grow(code->modules, n, &code->modules_room,
                               sizeof *code->modules);
    module.name = arena_copy(&code->texts, module.name);
    module.path = arena_copy(&code->texts, module.path);
    module.build_id = arena_copy(&code->texts, module.build_id);
    module.resolver = NO_ID;
    code->modules[code->n_modules++] = module;
    return id;
}

void perfdata_code_init(struct perfdata_code *code, struct profile *profile,
                        const struct perfdata_header *header,
                        const struct perfdata_processes *processes,
                        const char *input, const struct reader_options *options)
{
    struct str path = str_of(input);
    bool offsets = options->granularity == GRANULARITY_ADDRESS;
    *code = (struct perfdata_code){
        .profile = profile,
        .header = header,
        .processes = processes,
        .addresses = options->addresses || offsets,
        .offsets = offsets,
        .resolver = { .folder = str_head(path, path.len -
                                                   str_basename(path).len),
                      .root = options->symfs },
    };
    add_module(code, S(""),
               (struct perfdata_module){ .name = UNRESOLVED,
                                         .path = STR(""),
                                         .build_id = STR(""),
                                         .in = SYMBOLS_NOWHERE });
}

/* Memory that no file is behind: code in it was compiled at run time. */
static bool is_anonymous(struct str path)
{
    static const struct str names[] = { STR("//anon"), STR("/dev/zero"),
                                        STR("/anon_hugepage"),
                                        STR("anon_inode:"),
                                        STR("[anon:") };
    return str_starts_any(path, names, ROWS(names)) > 0;
}

/* Names such as [heap] stand for memory that has no symbols. */
static bool has_symbols(struct str path)
{
    static const struct str names[] = { STR("[heap"), STR("[stack"),
                                        STR("/SYSV"), STR("/memfd:") };
    return !str_starts_any(path, names, ROWS(names)) &&
           !str_ends(path, S(" (deleted)"));
}

/* "/lib/modules/6.1/kernel/net/nf-log.ko.xz" is called "[nf_log]". */
static struct str module_name(struct arena *arena, struct str path)
{
    struct str name, rest;
    if (!str_cut(str_basename(path), S(".ko"), &name, &rest))
        return path;
    struct str copy = arena_printf(arena, "[%.*s]", (int)name.len, name.s);
    for (size_t i = 0; i < copy.len; i++)
        if (copy.s[i] == '-')
            ((char *)copy.s)[i] = '_';
    return copy;
}

static struct perfdata_module describe(struct perfdata_code *code,
                                       struct str path, uint32_t pid,
                                       uint64_t offset)
{
    struct perfdata_module module = { .name = path, .path = path };
    if (pid == PERFDATA_KERNEL) {
        module.in = SYMBOLS_IN_KERNEL;
        module.name = module_name(&code->texts, path);
        if (str_starts(path, S("[kernel.kallsyms]"))) {
            module.name = S("[kernel.kallsyms]");
            module.reference = offset;
        }
    } else if (is_anonymous(path)) {
        module.in = SYMBOLS_IN_MAP;
        module.name = module.path =
            arena_printf(&code->texts, "/tmp/perf-%" PRIu32 ".map", pid);
    } else if (!has_symbols(path)) {
        module.in = SYMBOLS_NOWHERE;
    }
    return module;
}

uint32_t perfdata_code_module(struct perfdata_code *code, struct str path,
                              struct str build_id, uint32_t pid,
                              uint64_t offset)
{
    struct arena scratch = { 0 };
    bool is_own = pid == PERFDATA_KERNEL || is_anonymous(path);
    struct str key = arena_printf(&scratch, "%.*s\n%.*s\n%" PRIu32,
                                  (int)path.len, path.s, (int)build_id.len,
                                  build_id.s, is_own ? pid : 0);
    uint32_t id = strings_find(&code->keys, key);
    if (id == NO_ID) {
        struct perfdata_module module = describe(code, path, pid, offset);
        module.build_id = build_id;
        id = add_module(code, key, module);
    }
    arena_free(&scratch);
    return id;
}

uint32_t perfdata_code_symbol(struct perfdata_code *code, struct str name)
{
    struct arena scratch = { 0 };
    struct str key = arena_printf(&scratch, "%.*s\n", (int)name.len, name.s);
    uint32_t id =
        add_module(code, key,
                   (struct perfdata_module){ .name = name,
                                             .path = name,
                                             .build_id = STR(""),
                                             .in = SYMBOLS_IN_NAME });
    arena_free(&scratch);
    return id;
}

/* ---- Symbols ---- */

static struct str build_id_of(const struct perfdata_code *code,
                              const struct perfdata_module *module)
{
    return module->build_id.len
               ? module->build_id
               : perfdata_header_id_of(code->header, module->path);
}

/* The recorded address of one symbol tells how far the kernel was moved when it
   booted. */
static void read_kernel(struct perfdata_code *code)
{
    const struct perfdata_module *kernel = NULL;
    uint64_t address;
    struct str before, name;
    code->is_kernel_read = true;
    for (uint32_t i = 0; i < code->n_modules && !kernel; i++)
        if (str_eq(code->modules[i].name, S("[kernel.kallsyms]")))
            kernel = &code->modules[i];
    struct str id = kernel && kernel->build_id.len
                        ? kernel->build_id
                        : perfdata_header_id_of(code->header,
                                                S("[kernel.kallsyms]"));
    code->why_no_kernel = perfdata_kernel_read(&code->kernel, id, code->header->release);
    if (kernel && kernel->reference &&
        str_cut(kernel->path, S("]"), &before, &name) &&
        perfdata_symbols_address(&code->kernel, name, &address))
        code->kernel_moved = (int64_t)(kernel->reference - address);
}

/* Returns the name at an address of the kernel, and where it begins. The
   addresses of modules differ from boot to boot. The padding before a function
   has a name, too, but runs nothing: an address there was that of the function,
   to which a thunk was about to jump. */
static struct str kernel_name(struct perfdata_code *code,
                              const struct perfdata_module *module,
                              uint64_t address, uint64_t *begin)
{
    if (!code->is_kernel_read)
        read_kernel(code);
    if (code->kernel_moved && !module->reference)
        return S("");
    const struct perfdata_symbol *symbol = perfdata_symbols_find(
        &code->kernel, address - (uint64_t)code->kernel_moved);
    *begin = symbol ? symbol->start + (uint64_t)code->kernel_moved : 0;
    struct str name = symbol ? str_of(symbol->name) : S("");
    str_take(&name, S("__pfx_"));
    return name;
}

static struct str map_name(struct perfdata_code *code,
                           struct perfdata_module *module, uint64_t address,
                           uint64_t *begin)
{
    if (!module->map) {
        struct arena scratch = { 0 };
        const char *root = code->resolver.root;
        module->map = NEW(&code->texts, struct perfdata_symbols);
        perfdata_symbols_read_map(
            module->map, arena_printf(&scratch, "%s%s", root ? root : "",
                                      module->path.s)
                             .s);
        arena_free(&scratch);
    }
    const struct perfdata_symbol *symbol =
        perfdata_symbols_find(module->map, address);
    *begin = symbol ? symbol->start : 0;
    return symbol ? str_of(symbol->name) : S("");
}

static struct str file_name(struct perfdata_code *code,
                            struct perfdata_module *module, uint64_t offset,
                            uint64_t *begin)
{
    uint64_t address, start;
    if (module->resolver == NO_ID)
        module->resolver = elf_resolver_add(&code->resolver, module->path,
                                            build_id_of(code, module));
    if (!elf_resolver_address(&code->resolver, module->resolver, offset,
                              &address))
        return S("");
    struct str name = elf_resolver_function(&code->resolver, module->resolver,
                                            address, &start);
    if (name.len)
        *begin = offset - (address - start);
    return name;
}

/* ---- Places ---- */

static void add_frame(struct perfdata_code *code, struct perfdata_frame frame)
{
    uint32_t n = code->n_frames++;
    code->frames = array_grow(code->frames, n, &code->frames_room,
                              sizeof *code->frames);
    code->functions = array_grow(code->functions, n, &code->functions_room,
                                 sizeof *code->functions);
    code->frames[n] = frame;
    code->functions[n] = NO_ID;
}

static void resolve(struct perfdata_code *code,
                    const struct perfdata_place *place)
{
    struct perfdata_module *module = &code->modules[place->module];
    uint64_t begin = 0;
    struct str name = S("");
    switch (module->in) {
    case SYMBOLS_IN_FILE:
        name = file_name(code, module, place->offset, &begin);
        break;
    case SYMBOLS_IN_KERNEL:
        name = kernel_name(code, module, place->offset, &begin);
        break;
    case SYMBOLS_IN_MAP:
        name = map_name(code, module, place->offset, &begin);
        break;
    case SYMBOLS_IN_NAME:
        name = module->name;
        begin = place->offset;
        break;
    case SYMBOLS_NOWHERE:
        break;
    }
    bool is_address = !name.len && code->addresses;
    if (is_address)
        name = arena_printf(&code->texts, "%" PRIx64, place->offset);
    else if (!name.len)
        name = UNRESOLVED;
    else if (code->offsets)
        name = arena_printf(&code->texts, "%.*s+0x%" PRIx64, (int)name.len,
                            name.s, place->offset - begin);
    add_frame(code, (struct perfdata_frame){ name, is_address, place->module });
}

static uint32_t hash_at(uint64_t address, uint32_t of)
{
    return hash_pair((uint32_t)address ^ of * 0x9e3779b9u,
                     (uint32_t)(address >> 32));
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
    uint32_t id = index_find(&code->place_index, hash, is_place, code->places,
                             &place);
    if (id != NO_ID)
        return id;
    place.first = code->n_frames;
    resolve(code, &place);
    place.n = code->n_frames - place.first;
    id = code->n_places++;
    code->places = array_grow(code->places, id, &code->places_room,
                              sizeof *code->places);
    code->places[id] = place;
    index_add(&code->place_index, hash, id);
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
        if (code->modules[place.module].in == SYMBOLS_IN_FILE ||
            code->modules[place.module].in == SYMBOLS_NOWHERE)
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

/* What was found in an older state holds if no change since then concerns the
   address. */
uint32_t perfdata_code_place(struct perfdata_code *code, uint32_t state,
                             uint64_t address)
{
    struct perfdata_seen key = {
        .address = address,
        .process = state ? perfdata_processes_owner(code->processes, state)
                         : NO_ID,
        .state = state,
    };
    uint32_t hash = hash_at(address, key.process);
    uint32_t id = index_find(&code->seen_index, hash, is_seen, code->seen,
                             &key);
    struct perfdata_seen *seen = id == NO_ID ? NULL : &code->seen[id];
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
    id = code->n_seen++;
    code->seen = array_grow(code->seen, id, &code->seen_room,
                            sizeof *code->seen);
    code->seen[id] = key;
    index_add(&code->seen_index, hash, id);
    return key.place;
}

/* ---- Functions ---- */

const uint32_t *perfdata_code_functions(struct perfdata_code *code,
                                        uint32_t place, uint32_t *n)
{
    const struct perfdata_place *of = &code->places[place];
    uint32_t *functions = code->functions + of->first;
    *n = of->n;
    for (uint32_t i = 0; i < of->n; i++) {
        const struct perfdata_frame *frame = &code->frames[of->first + i];
        if (functions[i] != NO_ID)
            continue;
        functions[i] =
            frame_text_function(code->profile, frame->name,
                                code->modules[frame->module].name);
        code->profile->functions[functions[i]].nameless |= frame->is_address;
    }
    return functions;
}

void perfdata_code_restart(struct perfdata_code *code)
{
    for (uint32_t i = 0; i < code->n_frames; i++)
        code->functions[i] = NO_ID;
}

/* ---- Messages ---- */

/* Lists the files that were sought, and either were changed or are missing. */
static uint32_t list_files(const struct perfdata_code *code, struct buf *list,
                           bool changed)
{
    enum { MOST_LISTED = 3 };
    uint32_t n = 0;
    for (uint32_t i = 0; i < code->resolver.n; i++) {
        const struct elf_module *module = &code->resolver.modules[i];
        if (!module->is_sought || module->file.elf ||
            module->is_changed != changed || n++ >= MOST_LISTED)
            continue;
        buf_printf(list, "%s%.*s", list->len ? ", " : "",
                   (int)module->path.len, module->path.s);
    }
    if (n > MOST_LISTED)
        buf_printf(list, " and %" PRIu32 " more", n - MOST_LISTED);
    return n;
}

void perfdata_code_report(const struct perfdata_code *code, const char *input)
{
    struct buf changed = { 0 }, missing = { 0 };
    if (list_files(code, &changed, true))
        diag_warn("%s: changed since the recording, so that symbols are not "
                  "used: %.*s", input, (int)changed.len, changed.data);
    if (list_files(code, &missing, false))
        diag_note("%s: no symbols of %.*s: the file is not here; --symfs=DIR "
                  "names the folder that has it", input, (int)missing.len,
                  missing.data);
    if (code->why_no_kernel)
        diag_note("%s: no symbols of the kernel: %s", input,
                  code->why_no_kernel);
    buf_free(&changed);
    buf_free(&missing);
}

void perfdata_code_free(struct perfdata_code *code)
{
    for (uint32_t i = 0; i < code->n_modules; i++)
        if (code->modules[i].map)
            perfdata_symbols_free(code->modules[i].map);
    perfdata_symbols_free(&code->kernel);
    elf_resolver_free(&code->resolver);
    strings_free(&code->keys);
    index_free(&code->seen_index);
    index_free(&code->place_index);
    free(code->modules);
    free(code->seen);
    free(code->places);
    free(code->frames);
    free(code->functions);
    arena_free(&code->texts);
}
