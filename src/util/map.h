/*
 * Two maps that hand out ids 0, 1, 2... in the order in which keys are first
 * seen: pairs finds or adds a pair of 32-bit numbers, strings a text. Zeroed
 * is empty.
 */
#ifndef UTIL_MAP_H
#define UTIL_MAP_H

#include <stdint.h>

#include "util/arena.h"
#include "util/str.h"

#define NO_ID UINT32_MAX

struct pairs {
    struct pair_slot *slots;
    size_t room; /* a power of two, or 0 */
    uint32_t n;  /* ids handed out */
};

/* The id of (a, b), a new one if the pair is new. */
uint32_t pairs_add(struct pairs *pairs, uint32_t a, uint32_t b);
/* Has memory fetched, so that a pairs_add soon after it waits less. */
void pairs_prefetch(const struct pairs *pairs, uint32_t a, uint32_t b);
/* The id of (a, b), or NO_ID. */
uint32_t pairs_find(const struct pairs *pairs, uint32_t a, uint32_t b);
void pairs_free(struct pairs *pairs);

struct strings {
    struct string_slot *slots;
    size_t room;
    struct str *texts; /* by id; they live in the arena given to strings_add */
    size_t texts_room;
    uint32_t n;
};

/* The id of text; a new text is copied into the arena. */
uint32_t strings_add(struct strings *strings, struct arena *arena,
                     struct str text);
/* The id of text, or NO_ID. */
uint32_t strings_find(const struct strings *strings, struct str text);
void strings_free(struct strings *strings);

#endif
