/* The symbol table of an ELF file is the section of type SHT_SYMTAB (elf(5)).
   Symbols of local functions follow a symbol of type STT_FILE that names their
   source file; global symbols come last and belong to no file. */
#include "bop/program/symbols.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bop/base/memory.h"
#include "bop/base/sort.h"
#include "bop/program/detail.h"
#include "bop/program/modules.h"
#include "bop/trace/messages.h"
#include "bop/tracer.h"

typedef ElfW(Ehdr) Header;
typedef ElfW(Shdr) Section;
typedef ElfW(Sym) Entry;

/* A mapped file; it stays mapped, because symbols point to its names. */
struct mapped_file {
    const char *bytes;
    size_t size;
    const Section *sections;
    size_t n_sections;
};

/* Returns n items of a size at offset, or NULL if the file does not contain
   them. */
static const void *items_at(const struct mapped_file *file, uint64_t offset,
                            uint64_t n, size_t size)
{
    if (offset > file->size || offset % sizeof(uint32_t) ||
        n > (file->size - offset) / size)
        return NULL;
    return file->bytes + offset;
}

/* Maps an ELF file and finds its sections. */
static bool map_file(struct mapped_file *file, const char *path)
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
    if (!file->bytes || file->bytes == MAP_FAILED)
        return false;
    const Header *header = (const void *)file->bytes;
    if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_shentsize != sizeof(Section))
        return false;
    file->n_sections = header->e_shnum;
    file->sections =
        items_at(file, header->e_shoff, header->e_shnum, sizeof(Section));
    return file->sections;
}

/* Returns the text at an offset of a section of strings, or "". */
static const char *text_at(const struct mapped_file *file,
                           const Section *strings, uint32_t offset)
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

static void add_symbols(struct module *module, const struct mapped_file *file,
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
            module->files = bop_memory_grow(module->files, module->n_files,
                                            &room, sizeof *module->files);
            module->files[module->n_files++] = name;
        } else if (is_function(entry) && *name) {
            module->symbols[module->n_symbols++] = (struct function_symbol){
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
    const struct function_symbol *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->local != y->local)
        return x->local - y->local;
    return strcmp(x->name, y->name);
}

/* Puts a function with several names into DETAIL mode if one of them is. */
static void share_detail(struct module *module)
{
    struct function_symbol *s = module->symbols;
    for (size_t i = 1; i < module->n_symbols; i++)
        if (s[i].address == s[i - 1].address)
            s[i].detail |= s[i - 1].detail;
    for (size_t i = module->n_symbols; i-- > 1;)
        if (s[i].address == s[i - 1].address)
            s[i - 1].detail |= s[i].detail;
}

static void read_table(struct module *module, const struct mapped_file *file,
                       const Section *table)
{
    if (table->sh_link >= file->n_sections ||
        table->sh_entsize != sizeof(Entry))
        return;
    size_t n = table->sh_size / sizeof(Entry);
    const Entry *entries = items_at(file, table->sh_offset, n, sizeof *entries);
    if (entries)
        add_symbols(module, file, entries, n, &file->sections[table->sh_link]);
    bop_sort(module->symbols, module->n_symbols, sizeof *module->symbols,
             by_address);
    bop_detail_mark(module);
    share_detail(module);
}

static void complain(const struct module *module)
{
    bool program = bop_module_id(module) == 0;
    if (bop_detail_all() || bop_tracer.dead)
        return;
    bop_message_print(program ? "no symbol table, so functions.in cannot be "
                                "applied and nothing is traced: stripped?"
                              : "no symbol table, so functions.in cannot be "
                                "applied to it: stripped?",
                      module->path, 0);
    bop_message_keep(program ? '!' : 'w', "no symbol table", module->path);
    if (program)
        bop_tracer_stop();
}

void bop_symbols_read(struct module *module)
{
    struct mapped_file file = { 0 };
    const Section *table = NULL;
    module->symbols_read = true;
    if (map_file(&file, module->path))
        for (size_t i = 0; i < file.n_sections && !table; i++)
            if (file.sections[i].sh_type == SHT_SYMTAB)
                table = &file.sections[i];
    if (table)
        read_table(module, &file, table);
    else
        complain(module);
}

bool bop_symbol_calls(const struct function_symbol *symbol)
{
#ifdef __aarch64__
    const uint32_t *code = (const void *)symbol->address;
    for (size_t i = 0; i < symbol->size / sizeof *code; i++)
        if (code[i] >> 26 == 0x25 || code[i] >> 10 == 0xd63f0000 >> 10)
            return true; /* bl, blr */
#else
    const uint8_t *code = (const void *)symbol->address;
    for (size_t i = 0; i + 5 <= symbol->size; i++)
        if (code[i] == 0xe8 || (code[i] == 0xff && code[i + 1] == 0x15))
            return true; /* call */
#endif
    return symbol->size == 0;
}

const struct function_symbol *bop_symbol_at(const struct module *module,
                                            uintptr_t address)
{
    const struct function_symbol *s = module->symbols;
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
    /* If there are several names, the first is taken; global ones come before
       local ones. */
    for (low--; low > 0 && s[low - 1].address == s[low].address; low--)
        ;
    /* Some functions written in assembler have no size. */
    bool inside = address == s[low].address ||
                  address - s[low].address < s[low].size;
    return inside ? &s[low] : NULL;
}
