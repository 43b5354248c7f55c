/*
 * Instructions as text, by Capstone. The bytes are those of a file that was
 * opened for its symbols and may be wrong: nothing is executed, and the work is
 * proportional to their number. A build with WITH_ASSEMBLY=no knows no machine.
 */
#pragma once

#include "util/text/str.h"

struct elf_file; /* elf/file.h */

struct elf_instruction {
    uint64_t address;
    uint64_t target; /* target of a jump or call; 0: none, or not known */
    char text[224];  /* AT&T syntax on x86; ".byte 0x.." for bytes that are no
                        instruction */
};

/* Zeroed is closed. */
struct elf_disassembler {
    size_t handle;     /* of Capstone */
    void *instruction; /* of Capstone; NULL if closed */
    unsigned step;     /* in bytes: addresses of instructions are multiples */
};

/* Returns the version of Capstone, or "" if the build has none. */
const char *elf_disassembler_version(void);
/* Loads Capstone. Returns false if it is not installed. */
bool elf_disassembler_is_there(void);
/* Returns false if the machine of the file is not known. */
bool elf_disassembler_open(struct elf_disassembler *to,
                           const struct elf_file *file);
/* Takes the next instruction off *bytes, which begin at *address and must not
   be empty, and moves *address past it. Another instruction must begin at their
   end. Bytes that are no instruction are taken as bytes: all if they could be
   one instruction, else as few as an instruction can have. */
void elf_disassembler_next(struct elf_disassembler *from, struct str *bytes,
                           uint64_t *address,
                           struct elf_instruction *instruction);
void elf_disassembler_close(struct elf_disassembler *of);
