/* Parses one frame of a stack as perf script prints it. */
#pragma once

#include "util/text/str.h"

/* All texts are parts of the line. */
struct perf_frame {
    struct str digits;  /* of the address, hexadecimal */
    uint64_t address;
    struct str symbol;  /* without its offset; "" if perf found none */
    struct str offset;  /* "+0x51", right behind the symbol, or "" */
    struct str module;  /* "" if none is printed */
    bool inlined;       /* "(inlined)" is printed in place of the module */
};

/* Parses a frame; `text` begins at its address. `modules` is set if this input
   prints modules, so that parentheses at the end always hold one. Returns false
   if `text` does not begin with an address. */
bool perf_frame(struct str text, bool modules, struct perf_frame *frame);

/* Returns the number of digits of the address at the front of text, 0 if there
   is no address. */
size_t perf_frame_address(struct str text);

/*
 * Fields that perf script -F +FIELD prints after a frame, or on own lines after
 * a stack. They have nothing about the stack:
 *
 *     1136 work+0x6 (/opt/app) insn: 48 8b 15
 *     1136 work+0x6 (/opt/app) 0x1150/0x1130/P/-/-/3  0x1145/0x1150/P/-/-/2
 *     1136 work+0x6 (/opt/app)     1a2b3c4d N/A 4K
 *      insn: 48 8b 15
 *     <TAB><TAB>movq %rax, %rbx
 *     <TAB>work:
 *     <TAB>0000000000001130<TAB>insn: 55
 *
 * These are the fields insn, insnlen, disasm, iregs, brstack, brstacksym,
 * brstackoff, brstackinsn, phys_addr, data_page_size and code_page_size.
 * Source: process_event of builtin-script.c.
 */

/* Does a line have only such fields? */
bool perf_fields_line(struct str line);
