/*
 * Files of other tools that no reader reads: what they are, and the command
 * that converts them. When a format gets a reader, delete its rows in hints.c.
 */
#pragma once

#include "util/text/str.h"

struct hint {
    size_t at;         /* offset of the magic in the head */
    struct str magic;  /* bytes at that place; "": any */
    struct str has;    /* a text that must be near the start as well; "":
                          none */
    bool (*is)(struct str head); /* a further condition, or NULL */
    const char *what;    /* "this is WHAT" */
    const char *command; /* a command to use instead, in which FILE after a
                            blank or = stands for the input; NULL: none */
};

/* Returns the hint for an input with this head, or NULL. A reader that is sure
   of the input takes precedence. */
const struct hint *hints_find(struct str head);
/* Returns the hint for a folder, or NULL if the path is no folder of a known
   tool. */
const struct hint *hints_find_folder(const char *path);
/* Reports that the input of this name cannot be read, with the command for it.
   Returns false. */
bool hints_report(const struct hint *hint, const char *name);
