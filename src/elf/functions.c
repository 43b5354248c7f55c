#include "elf/functions.h"

#include "util/index.h"

/* The most that a last function without size may have, in a table that does not
   say where its section ends: two pages, as perf has it. */
enum { LAST_SIZE = 2 * 4096 };

static void add(struct elf_functions *functions, struct elf_function function)
{
    if (functions->n < UINT32_MAX)
        *PUSH_IN(functions->arena, functions) = function;
}

/* ---- Tables of symbols ---- */

static bool is_in_section(const GElf_Sym *symbol)
{
    return symbol->st_shndx != SHN_UNDEF && symbol->st_shndx != SHN_ABS &&
           symbol->st_shndx != SHN_COMMON;
}

/* Labels count in sections of code, unless they are hidden. */
static bool is_label(const struct elf_file *file, const GElf_Sym *symbol)
{
    GElf_Shdr header;
    unsigned visibility = GELF_ST_VISIBILITY(symbol->st_other);
    return GELF_ST_TYPE(symbol->st_info) == STT_NOTYPE &&
           visibility != STV_HIDDEN && visibility != STV_INTERNAL &&
           symbol->st_shndx < SHN_LORESERVE &&
           elf_section(file, symbol->st_shndx, &header) &&
           header.sh_flags & SHF_EXECINSTR;
}

/* Returns the end of the symbol's section, or 0. */
static uint64_t section_end(const struct elf_file *file, const GElf_Sym *symbol)
{
    GElf_Shdr header;
    return symbol->st_shndx < SHN_LORESERVE &&
                   elf_section(file, symbol->st_shndx, &header)
               ? header.sh_addr + header.sh_size
               : 0;
}

static bool is_function(const GElf_Sym *symbol)
{
    int type = GELF_ST_TYPE(symbol->st_info);
    return type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_OBJECT;
}

static void add_symbol(struct elf_functions *functions,
                       const struct elf_file *file, const GElf_Sym *symbol,
                       const char *name)
{
    bool label = is_label(file, symbol);
    int binding = GELF_ST_BIND(symbol->st_info);
    /* Names such as "$x" mark where code begins for assemblers. */
    if (!is_in_section(symbol) || !name[0] || name[0] == '$' ||
        (!label && !is_function(symbol)))
        return;
    bool thumb = file->header.e_machine == EM_ARM &&
                 GELF_ST_TYPE(symbol->st_info) == STT_FUNC;
    uint64_t start = symbol->st_value & ~(uint64_t)thumb;
    add(functions, (struct elf_function){
                       .start = start,
                       .end = start + symbol->st_size,
                       .limit = symbol->st_size ? 0 : section_end(file, symbol),
                       .name = name,
                       .rank = (uint8_t)((binding == STB_WEAK) * 2 +
                                         (binding == STB_LOCAL)),
                       .is_label = label,
                   });
}

static void add_table(struct elf_functions *functions,
                      const struct elf_file *file, uint32_t type)
{
    GElf_Shdr header;
    GElf_Sym symbol;
    Elf_Scn *section = elf_find_section(file, type, &header);
    Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
    for (int i = 1; data && gelf_getsym(data, i, &symbol); i++) {
        const char *name = elf_strptr(file->elf, header.sh_link,
                                      symbol.st_name);
        if (name)
            add_symbol(functions, file, &symbol, name);
    }
}

void elf_functions_add(struct elf_functions *functions,
                       const struct elf_file *file)
{
    add_table(functions, file, SHT_SYMTAB);
    add_table(functions, file, SHT_DYNSYM);
}

void elf_functions_add_one(struct elf_functions *functions, uint64_t start,
                           uint64_t end, const char *name)
{
    add(functions,
        (struct elf_function){ .start = start, .end = end, .name = name });
}

/* ---- Stubs ---- */

/* Names the stubs of a section after the relocations that they belong to.
   Those that have no symbol, of which a library calls one of several functions
   for its processor, are "@plt", as perf calls them. The first of them begins
   `skipped` bytes behind the start of the section. */
static void add_stubs(struct elf_functions *functions,
                      const struct elf_file *file, const char *section,
                      uint64_t skipped)
{
    enum { STUB_SIZE = 16 };
    GElf_Shdr stubs, relocations, symbols;
    size_t at = elf_section_named(file, section);
    size_t from = elf_section_named(file, ".rela.plt");
    if (!at || !from || !elf_section(file, at, &stubs) ||
        !elf_section(file, from, &relocations) ||
        !elf_section(file, relocations.sh_link, &symbols))
        return;
    Elf_Data *data = elf_getdata(elf_getscn(file->elf, from), NULL);
    Elf_Data *table =
        elf_getdata(elf_getscn(file->elf, relocations.sh_link), NULL);
    GElf_Rela relocation;
    GElf_Sym symbol;
    for (int i = 0; data && table && gelf_getrela(data, i, &relocation); i++) {
        uint64_t start = stubs.sh_addr + skipped + STUB_SIZE * (uint64_t)i;
        if (start >= stubs.sh_addr + stubs.sh_size)
            break;
        if (!gelf_getsym(table, (int)GELF_R_SYM(relocation.r_info), &symbol))
            continue;
        const char *name = elf_strptr(file->elf, symbols.sh_link,
                                      symbol.st_name);
        if (name)
            elf_functions_add_one(
                functions, start, start + STUB_SIZE,
                arena_printf(functions->arena, "%s@plt", name).s);
    }
}

void elf_functions_add_plt(struct elf_functions *functions,
                           const struct elf_file *file)
{
    if (file->header.e_machine == EM_X86_64) {
        add_stubs(functions, file, ".plt", 16);
        add_stubs(functions, file, ".plt.sec", 0);
    } else if (file->header.e_machine == EM_AARCH64) {
        add_stubs(functions, file, ".plt", 32);
    }
}

/* ---- Order ---- */

/* The most bytes of a name that are compared. A damaged table may have millions
   of long names that share their bytes. */
enum { COMPARED = 1024 };

/* Returns how many underscores a name begins with. */
static size_t underscores(const char *name)
{
    size_t n = 0;
    while (n < COMPARED && name[n] == '_')
        n++;
    return n;
}

/* Is the first a better name for an address than the second, which comes before
   it in the file? */
static bool is_better(const struct elf_function *a,
                      const struct elf_function *b)
{
    bool a_sized = a->end > a->start, b_sized = b->end > b->start;
    size_t a_under = underscores(a->name), b_under = underscores(b->name);
    if (a_sized != b_sized)
        return a_sized;
    if (a->rank != b->rank)
        return a->rank < b->rank;
    if (a_under != b_under)
        return a_under < b_under;
    return strnlen(a->name, COMPARED + 1) > strnlen(b->name, COMPARED + 1);
}

/* Returns the end of a function without size; `next` may be NULL. */
static uint64_t end_of(const struct elf_function *function,
                       const struct elf_function *next)
{
    uint64_t limit = function->limit > function->start
                         ? function->limit
                         : function->start + LAST_SIZE;
    if (!next)
        return limit;
    return function->limit && limit < next->start ? limit : next->start;
}

void elf_functions_sort(struct elf_functions *functions)
{
    struct elf_function *list = functions->of;
    size_t n = 0;
    array_sort(list, functions->n, sizeof *list);
    for (size_t i = 0; i < functions->n; i++)
        if (list[i].end <= list[i].start)
            list[i].end = end_of(&list[i], i + 1 < functions->n ? &list[i + 1]
                                                            : NULL);
    for (size_t i = 0; i < functions->n; i++) {
        if (n == 0 || list[n - 1].start != list[i].start)
            list[n++] = list[i];
        else if (is_better(&list[i], &list[n - 1]))
            list[n - 1] = list[i];
    }
    functions->n = n;
    functions->cover.arena = functions->labels.arena = functions->arena;
    for (size_t i = 0; i < n; i++)
        cover_add(list[i].is_label ? &functions->labels : &functions->cover,
                  list[i].start, list[i].end, (uint32_t)i);
    cover_end(&functions->cover);
    cover_end(&functions->labels);
}

const struct elf_function *
elf_functions_find(const struct elf_functions *functions, uint64_t address)
{
    uint32_t i = cover_find(&functions->cover, address);
    if (i == NO_ID)
        i = cover_find(&functions->labels, address);
    return i == NO_ID ? NULL : &functions->of[i];
}
