/* This file takes the place of all others of this folder in a program that is
   built with WITH_ELF=no: no module has a file. */
#include "deps/elf/debug_info.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

bool bop_debug_info_line(struct bop_debug_info *info, uint32_t module,
                         struct str source, uint64_t line, uint64_t *address)
{
    return elf_resolver_open(info->resolver, module)->has_file;
}

struct str bop_debug_info_variable(struct bop_debug_info *info, uint32_t module,
                                   uint64_t address, struct arena *arena)
{
    return S("");
}

struct str bop_debug_info_local(struct bop_debug_info *info, uint32_t module,
                                uint64_t function, int64_t offset,
                                struct arena *arena)
{
    return bop_debug_info_variable(info, module, function, arena);
}

struct str bop_debug_info_source(struct bop_debug_info *info, uint32_t module)
{
    return S("");
}

void bop_debug_info_close(struct bop_debug_info *info)
{
}
