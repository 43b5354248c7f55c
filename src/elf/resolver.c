#include "elf/resolver.h"

#include <stdlib.h>

#include "elf/debug.h"
#include "elf/minidebug.h"
#include "util/array.h"

uint32_t elf_resolver_add(struct elf_resolver *resolver, struct str path,
                          struct str build_id)
{
    resolver->modules = array_grow(resolver->modules, resolver->n,
                                   &resolver->room, sizeof *resolver->modules);
    resolver->modules[resolver->n] = (struct elf_module){
        .path = arena_copy(&resolver->arena, path),
        .build_id = arena_copy(&resolver->arena, build_id),
        .file = { .fd = -1 },
        .debug = { .fd = -1 },
        .mini = { .fd = -1 },
    };
    return resolver->n++;
}

static bool open_path(struct elf_module *module, const char *path)
{
    if (!elf_is(path) || !elf_open(&module->file, path))
        return false;
    if (elf_has_build_id(&module->file, module->build_id))
        return true;
    elf_close(&module->file);
    module->is_changed = true;
    return false;
}

/* Returns the path of a module in the cache of perf, or "". */
static struct str cached_path(struct elf_resolver *resolver,
                              const struct elf_module *module)
{
    const char *home = getenv("HOME");
    struct str id = module->build_id, rest = str_skip(id, 2);
    if (!home || id.len < 4)
        return S("");
    return arena_printf(&resolver->arena, "%s/.debug/.build-id/%.2s/%s/%s",
                        home, id.s, rest.s,
                        str_eq(module->path, S("[vdso]")) ? "vdso" : "elf");
}

/* The program may have been stripped after perf took it into its cache. */
static void open_unstripped(struct elf_resolver *resolver,
                            struct elf_module *module)
{
    struct str path = cached_path(resolver, module);
    if (elf_is(path.s) && elf_open(&module->debug, path.s) &&
        !elf_has_build_id(&module->debug, module->build_id))
        elf_close(&module->debug);
}

static bool open_file(struct elf_resolver *resolver, struct elf_module *module)
{
    struct str name = str_basename(module->path), path = module->path;
    bool is_no_file = !name.len || str_starts(name, S("["));
    if (resolver->root)
        path = arena_printf(&resolver->arena, "%s/%s", resolver->root, path.s);
    if ((!is_no_file && open_path(module, path.s)) ||
        open_path(module, cached_path(resolver, module).s))
        return true;
    if (is_no_file)
        return false;
    if (resolver->root &&
        open_path(module, arena_printf(&resolver->arena, "%s/%s",
                                       resolver->root, name.s)
                              .s))
        return true;
    struct str copy = arena_printf(&resolver->arena, "%.*s%s",
                                   (int)resolver->folder.len,
                                   resolver->folder.s, name.s);
    return open_path(module, copy.s);
}

static void read_functions(struct elf_resolver *resolver,
                           struct elf_module *module, bool has_symbols)
{
    struct elf_functions *functions = &module->functions;
    elf_functions_add(functions, &module->file);
    if (module->debug.elf)
        elf_functions_add(functions, &module->debug);
    else if (!has_symbols && elf_minidebug_open(&module->mini, &module->file,
                                                &resolver->arena))
        elf_functions_add(functions, &module->mini);
    elf_functions_add_plt(functions, &module->file, &resolver->arena);
    elf_functions_sort(functions);
}

const struct elf_module *elf_resolver_open(struct elf_resolver *resolver,
                                           uint32_t id)
{
    struct elf_module *module = &resolver->modules[id];
    GElf_Shdr header;
    if (module->is_sought)
        return module;
    module->is_sought = true;
    if (!open_file(resolver, module))
        return module;
    bool has_symbols = elf_find_section(&module->file, SHT_SYMTAB, &header);
    if ((!has_symbols || !elf_has_lines(&module->file)) &&
        !elf_debug_open(&module->debug, &module->file, ELF_DEBUG_ROOT,
                        &resolver->arena) &&
        !has_symbols)
        open_unstripped(resolver, module);
    read_functions(resolver, module, has_symbols);
    module->has_lines =
        elf_has_lines(module->debug.elf ? &module->debug : &module->file);
    return module;
}

/* Returns the lines of a module, which has a file. */
static struct elf_line_table *lines_of(struct elf_module *module)
{
    if (module->has_lines && !module->is_reading_lines)
        elf_line_table_open(&module->lines, module->debug.elf ? &module->debug
                                                              : &module->file);
    module->is_reading_lines = true;
    return &module->lines;
}

/* Returns the name without the version that symbols of a library may have, as
   in "puts@@GLIBC_2.2.5". Stubs such as "puts@plt" keep their end. */
static struct str without_version(struct str name)
{
    struct str front, version;
    return !str_ends(name, S("@plt")) &&
                   str_cut(name, S("@"), &front, &version) && front.len
               ? front
               : name;
}

bool elf_resolver_address(struct elf_resolver *resolver, uint32_t module,
                          uint64_t offset, uint64_t *address)
{
    const struct elf_module *from = elf_resolver_open(resolver, module);
    return from->file.elf && elf_offset_address(&from->file, offset, address);
}

struct str elf_resolver_function(struct elf_resolver *resolver,
                                 uint32_t module, uint64_t address,
                                 uint64_t *begin)
{
    const struct elf_module *from = elf_resolver_open(resolver, module);
    const struct elf_function *function =
        elf_functions_find(&from->functions, address);
    if (!function)
        return S("");
    *begin = function->start;
    return without_version(str_of(function->name));
}

struct elf_place elf_resolver_find(struct elf_resolver *resolver,
                                   uint32_t module, uint64_t address)
{
    struct elf_place place = { .function = STR(""),
                               .line = { .address = address } };
    elf_resolver_open(resolver, module);
    struct elf_module *from = &resolver->modules[module];
    const struct elf_function *function =
        elf_functions_find(&from->functions, address);
    struct elf_line_table *lines = lines_of(from);
    elf_line_find(lines, &place.line, false, &resolver->arena);
    if (function) {
        place.function = without_version(str_of(function->name));
        place.begin = place.first.address = function->start;
        elf_line_find(lines, &place.first, true, &resolver->arena);
    }
    return place;
}

struct elf_place elf_resolver_find_offset(struct elf_resolver *resolver,
                                          uint32_t module, uint64_t offset)
{
    uint64_t address;
    if (elf_resolver_address(resolver, module, offset, &address))
        return elf_resolver_find(resolver, module, address);
    return (struct elf_place){ .function = STR("") };
}

void elf_resolver_free(struct elf_resolver *resolver)
{
    for (uint32_t i = 0; i < resolver->n; i++) {
        struct elf_module *module = &resolver->modules[i];
        elf_line_table_close(&module->lines);
        elf_close(&module->file);
        elf_close(&module->debug);
        elf_close(&module->mini);
        elf_functions_free(&module->functions);
    }
    free(resolver->modules);
    arena_free(&resolver->arena);
    *resolver = (struct elf_resolver){ .n = 0 };
}
