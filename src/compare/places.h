/* Finds the files and modules that are the same on both sides although they
   were moved or renamed, or are libraries of another version. */
#pragma once

#include "util/arena.h"

/* A function: the side it is on, the file or module it is in, and its name. */
struct place_use {
    bool is_new;
    struct str place; /* "": it is in none */
    struct str name;  /* neutral */
};

/*
 * Returns the place of each of n functions as an id, in the arena. Functions of
 * different sides have the same id if their places are equal; or if each place
 * is on its side only, and
 *
 *   - both paths have the same end, longer ends first, or file names that
 *     differ in numbers only, and at least half of the names of the one that
 *     has fewer are in both;
 *   - or the places found so far tell that the folder of one was moved to that
 *     of the other;
 *   - or at least half of the names of the one that has more are in both, and
 *     two at least.
 *
 * Names that several such places of one side have do not count.
 */
uint32_t *places_match(struct arena *arena, const struct place_use *uses,
                       uint32_t n);
