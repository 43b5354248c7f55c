/*
 * The machines whose stacks can be unwound, and their registers: as DWARF
 * numbers them, and in which order perf records them.
 *
 * Sources: System V ABI, AMD64 supplement, figure 3.36; System V ABI, Intel386
 * supplement, 2.4; ABI for the Arm 64-bit architecture, DWARF, 4.1; Linux,
 * arch/x86/include/uapi/asm/perf_regs.h and
 * arch/arm64/include/uapi/asm/perf_regs.h.
 */
#pragma once

#include "util/text/str.h"

/* Only registers with DWARF's numbers 0 to 31 are tracked. */
enum { UNWIND_REGISTERS = 32 };

/* The values of sample_regs_abi (linux/perf_event.h): a program of 32 or of 64
   bits. */
enum { UNWIND_ABI_32 = 1, UNWIND_ABI_64 = 2 };

/* The registers of a frame. */
struct unwind_registers {
    uint64_t value[UNWIND_REGISTERS];
    uint32_t known; /* bit i: value[i] is known */
    uint64_t ip;    /* the instruction */
};

struct unwind_machine {
    const char *arch;     /* as in uname -m and in perf's feature ARCH */
    uint16_t elf_machine; /* EM_... */
    uint8_t word; /* the size of an address: 4 or 8 bytes */
    uint8_t n_order;
    const int8_t *order; /* DWARF's number of each of perf's registers, or a
                            negative number */
    uint8_t stack_pointer, frame_pointer; /* DWARF's numbers */
    uint8_t ip; /* DWARF's number of the instruction pointer for expressions, or
                   UNWIND_REGISTERS */
    uint32_t preserved;    /* bit i: functions must preserve register i */
    uint64_t address_bits; /* bits of a return address; others may hold a
                              signature */
};

/* Returns the machine of the programs of an ABI that run on the machine with
   this name, or NULL. */
const struct unwind_machine *unwind_machine_for(struct str arch, uint64_t abi);
/* Fills in the registers of a sample. The values are in the order of the bits
   of the mask, one for each bit that is set. Returns false if the instruction
   or the stack pointer is not among them. */
bool unwind_machine_registers(const struct unwind_machine *machine,
                              uint64_t mask, const uint64_t *values,
                              struct unwind_registers *registers);
