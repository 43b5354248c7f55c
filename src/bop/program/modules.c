/* Finds out which modules are loaded, and reads their notes: the build id, the
   folder in which bop-cc linked the program, and those of its sources. */
#include "bop/program/modules.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/program/symbols.h"
#include "bop/trace/events.h"
#include "bop/tracer.h"

/* The types of the notes whose owner is "bop": the folder of the link; the
   object files in it that have no hooks; the folder of a source; the functions
   in these object files; the path of prof2dot; whether a source was compiled
   with --locals or with --all; and the data that is not traced because a source
   was compiled without our plugin. */
#define NOTE_FOLDER 1
#define NOTE_BLIND 2
#define NOTE_SOURCE 3
#define NOTE_UNSEEN 4
#define NOTE_VIEWER 5
#define NOTE_LOCALS 6
#define NOTE_ALL_LOOPS 7
#define NOTE_MISSING 8

static struct module *modules;
static size_t modules_room;
static uint32_t n_modules;

struct link_notes bop_notes = { .unseen = "" };

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

/* Adds a text that stays when its module is unloaded. */
static void add_text(struct note_texts *texts, const char *text)
{
    for (size_t i = 0; i < texts->n; i++)
        if (strcmp(texts->of[i], text) == 0)
            return;
    texts->of = bop_memory_grow(texts->of, texts->n, &texts->room,
                                sizeof *texts->of);
    texts->of[texts->n++] = bop_memory_text(text, strlen(text));
}

static void read_note(struct module *module, const ElfW(Nhdr) *note,
                      const char *owner, const char *text)
{
    if (note->n_namesz != 4)
        return;
    if (note->n_type == NT_GNU_BUILD_ID && memcmp(owner, "GNU", 4) == 0) {
        const unsigned char *id = (const unsigned char *)text;
        for (size_t i = 0; i < note->n_descsz && i < 32; i++) {
            module->id[2 * i] = "0123456789abcdef"[id[i] >> 4];
            module->id[2 * i + 1] = "0123456789abcdef"[id[i] & 15];
            module->id[2 * i + 2] = 0;
        }
    }
    if (memcmp(owner, "bop", 4) != 0)
        return;
    bool is_text = note->n_descsz && !text[note->n_descsz - 1];
    if (note->n_type == NOTE_SOURCE && is_text)
        add_text(&bop_notes.sources, text);
    if (note->n_type == NOTE_MISSING && is_text)
        add_text(&bop_notes.missing, text);
    bop_tracer.locals |= note->n_type == NOTE_LOCALS;
    bop_tracer.all_loops |= note->n_type == NOTE_ALL_LOOPS;
    module->has_note = true;
    if (module != modules)
        return;
    if (note->n_type == NOTE_FOLDER)
        bop_notes.folder = text;
    if (note->n_type == NOTE_BLIND)
        bop_notes.not_traced = text;
    if (note->n_type == NOTE_UNSEEN)
        bop_notes.unseen = text;
    if (note->n_type == NOTE_VIEWER)
        bop_notes.viewer = text;
}

/* A note is a header, the owner's name, and a text; name and text are padded
   to a multiple of align. */
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
        if (align == 8) /* the header, of 12 bytes, counts as well */
            text = ((sizeof *note + note->n_namesz + 7) & ~(size_t)7) -
                   sizeof *note;
        size_t next = (text + note->n_descsz + align - 1) & ~(align - 1);
        if (next > (size_t)(end - owner))
            return;
        read_note(module, note, owner, owner + text);
        p = owner + next;
    }
}

/* Segments come in the order of their addresses, says the ELF specification. */
static void find_bounds(struct module *module, const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD)
            continue;
        if (!module->high)
            module->low = from;
        module->high = from + part->p_memsz;
    }
}

/* dl_iterate_phdr gives the program no name, and it may give libraries a name
   that is relative to the present folder. */
static const char *find_path(const char *name, bool program)
{
    char path[PATH_MAX];
    if (program)
        return bop_tracer.exe;
    if (strchr(name, '/') && realpath(name, path))
        name = path;
    return bop_memory_text(name, strlen(name));
}

/* Adds a module that is new, called by dl_iterate_phdr for each one. */
static int see(struct dl_phdr_info *info, size_t size, void *unused)
{
    struct module module = { .bias = info->dlpi_addr, .id = "-" };
    (void)size;
    (void)unused;
    if (n_modules && !strchr(info->dlpi_name, '/'))
        return 0; /* the kernel's own, the vdso */
    find_bounds(&module, info);
    struct module *known = bop_module_at(module.low);
    if (!module.high || (known && known->bias == module.bias))
        return 0;
    if (known) /* it has been unloaded: it keeps its number, but no memory */
        known->low = known->high;
    module.path = find_path(info->dlpi_name, n_modules == 0);
    modules = bop_memory_grow(modules, n_modules, &modules_room,
                              sizeof *modules);
    modules[n_modules] = module;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type == PT_NOTE)
            read_notes(&modules[n_modules],
                       (const char *)info->dlpi_addr + part->p_vaddr,
                       part->p_memsz, part->p_align);
    }
    n_modules++;
    if (bop_tracer.mode == MODE_EVENTS)
        bop_events_module(n_modules - 1);
    return 0;
}

void bop_modules_refresh(void)
{
    struct lock_state saved;
    bop_lock_acquire(&saved);
    dl_iterate_phdr(see, NULL);
    bop_lock_release(&saved);
}

/* Keeps a library loaded, because the tracer stores addresses in it. A static
   program loads no library. */
static void pin(const struct module *module)
{
#ifdef BOP_SHARED
    if (module != modules)
        dlopen(module->path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
#else
    (void)module;
#endif
}

static void read_symbols(struct module *module)
{
    struct lock_state saved;
    bop_lock_acquire(&saved);
    bop_symbols_read(module);
    bop_lock_release(&saved);
    pin(module);
}

void bop_modules_read(void)
{
    for (uint32_t i = 0; i < n_modules; i++)
        if (modules[i].has_note && !modules[i].symbols_read)
            read_symbols(&modules[i]);
}

void bop_modules_prepare(uintptr_t address)
{
    struct module *module = bop_module_at(address);
    if (module && module->symbols_read)
        return;
    bop_modules_refresh();
    module = bop_module_at(address);
    if (module && !module->symbols_read)
        read_symbols(module);
}
