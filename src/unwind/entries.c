#include "unwind/entries.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include "util/index.h"
#include "util/memory.h"

/* Takes a pointer in an encoding (DW_EH_PE_...). Only forms of files that are
   linked can be read; for others the piece of bytes becomes too short. */
static uint64_t take_pointer(struct bytes *bytes, unsigned encoding,
                             const struct unwind_entries *entries)
{
    uint64_t here =
        entries->address + (uint64_t)(bytes->at - entries->section), n = 0;
    switch (encoding & 0x0f) {
    case DW_EH_PE_absptr: n = bytes_take(bytes, entries->word); break;
    case DW_EH_PE_udata8:
    case DW_EH_PE_sdata8: n = bytes_take(bytes, 8); break;
    case DW_EH_PE_uleb128: n = bytes_take_uleb(bytes); break;
    case DW_EH_PE_udata2: n = bytes_take(bytes, 2); break;
    case DW_EH_PE_udata4: n = bytes_take(bytes, 4); break;
    case DW_EH_PE_sleb128: n = (uint64_t)bytes_take_sleb(bytes); break;
    case DW_EH_PE_sdata2: n = (uint64_t)bytes_take_signed(bytes, 2); break;
    case DW_EH_PE_sdata4: n = (uint64_t)bytes_take_signed(bytes, 4); break;
    default: bytes->is_short = true;
    }
    switch (encoding & 0xf0) {
    case DW_EH_PE_absptr: return n;
    case DW_EH_PE_pcrel:
        n += here;
        return entries->word == 4 ? (uint32_t)n : n;
    default: bytes->is_short = true; return 0;
    }
}

/* Reads the letters of the augmentation, each of which may have data. An
   unknown letter ends them: the size, letter z, is known in spite of it. */
static bool read_augmentation(struct unwind_common *common,
                              const Dwarf_CIE *entry,
                              const struct unwind_entries *entries)
{
    const char *letter = entry->augmentation;
    struct bytes data = { entry->augmentation_data,
                          entry->augmentation_data +
                              entry->augmentation_data_size, false };
    if (!*letter)
        return true;
    if (*letter++ != 'z' || !entry->augmentation_data)
        return false;
    common->has_size = true;
    for (; *letter; letter++) {
        switch (*letter) {
        case 'R': common->encoding = (uint8_t)bytes_take(&data, 1); break;
        case 'L': bytes_skip(&data, 1); break;
        case 'P':
            take_pointer(&data, bytes_take(&data, 1) & 0x0f, entries);
            break;
        case 'S': common->is_signal = true; break;
        case 'B': /* AArch64: which key signs return addresses */
        case 'G': break; /* AArch64: tagged stack */
        default: return !data.is_short;
        }
    }
    return !data.is_short;
}

static void add_common(struct unwind_entries *entries, uint64_t offset,
                       const Dwarf_CIE *entry)
{
    struct unwind_common common = {
        .offset = offset,
        .instructions = { entry->initial_instructions,
                          entry->initial_instructions_end, false },
        .code_factor = entry->code_alignment_factor,
        .data_factor = entry->data_alignment_factor,
        .return_register = entry->return_address_register,
        .encoding = DW_EH_PE_absptr,
    };
    common.is_known = read_augmentation(&common, entry, entries);
    *PUSH_IN(entries->cover.arena, &entries->commons) = common;
}

static bool find_common(const struct unwind_entries *entries, uint64_t offset,
                        uint32_t *number)
{
    size_t n = COUNT_TO(&entries->commons, offset);
    *number = (uint32_t)n - 1;
    return n && entries->commons.of[n - 1].offset == offset &&
           entries->commons.of[n - 1].is_known;
}

static void add_function(struct unwind_entries *entries, const Dwarf_FDE *entry)
{
    struct bytes bytes = { entry->start, entry->end, false };
    struct unwind_function function = { 0 };
    if (!find_common(entries, entry->CIE_pointer, &function.common))
        return;
    const struct unwind_common *common = &entries->commons.of[function.common];
    function.low = take_pointer(&bytes, common->encoding, entries);
    uint64_t size = take_pointer(&bytes, common->encoding & 0x0f, entries);
    if (common->has_size)
        bytes_skip(&bytes, bytes_take_uleb(&bytes));
    /* The linker leaves entries at 0 for functions that it dropped. */
    if (bytes.is_short || size == 0 || size > UINT32_MAX || function.low == 0)
        return;
    function.size = (uint32_t)size;
    function.at = bytes.at;
    function.end = bytes.end;
    *PUSH_IN(entries->cover.arena, &entries->functions) = function;
}

/* Reads the common entries or those of the functions. Functions may come before
   what they have in common. */
static void read_all(struct unwind_entries *entries,
                     const struct elf_file *file, bool is_eh, bool functions)
{
    Elf_Data data = { .d_buf = (void *)entries->section,
                      .d_size = entries->size,
                      .d_type = ELF_T_BYTE,
                      .d_version = EV_CURRENT };
    Dwarf_Off at = 0, next;
    Dwarf_CFI_Entry entry;
    for (; at < entries->size; at = next) {
        next = at;
        int status = dwarf_next_cfi(file->header.e_ident, &data, is_eh, at,
                                    &next, &entry);
        if (status > 0 || next <= at)
            break;
        if (status < 0)
            continue;
        bool is_common = dwarf_cfi_cie_p(&entry);
        if (is_common && !functions)
            add_common(entries, at, &entry.cie);
        else if (!is_common && functions)
            add_function(entries, &entry.fde);
    }
}

static int by_address(const void *a, const void *b)
{
    const struct unwind_function *x = a, *y = b;
    int order = COMPARE(x->low, y->low);
    return order ? order : COMPARE(x->at, y->at);
}

static void sort(struct unwind_entries *entries)
{
    for (size_t i = 1; i < entries->functions.n; i++) {
        if (entries->functions.of[i - 1].low > entries->functions.of[i].low) {
            SORT(entries->functions.of, entries->functions.n, by_address);
            return;
        }
    }
}

/* Returns the address behind a function, or the last one of all. */
static uint64_t end_of(const struct unwind_function *function)
{
    return function->size > UINT64_MAX - function->low
               ? UINT64_MAX
               : function->low + function->size;
}

/* Linkers write functions that do not overlap. If some do, a cover finds those
   that continue behind others which begin later. */
static void cover_overlaps(struct unwind_entries *entries)
{
    const struct unwind_function *of = entries->functions.of;
    size_t i = 1;
    while (i < entries->functions.n && end_of(&of[i - 1]) <= of[i].low)
        i++;
    if (i >= entries->functions.n || entries->functions.n > UINT32_MAX)
        return;
    for (i = 0; i < entries->functions.n; i++)
        cover_add(&entries->cover, of[i].low, end_of(&of[i]), (uint32_t)i);
    cover_end(&entries->cover);
}

/* Unpacks a section in place, once its memory is counted. */
static bool decompress(Elf_Scn *section)
{
    GElf_Chdr header;
    if (!gelf_getchdr(section, &header))
        return false;
    memory_count(header.ch_size);
    return elf_compress(section, 0, 0) >= 0;
}

struct unwind_entries unwind_entries_read(const struct elf_file *file,
                                          const char *name,
                                          struct arena *arena)
{
    struct unwind_entries entries = { .cover.arena = arena };
    GElf_Shdr header;
    size_t number = elf_section_named(file, name);
    if (!number || !elf_section(file, number, &header) ||
        header.sh_type == SHT_NOBITS)
        return entries;
    Elf_Scn *section = elf_getscn(file->elf, number);
    if (header.sh_flags & SHF_COMPRESSED && !decompress(section))
        return entries;
    Elf_Data *data = elf_rawdata(section, NULL);
    if (!data || !data->d_buf)
        return entries;
    entries.section = data->d_buf;
    entries.size = data->d_size;
    entries.address = header.sh_addr;
    entries.word = elf_pointer(file);
    bool is_eh = strcmp(name, ".eh_frame") == 0;
    read_all(&entries, file, is_eh, false);
    read_all(&entries, file, is_eh, true);
    sort(&entries);
    cover_overlaps(&entries);
    return entries;
}

struct unwind_function *
unwind_entries_find(const struct unwind_entries *entries, uint64_t address)
{
    size_t n = COUNT_TO(&entries->functions, address);
    struct unwind_function *last = n ? &entries->functions.of[n - 1] : NULL;
    if (last && address - last->low < last->size)
        return last;
    uint32_t outer = cover_find(&entries->cover, address);
    return outer == NO_ID ? NULL : &entries->functions.of[outer];
}
