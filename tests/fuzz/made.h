/*
 * Programs and their debug files, made for a fuzz target: the bytes of its
 * input are choices, and when they are at their end the rest of a sound file
 * follows. A few choices replace one number of the file by an edge value; sizes
 * and offsets around it stay right, so that the file can be read up to that
 * number.
 */
#ifndef FUZZ_MADE_H
#define FUZZ_MADE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/text/buf.h"

/* ---- Choices ---- */

/* Zeroed has no bytes. */
struct all_events {
    const uint8_t *at, *end;
    uint32_t state; /* of the choices after the end: always the same ones */
};

/* Returns a number from 0 to n - 1, of at most 65536. */
size_t choose(struct all_events *all_events, size_t n);
/* Returns true for about one of n bytes, where n is at most 256; false after
   the end. */
bool chance(struct all_events *all_events, unsigned n);
/* Returns the wish or, seldom, its opposite. */
bool wish(struct all_events *all_events, bool wanted);
/* Returns the usual number or, seldom, an edge value or a number near it. */
uint64_t number(struct all_events *all_events, uint64_t usual);

/* ---- Files ---- */

enum made_role {
    MADE_PROGRAM,
    MADE_DEBUG,  /* the separate debug file of a program */
    MADE_SPLIT,  /* a .dwo file */
    MADE_SHARED, /* what dwz makes for several programs */
    MADE_MINI,   /* the symbols within section .gnu_debugdata */
};

enum made_section {
    MADE_NULL,
    MADE_TEXT,
    MADE_PLT,
    MADE_PLT_SEC,
    MADE_DESCRIPTORS,
    MADE_RELA,
    MADE_SYMTAB,
    MADE_INDICES, /* of the sections of symbols */
    MADE_STRTAB,
    MADE_DYNSYM,
    MADE_DYNSTR,
    MADE_NOTE,
    MADE_LINK,
    MADE_ALT_LINK,
    MADE_DEBUGDATA,
    MADE_INFO, /* this and the following ones are DWARF */
    MADE_TYPES,
    MADE_ABBREV,
    MADE_STR,
    MADE_LINE_STR,
    MADE_LINE,
    MADE_RANGES,
    MADE_RNGLISTS,
    MADE_LOC,
    MADE_LOCLISTS,
    MADE_ADDR,
    MADE_STR_OFFSETS,
    MADE_SHSTRTAB,
    N_MADE_SECTIONS
};

enum {
    MADE_CODE = 0x1000,      /* the first address of section .text */
    MADE_CODE_SIZE = 0x400,
    MADE_ADDRESSES = 64,     /* in section .debug_addr, each STEP after the one
                                before it */
    MADE_STEP = MADE_CODE_SIZE / MADE_ADDRESSES,
    MADE_ID = 8,             /* bytes of a build id */
    MADE_LISTS = 4,          /* in a section of ranges or locations */
    MADE_NAMES = 20,         /* of symbols, strings of DWARF and files */
};

/* The build id of the program. */
extern const uint8_t made_id[MADE_ID];

/* What a file should have, but for a few choices against it. */
struct made_wishes {
    bool is_stripped, has_id, has_link, has_alt_link, has_mini, has_stubs;
    bool is_split;  /* the rest of its units is in a .dwo file */
    uint32_t crc;   /* of its debug file */
};

struct made {
    struct all_events *all_events;
    enum made_role role;
    struct made_wishes wishes;
    bool is_big_endian;
    unsigned word; /* bytes of an address: 4 or 8 */
    uint16_t machine;
    struct buf data[N_MADE_SECTIONS]; /* a section without bytes is left out,
                                         but not MADE_TEXT */
    uint64_t flags[N_MADE_SECTIONS];  /* those added to the usual ones */
    bool is_old[N_MADE_SECTIONS];     /* compressed: the name has a 'z' */
    /* Where the lists of ranges begin, and those of locations. */
    size_t ranges[MADE_LISTS], rnglists[MADE_LISTS];
    size_t loc[MADE_LISTS], loclists[MADE_LISTS];
};

/* These append a number of n bytes in the byte order of the file, one of
   LEB128, and write over a number at a place. */
void made_put(const struct made *made, struct buf *buf, uint64_t value,
              unsigned n);
void made_uleb(struct buf *buf, uint64_t value);
void made_sleb(struct buf *buf, int64_t value);
void made_patch(const struct made *made, struct buf *buf, size_t at,
                uint64_t value, unsigned n);
/* Returns a name, and where it is in a section of all names. */
const char *made_name(size_t i);
size_t made_name_at(size_t i);

/* Appends a file to *out. */
void made_file(struct buf *out, struct all_events *all_events,
               enum made_role role, struct made_wishes wishes);
/* Adds the sections of DWARF. */
void made_dwarf(struct made *made);
/* Returns the checksum that a debug link has of a file. */
uint32_t made_crc(struct str file);

#endif
