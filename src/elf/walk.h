/*
 * Walks a tree of DIEs (debugging information entries) forward, from parents to
 * children and siblings, without recursion. Trees that are damaged cannot make
 * it long: each DIE must come after the one before it in the file, and there
 * are limits on depth and work.
 */
#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    ELF_WALK_NESTED = 1000, /* DIEs around another one, at most */
    ELF_WALK_WORK = 1 << 29 /* the most that *work may come to; a walk ends
                               there */
};

/* The way from a DIE to one below it. */
struct elf_walk {
    Dwarf_Die at[ELF_WALK_NESTED];
    uint32_t nodes[ELF_WALK_NESTED]; /* the caller's number of each DIE; NO_ID
                                        until the caller sets it */
    int depth;
    Dwarf_Off last; /* the DIE visited last; UINT64_MAX: the walk ended */
    uint64_t *work; /* DIEs visited, in all walks of the caller */
};

/* Adds to *work what libdw takes for a DIE: 1, or the number of its attributes,
   all of which it passes over, if there are more than real DIEs have. */
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
