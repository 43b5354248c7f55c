/* This file takes the place of unwinding.c and of frames/disassembly.c in a
   program that is built with WITH_ELF=no: no stack is unwound, and chains say
   so; no function has instructions. */
#include "readers/frames/disassembly.h"
#include "readers/perfdata/unwinding.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

void perfdata_unwinding_init(struct perfdata_unwinding *unwinding,
                             struct perfdata_code *code, struct str arch)
{
    *unwinding = (struct perfdata_unwinding){ .is_left_out = true };
}

void perfdata_unwinding_run(struct perfdata_unwinding *unwinding,
                            struct perfdata_chain *chain,
                            const struct perfdata_sample *sample,
                            uint32_t state)
{
}

void disassembly_end(struct disassembly *places, struct elf_resolver *resolver,
                     bool inlines, struct assembly *assembly, const char *input)
{
}
