#include "unwind/machine.h"

#include <elf.h>

enum { NONE = -1, PERF_IP = -2 };

/* AX BX CX DX SI DI BP SP IP, FLAGS, CS SS DS ES FS GS, R8 to R15. */
static const int8_t x86_64[] = {
    0, 3, 2, 1, 4, 5, 6, 7, PERF_IP,
    NONE, NONE, NONE, NONE, NONE, NONE, NONE,
    8, 9, 10, 11, 12, 13, 14, 15,
};

/* AX BX CX DX SI DI BP SP IP. */
static const int8_t i386[] = { 0, 3, 1, 2, 6, 7, 5, 4, PERF_IP };

/* X0 to X29, LR, SP, PC. */
static const int8_t aarch64[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
    17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, PERF_IP,
};

static const struct unwind_machine machines[] = {
    { .arch = "x86_64",
      .elf_machine = EM_X86_64,
      .word = 8,
      .n_order = ROWS(x86_64),
      .order = x86_64,
      .stack_pointer = 7,
      .frame_pointer = 6,
      .ip = 16,
      .preserved = 1u << 3 | 1u << 6 | 0xfu << 12, /* rbx, rbp, r12 to r15 */
      .address_bits = UINT64_MAX },
    { .arch = "aarch64",
      .elf_machine = EM_AARCH64,
      .word = 8,
      .n_order = ROWS(aarch64),
      .order = aarch64,
      .stack_pointer = 31,
      .frame_pointer = 29,
      .ip = UNWIND_REGISTERS,
      .preserved = 0x7ffu << 19, /* x19 to x29 */
      /* Addresses of a user have 48 bits; pointer authentication uses those
         above (Linux, Documentation/arch/arm64/pointer-authentication.rst). */
      .address_bits = (UINT64_C(1) << 48) - 1 },
    { .arch = "i386",
      .elf_machine = EM_386,
      .word = 4,
      .n_order = ROWS(i386),
      .order = i386,
      .stack_pointer = 4,
      .frame_pointer = 5,
      .ip = 8,
      .preserved = 1u << 3 | 7u << 5, /* ebx, ebp, esi, edi */
      .address_bits = UINT32_MAX },
};

/* Kernels of 32 bits call the machine i486, i586 or i686. */
const struct unwind_machine *unwind_machine_for(struct str arch, uint64_t abi)
{
    bool is_i386 = arch.len == 4 && arch.s[0] == 'i' && str_ends(arch, S("86"));
    if (abi == UNWIND_ABI_32 && (is_i386 || str_eq(arch, S("x86_64"))))
        arch = S("i386");
    else if (abi != UNWIND_ABI_64)
        return NULL;
    for (size_t i = 0; i < ROWS(machines); i++)
        if (str_eq(arch, str_of(machines[i].arch)))
            return &machines[i];
    return NULL;
}

bool unwind_machine_registers(const struct unwind_machine *machine,
                              uint64_t mask, const uint64_t *values,
                              struct unwind_registers *registers)
{
    bool has_ip = false;
    *registers = (struct unwind_registers){ 0 };
    for (unsigned i = 0; mask; i++, mask >>= 1) {
        if (!(mask & 1))
            continue;
        uint64_t value = *values++;
        int reg = i < machine->n_order ? machine->order[i] : NONE;
        if (reg >= 0) {
            registers->value[reg] = value;
            registers->known |= 1u << reg;
        } else if (reg == PERF_IP) {
            registers->ip = value;
            has_ip = true;
        }
    }
    return has_ip && registers->known >> machine->stack_pointer & 1;
}
