/*
 * Files from servers of debuginfod, by build id: programs, libraries and their
 * debug files. The servers are those in DEBUGINFOD_URLS. libdebuginfod, which
 * is loaded for the first file, caches files in ~/.cache/debuginfod_client. No
 * other part of this program uses a network. Source:
 * debuginfod_find_debuginfo(3).
 */
#pragma once

#include "util/arena.h"

/* A connection. Zeroed is closed; end with elf_debuginfod_close. */
struct elf_debuginfod {
    void *library, *client;
    bool is_tried;
};

enum elf_debuginfod_kind { DEBUGINFOD_DEBUG, DEBUGINFOD_PROGRAM };

/* Returns the path of the file with a build id, in hexadecimal digits, on this
   machine, in the arena; "" if no server has it. Warns once if the library or
   the variable is missing. */
struct str elf_debuginfod_find(struct elf_debuginfod *debuginfod,
                               struct str build_id,
                               enum elf_debuginfod_kind kind,
                               struct arena *arena);
void elf_debuginfod_close(struct elf_debuginfod *debuginfod);
