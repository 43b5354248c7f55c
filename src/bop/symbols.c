/*
 * The symbol table of an ELF file: functions with their addresses, and for
 * local ones the source file, whose symbol stands before theirs.
 */
#include "bop/symbols.h"

#include "bop/functions.h"
#include "bop/output.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef ElfW(Ehdr) Header;
typedef ElfW(Shdr) Section;
typedef ElfW(Sym) Entry;

struct file {
    const char *bytes;
    size_t size;
    const Section *sections;
    size_t n_sections;
};

static bool map_file(struct file *file, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat stat;
    if (fd < 0)
        return false;
    if (fstat(fd, &stat) == 0 && (size_t)stat.st_size >= sizeof(Header)) {
        file->size = (size_t)stat.st_size;
        file->bytes = (char *)syscall(SYS_mmap, NULL, file->size, PROT_READ,
                                      MAP_PRIVATE, fd, 0L);
    }
    close(fd);
    if (file->bytes == MAP_FAILED)
        file->bytes = NULL;
    return file->bytes;
}

/* n items of that size at offset, or NULL where the file has none. */
static const void *within(const struct file *file, uint64_t offset,
                          uint64_t n, size_t size)
{
    if (offset > file->size || offset % sizeof(uint32_t) ||
        n > (file->size - offset) / size)
        return NULL;
    return file->bytes + offset;
}

static bool open_file(struct file *file, const char *path)
{
    if (!map_file(file, path))
        return false;
    const Header *header = (const void *)file->bytes;
    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_shentsize != sizeof(Section))
        return false;
    file->n_sections = header->e_shnum;
    file->sections =
        within(file, header->e_shoff, header->e_shnum, sizeof(Section));
    return file->sections;
}

static const Section *section(const struct file *file, uint32_t type)
{
    for (size_t i = 0; i < file->n_sections; i++)
        if (file->sections[i].sh_type == type)
            return &file->sections[i];
    return NULL;
}

/* The text of a symbol; its file stays mapped. */
static const char *text_at(const struct file *file, const Section *strings,
                           uint32_t offset)
{
    if (strings->sh_offset > file->size ||
        strings->sh_size > file->size - strings->sh_offset ||
        offset >= strings->sh_size)
        return "";
    const char *text = file->bytes + strings->sh_offset + offset;
    return memchr(text, 0, strings->sh_size - offset) ? text : "";
}

static bool is_function(const Entry *entry)
{
    int type = ELF64_ST_TYPE(entry->st_info);
    return (type == STT_FUNC || type == STT_GNU_IFUNC) &&
           entry->st_shndx != SHN_UNDEF;
}

static void add_file(struct module *module, const char *name, size_t *room)
{
    module->files = bop_grow(module->files, module->n_files, room,
                             sizeof *module->files);
    module->files[module->n_files++] = name;
}

static void add_all(struct module *module, const struct file *file,
                    const Entry *entries, size_t n, const Section *strings)
{
    const char *source = NULL;
    size_t room = 0;
    module->symbols = bop_memory(n * sizeof *module->symbols);
    for (size_t i = 0; i < n; i++) {
        const Entry *entry = &entries[i];
        const char *name = text_at(file, strings, entry->st_name);
        bool local = ELF64_ST_BIND(entry->st_info) == STB_LOCAL;
        if (ELF64_ST_TYPE(entry->st_info) == STT_FILE) {
            source = name;
            add_file(module, name, &room);
        } else if (is_function(entry) && *name) {
            module->symbols[module->n_symbols++] = (struct symbol){
                .address = module->bias + entry->st_value,
                .size = entry->st_size,
                .name = name,
                .file = local ? source : NULL,
                .local = local,
            };
        }
    }
}

static int by_address(const void *a, const void *b)
{
    const struct symbol *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->local != y->local)
        return x->local - y->local;
    return strcmp(x->name, y->name);
}

/* One function of several names is in DETAIL mode if one of them is. */
static void share_detail(struct module *module)
{
    struct symbol *s = module->symbols;
    for (size_t i = 1; i < module->n_symbols; i++)
        if (s[i].address == s[i - 1].address)
            s[i].detail |= s[i - 1].detail;
    for (size_t i = module->n_symbols; i-- > 1;)
        if (s[i].address == s[i - 1].address)
            s[i - 1].detail |= s[i].detail;
}

static void read_table(struct module *module, const struct file *file,
                       const Section *table)
{
    if (table->sh_link >= file->n_sections ||
        table->sh_entsize != sizeof(Entry))
        return;
    size_t n = table->sh_size / sizeof(Entry);
    const Entry *entries = within(file, table->sh_offset, n, sizeof *entries);
    if (entries)
        add_all(module, file, entries, n, &file->sections[table->sh_link]);
    bop_sort(module->symbols, module->n_symbols, sizeof *module->symbols,
             by_address);
    bop_names_mark(module);
    share_detail(module);
}

static void complain(const struct module *module)
{
    bool main = bop_module_id(module) == 0;
    if (bop_names_all())
        return;
    bop_say(main ? "no symbol table, so functions.in says nothing: stripped? "
                   "Nothing is traced"
                 : "no symbol table, so functions.in names nothing in it: "
                   "stripped?",
            module->path, 0);
    bop_remark(main ? '!' : 'w', "no symbol table", module->path);
    if (main)
        bop_stop();
}

void bop_symbols_read(struct module *module)
{
    struct file file = { 0 };
    const Section *table = NULL;
    module->traced = true;
    if (open_file(&file, module->path))
        table = section(&file, SHT_SYMTAB);
    if (table)
        read_table(module, &file, table);
    else
        complain(module);
}

static bool holds(const struct symbol *symbol, uintptr_t address)
{
    return address == symbol->address ||
           address - symbol->address < symbol->size;
}

/* Of several names the first: global ones come before local ones. */
const struct symbol *bop_symbol_at(const struct module *module,
                                   uintptr_t address)
{
    const struct symbol *s = module->symbols;
    size_t low = 0, high = module->n_symbols;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s[middle].address > address)
            high = middle;
        else
            low = middle + 1;
    }
    if (low == 0)
        return NULL;
    for (low--; low > 0 && s[low - 1].address == s[low].address; low--)
        ;
    return holds(&s[low], address) ? &s[low] : NULL;
}
