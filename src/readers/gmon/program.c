#include "readers/gmon/program.h"

#include "elf/debug.h"
#include "util/diag.h"

enum {
    PAGE = 4096,
    FEW = 8, /* histograms that are looked at one by one */
};

/* Whether the C library or the start code of a system begins with the first
   loaded byte, with an own label or with the entry; what it rounds to 4. */
static const char *const begins[] = { "__executable_start", "eprol", "__eprol",
                                      "_eprol", "_start" };
static const char *const ends[] = { "etext", "_etext" };

static uint64_t round_down(uint64_t address)
{
    return address & ~(uint64_t)3;
}

static uint64_t round_up(uint64_t address)
{
    return round_down(address + 3);
}

static void find_range(struct gmon_program *program)
{
    uint64_t label;
    program->lows[program->n_lows++] = round_down(program->low);
    program->highs[program->n_highs++] = round_up(program->high);
    for (size_t i = 0; i < ROWS(begins); i++)
        if (elf_address_of(&program->file, begins[i], &label))
            program->lows[program->n_lows++] = round_down(label);
    for (size_t i = 0; i < ROWS(ends); i++)
        if (elf_address_of(&program->file, ends[i], &label))
            program->highs[program->n_highs++] = round_up(label);
}

static bool read_symbols(struct gmon_program *program, struct arena *arena)
{
    struct elf_symbols *symbols = &program->symbols;
    const struct elf_file *debug = &program->debug;
    if (elf_symbols(symbols, &program->file, SHT_SYMTAB, arena) ||
        (debug->elf && elf_symbols(symbols, debug, SHT_SYMTAB, arena)))
        return true;
    program->is_coarse = true;
    if (!elf_symbols(symbols, &program->file, SHT_DYNSYM, arena))
        return diag_error("%s: no symbols of functions: was it stripped? Take "
                          "the program as it was linked, or its debug file",
                          program->file.path);
    diag_warn("%s: stripped: all that is known are exported functions; others "
              "count as part of the one before",
              program->file.path);
    return true;
}

/* Where symbols or lines are missing, a separate file may have them. */
static void look_for_debug_file(struct gmon_program *program,
                                struct arena *arena)
{
    GElf_Shdr header;
    if (!elf_find_section(&program->file, SHT_SYMTAB, &header) ||
        !elf_has_lines(&program->file))
        elf_debug_open(&program->debug, &program->file, ELF_DEBUG_ROOT, arena);
}

bool gmon_program_open(struct gmon_program *program, const char *path,
                       struct arena *arena)
{
    *program = (struct gmon_program){ .debug = { .fd = -1 } };
    if (!elf_open(&program->file, path))
        return false;
    look_for_debug_file(program, arena);
    if (!elf_text(&program->file, &program->low, &program->high))
        diag_error("%s: a program without instructions", path);
    else if (read_symbols(program, arena))
        return find_range(program), true;
    gmon_program_close(program);
    return false;
}

void gmon_program_close(struct gmon_program *program)
{
    elf_close(&program->file);
    elf_close(&program->debug);
}

struct gmon_layout gmon_program_layout(const struct gmon_program *program)
{
    return (struct gmon_layout){ elf_pointer(&program->file),
                                 elf_is_big_endian(&program->file) };
}

uint64_t gmon_address(const struct gmon_program *program, uint64_t address,
                      uint64_t moved)
{
    uint64_t mask = elf_pointer(&program->file) == 8 ? UINT64_MAX : UINT32_MAX;
    return (address - moved) & mask;
}

static bool is_one_of(uint64_t address, const uint64_t *places, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (places[i] == address)
            return true;
    return false;
}

static bool is_own(const struct gmon_program *program, uint64_t low,
                   uint64_t high)
{
    return is_one_of(low, program->lows, program->n_lows) &&
           is_one_of(high, program->highs, program->n_highs);
}

/* Only a program that can be loaded anywhere is, and at a page. */
static bool was_moved(const struct gmon_program *program, uint64_t low,
                      uint64_t high, uint64_t *moved)
{
    uint64_t by = gmon_address(program, low - round_down(program->low), 0);
    if (program->file.header.e_type != ET_DYN || by % PAGE ||
        gmon_address(program, high, by) != round_up(program->high))
        return false;
    *moved = by;
    return true;
}

static bool tell_misfit(const struct gmon_program *program,
                        const struct gmon_file *file, bool force, uint64_t low,
                        uint64_t high)
{
    static const char *const text =
        "%s: this is of another program than %s, or of another build: samples "
        "were taken from %#llx to %#llx, and its instructions are from %#llx "
        "to %#llx%s";
    unsigned long long from = low, to = high, begin = program->low,
                       end = program->high;
    if (!force)
        return diag_error(text, file->name, program->file.path, from, to, begin,
                          end, "; --force takes it all the same");
    diag_warn(text, file->name, program->file.path, from, to, begin, end, "");
    return true;
}

static bool fits(const struct gmon_program *program, uint64_t low,
                 uint64_t high, uint64_t *moved)
{
    return is_own(program, low, high) || was_moved(program, low, high, moved);
}

bool gmon_program_fits(const struct gmon_program *program,
                       const struct gmon_file *file, bool force,
                       uint64_t *moved)
{
    uint64_t low = UINT64_MAX, high = 0;
    *moved = 0;
    for (size_t i = 0; i < file->n_histograms; i++) {
        const struct gmon_histogram *histogram = &file->histograms[i];
        if (i < FEW && fits(program, histogram->low, histogram->high, moved))
            return true;
        low = histogram->low < low ? histogram->low : low;
        high = histogram->high > high ? histogram->high : high;
    }
    return file->n_histograms == 0 || fits(program, low, high, moved) ||
           tell_misfit(program, file, force, low, high);
}
