/*
 * Walks a tree of DIEs (debugging information entries) forward, from parents to
 * children and siblings, without recursion. Damaged trees cannot make it long:
 * each DIE must come after the one before it in the file, and depth and work
 * are limited.
 */
#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    ELF_WALK_NESTED = 1000, /* the most DIEs around another one */
    ELF_WALK_WORK = 1 << 29 /* a walk ends when *work reaches this */
};

/* The path from a DIE to one below it. */
struct elf_walk {
    Dwarf_Die at[ELF_WALK_NESTED];
    uint32_t nodes[ELF_WALK_NESTED]; /* the caller's number of each DIE; NO_ID
                                        until the caller sets it */
    int depth;
    Dwarf_Off last; /* the DIE visited last; UINT64_MAX: the walk ended */
    uint64_t *work; /* DIEs visited, in all walks of the caller */
};

/* Adds the work of libdw for a DIE to *work: 1, or the number of its attributes
   if it has more than real DIEs have. */
void elf_walk_count(Dwarf_Die *die, uint64_t *work);

/* Begins at the first child of a DIE. Returns false if it has none. */
bool elf_walk_begin(struct elf_walk *walk, Dwarf_Die *of, uint64_t *work);
/* Goes down to the first child. Returns false if there is none. DIEs that are
   nested too deep end the walk. */
bool elf_walk_down(struct elf_walk *walk);
/* Goes to the next sibling. Returns false if there is none. */
bool elf_walk_next(struct elf_walk *walk);
/* Did DIEs that are nested too deep end the walk? */
bool elf_walk_is_cut(const struct elf_walk *walk);
