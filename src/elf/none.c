/* This file takes the place of all others of this folder, but head.c and
   sysroot.c, in a program that is built with WITH_ELF=no: no module has a
   file. */
#include "elf/disassembler.h"
#include "elf/resolver.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

uint32_t elf_resolver_add(struct elf_resolver *resolver, struct str path,
                          struct str build_id)
{
    struct elf_module *module = NEW(&resolver->arena, struct elf_module);
    module->path = arena_copy(&resolver->arena, path);
    module->build_id = arena_copy(&resolver->arena, build_id);
    module->absence = ELF_LEFT_OUT;
    module->found = S("");
    *PUSH_IN(&resolver->arena, &resolver->modules) = module;
    return (uint32_t)resolver->modules.n - 1;
}

const struct elf_module *elf_resolver_open(struct elf_resolver *resolver,
                                           uint32_t id)
{
    struct elf_module *module = resolver->modules.of[id];
    module->is_sought = true;
    return module;
}

bool elf_resolver_address(struct elf_resolver *resolver, uint32_t module,
                          uint64_t offset, uint64_t *address)
{
    return elf_resolver_open(resolver, module)->has_file;
}

bool elf_resolver_low(struct elf_resolver *resolver, uint32_t module,
                      uint64_t *address)
{
    return elf_resolver_open(resolver, module)->has_file;
}

struct elf_frames elf_resolver_frames(struct elf_resolver *resolver,
                                      uint32_t module, uint64_t address,
                                      struct elf_parts parts,
                                      struct arena *arena)
{
    elf_resolver_open(resolver, module);
    resolver->frames.n = 0;
    *PUSH_IN(&resolver->arena, &resolver->frames) = (struct elf_frame){
        .function = S(""),
        .first = { .file = S("") },
        .line = { .address = address, .file = S("") },
    };
    return (struct elf_frames){ resolver->frames.of, 1, 0 };
}

void elf_resolver_free(struct elf_resolver *resolver)
{
    arena_free(&resolver->arena);
    *resolver = (struct elf_resolver){ .root = NULL };
}

const char *elf_disassembler_version(void)
{
    return "";
}

bool elf_disassembler_is_there(void)
{
    return false;
}
