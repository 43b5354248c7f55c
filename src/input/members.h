/*
 * The files in an archive, a zip or a tar, which may itself be compressed. All
 * bytes of the archive are in memory, so that it can be opened once for the
 * list of its members and again for each member that is read; the contents of a
 * member come in pieces.
 *
 * Folders, empty files and what macOS adds to an archive are no members.
 */
#ifndef INPUT_MEMBERS_H
#define INPUT_MEMBERS_H

#include "util/arena.h"
#include "util/buf.h"

/* Zeroed is no archive; release with members_free. */
struct members {
    struct buf bytes;   /* the archive */
    struct str *names;  /* paths in the archive */
    size_t names_room;
    uint32_t n;
    struct arena arena; /* the bytes of the names */
};

/* Returns a new archive of libarchive that knows zip and the formats of
   compressed files, but no file yet. */
struct archive *members_new_archive(void);
/* Lists the members of the archive in members->bytes. Stops at damage. */
void members_list(struct members *members);
/* Opens the archive at the member with this index, whose contents come next.
   Returns NULL if that is not possible. */
struct archive *members_open(const struct members *members, uint32_t member);
/* Returns the index of the member whose path ends in this file name, in upper
   or lower case, or members->n. */
uint32_t members_find(const struct members *members, struct str name);
/* Lists some of the names for messages: "a.txt, b.txt and 3 more". The text is
   in the arena. */
struct str members_text(const struct members *members, struct arena *arena);
void members_free(struct members *members);

#endif
