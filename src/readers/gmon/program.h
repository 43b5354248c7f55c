/* The program that gmon.out files belong to. */
#pragma once

#include "elf/symbols.h"
#include "readers/gmon/file.h"

struct gmon_program {
    struct elf_file file;
    struct elf_file debug; /* its separate debug file; elf is NULL: none */
    struct elf_symbols symbols;
    bool is_coarse;     /* the symbols are only exported ones */
    uint64_t low, high; /* start of what is loaded, end of the instructions */
    /* The addresses at which the C library may begin and end to count: */
    uint64_t lows[7], highs[3];
    size_t n_lows, n_highs;
};

/* Opens a program. The symbols live in the arena, their names as long as the
   program is open. Returns false after a message; otherwise end with
   gmon_program_close. */
bool gmon_program_open(struct gmon_program *program, const char *path,
                       struct arena *arena);
void gmon_program_close(struct gmon_program *program);

struct gmon_layout gmon_program_layout(const struct gmon_program *program);

/*
 * Did this program write the file? Yes if the range of one of the first
 * histograms, or that of all together, is that of the C library. If not, prints
 * an error and returns false; with `force`, prints a warning and returns true.
 * *moved is what must be subtracted from all addresses of the file: mostly 0,
 * but old C libraries write the addresses at which the program was loaded.
 */
bool gmon_program_check_file(const struct gmon_program *program,
                             const struct gmon_file *file, bool force,
                             uint64_t *moved);

/* Subtracts `moved` from an address, with the program's size of addresses. */
uint64_t gmon_program_address(const struct gmon_program *program,
                              uint64_t address, uint64_t moved);
