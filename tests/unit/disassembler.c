/* Instructions as text, of machines whose programs need not be here. What is
   expected of AArch64 follows objdump of binutils 2.40. */
#include "elf/disassembler.h"

#include "elf/file.h"

#include <string.h>

#include "check.h"
#include "util/text/buf.h"

static struct elf_file file_of(unsigned machine, unsigned char order)
{
    struct elf_file file = { .elf = NULL };
    file.header.e_machine = (GElf_Half)machine;
    file.header.e_ident[EI_DATA] = order;
    return file;
}

/* Compares the instructions of bytes at 0x1000 with lines "ADDRESS TEXT". */
static void check_code(unsigned machine, struct str bytes, const char *expected)
{
    struct elf_file file = file_of(machine, ELFDATA2LSB);
    struct elf_disassembler disassembler;
    struct buf found = { 0 };
    uint64_t address = 0x1000;
    if (!expect(elf_disassembler_open(&disassembler, &file), "machine %u",
                machine))
        return;
    while (bytes.len) {
        struct elf_instruction instruction;
        elf_disassembler_next(&disassembler, &bytes, &address, &instruction);
        buf_printf(&found, "%llx %s", (unsigned long long)instruction.address,
                   instruction.text);
        if (instruction.target)
            buf_printf(&found, " -> %llx",
                       (unsigned long long)instruction.target);
        buf_char(&found, '\n');
    }
    elf_disassembler_close(&disassembler);
    buf_char(&found, '\0');
    expect(strcmp(found.data, expected) == 0, "expected:\n%sfound:\n%s",
           expected, found.data);
    buf_free(&found);
}

static void check_machines(void)
{
    check_code(EM_X86_64,
               S("\x55\x48\x89\xe5\xe8\x07\x00\x00\x00\x75\xf5\xff\xe0"
                 "\xff\x15\x01\x10\x00\x00\xc3"),
               "1000 pushq   %rbp\n"
               "1001 movq    %rsp, %rbp\n"
               "1004 callq   0x1010 -> 1010\n"
               "1009 jne     0x1000 -> 1000\n"
               "100b jmpq    *%rax\n"
               "100d callq   *0x1001(%rip)\n"
               "1013 retq\n");
    check_code(EM_386, S("\x06\xe9\xfb\xff\xff\xff\xc3"),
               "1000 pushl   %es\n"
               "1001 jmp     0x1001 -> 1001\n"
               "1006 retl\n");
    check_code(EM_AARCH64,
               S("\xfd\x7b\xbf\xa9\x04\x00\x00\x94\xe0\xff\xff\x54"
                 "\x40\x00\x00\xb4\x21\x08\x62\x1e\x20\x78\x62\xf8"
                 "\x20\x02\x1f\xd6\xff\xff\xff\xff\xc0\x03\x5f\xd6"),
               "1000 stp     x29, x30, [sp, #-0x10]!\n"
               "1004 bl      #0x1014 -> 1014\n"
               "1008 b.eq    #0x1004 -> 1004\n"
               "100c cbz     x0, #0x1014 -> 1014\n"
               "1010 fmul    d1, d1, d2\n"
               "1014 ldr     x0, [x1, x2, lsl #3]\n"
               "1018 br      x17\n"
               "101c .byte   0xff 0xff 0xff 0xff\n"
               "1020 ret\n");
}

/* Bytes that are no instruction, with their number at its boundaries. */
static void check_others(void)
{
    check_code(EM_X86_64, S("\x06"), "1000 .byte   0x06\n");
    check_code(EM_X86_64, S("\x48"), "1000 .byte   0x48\n");
    check_code(EM_X86_64,
               S("\x06\x90\x90\x90\x90\x90\x90\x90\x90\x90\x90\x90\x90\x90"
                 "\x90"),
               "1000 .byte   0x06 0x90 0x90 0x90 0x90 0x90 0x90 0x90 0x90 0x90 "
               "0x90 0x90 0x90 0x90 0x90\n");
    check_code(EM_X86_64,
               S("\x06\xf3\x90\xf3\x90\xf3\x90\xf3\x90\xf3\x90\xf3\x90\xf3"
                 "\x90\xc3"),
               "1000 .byte   0x06\n1001 pause\n1003 pause\n1005 pause\n"
               "1007 pause\n1009 pause\n100b pause\n100d pause\n100f retq\n");
    check_code(EM_AARCH64, S("\xc0\x03\x5f"), "1000 .byte   0xc0 0x03 0x5f\n");
    check_code(EM_AARCH64, S("\xff\xff\xff\xff\xff"),
               "1000 .byte   0xff 0xff 0xff 0xff\n1004 .byte   0xff\n");
}

static void check_unknown(void)
{
    struct elf_disassembler disassembler;
    struct elf_file file = file_of(EM_S390, ELFDATA2MSB);
    expect(!elf_disassembler_open(&disassembler, &file), "another machine");
    file = file_of(EM_AARCH64, ELFDATA2MSB);
    expect(!elf_disassembler_open(&disassembler, &file), "another byte order");
    elf_disassembler_close(&disassembler);
}

UNIT(disassembler)
{
    if (*elf_disassembler_version()) {
        test("machines");
        check_machines();
        test("bytes that are no instruction");
        check_others();
    }
    test("machines that are not known");
    check_unknown();
    return finish_tests();
}
