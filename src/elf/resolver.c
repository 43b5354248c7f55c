#include "elf/resolver.h"

#include <stdlib.h>

#include "elf/debug.h"
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
    return false;
}

static bool open_file(struct elf_resolver *resolver, struct elf_module *module)
{
    struct str name = str_basename(module->path);
    if (!name.len || str_starts(name, S("[")))
        return false;
    if (open_path(module, module->path.s))
        return true;
    struct str copy = arena_printf(&resolver->arena, "%.*s%s",
                                   (int)resolver->folder.len,
                                   resolver->folder.s, name.s);
    return open_path(module, copy.s);
}

static void read_symbols(struct elf_module *module, struct arena *arena)
{
    struct elf_symbols *symbols = &module->symbols;
    if (!elf_symbols(symbols, &module->file, SHT_SYMTAB, arena) &&
        !(module->debug.elf &&
          elf_symbols(symbols, &module->debug, SHT_SYMTAB, arena)))
        elf_symbols(symbols, &module->file, SHT_DYNSYM, arena);
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
    if (!elf_find_section(&module->file, SHT_SYMTAB, &header) ||
        !elf_has_lines(&module->file))
        elf_debug_open(&module->debug, &module->file, ELF_DEBUG_ROOT,
                       &resolver->arena);
    read_symbols(module, &resolver->arena);
    const struct elf_file *file =
        module->debug.elf ? &module->debug : &module->file;
    module->has_lines = elf_has_lines(file);
    if (module->has_lines)
        elf_line_table_open(&module->lines, file);
    return module;
}

/* Finds the function whose code has the address. A label within a function is
   no function of its own. Stripped files lack the symbols of most functions, so
   the nearest symbol does not count unless it reaches as far as the address. */
static const struct elf_symbol *find_symbol(const struct elf_symbols *symbols,
                                            uint64_t address)
{
    ptrdiff_t owner = elf_owner(symbols, address);
    const struct elf_symbol *symbol;
    if (owner == NO_SYMBOL)
        return NULL;
    ptrdiff_t function = symbols->of[owner].function;
    if (function != NO_SYMBOL) {
        symbol = &symbols->of[function];
        if (address - symbol->address < symbol->size)
            return symbol;
    }
    symbol = &symbols->of[owner];
    return symbol->size == 0 || address - symbol->address < symbol->size
               ? symbol
               : NULL;
}

/* Returns the name without the version that symbols of a library may have, as
   in "puts@@GLIBC_2.2.5". */
static struct str without_version(struct str name)
{
    struct str front, version;
    return str_cut(name, S("@"), &front, &version) && front.len ? front : name;
}

struct elf_place elf_resolver_find(struct elf_resolver *resolver,
                                   uint32_t module, uint64_t address)
{
    struct elf_place place = { .function = STR(""),
                               .line = { .address = address } };
    elf_resolver_open(resolver, module);
    struct elf_module *from = &resolver->modules[module];
    const struct elf_symbol *symbol = find_symbol(&from->symbols, address);
    elf_line_find(&from->lines, &place.line, false, &resolver->arena);
    if (symbol) {
        place.function = without_version(str_of(symbol->name));
        place.begin = place.first.address = symbol->address;
        elf_line_find(&from->lines, &place.first, true, &resolver->arena);
    }
    return place;
}

struct elf_place elf_resolver_find_offset(struct elf_resolver *resolver,
                                          uint32_t module, uint64_t offset)
{
    const struct elf_module *from = elf_resolver_open(resolver, module);
    uint64_t address;
    if (from->file.elf && elf_offset_address(&from->file, offset, &address))
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
    }
    free(resolver->modules);
    arena_free(&resolver->arena);
    *resolver = (struct elf_resolver){ .n = 0 };
}
