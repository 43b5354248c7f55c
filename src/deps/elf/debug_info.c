#include "deps/elf/debug_info.h"

#include "deps/elf/line_index.h"
#include "deps/elf/variables.h"
#include "elf/module.h"
#include "names/demangle.h"
#include "util/diag.h"

/* The open tables of one module. */
struct bop_module_info {
    const struct elf_module *module;
    struct elf_line_index line_index;
    struct elf_variables variables;
    bool has_objects; /* the objects of both files were read */
    struct elf_objects objects, debug_objects;
};

/* Opens the file of a module unless it is open. */
static struct bop_module_info *info_of(struct bop_debug_info *info, uint32_t id)
{
    struct bop_module_info **at = REACH_IN(&info->arena, &info->modules, id);
    if (!*at)
        *at = NEW(&info->arena, struct bop_module_info);
    (*at)->module = elf_resolver_open(info->resolver, id);
    return *at;
}

bool bop_debug_info_line(struct bop_debug_info *info, uint32_t module,
                         struct str source, uint64_t line, uint64_t *address)
{
    struct bop_module_info *of = info_of(info, module);
    if (!of->module->has_file)
        return false;
    if (!of->line_index.table)
        elf_line_index_open(&of->line_index,
                            elf_resolver_lines(info->resolver, module));
    return elf_line_index_find(&of->line_index, source, line, address);
}

/* Returns the variables of a module, which may have none. */
static const struct elf_variables *variables_of(struct bop_debug_info *info,
                                                uint32_t module)
{
    struct bop_module_info *of = info_of(info, module);
    struct elf_variables *variables = &of->variables;
    Dwarf *dwarf = elf_resolver_lines(info->resolver, module)->dwarf;
    if (!variables->dwarf && dwarf && !elf_variables_open(variables, dwarf))
        diag_warn("%.*s: some names of variables are missing, because its "
                  "debug information is damaged or takes too long to search",
                  (int)of->module->path.len, of->module->path.s);
    return variables;
}

/* Returns the name of a variable by its symbol. A static variable of a function
   has a dot and a number behind its name there, one of a library an '@' and a
   version. The symbols stay in the arena of all modules. */
static struct str symbol_of(struct bop_module_info *of, struct arena *all,
                            uint64_t address, struct arena *arena)
{
    struct demangler demangler = { .warned = false };
    const struct elf_module_parts *parts = of->module->parts;
    struct str before, number;
    if (!of->has_objects && parts->file.elf)
        elf_objects_open(&of->objects, &parts->file, all);
    if (!of->has_objects && parts->debug.elf)
        elf_objects_open(&of->debug_objects, &parts->debug, all);
    of->has_objects = true;
    struct str name = elf_objects_find(&of->objects, address);
    if (!name.len)
        name = elf_objects_find(&of->debug_objects, address);
    if (str_cut(name, S("@"), &before, &number) && before.len)
        name = before;
    if (str_cut(name, S("."), &before, &number) && before.len)
        name = before;
    name = arena_copy(arena, name);
    name = arena_copy(arena, demangle_all(&demangler, arena, &name, 1)->simple);
    demangler_free(&demangler);
    return name;
}

struct str bop_debug_info_variable(struct bop_debug_info *info, uint32_t module,
                                   uint64_t address, struct arena *arena)
{
    struct str name =
        elf_variables_find(variables_of(info, module), address, arena);
    return name.len ? name
                    : symbol_of(info_of(info, module), &info->arena, address,
                                arena);
}

struct str bop_debug_info_local(struct bop_debug_info *info, uint32_t module,
                                uint64_t function, int64_t offset,
                                struct arena *arena)
{
    return elf_variables_find_local(variables_of(info, module), function,
                                    offset, arena);
}

struct str bop_debug_info_source(struct bop_debug_info *info, uint32_t module)
{
    const struct bop_module_info *of = info_of(info, module);
    if (!of->module->has_file || !of->module->parts->file.elf)
        return S("");
    Elf *elf = of->module->parts->file.elf;
    size_t i = elf_section_named(&of->module->parts->file, ".bop_facts");
    Elf_Data *data = i ? elf_rawdata(elf_getscn(elf, i), NULL) : NULL;
    return data && data->d_buf ? (struct str){ data->d_buf, data->d_size }
                               : S("");
}

void bop_debug_info_close(struct bop_debug_info *info)
{
    for (size_t i = 0; i < info->modules.n; i++) {
        struct bop_module_info *of = info->modules.of[i];
        if (!of)
            continue;
        elf_variables_close(&of->variables);
        elf_line_index_close(&of->line_index);
    }
    arena_free(&info->arena);
}
