/* The symbol table of an ELF file is the section of type SHT_SYMTAB (elf(5)).
   Symbols of local functions follow a symbol of type STT_FILE that names their
   source file; global symbols come last and belong to no file. */
#include "bop/program/symbols.h"

#include <string.h>

#include "bop/base/memory.h"
#include "bop/base/sort.h"
#include "bop/program/detail.h"
#include "bop/program/elf.h"
#include "bop/program/modules.h"
#include "bop/trace/messages.h"
#include "bop/tracer.h"

typedef ElfW(Sym) Entry;

static bool is_function(const Entry *entry)
{
    int type = ELF64_ST_TYPE(entry->st_info);
    return (type == STT_FUNC || type == STT_GNU_IFUNC) &&
           entry->st_shndx != SHN_UNDEF;
}

static void add_symbols(struct module *module, const struct elf_file *file,
                        const Entry *entries, size_t n,
                        const ElfW(Shdr) *strings)
{
    const char *source = NULL;
    size_t room = 0;
    module->symbols = bop_memory(n * sizeof *module->symbols);
    for (size_t i = 0; i < n; i++) {
        const Entry *entry = &entries[i];
        const char *name = bop_elf_text(file, strings, entry->st_name);
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
            s[i].is_under_study |= s[i - 1].is_under_study;
    for (size_t i = module->n_symbols; i-- > 1;)
        if (s[i].address == s[i - 1].address)
            s[i - 1].is_under_study |= s[i].is_under_study;
}

static void read_table(struct module *module, const struct elf_file *file,
                       const ElfW(Shdr) *table)
{
    if (table->sh_link >= file->n_sections ||
        table->sh_entsize != sizeof(Entry))
        return;
    size_t n = table->sh_size / sizeof(Entry);
    const Entry *entries = bop_elf_items(file, table->sh_offset, n,
                                         sizeof *entries);
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
    struct elf_file file;
    const ElfW(Shdr) *table = NULL;
    module->symbols_read = true;
    bop_elf_map(&file, module->path);
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
