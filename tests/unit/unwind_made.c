/* Stacks of made-up modules, registers and memory: rules of call frame
   information that compilers write seldom, frame pointers, other machines, and
   damaged files. */

#include <zlib.h>

#include "check.h"
#include "elf.h"
#include "unwind/entries.h"
#include "unwind/unwind.h"
#include "util/diag.h"

enum { TEXT = 0x1000, FRAMES = 0x2000, STACK = 0x70000, ROOM = 100 };

static const struct layout wide = { 8, false };

/* A file whose .eh_frame is being made. Each entry has absolute addresses. */
struct made {
    struct elf_image image;
    struct elf_section *frames;
};

static struct made begin_made(uint16_t machine)
{
    struct made made = { elf_image(wide, ET_DYN, 0), NULL };
    made.image.machine = machine;
    elf_add_text(&made.image, TEXT, 0x100);
    return made;
}

static void add_entry(struct buf *out, uint32_t back, struct str body)
{
    size_t padding = -body.len & 3;
    put(out, wide, 4 + body.len + padding, 4);
    put(out, wide, back, 4);
    buf_add(out, body);
    put_zeros(out, padding);
}

/* Adds what functions have in common, which stands first. */
static void add_common(struct made *made, const char *augmentation,
                       unsigned code_factor, unsigned return_register,
                       struct str instructions)
{
    struct buf body = { 0 };
    made->frames = elf_add(&made->image, ".eh_frame", SHT_PROGBITS);
    made->frames->address = FRAMES;
    put(&body, wide, 1, 1);
    buf_add(&body, (struct str){ augmentation, strlen(augmentation) + 1 });
    put(&body, wide, code_factor, 1);
    put(&body, wide, 0x78, 1); /* -8 */
    put(&body, wide, return_register, 1);
    put(&body, wide, 1, 1);
    put(&body, wide, 0, 1); /* DW_EH_PE_absptr */
    buf_add(&body, instructions);
    add_entry(&made->frames->bytes, 0, buf_text(&body));
    buf_free(&body);
}

static void add_function(struct made *made, uint64_t low, uint64_t size,
                         struct str instructions)
{
    struct buf body = { 0 };
    put(&body, wide, low, 8);
    put(&body, wide, size, 8);
    put(&body, wide, 0, 1);
    buf_add(&body, instructions);
    add_entry(&made->frames->bytes, (uint32_t)made->frames->bytes.len + 4,
              buf_text(&body));
    buf_free(&body);
}

/* A module that is mapped at its own addresses. */
struct mapped {
    char path[400];
    struct elf_file file;
    struct arena arena; /* has the rows */
    struct unwind_rows rows;
};

static bool map_made(struct mapped *mapped, struct str bytes)
{
    save_bytes(mapped->path, "made.so", bytes);
    if (!elf_open(&mapped->file, mapped->path))
        return false;
    mapped->arena = (struct arena){ 0 };
    mapped->rows = unwind_rows_of(&mapped->file, NULL, &mapped->arena);
    return true;
}

static void map_end(struct mapped *mapped, struct made *made)
{
    struct buf bytes = elf_bytes(&made->image);
    expect(map_made(mapped, buf_text(&bytes)), "the made file");
    buf_free(&bytes);
}

static void unmap(struct mapped *mapped)
{
    arena_free(&mapped->arena);
    elf_close(&mapped->file);
}

static struct unwind_place find_made(void *closure, uint64_t address)
{
    struct mapped *mapped = closure;
    bool is_text = address >= TEXT && address < TEXT + 0x100;
    return (struct unwind_place){ true, is_text ? &mapped->rows : NULL,
                                  address };
}

/* Words of a stack that begins at STACK. */
static struct unwind_memory words(unsigned char *bytes, const uint64_t *of,
                                  size_t n)
{
    for (size_t i = 0; i < 8 * n; i++)
        bytes[i] = (unsigned char)(of[i / 8] >> 8 * (i % 8));
    return (struct unwind_memory){ STACK, bytes, 8 * n, 8 };
}

static struct unwind_input made_input(const char *name, void *closure,
                                      uint64_t ip)
{
    struct unwind_input input = {
        .machine = unwind_machine_for(str_of(name), UNWIND_ABI_64),
        .find = find_made,
        .maps = closure,
    };
    input.registers.ip = ip;
    input.registers.known = 1u << input.machine->stack_pointer;
    input.registers.value[input.machine->stack_pointer] = STACK;
    return input;
}

static void set_register(struct unwind_input *input, unsigned reg, uint64_t n)
{
    input->registers.value[reg] = n;
    input->registers.known |= 1u << reg;
}

static void stack_is(const char *what, const struct unwind_input *input,
                     enum unwind_end end, size_t n, const uint64_t *addresses)
{
    struct unwind_frame frames[ROOM];
    struct unwind_stack stack = unwind_run(input, frames, ROOM);
    expect(stack.end == end, "%s ends as %d", what, (int)stack.end);
    expect(stack.n == n, "%s: %zu frames", what, stack.n);
    for (size_t i = 0; i < stack.n && i < n; i++)
        expect(frames[i].address == addresses[i], "%s: frame %zu is %#llx",
               what, i, (unsigned long long)frames[i].address);
}

/* A function that signs its return address and keeps it, with x29, at the
   bottom of a large frame; a leaf without a frame; and the program's start,
   which has no caller. */
static void aarch64(void)
{
    struct made made = begin_made(EM_AARCH64);
    struct mapped mapped;
    unsigned char bytes[200];
    uint64_t stack[20] = { [0] = 0xf0, [1] = UINT64_C(0x003f000000001085) };
    test("AArch64");
    add_common(&made, "zR", 4, 30, S("\x0c\x1f\x00"));
    /* +4: signed; +8: CFA = sp + 80, x29 at -80, x30 at -72, x19 at -64 */
    add_function(&made, TEXT, 0x40,
                 S("\x41\x2d\x41\x0e\x50\x9d\x0a\x9e\x09\x93\x08"));
    add_function(&made, TEXT + 0x40, 0x40, S(""));
    add_function(&made, TEXT + 0x80, 0x40, S("\x07\x1e"));
    map_end(&mapped, &made);

    struct unwind_input input = made_input("aarch64", &mapped, TEXT + 0x44);
    set_register(&input, 30, TEXT + 0x10);
    input.memory = words(bytes, stack, 20);
    stack_is("leaf", &input, UNWIND_COMPLETE, 3,
             (uint64_t[]){ TEXT + 0x44, TEXT + 0x10, TEXT + 0x85 });
    set_register(&input, 30, UINT64_C(0xff7f000000000000) | (TEXT + 0x10));
    stack_is("signed leaf", &input, UNWIND_COMPLETE, 3,
             (uint64_t[]){ TEXT + 0x44, TEXT + 0x10, TEXT + 0x85 });
    /* A leaf cannot have called another one. */
    set_register(&input, 30, TEXT + 0x50);
    stack_is("leaf below a leaf", &input, UNWIND_NO_RULE, 2,
             (uint64_t[]){ TEXT + 0x44, TEXT + 0x50 });
    input.registers.ip = TEXT + 4;
    set_register(&input, 30, TEXT + 0x85);
    stack_is("before the frame", &input, UNWIND_COMPLETE, 2,
             (uint64_t[]){ TEXT + 4, TEXT + 0x85 });
    input.machine = unwind_machine_for(S("x86_64"), UNWIND_ABI_64);
    input.registers.known |= 1u << 7;
    stack_is("rows of another machine", &input, UNWIND_NO_RULE, 1,
             (uint64_t[]){ TEXT + 4 });
    unmap(&mapped);
}

/* Rules that compilers write seldom. */
static void rare_rules(void)
{
    struct made made = begin_made(EM_X86_64);
    struct mapped mapped;
    unsigned char bytes[200];
    uint64_t stack[20] = { [3] = TEXT + 0x90, [4] = TEXT + 0x91,
                           [5] = STACK + 0x28 };
    test("rare rules");
    add_common(&made, "zR", 1, 16, S("\x0c\x07\x08\x90\x01"));
    /* CFA = *(sp + 0x28) - 8 by an expression */
    add_function(&made, TEXT, 0x10, S("\x0f\x06\x77\x28\x06\x38\x1c\x96"));
    /* the return address is in r11, then computed, then where r10 points */
    add_function(&made, TEXT + 0x10, 0x30,
                 S("\x09\x10\x0b\x50\x16\x10\x02\x7b\x01\x50"
                   "\x10\x10\x02\x7a\x00"));
    /* remembered, changed and restored */
    add_function(&made, TEXT + 0x40, 0x30,
                 S("\x0a\x41\x0e\x20\x41\x0b\x41\x0e\x21\x0b"));
    /* .plt: CFA = sp + 8, and 8 more from byte 11 of each entry on */
    add_function(&made, TEXT + 0xc0, 0x20,
                 S("\x0f\x0b\x77\x08\x80\x00\x3f\x1a\x3b\x2a\x33\x24\x22"));
    add_function(&made, TEXT + 0x80, 0x40, S("\x07\x10"));
    map_end(&mapped, &made);

    struct unwind_input input = made_input("x86_64", &mapped, TEXT);
    input.memory = words(bytes, stack, 20);
    stack_is("CFA by an expression", &input, UNWIND_COMPLETE, 2,
             (uint64_t[]){ TEXT, TEXT + 0x90 });
    set_register(&input, 11, TEXT + 0x92);
    set_register(&input, 10, STACK + 0x20);
    input.registers.ip = TEXT + 0x10;
    stack_is("in a register", &input, UNWIND_COMPLETE, 2,
             (uint64_t[]){ TEXT + 0x10, TEXT + 0x92 });
    input.registers.ip = TEXT + 0x20;
    stack_is("computed", &input, UNWIND_COMPLETE, 2,
             (uint64_t[]){ TEXT + 0x20, TEXT + 0x93 });
    input.registers.ip = TEXT + 0x30;
    stack_is("at a computed address", &input, UNWIND_COMPLETE, 2,
             (uint64_t[]){ TEXT + 0x30, TEXT + 0x91 });
    stack[0] = TEXT + 0x94;
    stack[1] = TEXT + 0x95;
    input.memory = words(bytes, stack, 20);
    input.registers.ip = TEXT + 0xda;
    stack_is("start of an entry of .plt", &input, UNWIND_COMPLETE, 2,
             (uint64_t[]){ TEXT + 0xda, TEXT + 0x94 });
    input.registers.ip = TEXT + 0xdb;
    stack_is("end of an entry of .plt", &input, UNWIND_COMPLETE, 2,
             (uint64_t[]){ TEXT + 0xdb, TEXT + 0x95 });
    input.registers.ip = TEXT + 0x41;
    stack_is("changed", &input, UNWIND_COMPLETE, 2,
             (uint64_t[]){ TEXT + 0x41, TEXT + 0x90 });
    input.registers.ip = TEXT + 0x42;
    stack_is("restored", &input, UNWIND_COMPLETE, 2,
             (uint64_t[]){ TEXT + 0x42, TEXT + 0x94 });
    input.registers.ip = TEXT + 0x43;
    stack_is("nothing is remembered", &input, UNWIND_NO_RULE, 1,
             (uint64_t[]){ TEXT + 0x43 });
    unmap(&mapped);
}

/* Other ways to write a CFA and a place; and functions of which an instruction
   makes no sense, so that there is no way to their callers. */
static void other_encodings(void)
{
    static const struct {
        const char *what;
        struct str instructions;
        uint64_t caller; /* 0: not found */
    } rows[] = {
        { "def_cfa_sf, +16", STR("\x12\x07\x7e"), TEXT + 0x91 },
        { "def_cfa_offset_sf, +24", STR("\x13\x7d"), TEXT + 0x92 },
        { "offset_extended, -24 of +32", STR("\x0e\x20\x05\x10\x03"),
          TEXT + 0x91 },
        { "set_loc", STR("\x01"), 0 },
        { "a CFA offset above 32 bits", STR("\x13\xff\xff\xff\xff\xff\0"),
          0 },
        { "a place above 32 bits",
          STR("\x11\x10\xff\xff\xff\xff\xff\0"), 0 },
        { "a CFA offset above 64 bits",
          STR("\x13\xff\xff\xff\xff\xff\xff\xff\xff\xff\0"), 0 },
        { "a place above 64 bits",
          STR("\x11\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\0"), 0 },
        /* An expression has no register and no offset that could change. */
        { "an expression, then def_cfa_offset",
          STR("\x0f\x01\x30\x0e\xff\xff\xff\xff\x07"), 0 },
        { "an expression, then def_cfa_offset_sf",
          STR("\x0f\x01\x30\x13\x81\x80\x80\x80\x7f"), 0 },
        { "an expression, then def_cfa_register",
          STR("\x0f\x02\x77\x10\x0d\x07"), 0 },
        { "an expression, then def_cfa",
          STR("\x0f\x01\x30\x0c\x07\x10"), TEXT + 0x91 },
        { "an expression, then def_cfa_sf",
          STR("\x0f\x01\x30\x12\x07\x7d"), TEXT + 0x92 },
        { "two expressions", STR("\x0f\x01\x30\x0f\x02\x77\x10"),
          TEXT + 0x91 },
        { "an expression until restore_state, then def_cfa_offset",
          STR("\x0a\x0f\x01\x30\x0b\x0e\x18"), TEXT + 0x92 },
        { "register 48, then def_cfa_register",
          STR("\x0c\x30\x10\x0d\x07"), TEXT + 0x91 },
    };
    enum { SIZE = 8 };
    struct made made = begin_made(EM_X86_64);
    struct mapped mapped;
    unsigned char bytes[200];
    uint64_t stack[20] = { TEXT + 0x90, TEXT + 0x91, TEXT + 0x92 };
    test("other encodings");
    add_common(&made, "zR", 1, 16, S("\x0c\x07\x08\x90\x01"));
    for (size_t i = 0; i < ROWS(rows); i++)
        add_function(&made, TEXT + SIZE * i, SIZE, rows[i].instructions);
    add_function(&made, TEXT + 0x80, 0x40, S("\x07\x10"));
    map_end(&mapped, &made);
    for (size_t i = 0; i < ROWS(rows); i++) {
        uint64_t ip = TEXT + SIZE * i;
        struct unwind_input input = made_input("x86_64", &mapped, ip);
        input.memory = words(bytes, stack, 20);
        stack_is(rows[i].what, &input,
                 rows[i].caller ? UNWIND_COMPLETE : UNWIND_NO_RULE,
                 rows[i].caller ? 2 : 1, (uint64_t[]){ ip, rows[i].caller });
    }
    unmap(&mapped);
}

/* Compresses what a section has, as objcopy --compress-debug-sections does. */
static void compress_section(struct elf_section *section)
{
    struct buf plain = section->bytes;
    struct str bytes = buf_text(&plain);
    unsigned char packed[1000];
    uLongf size = sizeof packed;
    expect(compress(packed, &size, (const unsigned char *)bytes.s,
                    bytes.len) == Z_OK,
           "not compressed");
    section->flags |= SHF_COMPRESSED;
    section->bytes = (struct buf){ 0 };
    put(&section->bytes, wide, ELFCOMPRESS_ZLIB, 4);
    put(&section->bytes, wide, 0, 4);
    put(&section->bytes, wide, bytes.len, 8);
    put(&section->bytes, wide, 1, 8); /* the alignment */
    buf_add(&section->bytes, (struct str){ (const char *)packed, size });
    buf_free(&plain);
}

/* The rows of a stripped file may be in its debug file. */
static void debug_frames(bool compresses)
{
    struct made made = begin_made(EM_X86_64), debug = begin_made(EM_X86_64);
    struct elf_section *section =
        elf_add(&debug.image, ".debug_frame", SHT_PROGBITS);
    struct buf *frames = &section->bytes;
    struct buf function = { 0 };
    unsigned char bytes[16];
    uint64_t stack[2] = { TEXT + 0x91 };
    test(compresses ? "compressed frames of a debug file"
                    : "frames of a debug file");
    /* Version 1, no augmentation, factors 1 and -8, return register 16. */
    add_entry(frames, UINT32_MAX, S("\x01\0\x01\x78\x10\x0c\x07\x08\x90\x01"));
    put(&function, wide, TEXT, 8);
    put(&function, wide, 0x10, 8);
    add_entry(frames, 0, buf_text(&function));
    if (compresses)
        compress_section(section);

    struct buf stripped = elf_bytes(&made.image);
    struct buf separate = elf_bytes(&debug.image);
    struct mapped mapped;
    struct elf_file file;
    bool is_open = elf_open_memory(&mapped.file, buf_text(&stripped), "made") &&
                   elf_open_memory(&file, buf_text(&separate), "debug");
    expect(is_open, "both files");
    for (int i = 0; is_open && i < 2; i++) {
        LOCAL_ARENA(scratch);
        mapped.rows =
            unwind_rows_of(&mapped.file, i ? &file : NULL, &scratch);
        struct unwind_input input = made_input("x86_64", &mapped, TEXT);
        input.memory = words(bytes, stack, 2);
        stack_is(i ? "with the debug file" : "without it", &input,
                 UNWIND_NO_RULE, i ? 2 : 1, (uint64_t[]){ TEXT, TEXT + 0x91 });
    }
    elf_close(&mapped.file);
    elf_close(&file);
    buf_free(&function);
    buf_free(&stripped);
    buf_free(&separate);
}

/* The next row has another register in the same place. */
static void registers_of_rows(void)
{
    struct made made = begin_made(EM_X86_64);
    struct mapped mapped;
    unsigned char bytes[48];
    uint64_t stack[6] = { 0, STACK + 0x20, TEXT + 0x21, 0, 0, TEXT + 0x91 };
    test("a row with another register");
    add_common(&made, "zR", 1, 16, S("\x0c\x07\x08\x90\x01"));
    /* CFA = sp + 24; rbx at CFA - 16; then rbp is there in its place */
    add_function(&made, TEXT, 0x10,
                 S("\x0e\x18\x83\x02\x41\xc3\x86\x02"));
    add_function(&made, TEXT + 0x20, 0x10, S("\x0c\x06\x10"));
    map_end(&mapped, &made);
    struct unwind_input input = made_input("x86_64", &mapped, TEXT + 8);
    input.memory = words(bytes, stack, 6);
    stack_is("rbp", &input, UNWIND_NO_RULE, 3,
             (uint64_t[]){ TEXT + 8, TEXT + 0x21, TEXT + 0x91 });
    unmap(&mapped);
}

/* The instructions of a common entry are valid at the start of a function, so
   they cannot advance. */
static void common_advances(void)
{
    static const struct str instructions[] = {
        STR("\x0c\x07\x08\x90\x01"), STR("\x0c\x07\x08\x90\x01\x41")
    };
    unsigned char bytes[16];
    uint64_t stack[2] = { 0 };
    test("a common entry that advances");
    for (size_t i = 0; i < ROWS(instructions); i++) {
        struct made made = begin_made(EM_X86_64);
        struct mapped mapped;
        add_common(&made, "zR", 1, 16, instructions[i]);
        add_function(&made, TEXT, 0x10, S(""));
        map_end(&mapped, &made);
        struct unwind_input input = made_input("x86_64", &mapped, TEXT + 1);
        input.memory = words(bytes, stack, 2);
        stack_is(i ? "advances" : "does not", &input,
                 i ? UNWIND_NO_RULE : UNWIND_COMPLETE, 1,
                 (uint64_t[]){ TEXT + 1 });
        unmap(&mapped);
    }
}

/* What would move the place of the expression of the common entry, which is 24,
   even to itself, makes no sense; an expression is read only in its section. */
static void places_of_expressions(void)
{
    static const struct str moves[] = { STR(""), STR("\x0e\x18"),
                                        STR("\x13\x7d"), STR("\x0d\x07") };
    struct made made = begin_made(EM_X86_64);
    struct mapped mapped;
    unsigned char bytes[16];
    uint64_t stack[2] = { 0 };
    test("places of expressions");
    add_common(&made, "zR", 1, 16,
               S("\0\0\0\0\0\0\x0f\x02\x77\x08\x90\x01"));
    for (size_t i = 0; i < ROWS(moves); i++)
        add_function(&made, TEXT + 0x10 * i, 0x10, moves[i]);
    map_end(&mapped, &made);
    for (size_t i = 0; i < ROWS(moves); i++) {
        uint64_t ip = TEXT + 0x10 * i;
        struct unwind_input input = made_input("x86_64", &mapped, ip);
        input.memory = words(bytes, stack, 2);
        stack_is(i ? "moved" : "not moved", &input,
                 i ? UNWIND_NO_RULE : UNWIND_COMPLETE, 1, &ip);
    }
    struct unwind_input input = made_input("x86_64", &mapped, TEXT);
    input.memory = words(bytes, stack, 2);
    struct unwind_table *table = &mapped.rows.tables[0];
    int32_t size = (int32_t)table->entries.size;
    const int32_t places[] = { -1, size, size + 1, INT32_MAX, INT32_MIN };
    expect(table->rows.of[0].cfa_offset == 24, "%d",
           table->rows.of[0].cfa_offset);
    for (size_t i = 0; i < ROWS(places); i++) {
        table->rows.of[0].cfa_offset = places[i];
        stack_is("elsewhere", &input, UNWIND_NO_RULE, 1, (uint64_t[]){ TEXT });
    }
    unmap(&mapped);
}

/* On machines of 32 bits, the distance to a function that lies before the
   section is a large number, and the sum of both has 32 bits. */
static void distances_of_32_bits(void)
{
    struct made made = begin_made(EM_386);
    struct mapped mapped;
    struct buf body = { 0 };
    unsigned char bytes[16];
    uint64_t stack[2] = { TEXT + 0x90 };
    test("distances of 32 bits");
    made.image.layout.pointer = 4;
    struct elf_section *frames =
        elf_add(&made.image, ".eh_frame", SHT_PROGBITS);
    frames->address = FRAMES;
    buf_add(&body, S("\1zR\0\1\x7c\x08\1\x13\x0c\4\4\x88\1"));
    add_entry(&frames->bytes, 0, buf_text(&body));
    body.len = 0;
    uint32_t function = (uint32_t)frames->bytes.len;
    put(&body, wide, TEXT - (FRAMES + function + 8), 4);
    put(&body, wide, 0x40, 4);
    put(&body, wide, 0, 1);
    add_entry(&frames->bytes, function + 4, buf_text(&body));
    buf_free(&body);
    map_end(&mapped, &made);
    struct unwind_input input = {
        .machine = unwind_machine_for(S("i386"), UNWIND_ABI_32),
        .registers = { .ip = TEXT + 4, .known = 1u << 4, .value[4] = STACK },
        .memory = words(bytes, stack, 2),
        .find = find_made,
        .maps = &mapped,
    };
    input.memory.word = 4;
    stack_is("", &input, UNWIND_NO_RULE, 2,
             (uint64_t[]){ TEXT + 4, TEXT + 0x90 });
    unmap(&mapped);
}

/* A signal handler whose caller's frame is the same or, with another register,
   one that differs in it. */
static void endless_signals(void)
{
    struct made made = begin_made(EM_X86_64);
    struct mapped mapped;
    unsigned char bytes[8];
    uint64_t stack = 0, steps = 7;
    test("a signal handler without end");
    add_common(&made, "zRS", 1, 16, S("\x0c\x07\x00\x16\x10\x02\x80\x00"));
    add_function(&made, TEXT, 0x10, S("\x00"));
    add_function(&made, TEXT + 0x10, 0x10, S("\x16\x03\x02\x73\x01"));
    map_end(&mapped, &made);
    struct unwind_input input = made_input("x86_64", &mapped, TEXT);
    struct unwind_frame frames[ROOM];
    input.memory = words(bytes, &stack, 1);
    set_register(&input, 3, 0);
    stack_is("the same", &input, UNWIND_LOOP, 1, (uint64_t[]){ TEXT });
    input.registers.ip += 0x10;
    struct unwind_stack all = unwind_run(&input, frames, ROOM);
    expect(all.n == ROOM && all.end == UNWIND_FULL, "%zu frames", all.n);
    input.steps = &steps;
    all = unwind_run(&input, frames, ROOM);
    expect(all.n == 4 && all.end == UNWIND_NO_RULE && all.is_out_of_steps,
           "%zu frames", all.n);
    unmap(&mapped);
}

/* An entry within the addresses of another one hides only its own. */
static void nested_entries(void)
{
    struct made made = begin_made(EM_X86_64);
    struct mapped mapped;
    unsigned char bytes[200];
    uint64_t stack[20] = { TEXT + 0x90, TEXT + 0x91, TEXT + 0x92 };
    const uint64_t callers[] = { TEXT + 0x90, TEXT + 0x91, TEXT + 0x90 };
    test("nested entries");
    add_common(&made, "zR", 1, 16, S("\x0c\x07\x08\x90\x01"));
    add_function(&made, TEXT, 0x30, S(""));
    add_function(&made, TEXT + 0x10, 0x10, S("\x0e\x10"));
    add_function(&made, TEXT + 0x80, 0x40, S("\x07\x10"));
    map_end(&mapped, &made);
    for (size_t i = 0; i < ROWS(callers); i++) {
        uint64_t ip = TEXT + 0x10 * i;
        struct unwind_input input = made_input("x86_64", &mapped, ip);
        input.memory = words(bytes, stack, 20);
        stack_is("", &input, UNWIND_COMPLETE, 2,
                 (uint64_t[]){ ip, callers[i] });
    }
    unmap(&mapped);
}

/* Two functions near the first address and two near the last one. The third is
   longer than what is left of the addresses. */
static void ends_of_entries(void)
{
    static const struct {
        uint64_t low, size;
    } functions[] = {
        { 0x10, 0x20 }, { 0x100, 0x10 }, { -0x80, 0x100 }, { -0x40, 0x10 }
    };
    static const struct {
        uint64_t address, low; /* low: of its function; 0: none */
    } places[] = {
        { 0xf, 0 },       { 0x10, 0x10 },    { 0x2f, 0x10 },
        { 0x30, 0 },      { 0xff, 0 },       { 0x10f, 0x100 },
        { 0x110, 0 },     { -0x81, 0 },      { -0x41, -0x80 },
        { -0x31, -0x40 }, { -0x30, -0x80 },
    };
    struct made made = begin_made(EM_X86_64);
    struct mapped mapped;
    test("ends of entries");
    add_common(&made, "zR", 1, 16, S("\x0c\x07\x08\x90\x01"));
    for (size_t i = 0; i < ROWS(functions); i++)
        add_function(&made, functions[i].low, functions[i].size, S(""));
    map_end(&mapped, &made);
    struct unwind_entries entries =
        unwind_entries_read(&mapped.file, ".eh_frame", &mapped.arena);
    for (size_t i = 0; i < ROWS(places); i++) {
        const struct unwind_function *function =
            unwind_entries_find(&entries, places[i].address);
        uint64_t low = function ? function->low : 0;
        expect(low == places[i].low, "%#llx is in %#llx",
               (unsigned long long)places[i].address, (unsigned long long)low);
    }
    unmap(&mapped);
}

static void machines(void)
{
    test("machines");
    const struct unwind_machine *i386 =
        unwind_machine_for(S("i686"), UNWIND_ABI_32);
    expect(i386 && i386->word == 4, "i686");
    expect(unwind_machine_for(S("x86_64"), UNWIND_ABI_32) == i386,
           "32 bits under a kernel of 64");
    expect(!unwind_machine_for(S("x786"), UNWIND_ABI_32) &&
               !unwind_machine_for(S("i387"), UNWIND_ABI_32) &&
               !unwind_machine_for(S("i86"), UNWIND_ABI_32),
           "other machines of 32 bits");
    expect(!unwind_machine_for(S("aarch64"), UNWIND_ABI_32), "32-bit Arm");
    expect(!unwind_machine_for(S("riscv64"), UNWIND_ABI_64), "RISC-V");
    expect(!unwind_machine_for(S("x86_64"), 0), "no registers");
}

/* Memory without a file up to a limit. */
static struct unwind_place find_none(void *limit, uint64_t address)
{
    return (struct unwind_place){ address < *(uint64_t *)limit, NULL, 0 };
}

static void frame_pointers(void)
{
    unsigned char bytes[200];
    uint64_t stack[20] = { [2] = STACK + 48, [3] = 0x111,
                           [6] = STACK + 80, [7] = 0x222, [10] = 0, [11] = 0 };
    uint64_t limit = UINT64_MAX;
    struct unwind_input input = made_input("x86_64", &limit, 0x100);
    test("frame pointers");
    input.find = find_none;
    input.memory = words(bytes, stack, 20);
    stack_is("without one", &input, UNWIND_NO_RULE, 1, (uint64_t[]){ 0x100 });
    set_register(&input, 6, STACK + 16);
    stack_is("three frames", &input, UNWIND_COMPLETE, 3,
             (uint64_t[]){ 0x100, 0x111, 0x222 });
    limit = 0x222;
    stack_is("to the end of what is mapped", &input, UNWIND_COMPLETE, 3,
             (uint64_t[]){ 0x100, 0x111, 0x222 });
    limit = 0x221;
    stack_is("to what is not mapped", &input, UNWIND_NO_RULE, 2,
             (uint64_t[]){ 0x100, 0x111 });
    limit = UINT64_MAX;
    stack[10] = STACK;
    stack[11] = 0x333;
    input.memory = words(bytes, stack, 20);
    stack_is("back to the start", &input, UNWIND_NO_RULE, 4,
             (uint64_t[]){ 0x100, 0x111, 0x222, 0x333 });
    input.memory.size = 60;
    stack_is("cut", &input, UNWIND_CUT, 2, (uint64_t[]){ 0x100, 0x111 });
    set_register(&input, 6, STACK + 0x10000);
    stack_is("too far away", &input, UNWIND_NO_RULE, 1, (uint64_t[]){ 0x100 });
    set_register(&input, 6, STACK - 8);
    stack_is("below the stack", &input, UNWIND_NO_RULE, 1,
             (uint64_t[]){ 0x100 });
}

static void registers(void)
{
    const struct unwind_machine *x86 =
        unwind_machine_for(S("x86_64"), UNWIND_ABI_64);
    struct unwind_registers got;
    uint64_t values[33];
    test("registers");
    for (unsigned i = 0; i < ROWS(values); i++)
        values[i] = 100 + i;
    expect(unwind_machine_registers(x86, 0xff0fff, values, &got), "x86-64");
    expect(got.ip == 108 && got.value[7] == 107 && got.value[6] == 106 &&
               got.value[3] == 101 && got.value[0] == 100 &&
               got.value[8] == 112 && got.value[15] == 119 &&
               got.known == 0xffff, "the order of x86-64");
    expect(!unwind_machine_registers(x86, 0xff, values, &got), "without ip");
    expect(!unwind_machine_registers(x86, 0x100, values, &got), "without sp");
    const struct unwind_machine *arm =
        unwind_machine_for(S("aarch64"), UNWIND_ABI_64);
    expect(unwind_machine_registers(arm, 0x1ffffffff, values, &got) &&
               got.ip == 132 && got.value[31] == 131 && got.value[29] == 129 &&
               got.known == UINT32_MAX, "the order of AArch64");
    expect(!unwind_machine_for(S("mips"), UNWIND_ABI_64), "another machine");
}

/* Runs a stack from each address of the text, whatever comes of it. */
static void run_anything(struct mapped *mapped)
{
    unsigned char bytes[400];
    struct unwind_frame frames[ROOM];
    struct unwind_input input = made_input("x86_64", mapped, 0);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i % 8 > 1 ? 0 : i % 8 ? TEXT >> 8 : i);
    input.memory = (struct unwind_memory){ STACK, bytes, sizeof bytes, 8 };
    for (unsigned i = 0; i < UNWIND_REGISTERS; i++)
        set_register(&input, i, STACK + random_below(sizeof bytes));
    for (uint64_t at = 0; at < 0x100; at += 4) {
        input.registers.ip = TEXT + at;
        struct unwind_stack stack = unwind_run(&input, frames, ROOM);
        expect(stack.n >= 1 && stack.n <= ROOM, "%zu frames", stack.n);
    }
    for (unsigned i = 0; i < mapped->rows.n; i++) {
        const struct unwind_table *table = &mapped->rows.tables[i];
        expect(table->rows.n <=
                   16 * table->entries.size + table->entries.functions.n,
               "%zu rows of %zu bytes", table->rows.n, table->entries.size);
    }
}

static void damaged(void)
{
    struct made made = begin_made(EM_X86_64);
    struct buf changed = { 0 };
    struct mapped mapped;
    test("damaged files");
    add_common(&made, "zR", 1, 16, S("\x0c\x07\x08\x90\x01"));
    add_function(&made, TEXT, 0x40, S("\x41\x0e\x10\x86\x02\x43\x0d\x06\x83\x03"
                                      "\x0a\x41\x0c\x07\x08\x0b"));
    add_function(&made, TEXT + 0x40, 0x40,
                 S("\x0f\x0b\x77\x08\x80\x00\x3f\x1a\x3b\x2a\x33\x24\x22\x44"
                   "\x16\x06\x04\x76\x08\x2f\xfb\xff"));
    add_function(&made, TEXT + 0x80, 0x80, S("\x10\x06\x03\x77\x08\x06\x41\x07"
                                             "\x10"));
    struct buf whole = elf_bytes(&made.image);
    for (unsigned long n = 1; n <= 2000; n++) {
        start_input(n);
        changed.len = 0;
        buf_add(&changed, buf_text(&whole));
        /* The entries are behind the header and the text. */
        for (uint32_t left = 1 + random_below(4); left > 0; left--)
            changed.data[64 + 56 + 0x100 + random_below(0xa0)] =
                (char)(chance(30) ? 255 : random_below(256));
        if (map_made(&mapped, buf_text(&changed))) {
            run_anything(&mapped);
            unmap(&mapped);
        }
    }
    buf_free(&whole);
    buf_free(&changed);
}

UNIT(unwind_made)
{
    diag_quiet(true);
    aarch64();
    rare_rules();
    other_encodings();
    debug_frames(false);
    debug_frames(true);
    registers_of_rows();
    common_advances();
    places_of_expressions();
    distances_of_32_bits();
    endless_signals();
    nested_entries();
    ends_of_entries();
    machines();
    frame_pointers();
    registers();
    damaged();
    return finish_tests();
}
