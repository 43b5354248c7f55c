#include "elf/go.h"

/* The most steps that are read for all addresses together, so that a damaged
   table takes no more than seconds. */
enum { MOST_WORK = 1 << 30 };

/* ---- Numbers ---- */

/* Returns the number of `size` bytes at an offset of the table, 0 beyond its
   end. */
static uint64_t number(const struct elf_go *go, uint64_t at, unsigned size)
{
    uint64_t value = 0;
    if (at > go->table.len || go->table.len - at < size)
        return 0;
    const unsigned char *bytes = (const unsigned char *)go->table.s + at;
    for (unsigned i = 0; i < size; i++)
        value = value << 8 | bytes[go->is_big_endian ? i : size - 1 - i];
    return value;
}

static uint64_t word(const struct elf_go *go, uint64_t at)
{
    return number(go, at, go->word);
}

/* Returns a text of the table, "" if it has no end. */
static const char *text(const struct elf_go *go, uint64_t at)
{
    return at < go->table.len ? go->table.s + at : "";
}

/* ---- The header ---- */

static bool find_layout(struct elf_go *go)
{
    static const struct {
        uint32_t magic;
        unsigned version;
    } layouts[] = {
        { 0xfffffffb, 2 },
        { 0xfffffffa, 16 },
        { 0xfffffff0, 18 },
        { 0xfffffff1, 20 },
    };
    uint64_t magic = number(go, 0, 4);
    for (size_t i = 0; i < ROWS(layouts); i++)
        if (layouts[i].magic == magic)
            go->version = layouts[i].version;
    return go->version > 0;
}

/* Finds the number that the loader of a position-independent program adds to
   its base and stores at an address. */
static uint64_t relocated(const struct elf_file *file, uint64_t address)
{
    GElf_Shdr header;
    GElf_Rela relocation;
    size_t section = elf_section_named(file, ".rela.dyn");
    if (!section || !elf_section(file, section, &header))
        return 0;
    Elf_Data *data = elf_getdata(elf_getscn(file->elf, section), NULL);
    for (int i = 0; data && gelf_getrela(data, i, &relocation); i++)
        if (relocation.r_offset == address)
            return (uint64_t)relocation.r_addend;
    return 0;
}

/* Takes the numbers of the header. The table is at an address of the
   program. */
static void read_header(struct elf_go *go, const struct elf_file *file,
                        uint64_t address)
{
    uint64_t at[8];
    unsigned w = go->word;
    for (unsigned i = 0; i < 8; i++)
        at[i] = word(go, 8 + i * w);
    go->n = at[0];
    if (go->version == 2) {
        go->list = 8 + w;
        uint64_t end = go->list + go->n % UINT32_MAX * 2 * w + w;
        go->files = number(go, end, 4);
        return;
    }
    const uint64_t *parts = go->version == 16 ? at + 2 : at + 3;
    go->names = parts[0];
    go->units = parts[1];
    go->files = parts[2];
    go->steps = parts[3];
    go->list = parts[4];
    if (go->version >= 18)
        go->code = at[2] ? at[2] : relocated(file, address + 8 + 2 * w);
}

/* Returns the size of an address in the list of functions. */
static unsigned entry_size(const struct elf_go *go)
{
    return go->version >= 18 ? 4 : go->word;
}

bool elf_go_open(struct elf_go *go, const struct elf_file *file)
{
    GElf_Shdr header;
    size_t section = elf_section_named(file, ".gopclntab");
    *go = (struct elf_go){ .table = STR("") };
    if (!section)
        section = elf_section_named(file, ".data.rel.ro.gopclntab");
    if (!section || !elf_section(file, section, &header) ||
        header.sh_type == SHT_NOBITS)
        return false;
    Elf_Data *data = elf_getdata(elf_getscn(file->elf, section), NULL);
    if (!data || !data->d_buf)
        return false;
    go->table = (struct str){ data->d_buf, data->d_size };
    go->is_big_endian = elf_is_big_endian(file);
    go->quantum = (unsigned)number(go, 6, 1);
    go->word = (unsigned)number(go, 7, 1);
    /* Texts of the table then have an end. */
    while (go->table.len && go->table.s[go->table.len - 1] != '\0')
        go->table.len--;
    bool good = (go->word == 4 || go->word == 8) && go->quantum &&
                find_layout(go);
    if (good) {
        read_header(go, file, header.sh_addr);
        uint64_t room = (go->table.len - 8) / 2 / entry_size(go);
        good = go->list < go->table.len && go->n && go->n < room;
    }
    if (!good)
        go->table = S("");
    return good;
}

/* ---- Descriptions ---- */

/* Returns the address of the i-th function. */
static uint64_t entry(const struct elf_go *go, uint64_t i)
{
    unsigned size = entry_size(go);
    return go->code + number(go, go->list + 2 * i * size, size);
}

/* Returns the place of the description of the i-th function. */
static uint64_t description(const struct elf_go *go, uint64_t i)
{
    unsigned size = entry_size(go);
    uint64_t at = number(go, go->list + (2 * i + 1) * size, size);
    return go->version == 2 ? at : go->list + at;
}

/* Returns the i-th number behind the address in a description, from 0. */
static uint32_t field(const struct elf_go *go, uint64_t of, unsigned i)
{
    return (uint32_t)number(go, of + entry_size(go) + 4 * i, 4);
}

enum { NAME = 0, FILE_STEPS = 4, LINE_STEPS = 5, UNIT = 7, FIRST_LINE = 8 };

/* ---- Steps ---- */

/* Takes a number of 7 bits in each byte, the lowest first. */
static bool take_varint(struct elf_go *go, uint64_t *at, uint32_t *value)
{
    unsigned byte = 0x80;
    *value = 0;
    for (unsigned shift = 0; byte & 0x80; shift += 7) {
        if (*at >= go->table.len || shift > 28 || go->work++ > MOST_WORK)
            return false;
        byte = (unsigned char)go->table.s[(*at)++];
        *value |= (uint32_t)(byte & 0x7f) << shift;
    }
    return true;
}

/* Walks steps of a function up to an address and returns the value there. Sets
   *end to the end of what was walked. Returns -1 if all steps end before. A
   change of 0 ends the steps, but for the first. */
static int64_t walk(struct elf_go *go, uint64_t steps, uint64_t address,
                    uint64_t *end)
{
    int64_t value = -1;
    uint64_t at = go->steps + steps;
    bool is_first = true;
    uint32_t change, quanta;
    while (take_varint(go, &at, &change) && (change || is_first) &&
           take_varint(go, &at, &quanta)) {
        value += change & 1 ? -(int64_t)(change >> 1) - 1
                            : (int64_t)(change >> 1);
        *end += (uint64_t)quanta * go->quantum;
        if (address < *end)
            return value;
        is_first = false;
    }
    return -1;
}

/* Returns the value of steps at an address of a function that begins at
   `start`, or -1. */
static int64_t value_at(struct elf_go *go, uint64_t steps, uint64_t start,
                        uint64_t address)
{
    return walk(go, steps, address, &start);
}

/* ---- Functions and lines ---- */

/* Functions are aligned, so their code may end before the next one begins. */
static uint64_t end_of(struct elf_go *go, uint64_t i)
{
    uint64_t next = entry(go, i + 1), end = entry(go, i);
    walk(go, field(go, description(go, i), LINE_STEPS), next, &end);
    return end > entry(go, i) && end < next ? end : next;
}

void elf_go_functions(struct elf_go *go, struct elf_functions *functions)
{
    for (uint64_t i = 0; go->table.len && i < go->n; i++) {
        uint64_t start = entry(go, i), end = entry(go, i + 1);
        const char *name =
            text(go, go->names + field(go, description(go, i), NAME));
        if (start < end && name[0])
            elf_functions_add_one(functions, start, end_of(go, i), name);
    }
}

/* Returns the number of the function that has an address, or go->n. */
static uint64_t function_at(const struct elf_go *go, uint64_t address)
{
    uint64_t low = 0, high = go->n;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (entry(go, middle) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low && address < entry(go, low) ? low - 1 : go->n;
}

/* Returns the name of a file by its number, from 1 in 1.2, and from 0 in a unit
   of later versions. */
static const char *file_name(const struct elf_go *go, uint64_t function,
                             int64_t number_of_file)
{
    uint64_t i = (uint64_t)number_of_file;
    if (number_of_file < 0 || (go->version == 2 && !i))
        return "";
    if (go->version == 2)
        return text(go, number(go, go->files + 4 * i, 4));
    uint64_t at = number(go, go->units + 4 * (field(go, function, UNIT) + i), 4);
    return at == UINT32_MAX ? "" : text(go, go->files + at);
}

void elf_go_line(struct elf_go *go, struct elf_line *line, bool is_start,
                 struct arena *arena)
{
    uint64_t i = go->table.len ? function_at(go, line->address) : 0;
    if (!go->table.len || i == go->n)
        return;
    uint64_t function = description(go, i), start = entry(go, i);
    uint64_t address = is_start ? start : line->address;
    int64_t number_of_line =
        is_start && go->version >= 20
            ? (int32_t)field(go, function, FIRST_LINE)
            : value_at(go, field(go, function, LINE_STEPS), start, address);
    const char *file =
        file_name(go, function,
                  value_at(go, field(go, function, FILE_STEPS), start, address));
    if (!file[0])
        return;
    line->file = arena_copy(arena, str_of(file));
    line->line = number_of_line > 0 ? (uint64_t)number_of_line : 0;
}
