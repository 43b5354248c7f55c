/*
 * Facts of debug information that only traces need: the addresses of source
 * lines, and the names of data. The modules are those of a resolver. In a
 * program built with WITH_ELF=no, none.c finds nothing.
 */
#pragma once

#include "elf/resolver.h"
#include "util/array.h"

/* Begin with `resolver` and zeros; end with bop_debug_info_close, before the
   resolver. */
struct bop_debug_info {
    struct elf_resolver *resolver;
    LIST(struct bop_module_info *) modules; /* by module; NULL: not asked */
    struct arena arena;
};

/* Finds an address of a source line in the file of a module, as
   elf_line_index_find does. Returns false if there is no file. */
bool bop_debug_info_line(struct bop_debug_info *info, uint32_t module,
                         struct str source, uint64_t line, uint64_t *address);
/* Returns the name of the variable, or of the member of one, that has the byte
   at an address of the file of a module, by DWARF or else by its symbol; "" if
   there is none. It lives as long as `info` and the arena. */
struct str bop_debug_info_variable(struct bop_debug_info *info, uint32_t module,
                                   uint64_t address, struct arena *arena);
/* Does the same with the byte at an offset in the frame of the function that
   begins at an address, as elf_variables_find_local does. */
struct str bop_debug_info_local(struct bop_debug_info *info, uint32_t module,
                                uint64_t function, int64_t offset,
                                struct arena *arena);
/* Returns the text of the section in the file of a module that has facts about
   the source, or "". It lives as long as the resolver. */
struct str bop_debug_info_source(struct bop_debug_info *info, uint32_t module);
void bop_debug_info_close(struct bop_debug_info *info);
