#include "elf/resolver.h"

#include <errno.h>
#include <lzma.h>
#include <unistd.h>

#include "elf/debug.h"
#include "elf/dwarf.h"
#include "elf/file.h"
#include "elf/head.h"
#include "elf/module.h"
#include "elf/sysroot.h"
#include "util/memory.h"
#include "util/text/buf.h"

/* ---- Symbols in .gnu_debugdata ---- */

/*
 * Symbols that a stripped program carries along: its section .gnu_debugdata is
 * an ELF file with nothing but a table of symbols, compressed by xz (GDB
 * manual, "MiniDebugInfo"). Fedora's programs have it.
 */

enum { BLOCK = 64 * 1024, MOST = 256 * 1024 * 1024 /* bytes, unpacked */ };

/* Reads one stream of xz. */
static bool unpack(struct buf *to, const Elf_Data *data)
{
    lzma_stream xz = LZMA_STREAM_INIT;
    lzma_ret result = lzma_stream_decoder(&xz, MOST, 0);
    xz.next_in = data->d_buf;
    xz.avail_in = data->d_size;
    while (result == LZMA_OK && to->len < MOST) {
        xz.next_out = (uint8_t *)buf_reserve(to, BLOCK);
        xz.avail_out = BLOCK;
        result = lzma_code(&xz, LZMA_FINISH);
        size_t got = BLOCK - xz.avail_out;
        to->len += got;
        /* liblzma keeps a window of what it has unpacked. */
        memory_count(got);
    }
    lzma_end(&xz);
    return result == LZMA_STREAM_END && to->len > 0;
}

/* Opens the symbols that a program carries; elf_close closes them. Their bytes
   are in the arena. Returns false if there are none. */
static bool elf_minidebug_open(struct elf_file *mini,
                               const struct elf_file *program,
                               struct arena *arena)
{
    LOCAL_BUF(bytes);
    size_t section = elf_section_named(program, ".gnu_debugdata");
    Elf_Data *data =
        section ? elf_rawdata(elf_getscn(program->elf, section), NULL) : NULL;
    if (!data || !data->d_buf || !unpack(&bytes, data))
        return false;
    struct str copy = buf_move(&bytes, arena);
    return elf_open_memory(mini, copy, program->path);
}

/* ---- The resolver ---- */

uint32_t elf_resolver_add(struct elf_resolver *resolver, struct str path,
                          struct str build_id)
{
    struct elf_module *module = NEW(&resolver->arena, struct elf_module);
    *module = (struct elf_module){
        .path = arena_copy(&resolver->arena, path),
        .build_id = arena_copy(&resolver->arena, build_id),
        .parts = NEW(&resolver->arena, struct elf_module_parts),
    };
    module->parts->file.fd = module->parts->debug.fd =
        module->parts->mini.fd = -1;
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
    if (!elf_open(&module->parts->file, path))
        return reject(module, path, ELF_DAMAGED);
    if (elf_has_build_id(&module->parts->file, module->build_id))
        return true;
    elf_close(&module->parts->file);
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
    if (elf_is(path.s) && elf_open(&module->parts->debug, path.s) &&
        !elf_has_build_id(&module->parts->debug, module->build_id))
        elf_close(&module->parts->debug);
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

/* Asks servers for the debug file of a program that is open. */
static bool open_remote_debug(struct elf_resolver *resolver,
                              struct elf_module *module)
{
    struct elf_module_parts *parts = module->parts;
    struct str id = resolver->has_debuginfod
                        ? elf_build_id_hex(&parts->file, &resolver->arena)
                        : S("");
    struct str path = id.len ? elf_debuginfod_find(&resolver->debuginfod, id,
                                                   DEBUGINFOD_DEBUG,
                                                   &resolver->arena)
                             : S("");
    return path.len && elf_is(path.s) && elf_open(&parts->debug, path.s);
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
                           struct elf_module_parts *parts, bool has_symbols)
{
    struct elf_functions *functions = &parts->functions;
    functions->arena = &resolver->arena;
    elf_functions_add(functions, &parts->file);
    if (parts->debug.elf)
        elf_functions_add(functions, &parts->debug);
    else if (!has_symbols && elf_minidebug_open(&parts->mini, &parts->file,
                                                &resolver->arena))
        elf_functions_add(functions, &parts->mini);
    else if (!has_symbols)
        elf_go_functions(&parts->go, functions);
    elf_functions_add_plt(functions, &parts->file);
    elf_functions_sort(functions);
}

/* Returns the file that has the lines of a module, if any has them. */
static const struct elf_file *file_of_lines(const struct elf_module *module)
{
    const struct elf_module_parts *parts = module->parts;
    return parts->debug.elf ? &parts->debug : &parts->file;
}

const struct elf_module *elf_resolver_open(struct elf_resolver *resolver,
                                           uint32_t id)
{
    struct elf_module *module = resolver->modules.of[id];
    struct elf_module_parts *parts = module->parts;
    GElf_Shdr header;
    if (module->is_sought)
        return module;
    module->is_sought = true;
    module->has_file =
        open_file(resolver, module) || open_remote(resolver, module);
    if (!module->has_file)
        return module;
    bool has_symbols = elf_find_section(&parts->file, SHT_SYMTAB, &header);
    if ((!has_symbols || !elf_has_lines(&parts->file)) &&
        !elf_debug_open(&parts->debug, &parts->file, resolver->root,
                        ELF_DEBUG_ROOT, &resolver->arena) &&
        !open_remote_debug(resolver, module) && !has_symbols)
        open_unstripped(resolver, module);
    note_sysroot(resolver, &parts->file);
    note_sysroot(resolver, &parts->debug);
    module->has_lines = elf_has_lines(file_of_lines(module));
    if (!has_symbols || !module->has_lines)
        elf_go_open(&parts->go, &parts->file);
    read_functions(resolver, parts, has_symbols);
    elf_segments_open(&parts->segments, &parts->file, &resolver->arena);
    return module;
}

/* Returns the lines of a module, which has a file. */
static struct elf_line_table *lines_of(const struct elf_resolver *resolver,
                                       struct elf_module *module)
{
    struct elf_module_parts *parts = module->parts;
    if (!parts->is_reading_lines) {
        if (resolver->no_lines)
            elf_dwarf_without_lines(file_of_lines(module));
        if (module->has_lines)
            elf_line_table_open(&parts->lines, file_of_lines(module));
        elf_inlines_open(&parts->inlines, &parts->lines, &parts->functions);
    }
    parts->is_reading_lines = true;
    return &parts->lines;
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
    return elf_segments_address(&from->parts->segments, offset, address);
}

bool elf_resolver_low(struct elf_resolver *resolver, uint32_t module,
                      uint64_t *address)
{
    const struct elf_module *from = elf_resolver_open(resolver, module);
    uint64_t high;
    return from->has_file && elf_text(&from->parts->file, address, &high);
}

/* Adds the functions that are inlined at an address. The line of each is that
   from which the next one is called. */
static void add_inlines(struct elf_resolver *resolver,
                        struct elf_inlines *inlines, struct elf_line line,
                        bool with_lines, struct arena *arena)
{
    const struct elf_inline *found;
    size_t n = elf_inlines_find(inlines, line.address, &found);
    for (size_t i = 0; i < n; i++) {
        if (!found[i].function.len)
            continue;
        struct elf_frame *frame =
            PUSH_IN(&resolver->arena, &resolver->frames);
        *frame = (struct elf_frame){ .function = found[i].function,
                                     .line = line };
        if (!with_lines)
            continue;
        frame[-1].line = elf_inline_call(inlines, &found[i], arena);
        frame->first = elf_inline_first(inlines, &found[i], arena);
    }
    /* A function such as a lambda may have no line of its own, but what runs in
       it has one. */
    for (size_t i = 1; i < resolver->frames.n; i++) {
        struct elf_frame *frame = &resolver->frames.of[i];
        if (!frame->first.file.len)
            frame->first.file = frame->line.file;
    }
}

/* Fills in a line, as elf_line_find does. */
static void find_line(const struct elf_resolver *resolver,
                      struct elf_module *module, struct elf_line *line,
                      bool is_start, struct arena *arena)
{
    if (module->has_lines)
        elf_line_find(lines_of(resolver, module), line, is_start, arena);
    else
        elf_go_line(&module->parts->go, line, is_start, arena);
}

struct elf_line_table *elf_resolver_lines(struct elf_resolver *resolver,
                                          uint32_t id)
{
    elf_resolver_open(resolver, id);
    return lines_of(resolver, resolver->modules.of[id]);
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
        elf_functions_find(&module->parts->functions, address);
    struct elf_frame frame = { .function = STR("") };
    if (function) {
        frame.function = without_version(str_of(function->name));
        begin = frame.first.address = function->start;
    }
    if (parts.lines) {
        find_line(resolver, module, &line, false, arena);
        if (function)
            find_line(resolver, module, &frame.first, true, arena);
    }
    frame.line = line;
    resolver->frames.n = 0;
    *PUSH_IN(&resolver->arena, &resolver->frames) = frame;
    if (parts.inlines && lines_of(resolver, module)->dwarf)
        add_inlines(resolver, &module->parts->inlines, line, parts.lines,
                    arena);
    return (struct elf_frames){ resolver->frames.of, resolver->frames.n,
                                begin };
}

static void close_parts(struct elf_module_parts *parts)
{
    elf_inlines_close(&parts->inlines);
    elf_line_table_close(&parts->lines);
    elf_close(&parts->file);
    elf_close(&parts->debug);
    elf_close(&parts->mini);
}

void elf_resolver_free(struct elf_resolver *resolver)
{
    for (uint32_t i = 0; i < resolver->modules.n; i++)
        close_parts(resolver->modules.of[i]->parts);
    elf_debuginfod_close(&resolver->debuginfod);
    arena_free(&resolver->arena);
    *resolver = (struct elf_resolver){ .root = NULL };
}
