#include "elf/symbols.h"

#include "util/index.h"

/* A table of symbols of the file. */
struct table {
    const struct elf_file *file;
    Elf_Data *symbols;
    size_t n;
    size_t strings;     /* the section of the names */
    Elf_Data *sections; /* by symbol: its section, where the number does not fit
                           into the symbol; NULL if all fit */
    bool *is_code;      /* by section: it has instructions */
    /* In the first 64-bit ABI of PowerPC, the symbol of a function is at a
       descriptor in section .opd, which has the function's address. */
    Elf_Data *descriptors; /* NULL if there are none */
    size_t opd;            /* their section */
    uint64_t opd_address;
};

static bool open_table(struct table *table, const struct elf_file *file,
                       uint32_t type)
{
    GElf_Shdr header;
    Elf_Scn *section = elf_find_section(file, type, &header);
    if (!section)
        return false;
    *table = (struct table){
        .file = file,
        .symbols = elf_getdata(section, NULL),
        .n = header.sh_size / gelf_fsize(file->elf, ELF_T_SYM, 1, EV_CURRENT),
        .strings = header.sh_link,
    };
    if (type == SHT_SYMTAB &&
        (section = elf_find_section(file, SHT_SYMTAB_SHNDX, &header)))
        table->sections = elf_getdata(section, NULL);
    return table->symbols;
}

/* Finds the sections that have instructions. */
static void find_code(struct table *table, struct arena *arena)
{
    GElf_Shdr header;
    table->is_code = NEW_N(arena, bool, table->file->n_sections);
    for (size_t i = 1; i < table->file->n_sections; i++)
        table->is_code[i] = elf_section(table->file, i, &header) &&
                            header.sh_flags & SHF_EXECINSTR;
}

static void find_descriptors(struct table *table)
{
    GElf_Shdr header;
    const struct elf_file *file = table->file;
    size_t i = elf_section_named(file, ".opd");
    if (file->header.e_machine != EM_PPC64 || !elf_section(file, i, &header))
        return;
    table->descriptors = elf_rawdata(elf_getscn(file->elf, i), NULL);
    table->opd = i;
    table->opd_address = header.sh_addr;
}

/* Replaces the address of a descriptor by the function's address, which is the
   descriptor's first eight bytes. Returns false if they are missing. */
static bool follow_descriptor(const struct table *table, GElf_Sym *symbol)
{
    uint64_t at = symbol->st_value - table->opd_address, entry = 0;
    const Elf_Data *data = table->descriptors;
    if (!data || !data->d_buf || data->d_size < 8 || at > data->d_size - 8)
        return false;
    for (unsigned i = 0; i < 8; i++) {
        unsigned byte = elf_is_big_endian(table->file) ? i : 7 - i;
        entry = entry << 8 | ((const unsigned char *)data->d_buf)[at + byte];
    }
    symbol->st_value = entry;
    return true;
}

/* Reads symbol i and the number of its section, which is 0 if the symbol is in
   no section. */
static bool get_symbol(const struct table *table, size_t i, GElf_Sym *symbol,
                       size_t *section)
{
    GElf_Word high = 0;
    if (i >= INT32_MAX || !gelf_getsymshndx(table->symbols, table->sections,
                                            (int)i, symbol, &high))
        return false;
    *section = symbol->st_shndx;
    if (symbol->st_shndx == SHN_XINDEX && table->sections)
        *section = high;
    else if (symbol->st_shndx >= SHN_LORESERVE)
        *section = 0;
    return true;
}

static const char *name_of(const struct table *table, const GElf_Sym *symbol)
{
    const char *name =
        elf_strptr(table->file->elf, table->strings, symbol->st_name);
    return name ? name : "";
}

/* True for a symbol that is not typed as a function but counts as one for GNU
   gprof: a label that somebody wrote, such as _start. Local labels with a '$'
   or '.' in their names are made by assemblers and compilers. */
static bool is_label(const GElf_Sym *symbol, const char *name)
{
    int type = GELF_ST_TYPE(symbol->st_info);
    int binding = GELF_ST_BIND(symbol->st_info);
    if (type != STT_NOTYPE && type != STT_OBJECT)
        return false;
    if (binding == STB_LOCAL)
        return !strpbrk(name, "$.");
    return binding == STB_GLOBAL || (binding == STB_WEAK && type == STT_NOTYPE);
}

/* Decides whether a symbol is a function or a label of code. If it is at a
   descriptor, gives it the address of the function. */
static bool is_code_symbol(const struct table *table, GElf_Sym *symbol,
                           size_t section, const char *name)
{
    bool is_function = GELF_ST_TYPE(symbol->st_info) == STT_FUNC;
    if (!*name)
        return false;
    if (is_function && table->descriptors && section == table->opd)
        return follow_descriptor(table, symbol);
    return section < table->file->n_sections && table->is_code[section] &&
           (is_function || is_label(symbol, name));
}

/* Returns the address without the lowest bit by which ARM marks Thumb
   functions. */
static uint64_t address_of(const struct table *table, const GElf_Sym *symbol)
{
    bool thumb = table->file->header.e_machine == EM_ARM &&
                 GELF_ST_TYPE(symbol->st_info) == STT_FUNC;
    return thumb ? symbol->st_value & ~(uint64_t)1 : symbol->st_value;
}

/* Returns the number of underscores in front of a name, at most 2. */
static int underscores(const char *name)
{
    return name[0] != '_' ? 0 : name[1] != '_' ? 1 : 2;
}

static int by_address(const void *left, const void *right)
{
    const struct elf_symbol *a = left, *b = right;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    if (a->is_local != b->is_local)
        return a->is_local ? 1 : -1;
    if (a->is_function != b->is_function)
        return a->is_function ? -1 : 1;
    if (underscores(a->name) != underscores(b->name))
        return underscores(a->name) - underscores(b->name);
    return a->index < b->index ? -1 : 1;
}

/* Keeps the first symbol of each address. It is a function if one of the others
   is, and has the largest size. */
static void drop_aliases(struct elf_symbols *symbols)
{
    size_t n = 0;
    for (size_t i = 0; i < symbols->n; i++) {
        struct elf_symbol *last = n ? &symbols->of[n - 1] : NULL;
        const struct elf_symbol *symbol = &symbols->of[i];
        if (!last || last->address != symbol->address) {
            symbols->of[n++] = *symbol;
            continue;
        }
        last->is_function |= symbol->is_function;
        if (last->size < symbol->size)
            last->size = symbol->size;
    }
    symbols->n = n;
}

/* Finds the function that each symbol belongs to. */
static void find_functions(struct elf_symbols *symbols)
{
    ptrdiff_t function = NO_SYMBOL;
    for (size_t i = 0; i < symbols->n; i++) {
        if (symbols->of[i].is_function)
            function = (ptrdiff_t)i;
        symbols->of[i].function = function;
    }
}

static void add_symbols(struct elf_symbols *symbols, const struct table *table)
{
    GElf_Sym symbol;
    size_t section;
    for (size_t i = 1; i < table->n; i++) {
        if (!get_symbol(table, i, &symbol, &section))
            continue;
        const char *name = name_of(table, &symbol);
        if (!is_code_symbol(table, &symbol, section, name))
            continue;
        symbols->of[symbols->n++] = (struct elf_symbol){
            .address = address_of(table, &symbol),
            .size = symbol.st_size,
            .name = name,
            .is_function = GELF_ST_TYPE(symbol.st_info) == STT_FUNC,
            .is_local = GELF_ST_BIND(symbol.st_info) == STB_LOCAL,
            .index = (uint32_t)i,
        };
    }
}

bool elf_symbols(struct elf_symbols *symbols, const struct elf_file *file,
                 uint32_t type, struct arena *arena)
{
    struct table table;
    uint64_t low;
    *symbols = (struct elf_symbols){ 0 };
    if (!open_table(&table, file, type) || !elf_text(file, &low, &symbols->end))
        return false;
    find_code(&table, arena);
    find_descriptors(&table);
    symbols->of = NEW_N(arena, struct elf_symbol, table.n);
    add_symbols(symbols, &table);
    SORT(symbols->of, symbols->n, by_address);
    drop_aliases(symbols);
    find_functions(symbols);
    return symbols->n > 0;
}

ptrdiff_t elf_owner(const struct elf_symbols *symbols, uint64_t address)
{
    if (address >= symbols->end)
        return NO_SYMBOL;
    size_t n = array_count_to(symbols->of, symbols->n, sizeof *symbols->of,
                              address);
    return n ? (ptrdiff_t)n - 1 : NO_SYMBOL;
}

bool elf_address_of(const struct elf_file *file, const char *name,
                    uint64_t *address)
{
    struct table table;
    GElf_Sym symbol;
    size_t section;
    if (!open_table(&table, file, SHT_SYMTAB))
        return false;
    for (size_t i = 1; i < table.n; i++) {
        if (!get_symbol(&table, i, &symbol, &section) ||
            symbol.st_shndx == SHN_UNDEF ||
            strcmp(name_of(&table, &symbol), name) != 0)
            continue;
        *address = symbol.st_value;
        return true;
    }
    return false;
}

void elf_objects_open(struct elf_objects *objects, const struct elf_file *file,
                      struct arena *arena)
{
    struct table table;
    GElf_Sym symbol;
    size_t section;
    *objects = (struct elf_objects){ .file = file, .claims.arena = arena };
    if (!open_table(&table, file, SHT_SYMTAB))
        return;
    objects->strings = table.strings;
    for (size_t i = 1; i < table.n; i++) {
        if (!get_symbol(&table, i, &symbol, &section) ||
            GELF_ST_TYPE(symbol.st_info) != STT_OBJECT)
            continue;
        uint64_t end = symbol.st_value + symbol.st_size;
        claims_add(&objects->claims, symbol.st_value,
                   end < symbol.st_value ? UINT64_MAX : end);
        *PUSH_IN(arena, &objects->names) = symbol.st_name;
    }
    claims_end(&objects->claims);
}

struct str elf_objects_find(const struct elf_objects *objects, uint64_t address)
{
    uint32_t i = claims_find(&objects->claims, address);
    return i == NO_ID ? S("")
                      : str_of(elf_strptr(objects->file->elf, objects->strings,
                                          objects->names.of[i]));
}
