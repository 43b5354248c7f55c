#include "elf/resolver.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "elf/debug.h"
#include "elf/minidebug.h"
#include "elf/sysroot.h"
#include "util/array.h"

uint32_t elf_resolver_add(struct elf_resolver *resolver, struct str path,
                          struct str build_id)
{
    struct elf_module *module = NEW(&resolver->arena, struct elf_module);
    *module = (struct elf_module){
        .path = arena_copy(&resolver->arena, path),
        .build_id = arena_copy(&resolver->arena, build_id),
        .file = { .fd = -1 },
        .debug = { .fd = -1 },
        .mini = { .fd = -1 },
    };
    *PUSH_IN(&resolver->arena, &resolver->modules) = module;
    return (uint32_t)resolver->modules.n - 1;
}

/* Remembers why a file that was found is not taken. */
static bool reject(struct elf_module *module, const char *path,
                   enum elf_absence why)
{
    if (module->absence == ELF_MISSING) {
        module->absence = why;
        module->found = str_of(path);
    }
    return false;
}

/* The path must live as long as the module. */
static bool open_path(struct elf_module *module, const char *path)
{
    if (!elf_is(path))
        return false;
    if (!elf_open(&module->file, path))
        return reject(module, path, ELF_DAMAGED);
    if (elf_has_build_id(&module->file, module->build_id))
        return true;
    elf_close(&module->file);
    return reject(module, path, ELF_OTHER_BUILD);
}

/* Opens a path that the profile names. */
static bool open_named(struct elf_module *module, const char *path)
{
    if (access(path, R_OK) != 0 && errno == EACCES)
        return reject(module, path, ELF_UNREADABLE);
    return open_path(module, path);
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
        path = sysroot_path(resolver->root, path, &resolver->arena);
    if ((!is_no_file && open_named(module, path.s)) ||
        open_path(module, cached_path(resolver, module).s))
        return true;
    if (is_no_file)
        return false;
    if (resolver->root &&
        open_named(module,
                   sysroot_path(resolver->root, name, &resolver->arena).s))
        return true;
    struct str copy = arena_printf(&resolver->arena, "%.*s%s",
                                   (int)resolver->folder.len,
                                   resolver->folder.s, name.s);
    return open_named(module, copy.s);
}

/* Asks servers for the program. */
static bool open_remote(struct elf_resolver *resolver,
                        struct elf_module *module)
{
    return resolver->has_debuginfod && !str_starts(module->path, S("[")) &&
           open_path(module, elf_debuginfod_find(&resolver->debuginfod,
                                                 module->build_id,
                                                 DEBUGINFOD_PROGRAM,
                                                 &resolver->arena)
                                 .s);
}

/* Opens the debug file of a program, from the sysroot if it is there. */
static bool open_debug(struct elf_resolver *resolver, struct elf_module *module)
{
    return elf_debug_open(&module->debug, &module->file, resolver->root,
                          ELF_DEBUG_ROOT, &resolver->arena);
}

/* Asks servers for the debug file of a program that is open. */
static bool open_remote_debug(struct elf_resolver *resolver,
                              struct elf_module *module)
{
    struct str id = resolver->has_debuginfod
                        ? elf_build_id_hex(&module->file, &resolver->arena)
                        : S("");
    struct str path = id.len ? elf_debuginfod_find(&resolver->debuginfod, id,
                                                   DEBUGINFOD_DEBUG,
                                                   &resolver->arena)
                             : S("");
    return path.len && elf_is(path.s) && elf_open(&module->debug, path.s);
}

/* Notes that a file is in the sysroot, if it is. A program that was not found
   there, such as one of the cache of perf, names files of this machine. */
static void note_sysroot(const struct elf_resolver *resolver,
                         struct elf_file *file)
{
    struct str path = str_of(file->path);
    if (file->elf && sysroot_take(resolver->root, &path))
        file->sysroot = resolver->root;
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
    struct elf_module *module = resolver->modules.of[id];
    GElf_Shdr header;
    if (module->is_sought)
        return module;
    module->is_sought = true;
    if (!open_file(resolver, module) && !open_remote(resolver, module))
        return module;
    bool has_symbols = elf_find_section(&module->file, SHT_SYMTAB, &header);
    if ((!has_symbols || !elf_has_lines(&module->file)) &&
        !open_debug(resolver, module) &&
        !open_remote_debug(resolver, module) && !has_symbols)
        open_unstripped(resolver, module);
    note_sysroot(resolver, &module->file);
    note_sysroot(resolver, &module->debug);
    read_functions(resolver, module, has_symbols);
    elf_segments_open(&module->segments, &module->file);
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
    if (!module->is_reading_lines)
        elf_inlines_open(&module->inlines, &module->lines,
                         &module->functions);
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
    return elf_segments_address(&from->segments, offset, address);
}

bool elf_resolver_line_address(struct elf_resolver *resolver, uint32_t id,
                               struct str source, uint64_t line,
                               uint64_t *address)
{
    struct elf_module *module = resolver->modules.of[id];
    if (!elf_resolver_open(resolver, id)->file.elf)
        return false;
    if (!module->line_index.table)
        elf_line_index_open(&module->line_index, lines_of(module));
    return elf_line_index_find(&module->line_index, source, line, address);
}

/* A function such as a lambda may have no line of its own, but what runs in it
   has one. */
static void set_file(struct elf_frame *frame)
{
    if (!frame->first.file.len)
        frame->first.file = frame->line.file;
}

/* Adds the functions that are inlined at an address. The line of each is that
   from which the next one is called. */
static void add_inlines(struct elf_resolver *resolver,
                        struct elf_module *module, struct elf_line line,
                        bool with_lines, struct arena *arena)
{
    const struct elf_inline *found;
    size_t n = elf_inlines_find(&module->inlines, line.address, &found);
    for (size_t i = 0; i < n; i++) {
        if (!found[i].function.len)
            continue;
        struct elf_frame *frame =
            PUSH_IN(&resolver->arena, &resolver->frames);
        *frame = (struct elf_frame){ .function = found[i].function,
                                     .line = line };
        if (!with_lines)
            continue;
        frame[-1].line = elf_inline_call(&module->inlines, &found[i], arena);
        frame->first = elf_inline_first(&module->inlines, &found[i], arena);
    }
    for (size_t i = 1; i < resolver->frames.n; i++)
        set_file(&resolver->frames.of[i]);
}

struct elf_frames elf_resolver_frames(struct elf_resolver *resolver,
                                      uint32_t id, uint64_t address,
                                      struct elf_parts parts,
                                      struct arena *arena)
{
    uint64_t begin = 0;
    struct elf_line line = { .address = address };
    elf_resolver_open(resolver, id);
    struct elf_module *module = resolver->modules.of[id];
    const struct elf_function *function =
        elf_functions_find(&module->functions, address);
    struct elf_frame frame = { .function = STR("") };
    if (function) {
        frame.function = without_version(str_of(function->name));
        begin = frame.first.address = function->start;
    }
    if (parts.lines) {
        elf_line_find(lines_of(module), &line, false, arena);
        if (function)
            elf_line_find(lines_of(module), &frame.first, true, arena);
    }
    frame.line = line;
    resolver->frames.n = 0;
    *PUSH_IN(&resolver->arena, &resolver->frames) = frame;
    if (parts.inlines && lines_of(module)->dwarf)
        add_inlines(resolver, module, line, parts.lines, arena);
    return (struct elf_frames){ resolver->frames.of, resolver->frames.n,
                                begin };
}

void elf_resolver_free(struct elf_resolver *resolver)
{
    for (uint32_t i = 0; i < resolver->modules.n; i++) {
        struct elf_module *module = resolver->modules.of[i];
        elf_inlines_close(&module->inlines);
        elf_line_index_close(&module->line_index);
        elf_line_table_close(&module->lines);
        elf_segments_free(&module->segments);
        elf_close(&module->file);
        elf_close(&module->debug);
        elf_close(&module->mini);
        elf_functions_free(&module->functions);
    }
    elf_debuginfod_close(&resolver->debuginfod);
    arena_free(&resolver->arena);
    *resolver = (struct elf_resolver){ .root = NULL };
}
