/* Finds the files and modules that are the same on both sides although they
   were moved or renamed, or are libraries of another version. */
#pragma once

#include "util/map.h"

/* A function: its side, its file or module, and its name. */
struct place_use {
    bool is_new;
    uint32_t place; /* id of its file or module; that of "" if it is in none */
    uint32_t name;  /* id of its neutral name */
};

/*
 * Returns the place of each of n functions as an id, in the arena. Functions of
 * different sides have the same id if their places are equal; or if each place
 * is on its side only, and one of these holds:
 *
 *   - both paths have the same end (longer ends are tried first) or file names
 *     that differ only in numbers, and share at least half of the names of the
 *     place with fewer names;
 *   - the places found so far show that the folder of one was moved to that of
 *     the other;
 *   - they share at least half of the names of the place with more names, and
 *     at least two.
 *
 * Names that several such places of one side have do not count.
 */
uint32_t *places_match(struct arena *arena, const struct strings *places,
                       const struct strings *names,
                       const struct place_use *uses, uint32_t n);
