/* The program that gmon.out files belong to. */
#ifndef READERS_GMON_PROGRAM_H
#define READERS_GMON_PROGRAM_H

#include "elf/symbols.h"
#include "readers/gmon/file.h"

struct gmon_program {
    struct elf_file file, debug; /* debug.elf NULL: there is none */
    struct elf_symbols symbols;
    bool is_coarse;     /* they are the exported ones only */
    uint64_t low, high; /* of what is loaded and of instructions */
    /* Where what the C library counts in may begin and end. */
    uint64_t lows[6], highs[3];
    size_t n_lows, n_highs;
};

/* False after a message. The symbols live in the arena, their names as long
   as the program. End with gmon_program_close. */
bool gmon_program_open(struct gmon_program *program, const char *path,
                       struct arena *arena);
void gmon_program_close(struct gmon_program *program);

struct gmon_layout gmon_program_layout(const struct gmon_program *program);

/* Was the file left by this program? One of its first histograms, or all of
   them together, cover the text, from what the C library takes for its begin
   to its end. If not, that is an error, or with force a warning. An old C
   library counted where the program was loaded: moved is what to subtract from
   all addresses. */
bool gmon_program_fits(const struct gmon_program *program,
                       const struct gmon_file *file, bool force,
                       uint64_t *moved);

/* The address without what it was moved by. */
uint64_t gmon_address(const struct gmon_program *program, uint64_t address,
                      uint64_t moved);

#endif
