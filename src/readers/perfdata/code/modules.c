#include "readers/perfdata/code/modules.h"

#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf/sysroot.h"
#include "model/profile.h"
#include "util/diag.h"
#include "util/text/buf.h"

#define KERNEL S("[kernel.kallsyms]")

static uint32_t add_module(struct perfdata_modules *modules, struct str key,
                           struct perfdata_module module)
{
    uint32_t n = modules->keys.n;
    uint32_t id = strings_add(&modules->keys, modules->arena, key);
    if (id != n)
        return id;
    module.name = arena_copy(modules->arena, module.name);
    module.path = arena_copy(modules->arena, module.path);
    module.build_id = arena_copy(modules->arena, module.build_id);
    module.resolver = NO_ID;
    *PUSH_IN(modules->arena, modules) = module;
    return id;
}

void perfdata_modules_init(struct perfdata_modules *modules,
                           struct arena *arena,
                           const struct perfdata_header *header,
                           const char *input, const char *root)
{
    struct str path = str_of(input);
    *modules = (struct perfdata_modules){
        .arena = arena,
        .kernel.arena = arena,
        .header = header,
        .input = input,
        .resolver = { .folder = str_head(path, path.len -
                                                   str_basename(path).len),
                      .root = root },
    };
    add_module(modules, S(""),
               (struct perfdata_module){ .name = STR(""),
                                         .path = STR(""),
                                         .build_id = STR(""),
                                         .in = SYMBOLS_UNMAPPED });
}

/* Memory that no file is behind: code in it was compiled at run time. */
static bool is_anonymous(struct str path)
{
    static const struct str names[] = { STR("//anon"), STR("/dev/zero"),
                                        STR("/anon_hugepage"),
                                        STR("anon_inode:"), STR("[anon:") };
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

static struct perfdata_module describe(struct perfdata_modules *modules,
                                       struct str path, uint32_t pid,
                                       uint64_t offset, bool is_jit)
{
    struct perfdata_module module = {
        .name = path,
        .path = path,
        .mapped = offset,
        .recorded = perfdata_recorded_find(&modules->header->recorded, path),
    };
    if (pid == PERFDATA_KERNEL) {
        module.in = SYMBOLS_IN_KERNEL;
        module.name = module_name(modules->arena, path);
        if (str_starts(path, KERNEL)) {
            module.name = KERNEL;
            module.reference = offset;
            if (!module.recorded)
                module.recorded = perfdata_recorded_find(
                    &modules->header->recorded, KERNEL);
        }
    } else if (module.recorded) {
        module.in = is_jit ? SYMBOLS_IN_RECORDING : SYMBOLS_IN_FILE;
    } else if (is_anonymous(path)) {
        module.in = SYMBOLS_IN_MAP;
        module.pid = pid;
        module.name = module.path =
            arena_printf(modules->arena, "/tmp/perf-%" PRIu32 ".map", pid);
    } else if (!has_symbols(path)) {
        module.in = SYMBOLS_UNMAPPED;
    }
    return module;
}

uint32_t perfdata_modules_add(struct perfdata_modules *modules, struct str path,
                              struct str build_id, uint32_t pid,
                              uint64_t offset, bool is_jit)
{
    LOCAL_ARENA(scratch);
    bool is_own = pid == PERFDATA_KERNEL || is_anonymous(path);
    struct str key = arena_printf(&scratch, "%.*s\n%.*s\n%" PRIu32,
                                  (int)path.len, path.s, (int)build_id.len,
                                  build_id.s, is_own ? pid : 0);
    uint32_t id = strings_find(&modules->keys, key);
    if (id == NO_ID) {
        struct perfdata_module module = describe(modules, path, pid, offset,
                                                 is_jit);
        module.build_id = build_id;
        id = add_module(modules, key, module);
        if (!modules->kernel_module && str_eq(module.name, KERNEL))
            modules->kernel_module = id;
    }
    return id;
}

/* simpleperf tells the lowest address of the kernel's code, or 0 if the
   addresses of its symbols are those of the recording. */
void perfdata_modules_map(struct perfdata_modules *modules, uint32_t id,
                          uint64_t start)
{
    struct perfdata_module *module = &modules->of[id];
    if (start && module->in == SYMBOLS_IN_KERNEL && module->recorded &&
        module->recorded->type == RECORDED_KERNEL && module->recorded->address)
        module->moved = start - module->recorded->address;
}

uint32_t perfdata_modules_add_symbol(struct perfdata_modules *modules,
                                     struct str name)
{
    LOCAL_ARENA(scratch);
    struct str key = arena_printf(&scratch, "%.*s\n", (int)name.len, name.s);
    return add_module(modules, key,
                      (struct perfdata_module){ .name = name,
                                                .path = name,
                                                .build_id = STR(""),
                                                .in = SYMBOLS_IN_NAME });
}

/* ---- Symbols ---- */

static struct str build_id_of(const struct perfdata_modules *modules,
                              const struct perfdata_module *module)
{
    return module->build_id.len
               ? module->build_id
               : perfdata_header_id_of(modules->header, module->path);
}

/* The recorded address of one symbol tells how far the kernel was moved when it
   booted. */
static void read_kernel(struct perfdata_modules *modules)
{
    const struct perfdata_module *kernel = &modules->of[modules->kernel_module];
    uint64_t address;
    struct str before, name;
    modules->is_kernel_read = true;
    struct str id = kernel->build_id.len
                        ? kernel->build_id
                        : perfdata_header_id_of(modules->header, KERNEL);
    modules->why_no_kernel =
        perfdata_kernel_read(&modules->kernel, id, modules->header->release);
    if (kernel->reference && str_cut(kernel->path, S("]"), &before, &name) &&
        perfdata_symbols_address(&modules->kernel, name, &address))
        modules->kernel_moved = (int64_t)(kernel->reference - address);
}

/* Returns the name of the symbol that has an address, and where it begins; ""
   and 0 if there is none. */
static struct str name_in(const struct perfdata_symbols *symbols,
                          uint64_t address, uint64_t *begin)
{
    const struct perfdata_symbol *symbol =
        perfdata_symbols_find(symbols, address);
    *begin = symbol ? symbol->start : 0;
    return symbol ? str_of(symbol->name) : S("");
}

/* Returns the name at an address of the kernel, and where it begins. The
   addresses of modules differ from boot to boot. The padding before a function
   has a name, too, but runs nothing: an address there was that of the function,
   to which a thunk was about to jump. */
static struct str kernel_name(struct perfdata_modules *modules,
                              const struct perfdata_module *module,
                              uint64_t address, uint64_t *begin)
{
    if (module->recorded && module->recorded->type == RECORDED_KERNEL) {
        struct str recorded = name_in(&module->recorded->symbols,
                                      address - module->moved, begin);
        *begin += recorded.len ? module->moved : 0;
        return recorded;
    }
    if (!modules->is_kernel_read)
        read_kernel(modules);
    if (modules->kernel_moved && !module->reference)
        return S("");
    uint64_t moved = (uint64_t)modules->kernel_moved;
    struct str name = name_in(&modules->kernel, address - moved, begin);
    *begin += name.len ? moved : 0;
    str_take(&name, S("__pfx_"));
    return name;
}

/* Reads the map of a process. The recording does not say to whom its processes
   belonged. A map counts if it is from root, who may do anything, from the user
   of this program, from the owner of the recording, who could have written any
   names into that, or from the owner of the process, if it still runs. */
static void read_map(struct perfdata_modules *modules,
                     struct perfdata_module *module)
{
    LOCAL_ARENA(scratch);
    struct stat status;
    const char *root = modules->resolver.root;
    struct str folder = S("/tmp"), name = str_basename(module->path);
    uid_t owners[4] = { 0, geteuid() };
    size_t n = 2;
    if (stat(modules->input, &status) == 0)
        owners[n++] = status.st_uid;
    if (stat(arena_printf(&scratch, "/proc/%" PRIu32, module->pid).s,
             &status) == 0)
        owners[n++] = status.st_uid;
    if (root)
        folder = sysroot_path(root, folder, &scratch);
    module->map = NEW(modules->arena, struct perfdata_symbols);
    module->map->arena = modules->arena;
    if (folder.len)
        perfdata_symbols_read_map(
            module->map, arena_printf(&scratch, "%s/%s", folder.s, name.s).s,
            owners, n);
}

/* Takes the name of a function in a file from the recording. */
static void recorded_frames(struct perfdata_modules *modules,
                            const struct perfdata_module *module,
                            uint64_t offset, struct elf_frames *frames)
{
    uint64_t address = perfdata_recorded_address(module->recorded, offset,
                                                 module->mapped);
    modules->frame.function =
        name_in(&module->recorded->symbols, address, &frames->begin);
    if (frames->begin)
        frames->begin = offset - (address - frames->begin);
}

/* If the recording has symbols of the module, the file of this machine counts
   only if the recording tells its build id. */
static void file_frames(struct perfdata_modules *modules,
                        struct perfdata_module *module, uint64_t offset,
                        struct arena *arena, struct elf_frames *frames)
{
    uint64_t address;
    if (module->recorded && !build_id_of(modules, module).len) {
        recorded_frames(modules, module, offset, frames);
        return;
    }
    if (module->resolver == NO_ID)
        module->resolver = elf_resolver_add(&modules->resolver, module->path,
                                            build_id_of(modules, module));
    if (!elf_resolver_address(&modules->resolver, module->resolver, offset,
                              &address)) {
        if (module->recorded)
            recorded_frames(modules, module, offset, frames);
        return;
    }
    *frames = elf_resolver_frames(&modules->resolver, module->resolver, address,
                                  modules->parts, arena);
    if (frames->begin)
        frames->begin = offset - (address - frames->begin);
}

/* ---- The whole ---- */

struct elf_frames perfdata_modules_frames(struct perfdata_modules *modules,
                                          uint32_t id, uint64_t offset,
                                          struct arena *arena)
{
    struct perfdata_module *module = &modules->of[id];
    struct elf_frames frames = { .of = &modules->frame, .n = 1 };
    modules->frame = (struct elf_frame){ .function = STR("") };
    switch (module->in) {
    case SYMBOLS_IN_FILE:
        file_frames(modules, module, offset, arena, &frames);
        break;
    case SYMBOLS_IN_KERNEL:
        modules->frame.function =
            kernel_name(modules, module, offset, &frames.begin);
        break;
    case SYMBOLS_IN_MAP:
        if (!module->map)
            read_map(modules, module);
        modules->frame.function = name_in(module->map, offset, &frames.begin);
        break;
    case SYMBOLS_IN_RECORDING:
        modules->frame.function =
            name_in(&module->recorded->symbols, offset, &frames.begin);
        break;
    case SYMBOLS_IN_NAME:
        frames.begin = offset;
        modules->frame.function = module->name;
        break;
    case SYMBOLS_UNMAPPED:
        break;
    }
    return frames;
}

bool perfdata_modules_address(struct perfdata_modules *modules, uint32_t id,
                              uint64_t offset, uint32_t *resolver,
                              uint64_t *address)
{
    const struct perfdata_module *module = &modules->of[id];
    *resolver = module->resolver;
    return module->in == SYMBOLS_IN_FILE && module->resolver != NO_ID &&
           elf_resolver_address(&modules->resolver, module->resolver, offset,
                                address);
}

/* Lists the files that gave no symbols for this reason, although the recording
   has none of theirs either. Returns how many there are. */
static uint32_t list_files(const struct perfdata_modules *modules,
                           struct buf *list, enum elf_absence absence)
{
    enum { MOST_LISTED = 3 };
    uint32_t n = 0;
    for (uint32_t i = 0; i < modules->n; i++) {
        const struct perfdata_module *file = &modules->of[i];
        if (file->resolver == NO_ID || file->recorded)
            continue;
        const struct elf_module *module =
            modules->resolver.modules.of[file->resolver];
        if (!module->is_sought || module->has_file ||
            module->absence != absence || n++ >= MOST_LISTED)
            continue;
        struct str path = module->found.len ? module->found : module->path;
        buf_printf(list, "%s%.*s", list->len ? ", " : "", (int)path.len,
                   path.s);
        if (absence == ELF_OTHER_BUILD)
            buf_printf(list, " (expected build id %s)", module->build_id.s);
    }
    if (n > MOST_LISTED)
        buf_printf(list, " and %" PRIu32 " more", n - MOST_LISTED);
    return n;
}

/* Says what to do about code compiled at run time that is only in jit-PID.dump,
   a file that processes map to tell perf of it. perf inject makes a library
   jitted-PID-N.so of each function there. */
static void report_jitdump(const struct perfdata_modules *modules,
                           const char *input)
{
    const struct perfdata_module *dump = NULL;
    for (uint32_t i = 0; i < modules->n; i++) {
        struct str name = str_basename(modules->of[i].path);
        if (str_starts(name, S("jitted-")))
            return;
        if (str_starts(name, S("jit-")) && str_ends(name, S(".dump")))
            dump = &modules->of[i];
    }
    if (dump)
        diag_note("%s: no symbols of the code that %.*s has, which was "
                  "compiled at run time; run: perf inject --jit -i %s -o "
                  "jit.data; prof2dot jit.data", input,
                  (int)str_basename(dump->path).len,
                  str_basename(dump->path).s, input);
}

void perfdata_modules_report(const struct perfdata_modules *modules,
                             struct input_stats *stats, const char *input)
{
    LOCAL_BUF(others);
    LOCAL_BUF(unreadable);
    LOCAL_BUF(missing);
    LOCAL_BUF(left_out);
    stats->why_no_kernel = modules->why_no_kernel;
    stats->has_other_builds = list_files(modules, &others, ELF_OTHER_BUILD);
    bool has_unreadable = list_files(modules, &unreadable, ELF_UNREADABLE);
    bool has_missing = list_files(modules, &missing, ELF_MISSING);
    stats->lacks_files = has_unreadable || has_missing;
    if (stats->has_other_builds)
        diag_warn("%s: files of another build than the recorded ones, so that "
                  "their symbols are not used: %.*s; --symfs=DIR names the "
                  "folder that has the recorded ones", input,
                  (int)others.len, others.data);
    if (has_unreadable)
        diag_note("%s: no symbols of %.*s: this user may not read the file; "
                  "--symfs=DIR names a folder with a copy", input,
                  (int)unreadable.len, unreadable.data);
    if (has_missing)
        diag_note("%s: no symbols of %.*s: the file is not here; --symfs=DIR "
                  "names the folder that has it", input, (int)missing.len,
                  missing.data);
    if (list_files(modules, &left_out, ELF_LEFT_OUT))
        diag_note("%s: no symbols of %.*s: this prof2dot is built without "
                  "elfutils (WITH_ELF=no); run: perf script -i %s | prof2dot",
                  input, (int)left_out.len, left_out.data, input);
    report_jitdump(modules, input);
    if (modules->why_no_kernel)
        diag_note("%s: no symbols of the kernel: %s", input,
                  modules->why_no_kernel);
}
