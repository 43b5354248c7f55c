/*
 * Two maps that hand out ids 0, 1, 2... in the order in which keys are added:
 * struct pairs to pairs of 32-bit numbers, struct strings to texts.
 */
#pragma once

#include "util/arena.h"
#include "util/index.h"
#include "util/text/str.h"

struct pair {
    uint32_t a, b;
};

/* Zeroed is empty. They belong to the arena that all calls of pairs_add_in
   name, or else are released with pairs_free. */
struct pairs {
    struct pair *keys; /* by id */
    size_t keys_room;
    struct index index;
    uint32_t n; /* ids handed out */
};

/* Returns the id of (a, b), a new one if the pair is new. */
uint32_t pairs_add(struct pairs *pairs, uint32_t a, uint32_t b);
/* Does the same for pairs in an arena, or in none if that is NULL. */
uint32_t pairs_add_in(struct pairs *pairs, struct arena *arena, uint32_t a,
                      uint32_t b);
/* The same for the pair of the higher and the lower half of a number. */
static inline uint32_t pairs_add_64(struct pairs *pairs, struct arena *arena,
                                    uint64_t n)
{
    return pairs_add_in(pairs, arena, (uint32_t)(n >> 32), (uint32_t)n);
}
/* Fetches the memory in which a look-up of (a, b) will begin. */
void pairs_prefetch(const struct pairs *pairs, uint32_t a, uint32_t b);
/* Returns the id of (a, b), or NO_ID. */
uint32_t pairs_find(const struct pairs *pairs, uint32_t a, uint32_t b);
static inline uint32_t pairs_find_64(const struct pairs *pairs, uint64_t n)
{
    return pairs_find(pairs, (uint32_t)(n >> 32), (uint32_t)n);
}
void pairs_free(struct pairs *pairs);

/* Zeroed is empty. All memory of one belongs to the arena that its calls of
   strings_add name, which must be the same in all of them. */
struct strings {
    struct str *texts; /* by id */
    size_t texts_room;
    struct index index;
    uint32_t n; /* ids handed out */
};

/* Returns the id of text, a new one if the text is new: it is then copied into
   the arena, followed by a NUL. */
uint32_t strings_add(struct strings *strings, struct arena *arena,
                     struct str text);
/* The same without a copy: the text must live as long as the strings. */
uint32_t strings_keep(struct strings *strings, struct arena *arena,
                      struct str text);
/* Returns the id of text, or NO_ID. */
uint32_t strings_find(const struct strings *strings, struct str text);
/* Makes the map empty; its memory is freed with the arena. */
void strings_free(struct strings *strings);
