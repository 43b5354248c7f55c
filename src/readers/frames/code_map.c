#include "readers/frames/code_map.h"

#include <inttypes.h>

#include "readers/frames/run_time.h"
#include "util/diag.h"
#include "util/text/buf.h"

/* Names of missing files that a message lists. */
enum { MOST_LISTED = 3 };

void code_map_init(struct code_map *map, struct profile *profile,
                   const char *input, const struct reader_options *options)
{
    struct str path = str_of(input);
    *map = (struct code_map){
        .profile = profile,
        .program = options->program,
        .addresses = options->addresses,
        .lines = options->granularity == GRANULARITY_LINE,
        .parts = { .inlines = !options->no_inline, .lines = true },
    };
    map->resolver.root = options->symfs;
    map->resolver.has_debuginfod = options->debuginfod;
    map->resolver.folder = str_head(path, path.len - str_basename(path).len);
}

void code_map_free(struct code_map *map)
{
    elf_resolver_free(&map->resolver);
}

/* ---- Mappings ---- */

static uint32_t add_module(struct code_map *map, struct str path,
                           struct str build_id)
{
    LOCAL_ARENA(scratch);
    struct str key = arena_printf(&scratch, "%.*s %.*s", (int)path.len, path.s,
                                  (int)build_id.len, build_id.s);
    uint32_t n = map->modules.n;
    uint32_t id = strings_add(&map->modules, &map->resolver.arena, key);
    if (id == n)
        elf_resolver_add(&map->resolver, path, build_id);
    return id;
}

uint32_t code_map_add(struct code_map *map, struct code_mapping mapping,
                      struct str build_id)
{
    if (map->program && map->mappings.n == 0) {
        mapping.path = str_of(map->program);
        build_id = S("");
    }
    mapping.module = add_module(map, mapping.path, build_id);
    mapping.path = map->resolver.modules.of[mapping.module]->path;
    *PUSH_IN(&map->resolver.arena, &map->mappings) = mapping;
    map->claims.arena = &map->resolver.arena;
    claims_add(&map->claims, mapping.start, mapping.end);
    return (uint32_t)map->mappings.n - 1;
}

static bool take_address(struct str *s, uint64_t *address)
{
    str_take_blanks(s);
    str_take(s, S("0x"));
    return str_take_hex(s, address);
}

/* Takes "start-end perm offset dev:dev inode" or "start-end:". */
bool code_map_add_line(struct code_map *map, struct str line)
{
    struct code_mapping mapping = { .offset = 0 };
    struct str word;
    if (!take_address(&line, &mapping.start) || !str_take(&line, S("-")) ||
        !take_address(&line, &mapping.end) || mapping.start >= mapping.end)
        return false;
    struct str rest = line;
    if (!str_take(&rest, S(":")) && str_take_word(&rest, &word) &&
        word.len == 4 && (word.s[0] == 'r' || word.s[0] == '-')) {
        if (!str_has(word, S("x")))
            return true;
        str_take_blanks(&rest);
        if (!str_take_hex(&rest, &mapping.offset) ||
            !str_take_word(&rest, &word) || !str_has(word, S(":")) ||
            !str_take_word(&rest, &word))
            return false;
    }
    mapping.path = str_trim(rest);
    code_map_add(map, mapping, S(""));
    return true;
}

void code_map_complete(struct code_map *map)
{
    if (map->program && map->mappings.n == 0)
        code_map_add(map,
                     (struct code_mapping){ .end = UINT64_MAX,
                                            .is_linked = true },
                     S(""));
    claims_end(&map->claims);
}

uint32_t code_map_find(const struct code_map *map, uint64_t address)
{
    return claims_find(&map->claims, address);
}

/* ---- Functions ---- */

/* The name of an unresolved address is that in the file of the mapping, which
   the same code has in every process. */
static uint32_t unresolved(struct code_map *map,
                           const struct code_mapping *mapping, uint64_t address)
{
    LOCAL_ARENA(scratch);
    struct identity is = { UNRESOLVED, STR(""), STR(""), STR("") };
    bool is_address = map->addresses && address;
    if (mapping)
        is.module = run_time_module(mapping->path);
    if (is_address) {
        if (mapping && address >= mapping->start)
            address = address - mapping->start + mapping->offset;
        is.name = arena_printf(&scratch, "%" PRIx64, address);
    }
    uint32_t id = profile_function(map->profile, is);
    map->profile->functions[id].nameless |= is_address;
    return id;
}

/* Lines within a function are told apart on request. The line of a function is
   else that where it begins. */
static uint32_t resolved(struct code_map *map, struct str module,
                         const struct elf_frame *frame)
{
    LOCAL_ARENA(scratch);
    struct identity is = { frame->function, module, frame->first.file,
                           STR("") };
    uint64_t line = frame->first.line;
    if (map->lines && frame->line.line &&
        str_eq(frame->line.file, frame->first.file)) {
        line = frame->line.line;
        is.tag = arena_printf(&scratch, "%" PRIu64, line);
    }
    uint32_t id = profile_function(map->profile, is);
    map->profile->functions[id].line = line;
    map->profile->functions[id].start = frame->first.line;
    map->profile->functions[id].is_line = is.tag.len > 0;
    return id;
}

/* Finds the address in the file of a mapping. Returns false if it has none. */
static bool find_linked(struct code_map *map,
                        const struct code_mapping *mapping, uint64_t address,
                        uint64_t *linked)
{
    uint64_t low;
    *linked = address;
    if (mapping->is_linked)
        return true;
    if (!mapping->is_relative)
        return address >= mapping->start &&
               elf_resolver_address(&map->resolver, mapping->module,
                                    address - mapping->start + mapping->offset,
                                    linked);
    if (!elf_resolver_low(&map->resolver, mapping->module, &low))
        return false;
    *linked += low;
    return true;
}

static void add_function(struct code_map *map, uint32_t function)
{
    *PUSH_IN(&map->resolver.arena, &map->functions) = function;
}

static struct code_functions added_since(const struct code_map *map,
                                         size_t first)
{
    size_t n = map->functions.n - first;
    return (struct code_functions){ n ? map->functions.of + first : NULL,
                                    (uint32_t)n };
}

struct code_functions code_map_resolved_in(struct code_map *map,
                                           uint32_t number, uint64_t address)
{
    size_t first = map->functions.n;
    const struct code_mapping *mapping =
        number == NO_ID ? NULL : &map->mappings.of[number];
    if (!mapping || !find_linked(map, mapping, address, &address))
        return added_since(map, first);
    LOCAL_ARENA(scratch);
    struct elf_frames frames =
        elf_resolver_frames(&map->resolver, mapping->module, address,
                            map->parts, &scratch);
    for (size_t i = 0; i < frames.n && frames.of[0].function.len; i++)
        add_function(map, resolved(map, mapping->path, &frames.of[i]));
    map->profile->has_inlines |= frames.n > 1;
    return added_since(map, first);
}

struct code_functions code_map_functions_in(struct code_map *map,
                                            uint32_t number, uint64_t address)
{
    size_t first = map->functions.n;
    if (!code_map_resolved_in(map, number, address).n)
        add_function(map, unresolved(map,
                                     number == NO_ID
                                         ? NULL
                                         : &map->mappings.of[number],
                                     address));
    return added_since(map, first);
}

/* The functions of an address that was asked for. */
struct code_run {
    size_t first;
    uint32_t n;
};

/* Remembers the functions from `first` on as those of an address. */
static void remember(struct code_map *map, uint64_t address, size_t first)
{
    uint32_t id = pairs_add_64(&map->seen, &map->resolver.arena, address);
    *REACH_IN(&map->resolver.arena, &map->runs, id) =
        (struct code_run){ first, (uint32_t)(map->functions.n - first) };
}

void code_map_name(struct code_map *map, uint64_t address, uint32_t function)
{
    size_t first = map->functions.n;
    add_function(map, function);
    remember(map, address, first);
}

struct code_functions code_map_functions(struct code_map *map, uint64_t address)
{
    uint32_t id = pairs_find_64(&map->seen, address);
    if (id != NO_ID)
        return (struct code_functions){
            map->functions.of + map->runs.of[id].first, map->runs.of[id].n
        };
    size_t first = map->functions.n;
    struct code_functions functions =
        code_map_functions_in(map, code_map_find(map, address), address);
    remember(map, address, first);
    return functions;
}

void code_map_report(const struct code_map *map, const char *input)
{
    LOCAL_BUF(list);
    bool is_left_out = false;
    uint32_t n = 0;
    for (uint32_t i = 0; i < map->resolver.modules.n; i++) {
        const struct elf_module *module = map->resolver.modules.of[i];
        struct str name = str_basename(module->path);
        if (!module->is_sought || module->has_file ||
            module->absence == ELF_DAMAGED || !name.len ||
            str_starts(name, S("[")) || n++ >= MOST_LISTED)
            continue;
        is_left_out = module->absence == ELF_LEFT_OUT;
        buf_printf(&list, "%s%.*s", list.len ? ", " : "", (int)module->path.len,
                   module->path.s);
    }
    if (n > MOST_LISTED)
        buf_printf(&list, " and %u more", n - MOST_LISTED);
    if (n)
        diag_note("%s: no symbols of %.*s: %s", input, (int)list.len,
                  buf_text(&list).s,
                  is_left_out
                      ? "this prof2dot is built without elfutils (WITH_ELF=no);"
                        " take one with it, or let the profiler name functions"
                      : "the file is not here, may not be read or is another "
                        "build; put a copy beside the profile, or name its "
                        "folder by --symfs");
}
