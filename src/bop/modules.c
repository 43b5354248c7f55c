/* What is loaded where, and what its notes say: the build id and the folder
   that bop-cc linked it in. */
#include "bop/symbols.h"

#include "bop/events.h"

#include <dlfcn.h>
#include <link.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOTE_FOLDER 1 /* of the owner "bop" */

static struct module *modules;
static size_t modules_room;
static uint32_t n_modules;
static const char *folder;

struct module *bop_module(uint32_t id)
{
    return id < n_modules ? &modules[id] : NULL;
}

uint32_t bop_module_id(const struct module *module)
{
    return (uint32_t)(module - modules);
}

struct module *bop_module_at(uintptr_t address)
{
    for (uint32_t i = 0; i < n_modules; i++)
        if (address - modules[i].low < modules[i].high - modules[i].low)
            return &modules[i];
    return NULL;
}

static void set_id(struct module *module, const unsigned char *id, size_t n)
{
    for (size_t i = 0; i < n && i < 32; i++) {
        module->id[2 * i] = "0123456789abcdef"[id[i] >> 4];
        module->id[2 * i + 1] = "0123456789abcdef"[id[i] & 15];
        module->id[2 * i + 2] = 0;
    }
}

static void read_note(struct module *module, const ElfW(Nhdr) *note,
                      const char *owner, const char *text)
{
    if (note->n_namesz != 4)
        return;
    if (note->n_type == NT_GNU_BUILD_ID && memcmp(owner, "GNU", 4) == 0)
        set_id(module, (const unsigned char *)text, note->n_descsz);
    if (note->n_type == NOTE_FOLDER && memcmp(owner, "bop", 4) == 0 &&
        module == modules)
        folder = text;
}

static void read_notes(struct module *module, const char *p, size_t size,
                       size_t align)
{
    const char *end = p + size;
    if (align < 4)
        align = 4;
    while ((size_t)(end - p) >= sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *note = (const void *)p;
        const char *owner = p + sizeof *note;
        size_t text = (note->n_namesz + align - 1) & ~(align - 1);
        if (align == 8)
            text = ((sizeof *note + note->n_namesz + 7) & ~(size_t)7) -
                   sizeof *note;
        size_t next = (text + note->n_descsz + align - 1) & ~(align - 1);
        if (next > (size_t)(end - owner))
            return;
        read_note(module, note, owner, owner + text);
        p = owner + next;
    }
}

static void measure(struct module *module, const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD)
            continue;
        if (!module->high || from < module->low)
            module->low = from;
        if (from + part->p_memsz > module->high)
            module->high = from + part->p_memsz;
    }
}

/* The program has no name here, libraries may have one that is relative to
   the folder of the moment. */
static const char *path_of(const char *name, bool first)
{
    char path[PATH_MAX];
    if (first)
        return bop.exe;
    if (strchr(name, '/') && realpath(name, path))
        name = path;
    return bop_copy(name, strlen(name));
}

static int see(struct dl_phdr_info *info, size_t size, void *unused)
{
    struct module module = { .bias = info->dlpi_addr, .id = "-" };
    (void)size;
    (void)unused;
    if (n_modules && !strchr(info->dlpi_name, '/'))
        return 0; /* the system's own */
    measure(&module, info);
    struct module *known = bop_module_at(module.low);
    if (!module.high || (known && known->bias == module.bias))
        return 0;
    if (known) /* another one was there before */
        known->low = known->high;
    module.path = path_of(info->dlpi_name, n_modules == 0);
    modules = bop_grow(modules, n_modules, &modules_room, sizeof *modules);
    modules[n_modules] = module;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type == PT_NOTE)
            read_notes(&modules[n_modules],
                       (const char *)info->dlpi_addr + part->p_vaddr,
                       part->p_memsz, part->p_align);
    }
    n_modules++;
    if (bop.mode == MODE_EVENTS)
        bop_event_module(n_modules - 1);
    return 0;
}

void bop_modules_renew(void)
{
    struct quiet quiet;
    bop_quiet(&quiet);
    dl_iterate_phdr(see, NULL);
    bop_loud(&quiet);
}

const char *bop_noted_folder(void)
{
    return folder;
}

/* What is traced stays loaded: its addresses are kept. Static programs do not
   load anything. */
static void pin(const struct module *module)
{
#ifdef BOP_SHARED
    if (module != modules)
        dlopen(module->path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
#else
    (void)module;
#endif
}

void bop_module_traced(uintptr_t address)
{
    struct module *module = bop_module_at(address);
    if (module && module->traced)
        return;
    bop_modules_renew();
    module = bop_module_at(address);
    if (!module || module->traced)
        return;
    struct quiet quiet;
    bop_quiet(&quiet);
    bop_symbols_read(module);
    bop_loud(&quiet);
    pin(module);
}
