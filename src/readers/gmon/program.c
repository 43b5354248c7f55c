#include "readers/gmon/program.h"

#include "elf/debug.h"
#include "util/diag.h"

enum {
    PAGE = 4096,
    MOST_ALONE = 8, /* histograms whose ranges are checked one by one */
};

/* Symbols at which the C library or the start code of some system begins to
   count: labels of its own, or the entry. Others begin with the first loaded
   byte. */
static const char *const begins[] = { "__executable_start", "eprol", "__eprol",
                                      "_eprol", "_start" };
/* Symbols at which they end. Others end with the last instruction. */
static const char *const ends[] = { "etext", "_etext" };

/* The C library rounds the range to multiples of 4. */
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
    uint64_t address;
    program->lows[program->n_lows++] = round_down(program->low);
    program->lows[program->n_lows++] =
        round_down(elf_first_instruction(&program->file));
    program->highs[program->n_highs++] = round_up(program->high);
    for (size_t i = 0; i < ROWS(begins); i++)
        if (elf_address_of(&program->file, begins[i], &address))
            program->lows[program->n_lows++] = round_down(address);
    for (size_t i = 0; i < ROWS(ends); i++)
        if (elf_address_of(&program->file, ends[i], &address))
            program->highs[program->n_highs++] = round_up(address);
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
        return diag_error("%s: no symbols of functions: it was stripped; give "
                          "the program as it was linked, or its debug file",
                          program->file.path);
    diag_warn("%s: it was stripped: only exported functions are known, and "
              "others count as part of the one before; install its debug "
              "symbols",
              program->file.path);
    return true;
}

bool gmon_program_open(struct gmon_program *program, const char *path,
                       struct arena *arena)
{
    GElf_Shdr header;
    *program = (struct gmon_program){ .debug = { .fd = -1 } };
    struct elf_file *file = &program->file;
    if (!elf_open(file, path))
        return false;
    if (!elf_find_section(file, SHT_SYMTAB, &header) || !elf_has_lines(file))
        elf_debug_open(&program->debug, file, NULL, ELF_DEBUG_ROOT, arena);
    if (!elf_text(file, &program->low, &program->high)) {
        diag_error("%s: a program without instructions, perhaps a debug file; "
                   "give the program that ran", path);
    } else if (read_symbols(program, arena)) {
        find_range(program);
        return true;
    }
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

uint64_t gmon_program_address(const struct gmon_program *program,
                              uint64_t address, uint64_t moved)
{
    uint64_t mask = elf_pointer(&program->file) == 8 ? UINT64_MAX : UINT32_MAX;
    return (address - moved) & mask;
}

static bool is_one_of(uint64_t address, const uint64_t *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == address)
            return true;
    return false;
}

/* Is [low, high) a range that the program counts in? Sets *moved only if it
   was moved: that happens to programs that can be loaded anywhere, which are
   loaded at the start of a page. */
static bool is_range(const struct gmon_program *program, uint64_t low,
                     uint64_t high, uint64_t *moved)
{
    if (is_one_of(low, program->lows, program->n_lows) &&
        is_one_of(high, program->highs, program->n_highs))
        return true;
    uint64_t by =
        gmon_program_address(program, low - round_down(program->low), 0);
    if (program->file.header.e_type != ET_DYN || by % PAGE ||
        gmon_program_address(program, high, by) != round_up(program->high))
        return false;
    *moved = by;
    return true;
}

static bool report_other_program(const struct gmon_program *program,
                                 const struct gmon_file *file, bool force,
                                 uint64_t low, uint64_t high)
{
    static const char *const text =
        "%s: this is of another program than %s, or of another build: samples "
        "were taken from %#llx to %#llx, and its instructions are from %#llx "
        "to %#llx%s";
    unsigned long long from = low, to = high, end = program->high,
                       begin = elf_first_instruction(&program->file);
    if (!force)
        return diag_error(text, file->name, program->file.path, from, to, begin,
                          end,
                          "; give that program, or take this one by --force");
    diag_warn(text, file->name, program->file.path, from, to, begin, end, "");
    return true;
}

bool gmon_program_check_file(const struct gmon_program *program,
                             const struct gmon_file *file, bool force,
                             uint64_t *moved)
{
    uint64_t low = UINT64_MAX, high = 0;
    *moved = 0;
    for (size_t i = 0; i < file->histograms.n; i++) {
        const struct gmon_histogram *histogram = &file->histograms.of[i];
        if (i < MOST_ALONE &&
            is_range(program, histogram->low, histogram->high, moved))
            return true;
        low = histogram->low < low ? histogram->low : low;
        high = histogram->high > high ? histogram->high : high;
    }
    return file->histograms.n == 0 || is_range(program, low, high, moved) ||
           report_other_program(program, file, force, low, high);
}
