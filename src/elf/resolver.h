/*
 * Finds the functions and source lines of addresses in programs and libraries:
 * readers of formats without names, and bop's, use it to turn code into names.
 * A module is a program or a library, and its file is looked for
 *
 *     at the path that the profile names, in the sysroot `root` if there is
 *     one,
 *     in the cache of perf, ~/.debug/.build-id/ab/cdef.../elf, by its build id,
 *     under its base name in `root`,
 *     under its base name in another folder, that of the profile,
 *     on a server of debuginfod, by its build id, with has_debuginfod.
 *
 * If the profile has a build id, only a file with this id is taken. Symbols and
 * lines that a file lacks are looked for in its debug file (elf/debug.h), first
 * in that of the sysroot, and symbols in its section .gnu_debugdata; Go
 * programs have a table with both (elf/go.h). Each file is opened once, when
 * the first address of it is asked for, and stays open; its lines are opened
 * when the first of them is asked for.
 */
#pragma once

#include "elf/debuginfod.h"
#include "elf/line.h"
#include "util/array.h"

/* A function at an address. */
struct elf_frame {
    struct str function; /* its symbol or, if it is inlined, its name in DWARF;
                            "" if it is not known */
    struct elf_line first; /* where the function begins or is declared */
    struct elf_line line;  /* the line that runs: of the instruction, or of the
                              call of the next function, which is inlined */
};

/* The functions at an address, outermost first: the one whose code it is, and
   then those that are inlined there. */
struct elf_frames {
    struct elf_frame *of; /* valid until the next call */
    size_t n;
    uint64_t begin; /* the address of the first function, or 0 */
};

/* The facts that elf_resolver_frames looks for. */
struct elf_parts {
    bool inlines; /* the functions that are inlined */
    bool lines;   /* files and lines; else all are empty */
};

/* Why a module has no file. */
enum elf_absence {
    ELF_MISSING,     /* it is at none of the places */
    ELF_UNREADABLE,  /* this user may not read it */
    ELF_OTHER_BUILD, /* it has another build id */
    ELF_DAMAGED,     /* it is damaged, as a message has said */
    ELF_LEFT_OUT,    /* this program is built without elfutils */
};

struct elf_module {
    struct str path, build_id; /* hexadecimal; "" if it is not known */
    bool is_sought;
    bool has_file;  /* it was found */
    bool has_lines; /* the file, or its debug file, tells source lines */
    enum elf_absence absence; /* why the first file that was found was not
                                 taken */
    struct str found;         /* the path of that file, or "" */
    struct elf_module_parts *parts; /* elf/module.h */
};

struct elf_line_table;

/* Zeroed is empty; set `folder` if there is one; release with
   elf_resolver_free. */
struct elf_resolver {
    struct str folder; /* "" or a path that ends in '/' */
    const char *root; /* the sysroot (elf/sysroot.h), or NULL */
    bool has_debuginfod; /* files may be fetched over the network */
    bool no_lines; /* no lines will be needed, so they are not unpacked */
    struct elf_debuginfod debuginfod;
    LIST(struct elf_module *) modules;
    LIST(struct elf_frame) frames; /* those found last */
    struct arena arena; /* has the modules and the frames */
};

/* Adds a module and returns its number. The texts are copied. */
uint32_t elf_resolver_add(struct elf_resolver *resolver, struct str path,
                          struct str build_id);
/* Opens the file of a module unless it is open. Returns the module, which lives
   as long as the resolver. */
const struct elf_module *elf_resolver_open(struct elf_resolver *resolver,
                                           uint32_t module);
/* Finds the address, in the file of a module, of the byte at a file offset,
   which follows from a mapping of a process: address - start + offset of the
   mapping. Returns false if there is no file or no such byte. */
bool elf_resolver_address(struct elf_resolver *resolver, uint32_t module,
                          uint64_t offset, uint64_t *address);
/* Finds the lowest address of the file of a module. Returns false if there is
   no file, or if it has no instructions. */
bool elf_resolver_low(struct elf_resolver *resolver, uint32_t module,
                      uint64_t *address);
/* Returns the functions at an address of the file of a module. Names live as
   long as the resolver, and files are in the arena. */
struct elf_frames elf_resolver_frames(struct elf_resolver *resolver,
                                      uint32_t module, uint64_t address,
                                      struct elf_parts parts,
                                      struct arena *arena);
/* Opens the file of a module, and its lines (elf/lines.h), unless they are
   open. Returns the lines, which live as long as the resolver. */
struct elf_line_table *elf_resolver_lines(struct elf_resolver *resolver,
                                          uint32_t module);
void elf_resolver_free(struct elf_resolver *resolver);
