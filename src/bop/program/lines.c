/*
 * The section .debug_line has for each unit a header with tables of folders and
 * files and a program for a machine whose registers are an address, a file and
 * a line (DWARF 5, 6.2; versions 2 to 5 are read). Its output is a row wherever
 * the line changes. Rows of all units are sorted, and the last one at or below
 * an address has its line.
 */
#include "bop/program/lines.h"

#include <limits.h>
#include <string.h>

#include "bop/base/bytes.h"
#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/base/sort.h"
#include "bop/program/elf.h"
#include "bop/program/literals.h"
#include "bop/program/modules.h"
#include "bop/trace/messages.h"

struct line_row {
    uintptr_t address; /* in memory */
    const char *file;  /* NULL: no line from here on */
    int line;
    uint32_t number; /* the order in which rows were read */
};

struct module_lines {
    uint32_t module; /* its id */
    struct line_row *rows; /* by address */
    size_t n, room;
    const struct module_lines *next;
};

/* The modules whose lines were read. Other threads search this list without the
   lock, so a module is put in front of it when its rows are complete. */
static const struct module_lines *modules;

/* The unread part of a unit of .debug_line. `bad` is set if a read goes beyond
   its end. */
struct reader {
    const struct elf_file *elf;
    const uint8_t *p, *end;
    bool wide; /* offsets have 8 bytes */
    bool bad;
};

/* A folder or a file: a name, and the number of the folder that it is in. */
struct line_name {
    const char *text;
    uint64_t folder;
};

struct line_unit {
    unsigned version;
    uint8_t step, base_range, first_special; /* address, lines, opcodes */
    int8_t base;
    const uint8_t *lengths; /* how many operands opcodes have */
    struct line_name *folders, *files;
    size_t n_folders, n_files, folders_room, files_room;
};

/* ---- Bytes ---- */

static uint64_t take(struct reader *r, size_t n)
{
    uint64_t value = 0;
    if ((size_t)(r->end - r->p) < n) {
        r->bad = true;
        return 0;
    }
    for (size_t i = n; i-- > 0;)
        value = value << 8 | r->p[i];
    r->p += n;
    return value;
}

static void skip(struct reader *r, uint64_t n)
{
    if ((uint64_t)(r->end - r->p) < n)
        r->bad = true;
    else
        r->p += n;
}

/* Takes a number of 7 bits a byte (LEB128), with a sign or without one. */
static uint64_t take_leb(struct reader *r, bool is_signed)
{
    uint64_t value = 0, byte;
    unsigned shift = 0;
    do {
        byte = take(r, 1);
        if (shift < 64)
            value |= (byte & 127) << shift;
        shift += 7;
    } while (byte & 128 && !r->bad);
    if (is_signed && byte & 64 && shift < 64)
        value |= UINT64_MAX << shift;
    return value;
}

static const char *take_text(struct reader *r)
{
    const char *text = (const char *)r->p;
    const uint8_t *nul = memchr(r->p, 0, (size_t)(r->end - r->p));
    if (!nul) {
        r->bad = true;
        return "";
    }
    r->p = nul + 1;
    return text;
}

static const char *take_text_of(struct reader *r, const char *section)
{
    uint64_t offset = take(r, r->wide ? 8 : 4);
    const ElfW(Shdr) *strings = bop_elf_section(r->elf, section);
    return strings ? bop_elf_text(r->elf, strings, offset) : "";
}

/* ---- Headers ---- */

static void add_name(struct line_name **names, size_t *n, size_t *room,
                     struct line_name name)
{
    *names = bop_memory_grow(*names, *n, room, sizeof **names);
    (*names)[(*n)++] = name;
}

/* The tables of versions 2 to 4. Number 0 is the folder of the compiler, which
   is not in them, and no file. */
static void read_old_tables(struct reader *r, struct line_unit *u)
{
    struct line_name name = { "", 0 };
    do
        add_name(&u->folders, &u->n_folders, &u->folders_room, name);
    while (!r->bad && *(name.text = take_text(r)));
    name.text = "";
    do {
        add_name(&u->files, &u->n_files, &u->files_room, name);
        name.text = take_text(r);
        if (!*name.text)
            return;
        name.folder = take_leb(r, false);
        take_leb(r, false);
        take_leb(r, false);
    } while (!r->bad);
}

enum { NAME = 1, FOLDER = 2 }; /* the kind of an item of an entry */

/* Takes an item of a form, DW_FORM_ in DWARF 5, 7.5.6. */
static void take_item(struct reader *r, uint64_t what, uint64_t form,
                      struct line_name *name)
{
    const char *text = "";
    uint64_t number = 0;
    switch (form) {
    case 0x08: text = take_text(r); break; /* string */
    case 0x0e: text = take_text_of(r, ".debug_str"); break; /* strp */
    case 0x1f: text = take_text_of(r, ".debug_line_str"); break;
    case 0x0b: number = take(r, 1); break; /* data1 */
    case 0x05: number = take(r, 2); break; /* data2 */
    case 0x06: number = take(r, 4); break; /* data4 */
    case 0x07: number = take(r, 8); break; /* data8 */
    case 0x0f: number = take_leb(r, false); break; /* udata */
    case 0x1e: skip(r, 16); break; /* data16 */
    case 0x09: skip(r, take_leb(r, false)); break; /* block */
    default: r->bad = true;
    }
    if (what == NAME)
        name->text = text;
    if (what == FOLDER)
        name->folder = number;
}

/* A table of version 5 describes the items of its entries. */
static void read_table(struct reader *r, struct line_name **names, size_t *n,
                       size_t *room)
{
    uint64_t items[2 * 255];
    size_t n_items = take(r, 1);
    for (size_t i = 0; i < 2 * n_items; i++)
        items[i] = take_leb(r, false);
    for (uint64_t count = take_leb(r, false); count && !r->bad; count--) {
        struct line_name name = { "", 0 };
        for (size_t i = 0; i < n_items; i++)
            take_item(r, items[2 * i], items[2 * i + 1], &name);
        add_name(names, n, room, name);
    }
}

/* Reads a header up to the program. */
static bool read_header(struct reader *r, struct line_unit *u)
{
    u->version = (unsigned)take(r, 2);
    if (u->version < 2 || u->version > 5)
        return false;
    if (u->version == 5)
        take(r, 2); /* sizes of addresses and segments */
    uint64_t length = take(r, r->wide ? 8 : 4);
    const uint8_t *start = r->p;
    u->step = (uint8_t)take(r, 1);
    if (u->version >= 4)
        take(r, 1); /* operations of an instruction */
    take(r, 1);     /* whether rows are statements */
    u->base = (int8_t)take(r, 1);
    u->base_range = (uint8_t)take(r, 1);
    u->first_special = (uint8_t)take(r, 1);
    u->lengths = r->p;
    skip(r, u->first_special ? u->first_special - 1u : 0);
    if (u->version == 5) {
        read_table(r, &u->folders, &u->n_folders, &u->folders_room);
        read_table(r, &u->files, &u->n_files, &u->files_room);
    } else {
        read_old_tables(r, u);
    }
    if (r->bad || !u->base_range || length > (uint64_t)(r->end - start))
        return false;
    r->p = start + length;
    return true;
}

/* Puts a folder before a name, unless the name is a whole path. */
static const char *join(const char *folder, const char *name)
{
    size_t n = strlen(folder), m = strlen(name);
    if (*name == '/' || n == 0 || n + m > PATH_MAX)
        return name;
    char text[n + m + 1];
    bop_bytes_copy(text, folder, n);
    text[n] = '/';
    bop_bytes_copy(text + n + 1, name, m);
    return bop_memory_text(text, n + m + 1);
}

/* Returns the path of a file, which then is its name. */
static const char *path_of(struct line_unit *u, uint64_t file)
{
    if (file >= u->n_files)
        return "";
    struct line_name *name = &u->files[file];
    if (name->folder < u->n_folders)
        name->text = join(u->folders[name->folder].text, name->text);
    if (name->folder && name->folder < u->n_folders)
        name->text = join(u->folders[0].text, name->text);
    name->folder = UINT64_MAX;
    return name->text;
}

/* ---- Programs ---- */

struct machine {
    uintptr_t address;
    uint64_t file;
    int64_t line;
    bool dead; /* the linker has dropped this code */
};

static void add_row(struct module_lines *lines, const struct module *module,
                    const struct machine *m, const char *file)
{
    if (m->dead || (file && m->line <= 0))
        return;
    lines->rows = bop_memory_grow(lines->rows, lines->n, &lines->room,
                                  sizeof *lines->rows);
    lines->rows[lines->n] = (struct line_row){
        module->bias + m->address, file, (int)m->line, (uint32_t)lines->n
    };
    lines->n++;
}

/* Opcodes with names, DW_LNS_ and DW_LNE_ in DWARF 5, 6.2.5. */
enum { EXTENDED, COPY, ADVANCE_PC, ADVANCE_LINE, SET_FILE, CONST_ADD_PC = 8,
       FIXED_ADVANCE_PC, END_SEQUENCE = 1, SET_ADDRESS, DEFINE_FILE };

static const struct machine first_state = { .file = 1, .line = 1,
                                            .dead = true };

static void run_extended(struct reader *r, struct line_unit *u,
                         struct machine *m, struct module_lines *lines,
                         const struct module *module)
{
    uint64_t n = take_leb(r, false);
    const uint8_t *start = r->p;
    if (r->bad || n == 0 || n > (uint64_t)(r->end - start)) {
        r->bad = true;
        return;
    }
    switch (take(r, 1)) {
    case END_SEQUENCE:
        add_row(lines, module, m, NULL);
        *m = first_state;
        break;
    case SET_ADDRESS:
        m->address = (uintptr_t)take(r, n - 1 < 8 ? n - 1 : 8);
        m->dead = m->address == 0;
        break;
    case DEFINE_FILE: {
        struct line_name name = { take_text(r), 0 };
        name.folder = take_leb(r, false);
        add_name(&u->files, &u->n_files, &u->files_room, name);
        break;
    }
    }
    r->p = start + n;
}

static void run_standard(struct reader *r, const struct line_unit *u,
                         struct machine *m, unsigned opcode)
{
    switch (opcode) {
    case ADVANCE_PC: m->address += take_leb(r, false) * u->step; break;
    case ADVANCE_LINE: m->line += (int64_t)take_leb(r, true); break;
    case SET_FILE: m->file = take_leb(r, false); break;
    case CONST_ADD_PC:
        m->address +=
            (uintptr_t)((255 - u->first_special) / u->base_range * u->step);
        break;
    case FIXED_ADVANCE_PC: m->address += take(r, 2); break;
    default:
        for (unsigned i = u->lengths[opcode - 1]; i; i--)
            take_leb(r, false);
    }
}

static void run(struct reader *r, struct line_unit *u,
                struct module_lines *lines, const struct module *module)
{
    struct machine m = first_state;
    while (r->p < r->end && !r->bad) {
        unsigned opcode = (unsigned)take(r, 1);
        if (opcode >= u->first_special) {
            unsigned n = opcode - u->first_special;
            m.address += (uintptr_t)(n / u->base_range * u->step);
            m.line += u->base + (int)(n % u->base_range);
            add_row(lines, module, &m, path_of(u, m.file));
        } else if (opcode == EXTENDED) {
            run_extended(r, u, &m, lines, module);
        } else if (opcode == COPY) {
            add_row(lines, module, &m, path_of(u, m.file));
        } else {
            run_standard(r, u, &m, opcode);
        }
    }
}

/* ---- Modules ---- */

/* A sequence may begin where another one ends. */
static int by_address(const void *a, const void *b)
{
    const struct line_row *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (!x->file != !y->file)
        return x->file ? 1 : -1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static void read_units(struct module_lines *lines, const struct module *module,
                       const struct elf_file *elf, const ElfW(Shdr) *section)
{
    const uint8_t *bytes = (const uint8_t *)elf->bytes + section->sh_offset;
    struct reader all = { elf, bytes, bytes + section->sh_size, false, false };
    while (all.p < all.end && !all.bad) {
        struct line_unit u = { 0 };
        uint64_t length = take(&all, 4);
        bool wide = length == UINT32_MAX;
        if (wide)
            length = take(&all, 8);
        struct reader r = { elf, all.p, NULL, wide, false };
        skip(&all, length);
        r.end = all.p;
        if (!all.bad && read_header(&r, &u))
            run(&r, &u, lines, module);
    }
    bop_sort(lines->rows, lines->n, sizeof *lines->rows, by_address);
}

static struct module_lines *read_lines(const struct module *module)
{
    struct elf_file elf;
    struct module_lines *lines = bop_memory(sizeof *lines);
    bop_elf_map(&elf, module->path);
    const ElfW(Shdr) *section = bop_elf_section(&elf, ".debug_line");
    if (section)
        read_units(lines, module, &elf, section);
    if (!lines->n)
        bop_message_print("no source lines, or they are compressed: functions "
                          "that the program defines get line 0",
                          module->path, 0);
    return lines;
}

/* Returns the lines of a module, or NULL if they were not read yet. */
static const struct module_lines *lines_read(uint32_t module)
{
    const struct module_lines *lines =
        __atomic_load_n(&modules, __ATOMIC_ACQUIRE);
    while (lines && lines->module != module)
        lines = lines->next;
    return lines;
}

static const struct module_lines *lines_of(const struct module *module)
{
    uint32_t id = bop_module_id(module);
    const struct module_lines *lines = lines_read(id);
    struct lock_state saved;
    if (lines)
        return lines;
    bop_lock_acquire(&saved);
    lines = lines_read(id);
    if (!lines) {
        struct module_lines *new = read_lines(module);
        new->module = id;
        new->next = modules;
        __atomic_store_n(&modules, new, __ATOMIC_RELEASE);
        lines = new;
    }
    bop_lock_release(&saved);
    return lines;
}

static struct source_line find(const struct module_lines *lines,
                               uintptr_t address)
{
    size_t low = 0, high = lines->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lines->rows[middle].address > address)
            high = middle;
        else
            low = middle + 1;
    }
    if (low == 0 || !lines->rows[low - 1].file)
        return (struct source_line){ "", 0 };
    return (struct source_line){ lines->rows[low - 1].file,
                                 lines->rows[low - 1].line };
}

struct source_line bop_line_at(site at)
{
    uint32_t n;
    if (at & LITERAL) {
        const struct literal *literal = &bop_literals(&n)[(uint32_t)at];
        return (struct source_line){ literal->file, literal->line };
    }
    /* A site is a return address. */
    const struct module *module = at ? bop_module_at(at - 1) : NULL;
    return module ? find(lines_of(module), at - 1)
                  : (struct source_line){ "", 0 };
}
