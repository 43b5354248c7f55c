/* Tables of functions of Go, made here in each layout, byte order and size of
   addresses. */
#include "check.h"
#include "elf.h"
#include "elf/go.h"

enum { CODE = 0x1000, TABLE = 0x4000 };

/* What is made, and where its parts begin. */
struct made {
    unsigned version;
    struct layout layout;
    struct buf bytes;
};

static void put_text(struct buf *out, const char *text)
{
    buf_add(out, (struct str){ text, strlen(text) + 1 });
}

/* Stores a number of a size at an offset. */
static void patch(struct made *made, size_t at, uint64_t n, unsigned size)
{
    struct buf number = { 0 };
    put(&number, made->layout, n, size);
    memcpy(made->bytes.data + at, number.data, size);
    buf_free(&number);
}

static unsigned entry_size(const struct made *made)
{
    return made->version >= 18 ? 4 : made->layout.pointer;
}

/* Stores the number i of the header. */
static void set(struct made *made, unsigned i, uint64_t n)
{
    unsigned w = made->layout.pointer;
    patch(made, 8 + i * w, n, w);
}

/* Steps: the changes of a value, as Go stores them, and how many quanta it holds
   then. */
static size_t put_steps(struct made *made, const uint8_t *steps, size_t n)
{
    size_t at = made->bytes.len;
    buf_add(&made->bytes, (struct str){ (const char *)steps, n });
    buf_char(&made->bytes, '\0');
    return at;
}

/* Puts the description of a function. Numbers of places are relative. */
static size_t put_function(struct made *made, uint64_t offset, size_t name,
                           size_t file_steps, size_t line_steps, uint32_t unit,
                           uint32_t line)
{
    size_t at = made->bytes.len;
    struct buf *out = &made->bytes;
    uint64_t start = made->version >= 18 ? offset : CODE + offset;
    const uint64_t fields[] = { name, 0, 0, 0, file_steps, line_steps, 0,
                                unit, line };
    put(out, made->layout, start, entry_size(made));
    for (size_t i = 0; i < ROWS(fields); i++)
        put(out, made->layout, fields[i], 4);
    return at;
}

/* main.f has 8 quanta, of which 4 are in a.go:10 and 4 in a.go:200; then 8 that
   belong to nobody; main.g has 4, in b.go:7, and one step of another file. */
static void make(struct made *made, unsigned quantum, uint64_t code)
{
    static const uint32_t magics[] = { [2] = 0xfffffffb, [16] = 0xfffffffa,
                                       [18] = 0xfffffff0, [20] = 0xfffffff1 };
    static const uint8_t f_lines[] = { 22, 4, 0xfc, 0x02, 4 };
    static const uint8_t g_lines[] = { 16, 4 };
    bool is_old = made->version == 2;
    uint8_t f_file[] = { is_old ? 4 : 2, 8 };
    uint8_t g_file[] = { is_old ? 6 : 2, 2, 2, 2 };
    unsigned w = made->layout.pointer, size = entry_size(made);
    struct buf *out = &made->bytes;
    put(out, made->layout, magics[made->version], 4);
    put(out, made->layout, 0, 2);
    put(out, made->layout, quantum, 1);
    put(out, made->layout, w, 1);
    put_zeros(out, (is_old ? 1 : 8) * w);
    size_t list = out->len;
    put_zeros(out, 5 * size + 4);
    size_t names = out->len;
    put_text(out, "main.f");
    put_text(out, "main.g");
    size_t files = out->len;
    put_text(out, "/go/a.go");
    put_text(out, "/go/b.go");
    put_zeros(out, -out->len & 3);
    size_t units = out->len;
    if (is_old) {
        put(out, made->layout, 3, 4);
        put(out, made->layout, files, 4);
        put(out, made->layout, files + 9, 4);
    } else {
        put(out, made->layout, UINT32_MAX, 4);
        put(out, made->layout, 0, 4);
        put(out, made->layout, 9, 4);
        put(out, made->layout, 0, 4);
    }
    size_t steps = out->len;
    size_t at[] = {
        put_steps(made, f_file, sizeof f_file),
        put_steps(made, f_lines, sizeof f_lines),
        put_steps(made, g_file, sizeof g_file),
        put_steps(made, g_lines, sizeof g_lines),
    };
    for (size_t i = 0; i < ROWS(at) && !is_old; i++)
        at[i] -= steps;
    size_t name = is_old ? names : 0;
    size_t f = put_function(made, 0, name, at[0], at[1], 1, 9);
    size_t g = put_function(made, 16 * quantum, name + 7, at[2], at[3], 2, 6);
    buf_char(out, '\0');
    uint64_t base = made->version >= 18 ? 0 : CODE, from = is_old ? 0 : list;
    patch(made, list, base, size);
    patch(made, list + size, f - from, size);
    patch(made, list + 2 * size, base + 16 * quantum, size);
    patch(made, list + 3 * size, g - from, size);
    patch(made, list + 4 * size, base + 20 * quantum, size);
    set(made, 0, 2);
    if (is_old) {
        patch(made, list + 5 * size, units, 4);
        return;
    }
    const uint64_t parts[] = { names, units, files, steps, list };
    set(made, 1, 2);
    if (made->version >= 18)
        set(made, 2, code);
    for (unsigned i = 0; i < ROWS(parts); i++)
        set(made, (made->version >= 18 ? 3 : 2) + i, parts[i]);
}

/* Puts the table into a program and opens it. */
static bool open_made(struct made *made, const char *section,
                      uint64_t relocation, struct buf *program,
                      struct elf_file *file, struct elf_go *go)
{
    struct elf_image image = elf_image(made->layout, ET_EXEC, 0);
    elf_add_text(&image, CODE, 0x100);
    struct elf_section *table = elf_add(&image, section, SHT_PROGBITS);
    table->address = TABLE;
    table->bytes = made->bytes;
    if (relocation) {
        struct elf_section *relocations =
            elf_add(&image, ".rela.dyn", SHT_RELA);
        relocations->entry_size = 3 * made->layout.pointer;
        put_pointer(&relocations->bytes, made->layout,
                    TABLE + 8 + 2 * made->layout.pointer);
        put_pointer(&relocations->bytes, made->layout, 8);
        put_pointer(&relocations->bytes, made->layout, relocation);
    }
    *program = elf_bytes(&image);
    return elf_open_memory(file, buf_text(program), "made") &&
           elf_go_open(go, file);
}

static void expect_line(struct elf_go *go, uint64_t address, bool is_start,
                        const char *file, uint64_t line)
{
    struct arena arena = { 0 };
    struct elf_line found = { .address = address, .file = STR("") };
    elf_go_line(go, &found, is_start, &arena);
    expect(str_eq(found.file, str_of(file)) && found.line == line,
           "Go 1.%u: %#llx: %.*s:%llu, not %s:%llu", go->version,
           (unsigned long long)address,
           (int)found.file.len, found.file.s, (unsigned long long)found.line,
           file, (unsigned long long)line);
    arena_free(&arena);
}

static void expect_function(const struct elf_functions *functions,
                            uint64_t address, const char *name)
{
    const struct elf_function *found = elf_functions_find(functions, address);
    expect(str_eq(str_of(found ? found->name : ""), str_of(name)),
           "%#llx: %s, not %s", (unsigned long long)address,
           found ? found->name : "nothing", name);
}

static void check_made(struct made *made, unsigned quantum)
{
    struct buf program;
    struct elf_file file;
    struct elf_go go;
    LOCAL_ARENA(scratch);
    struct elf_functions functions = { .arena = &scratch };
    uint64_t q = quantum;
    bool has_start = made->version == 20;
    make(made, quantum, CODE);
    expect(open_made(made, ".gopclntab", 0, &program, &file, &go), "opens");
    elf_go_functions(&go, &functions);
    elf_functions_sort(&functions);
    expect(functions.n == 2, "%zu functions", functions.n);
    expect_function(&functions, CODE, "main.f");
    expect_function(&functions, CODE + 8 * q - 1, "main.f");
    expect_function(&functions, CODE + 8 * q, "");
    expect_function(&functions, CODE + 16 * q, "main.g");
    expect_function(&functions, CODE + 20 * q - 1, "main.g");
    expect_function(&functions, CODE + 20 * q, "");
    expect_line(&go, CODE - 1, false, "", 0);
    expect_line(&go, CODE, false, "/go/a.go", 10);
    expect_line(&go, CODE + 4 * q - 1, false, "/go/a.go", 10);
    expect_line(&go, CODE + 4 * q, false, "/go/a.go", 200);
    expect_line(&go, CODE + 8 * q, false, "", 0);
    expect_line(&go, CODE + 4 * q, true, "/go/a.go", has_start ? 9 : 10);
    expect_line(&go, CODE + 16 * q, false, "/go/b.go", 7);
    expect_line(&go, CODE + 17 * q, true, "/go/b.go", has_start ? 6 : 7);
    if (made->version > 2)
        expect_line(&go, CODE + 18 * q, false, "/go/a.go", 7);
    expect_line(&go, CODE + 20 * q, false, "", 0);
    elf_close(&file);
    buf_free(&program);
}

static const struct layout layouts[] = {
    { 8, false }, { 8, true }, { 4, false }, { 4, true }
};
static const unsigned versions[] = { 2, 16, 18, 20 };

static void all_layouts(void)
{
    test("tables of Go in all layouts");
    for (size_t v = 0; v < ROWS(versions); v++)
        for (size_t l = 0; l < ROWS(layouts); l++)
            for (unsigned quantum = 1; quantum <= 4; quantum *= 4) {
                struct made made = { versions[v], layouts[l], { 0 } };
                check_made(&made, quantum);
            }
}

/* The header of a position-independent program does not have the start of the
   code: the loader stores it. */
static void relocations(void)
{
    struct made made = { 20, { 8, false }, { 0 } };
    struct buf program;
    struct elf_file file;
    struct elf_go go;
    test("a table of Go that is relocated");
    make(&made, 1, 0);
    expect(open_made(&made, ".data.rel.ro.gopclntab", CODE, &program, &file,
                     &go),
           "opens");
    expect_line(&go, CODE, false, "/go/a.go", 10);
    elf_close(&file);
    buf_free(&program);
}

/* Each prefix of a table, and each byte changed, is read without a fault, or
   refused. */
static void damaged(void)
{
    test("damaged tables of Go");
    for (size_t v = 0; v < ROWS(versions); v++)
        for (size_t i = 0;; i++) {
            struct made made = { versions[v], { 8, false }, { 0 } };
            struct buf program;
            struct elf_file file;
            struct elf_go go;
            struct arena arena = { 0 };
            struct elf_functions functions = { .arena = &arena };
            make(&made, 1, CODE);
            size_t len = made.bytes.len;
            if (i % 2)
                made.bytes.len = i / 2;
            else
                made.bytes.data[i / 2] ^= (char)(1 << i / 2 % 8);
            if (open_made(&made, ".gopclntab", 0, &program, &file, &go)) {
                elf_go_functions(&go, &functions);
                for (uint64_t at = CODE; at < CODE + 24; at++) {
                    struct elf_line line = { .address = at };
                    elf_go_line(&go, &line, at % 2, &arena);
                }
            }
            expect(functions.n < 100, "%zu functions", functions.n);
            arena_free(&arena);
            elf_close(&file);
            buf_free(&program);
            if (i / 2 + 1 >= len)
                break;
        }
}

/* The header names a layout, and functions that the table has no room for. */
static void refused(void)
{
    static const struct {
        size_t at;
        char byte;
    } changes[] = { { 0, 0x11 }, { 7, 5 }, { 6, 0 }, { 11, 1 } };
    test("tables of Go that are refused");
    for (size_t i = 0; i < ROWS(changes); i++) {
        struct made made = { 18, { 8, false }, { 0 } };
        struct buf program;
        struct elf_file file;
        struct elf_go go;
        make(&made, 1, CODE);
        made.bytes.data[changes[i].at] = changes[i].byte;
        expect(!open_made(&made, ".gopclntab", 0, &program, &file, &go) &&
                   !go.table.len,
               "change %zu", i);
        elf_close(&file);
        buf_free(&program);
    }
}

UNIT(go)
{
    all_layouts();
    relocations();
    damaged();
    refused();
    return finish_tests();
}
