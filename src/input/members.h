/*
 * The files in an archive, a zip or a tar. All bytes of the archive are in
 * memory, so that it can be opened once for the list of its members and again
 * for each member that is read; the contents of a member come in pieces.
 *
 * Folders, empty files and files that macOS adds to archives are not members. A
 * member whose name cannot be read is called "member 1", by its number.
 */
#pragma once

#include "util/array.h"
#include "util/text/buf.h"

/* Zeroed it is no archive; end with members_free. */
struct members {
    struct buf bytes;   /* the archive */
    LIST(struct str) names; /* paths in the archive */
    struct arena arena; /* has the names */
    const char *damage; /* why the list of files is incomplete, or NULL */
};

/* The number of bytes that members_are_in needs. */
enum { MEMBERS_START = 512 };

/* Do bytes that begin like this belong to an archive? A tar needs
   MEMBERS_START of them. */
bool members_are_in(struct str start);
/* Lists the members of the archive in members->bytes. Stops at damage. */
void members_list(struct members *members);
/* Opens the archive at the member with this index, whose contents come next.
   Returns NULL if that is not possible. */
struct archive *members_open(const struct members *members, uint32_t member);
/* Returns the index of the member whose path ends in this file name, in upper
   or lower case, or the number of members. */
uint32_t members_find(const struct members *members, struct str name);
/* Lists some of the names for messages: "a.txt, b.txt and 3 more". The text is
   in the arena. */
struct str members_text(const struct members *members, struct arena *arena);
/* Returns what the library says about its last failure. */
const char *members_error(struct archive *archive);
void members_free(struct members *members);
