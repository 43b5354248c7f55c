/* This file takes the place of all others of this folder in a program that is
   built with WITH_ELF=no: no module has a file. */
#include "deps/elf/debug_info.h"

bool bop_debug_info_line(struct bop_debug_info *info, uint32_t module,
                         struct str source, uint64_t line, uint64_t *address)
{
    (void)source;
    (void)line;
    (void)address;
    return elf_resolver_open(info->resolver, module)->has_file;
}

struct str bop_debug_info_variable(struct bop_debug_info *info, uint32_t module,
                                   uint64_t address, struct arena *arena)
{
    (void)info;
    (void)module;
    (void)address;
    (void)arena;
    return S("");
}

struct str bop_debug_info_local(struct bop_debug_info *info, uint32_t module,
                                uint64_t function, int64_t offset,
                                struct arena *arena)
{
    (void)offset;
    return bop_debug_info_variable(info, module, function, arena);
}

struct str bop_debug_info_source(struct bop_debug_info *info, uint32_t module)
{
    (void)info;
    (void)module;
    return S("");
}

void bop_debug_info_close(struct bop_debug_info *info)
{
    (void)info;
}
