/*
 * A lookup goes back from an address to the nearest start of a block. Memory
 * has windows of 4 KiB, and a second table tells of each window which block has
 * its first byte, so that the lookup looks at one window only.
 */
#include "bop/state/heap.h"

#include "bop/base/hash.h"
#include "bop/state/shadow.h"

/* Numbers of bits of an address that do not matter for its words. */
enum { START_BITS = 4, WINDOW_BITS = 12, SITE_BITS = 20, MOST_TRIES = 64 };
#define WINDOW ((uintptr_t)1 << WINDOW_BITS)
#define MOST_BYTES ((size_t)1 << 34) /* of a block that is known */

/* These tables have, by address, the size of the block that begins there with
   the number of its site, and the first byte of the block that covers the first
   byte of a window. */
static shadow_word *starts[BLOCKS], *windows[BLOCKS];

/* A hash table; the number of a site is its slot. */
static site sites[(size_t)1 << SITE_BITS];

/* Returns the number of a site, or SIZE_MAX if there are too many. */
static size_t number_of(site at)
{
    size_t slot = bop_hash(at);
    for (int i = 0; i < MOST_TRIES; i++, slot++) {
        site *found = &sites[slot % ROWS(sites)], old = 0;
        if (*found == at ||
            __atomic_compare_exchange_n(found, &old, at, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED) ||
            old == at)
            return (size_t)(found - sites);
    }
    return SIZE_MAX;
}

/* Says which block has the first bytes of the windows within n bytes. */
static void set_windows(uintptr_t addr, size_t n, uintptr_t block)
{
    for (uintptr_t at = (addr + WINDOW - 1) & -WINDOW; at < addr + n;
         at += WINDOW) {
        shadow_word *word =
            block ? bop_shadow_make_in(windows, at, WINDOW_BITS)
                  : bop_shadow_find_in(windows, at, WINDOW_BITS);
        if (word)
            *word = block;
    }
}

static bool is_start(uintptr_t addr)
{
    return addr % ((uintptr_t)1 << START_BITS) == 0;
}

static void remove_block(uintptr_t addr, shadow_word *word)
{
    set_windows(addr, *word >> SITE_BITS, 0);
    *word = 0;
}

void bop_heap_remove(uintptr_t addr)
{
    shadow_word *word = bop_shadow_find_in(starts, addr, START_BITS);
    if (word && *word && is_start(addr))
        remove_block(addr, word);
}

void bop_heap_add(uintptr_t addr, size_t n, site at)
{
    if (!is_start(addr))
        return;
    shadow_word *word = bop_shadow_find_in(starts, addr, START_BITS);
    if (word && *word)
        remove_block(addr, word);
    size_t number = at && n && n < MOST_BYTES ? number_of(at) : SIZE_MAX;
    if (number == SIZE_MAX ||
        (!word && !(word = bop_shadow_make_in(starts, addr, START_BITS))))
        return;
    set_windows(addr, n, addr);
    *word = (shadow_word)n << SITE_BITS | number;
}

/* Returns the word of the block that begins at `start`, if it has the byte at
   addr, or NULL. */
static shadow_word *with_byte(uintptr_t start, uintptr_t addr)
{
    shadow_word *word = bop_shadow_find_in(starts, start, START_BITS);
    return word && addr - start < *word >> SITE_BITS ? word : NULL;
}

/* Returns the first byte of the block that has the byte at addr, or 0. */
static uintptr_t find_start(uintptr_t addr)
{
    const shadow_word *window = bop_shadow_find_in(windows, addr, WINDOW_BITS);
    if (window && *window && with_byte(*window, addr))
        return *window;
    const shadow_word *word = bop_shadow_find_in(starts, addr, START_BITS);
    uintptr_t start = addr >> START_BITS << START_BITS;
    if (!word)
        return 0;
    for (; !*word && start % WINDOW; word--)
        start -= (uintptr_t)1 << START_BITS;
    return with_byte(start, addr) ? start : 0;
}

void bop_heap_cut(uintptr_t addr)
{
    uintptr_t start = find_start(addr);
    site at = bop_heap_site(addr);
    if (start)
        bop_heap_add(start, addr - start, at);
}

site bop_heap_site(uintptr_t addr)
{
    uintptr_t start = find_start(addr);
    const shadow_word *word =
        start ? bop_shadow_find_in(starts, start, START_BITS) : NULL;
    return word ? sites[*word % ROWS(sites)] : 0;
}
