/*
 * Files of other tools that no reader reads: what they are, and the command
 * that makes something readable of them. When a format gets a reader, its rows
 * in hints.c are to be deleted.
 */
#pragma once

#include "util/text/str.h"

struct hint {
    size_t at;         /* offset of the magic in the head */
    struct str magic;  /* bytes at that place; "": any */
    struct str has;    /* a text that is near the start as well; "": none */
    bool (*is)(struct str head); /* a further condition, or NULL */
    const char *what;    /* "this is WHAT" */
    const char *command; /* what to do instead: a command, in which FILE stands
                            for the input if a blank or = precedes it; NULL:
                            there is none */
};

/* Returns the hint for an input with this head, or NULL. No two formats are
   mixed up, but a reader that is sure of the input is to be preferred. */
const struct hint *hints_find(struct str head);
/* Returns the hint for a folder, or NULL if the path is no folder of a known
   tool. */
const struct hint *hints_find_folder(const char *path);
/* Reports that the input of this name cannot be read. The command has its name
   in place of FILE. Returns false. */
bool hints_report(const struct hint *hint, const char *name);
