#include "elf/walk.h"

#include <dwarf.h>

#include "util/index.h"

static const Dwarf_Off ENDED = UINT64_MAX;

void elf_walk_count(Dwarf_Die *die, uint64_t *work)
{
    enum { USUAL = 64 };
    size_t n = 0;
    /* dwarf_tag finds the abbreviation. */
    bool is_known = dwarf_tag(die) != DW_TAG_invalid;
    *work += is_known && dwarf_getattrcnt(die->abbrev, &n) == 0 && n > USUAL
                 ? n
                 : 1;
}

/* Puts a DIE on top of the walk. Returns false if the tree goes back in the
   file, which only damaged ones do, or if there was too much work. */
static bool visit(struct elf_walk *walk, Dwarf_Die *die)
{
    Dwarf_Off at = dwarf_dieoffset(die);
    elf_walk_count(die, walk->work);
    if (at <= walk->last || *walk->work >= ELF_WALK_WORK)
        return false;
    walk->last = at;
    walk->at[walk->depth] = *die;
    walk->nodes[walk->depth] = NO_ID;
    return true;
}

bool elf_walk_begin(struct elf_walk *walk, Dwarf_Die *of, uint64_t *work)
{
    Dwarf_Die child;
    walk->work = work;
    walk->depth = 0;
    walk->last = dwarf_dieoffset(of);
    return dwarf_child(of, &child) == 0 && visit(walk, &child);
}

bool elf_walk_down(struct elf_walk *walk)
{
    Dwarf_Die child;
    if (dwarf_child(&walk->at[walk->depth], &child) != 0)
        return false;
    if (walk->depth + 1 == ELF_WALK_NESTED) {
        walk->last = ENDED;
        return false;
    }
    walk->depth++;
    if (visit(walk, &child))
        return true;
    walk->depth--;
    return false;
}

bool elf_walk_next(struct elf_walk *walk)
{
    Dwarf_Die sibling;
    return walk->last != ENDED &&
           dwarf_siblingof(&walk->at[walk->depth], &sibling) == 0 &&
           visit(walk, &sibling);
}

bool elf_walk_is_cut(const struct elf_walk *walk)
{
    return walk->last == ENDED;
}
