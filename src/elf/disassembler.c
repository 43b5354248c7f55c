#include "elf/disassembler.h"

#include "elf/file.h"

#ifndef NO_ASSEMBLY

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "elf/libcapstone.h"

enum { MOST_BYTES = 15 }; /* of an instruction on x86 */

static const struct machine {
    unsigned elf; /* EM_... */
    cs_arch arch;
    cs_mode mode;
    unsigned step;
} machines[] = {
    { EM_X86_64, CS_ARCH_X86, CS_MODE_64, 1 },
    { EM_386, CS_ARCH_X86, CS_MODE_32, 1 },
    { EM_AARCH64, CS_ARCH_ARM64, CS_MODE_LITTLE_ENDIAN, 4 },
#if CS_API_MAJOR >= 5
    { EM_RISCV, CS_ARCH_RISCV, CS_MODE_RISCV64 | CS_MODE_RISCVC, 2 },
#endif
};

#define TEXT_OF(macro) TEXT(macro)
#define TEXT(number) #number

const char *elf_disassembler_version(void)
{
    return TEXT_OF(CS_API_MAJOR) "." TEXT_OF(CS_API_MINOR);
}

bool elf_disassembler_is_there(void)
{
    return libcapstone_load();
}

static const struct machine *find_machine(const struct elf_file *file)
{
    for (size_t i = 0; i < ROWS(machines); i++)
        if (machines[i].elf == file->header.e_machine &&
            !elf_is_big_endian(file))
            return &machines[i];
    return NULL;
}

bool elf_disassembler_open(struct elf_disassembler *to,
                           const struct elf_file *file)
{
    const struct machine *machine = find_machine(file);
    csh handle;
    *to = (struct elf_disassembler){ .step = 1 };
    if (!machine || !libcapstone_load() ||
        cs_open(machine->arch, machine->mode, &handle) != CS_ERR_OK)
        return false;
    /* A Capstone without this syntax keeps its own. */
    if (machine->arch == CS_ARCH_X86)
        cs_option(handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
    cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON);
    to->handle = handle;
    to->instruction = cs_malloc(handle);
    to->step = machine->step;
    if (!to->instruction)
        cs_close(&handle);
    return to->instruction;
}

/* Returns the address at the end of the operands of a jump or a call. */
static uint64_t target_of(csh handle, const cs_insn *from)
{
    bool leads = cs_insn_group(handle, from, CS_GRP_JUMP) ||
                 cs_insn_group(handle, from, CS_GRP_CALL) ||
                 cs_insn_group(handle, from, CS_GRP_BRANCH_RELATIVE);
    struct str operands = str_of(from->op_str), before, number;
    uint64_t target = 0;
    if (!leads || !str_cut_last(operands, S("0x"), &before, &number) ||
        str_has(before, S("*")) || !str_take_hex(&number, &target) ||
        number.len)
        return 0;
    return target;
}

void elf_disassembler_next(struct elf_disassembler *from, struct str *bytes,
                           uint64_t *address,
                           struct elf_instruction *instruction)
{
    const uint8_t *at = (const uint8_t *)bytes->s;
    cs_insn *found = from->instruction;
    size_t left = bytes->len;
    *instruction = (struct elf_instruction){ .address = *address };
    if (cs_disasm_iter(from->handle, &at, &left, address, found)) {
        snprintf(instruction->text, sizeof instruction->text, "%-7s %s",
                 found->mnemonic, found->op_str);
        instruction->target = target_of(from->handle, found);
        *bytes = str_skip(*bytes, bytes->len - left);
        for (size_t n = strlen(instruction->text);
             n > 0 && instruction->text[n - 1] == ' '; n--)
            instruction->text[n - 1] = '\0';
        return;
    }
    size_t n = from->step > 1 || bytes->len > MOST_BYTES ? from->step
                                                         : bytes->len;
    if (n > bytes->len)
        n = bytes->len;
    size_t used = (size_t)snprintf(instruction->text,
                                   sizeof instruction->text, ".byte  ");
    for (size_t i = 0; i < n; i++)
        used += (size_t)snprintf(instruction->text + used,
                                 sizeof instruction->text - used, " 0x%02x",
                                 (unsigned char)bytes->s[i]);
    *bytes = str_skip(*bytes, n);
    *address = instruction->address + n;
}

void elf_disassembler_close(struct elf_disassembler *of)
{
    csh handle = of->handle;
    if (!of->instruction)
        return;
    cs_free(of->instruction, 1);
    cs_close(&handle);
    *of = (struct elf_disassembler){ .step = 1 };
}

#else

const char *elf_disassembler_version(void)
{
    return "";
}

bool elf_disassembler_is_there(void)
{
    return false;
}

bool elf_disassembler_open(struct elf_disassembler *to,
                           const struct elf_file *file)
{
    (void)file;
    *to = (struct elf_disassembler){ .step = 1 };
    return false;
}

void elf_disassembler_next(struct elf_disassembler *from, struct str *bytes,
                           uint64_t *address,
                           struct elf_instruction *instruction)
{
    (void)from;
    *instruction = (struct elf_instruction){ .address = *address };
    *address += bytes->len;
    *bytes = S("");
}

void elf_disassembler_close(struct elf_disassembler *of)
{
    (void)of;
}

#endif
