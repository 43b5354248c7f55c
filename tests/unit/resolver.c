/* Functions of addresses in ELF files: which file of a module is taken, which
   symbol has an address, and files that are cut off or damaged. */
#include "elf/module.h"
#include "elf/resolver.h"
#include "elf/symbols.h"

#include <sys/stat.h>

#include "check.h"
#include "elf.h"
#include "util/diag.h"

enum { BASE = 0x1000, TEXT = 0x1100, TEXT_SIZE = 0x100 };

static const struct layout wide = { 8, false };

/* Returns a library with the functions f, g and puts@@V1. It has a build id if
   `id` is not NULL, whose 4 bytes are the id. */
static struct buf library(struct layout layout, uint32_t table, const char *id)
{
    struct elf_image image = elf_image(layout, ET_DYN, BASE);
    elf_add_text(&image, TEXT, TEXT_SIZE);
    struct elf_section *symbols = elf_add_symbols(&image, table);
    elf_put_symbol(&image, symbols, "f", TEXT + 0x10, STB_GLOBAL, STT_FUNC, 1);
    elf_put_symbol(&image, symbols, "g", TEXT + 0x40, STB_LOCAL, STT_FUNC, 1);
    elf_put_symbol(&image, symbols, "puts@@V1", TEXT + 0x80, STB_GLOBAL,
                   STT_FUNC, 1);
    if (id) {
        struct elf_section *note =
            elf_add(&image, ".note.gnu.build-id", SHT_NOTE);
        put(&note->bytes, layout, 4, 4);
        put(&note->bytes, layout, 4, 4);
        put(&note->bytes, layout, 3, 4);
        buf_add(&note->bytes, (struct str){ "GNU", 4 });
        buf_add(&note->bytes, (struct str){ id, 4 });
    }
    return elf_bytes(&image);
}

static void save(char path[400], const char *name, struct buf bytes)
{
    save_bytes(path, name, buf_text(&bytes));
    buf_free(&bytes);
}

/* Returns the functions at an address. Their texts live as long as the
   resolver. */
static struct elf_frames frames_at(struct elf_resolver *resolver,
                                   uint32_t module, uint64_t address)
{
    struct elf_parts parts = { .inlines = false, .lines = true };
    return elf_resolver_frames(resolver, module, address, parts,
                               &resolver->arena);
}

static struct elf_frame frame_at(struct elf_resolver *resolver,
                                 uint32_t module, uint64_t address)
{
    return frames_at(resolver, module, address).of[0];
}

static void function_is(struct elf_resolver *resolver, uint32_t module,
                        uint64_t address, const char *name, uint64_t begin)
{
    struct elf_frames frames = frames_at(resolver, module, address);
    struct str function = frames.of[0].function;
    expect(str_eq(function, str_of(name)), "%#llx is %.*s, not %s",
           (unsigned long long)address, (int)function.len, function.s, name);
    expect(frames.begin == begin, "%s begins at %#llx", name,
           (unsigned long long)frames.begin);
    expect(frames.of[0].line.address == address, "the address of %s", name);
}

/* A symbol without a size reaches up to the next one. */
static void symbols(void)
{
    static const uint32_t tables[] = { SHT_SYMTAB, SHT_DYNSYM };
    test("symbols");
    for (int i = 0; i < 8; i++) {
        struct layout layout = { i & 1 ? 8 : 4, i & 2 };
        struct elf_resolver resolver = { .folder = S("") };
        char path[400];
        save(path, "libtest.so", library(layout, tables[i >> 2], NULL));
        uint32_t id = elf_resolver_add(&resolver, str_of(path), S(""));
        function_is(&resolver, id, TEXT + 0x10, "f", TEXT + 0x10);
        function_is(&resolver, id, TEXT + 0x3f, "f", TEXT + 0x10);
        function_is(&resolver, id, TEXT + 0x40, "g", TEXT + 0x40);
        function_is(&resolver, id, TEXT + 0x80, "puts", TEXT + 0x80);
        function_is(&resolver, id, TEXT + 0xf, "", 0);
        function_is(&resolver, id, TEXT + TEXT_SIZE, "", 0);
        function_is(&resolver, id, 0, "", 0);
        function_is(&resolver, id, UINT64_MAX, "", 0);
        elf_resolver_free(&resolver);
    }
}

/* Stubs that call functions of other libraries have no symbols. They have the
   order of their relocations. */
static void stubs(void)
{
    static const struct {
        uint16_t machine;
        const char *section;
        uint64_t skipped;
    } rows[] = { { EM_X86_64, ".plt", 16 },
                 { EM_X86_64, ".plt.sec", 0 },
                 { EM_AARCH64, ".plt", 32 } };
    enum { PLT = TEXT + TEXT_SIZE, DYNSYM = 2 };
    test("stubs");
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct elf_image image = elf_image(wide, ET_DYN, BASE);
        image.machine = rows[i].machine;
        elf_add_text(&image, TEXT, TEXT_SIZE);
        struct elf_section *symbols = elf_add_symbols(&image, SHT_DYNSYM);
        elf_put_symbol(&image, symbols, "puts", 0, STB_GLOBAL, STT_FUNC, 0);
        elf_put_symbol(&image, symbols, "exit", 0, STB_GLOBAL, STT_FUNC, 0);
        struct elf_section *plt =
            elf_add(&image, rows[i].section, SHT_PROGBITS);
        plt->flags = SHF_ALLOC | SHF_EXECINSTR;
        plt->address = PLT;
        put_zeros(&plt->bytes, rows[i].skipped + 32);
        struct elf_section *relocations =
            elf_add(&image, ".rela.plt", SHT_RELA);
        relocations->link = DYNSYM;
        relocations->entry_size = 24;
        for (uint64_t symbol = 2; symbol > 0; symbol--) {
            put(&relocations->bytes, wide, 0, 8);
            put(&relocations->bytes, wide, symbol << 32, 8);
            put(&relocations->bytes, wide, 0, 8);
        }
        struct elf_resolver resolver = { .folder = S("") };
        char path[400];
        save(path, "libstubs.so", elf_bytes(&image));
        uint32_t id = elf_resolver_add(&resolver, str_of(path), S(""));
        uint64_t first = PLT + rows[i].skipped;
        function_is(&resolver, id, first, "exit@plt", first);
        function_is(&resolver, id, first + 21, "puts@plt", first + 16);
        function_is(&resolver, id, first + 32, "", 0);
        elf_resolver_free(&resolver);
    }
}

/* An offset is an address only if a segment is loaded from there. */
static void offsets(void)
{
    struct elf_resolver resolver = { .folder = S("") };
    char path[400];
    test("offsets");
    save(path, "libtest.so", library(wide, SHT_SYMTAB, NULL));
    uint32_t id = elf_resolver_add(&resolver, str_of(path), S(""));
    uint64_t address;
    expect(elf_resolver_address(&resolver, id, TEXT - BASE + 0x11, &address) &&
               address == TEXT + 0x11,
           "the address of the offset");
    expect(str_eq(frame_at(&resolver, id, address).function, S("f")),
           "f by offset");
    expect(!elf_resolver_address(&resolver, id, UINT64_MAX, &address),
           "the largest offset");
    elf_resolver_free(&resolver);
}

static bool is_found(const char *path, const char *folder, const char *build_id)
{
    struct elf_resolver resolver = { .folder = str_of(folder) };
    elf_resolver_add(&resolver, S("/no/such/file"), S(""));
    uint32_t id = elf_resolver_add(&resolver, str_of(path), str_of(build_id));
    bool found = elf_resolver_open(&resolver, id)->has_file;
    struct elf_frame frame = frame_at(&resolver, id, TEXT + 0x10);
    expect(found == str_eq(frame.function, S("f")), "%s: the function", path);
    frame = frame_at(&resolver, 0, TEXT + 0x10);
    expect(!frame.function.len, "a function of no file");
    elf_resolver_free(&resolver);
    return found;
}

/* A file is looked for at its path and in another folder. It is no module if
   its build id differs from the one that is asked for. */
static void files(void)
{
    char path[400], folder[400];
    test("files");
    save(path, "lib1.so", library(wide, SHT_SYMTAB, "\x12\x34\xab\xcd"));
    snprintf(folder, sizeof folder, "%s/", elf_folder);
    expect(is_found(path, "", ""), "without a build id");
    expect(is_found(path, "", "1234abcd"), "with the build id");
    expect(!is_found(path, "", "1234abce"), "with another build id");
    expect(!is_found(path, "", "12"), "with a part of the build id");
    expect(is_found("/no/such/lib1.so", folder, ""), "in the folder");
    expect(!is_found("/no/such/lib1.so", "", ""), "without the folder");
    expect(!is_found("/no/such/lib1.so", folder, "00"), "another in the folder");
    expect(!is_found("[vdso]", folder, ""), "a module without a file");
    expect(!is_found("", folder, ""), "a module without a name");
    expect(!is_found(folder, folder, ""), "a folder");
    save(path, "lib2.so", library(wide, SHT_SYMTAB, NULL));
    expect(!is_found(path, "", "1234abcd"), "a file without a build id");
}

/* The program of the tests has symbols and, if it was built with -g, lines. */
static void this_program(void)
{
    struct elf_resolver resolver = { .folder = S("") };
    uint64_t address;
    test("this program");
    uint32_t id = elf_resolver_add(&resolver, S("/proc/self/exe"), S(""));
    const struct elf_module *module = elf_resolver_open(&resolver, id);
    if (expect(module->has_file, "it has no file") &&
        expect(elf_address_of(&module->parts->file, "unit_resolver", &address),
               "no unit_resolver")) {
        struct elf_frame frame = frame_at(&resolver, id, address + 1);
        expect(str_eq(frame.function, S("unit_resolver")),
               "%.*s is not unit_resolver", (int)frame.function.len,
               frame.function.s);
        expect(!module->has_lines || str_ends(frame.first.file, S("resolver.c")),
               "the file of unit_resolver");
    }
    elf_resolver_free(&resolver);
}

/* Finds some places, whatever they are. */
static void find_places(const char *path)
{
    struct elf_resolver resolver = { .folder = S("") };
    uint32_t id = elf_resolver_add(&resolver, str_of(path), S(""));
    for (uint64_t at = TEXT; at <= TEXT + TEXT_SIZE; at += 0x20) {
        uint64_t address;
        struct elf_frame frame = frame_at(&resolver, id, at);
        expect(frame.function.len < 100, "a name that is too long");
        elf_resolver_address(&resolver, id, at - BASE, &address);
    }
    elf_resolver_free(&resolver);
}

static void damaged(void)
{
    struct buf whole = library(wide, SHT_SYMTAB, "\x12\x34\xab\xcd");
    struct buf changed = { 0 };
    char path[400];
    test("cut files");
    for (size_t len = 0; len < whole.len; len += 3) {
        save_bytes(path, "cut.so", str_head(buf_text(&whole), len));
        expect(!is_found(path, "", ""), "cut off at byte %zu", len);
    }
    test("damaged files");
    for (unsigned long n = 1; n <= 1000; n++) {
        start_input(n);
        changed.len = 0;
        buf_add(&changed, buf_text(&whole));
        for (uint32_t left = 1 + random_below(4); left > 0; left--)
            changed.data[random_below((uint32_t)changed.len)] =
                (char)(chance(50) ? 255 : random_below(256));
        find_places(save_bytes(path, "damaged.so", buf_text(&changed)));
    }
    buf_free(&whole);
    buf_free(&changed);
}

UNIT(resolver)
{
    diag_quiet(true);
    symbols();
    stubs();
    offsets();
    files();
    this_program();
    damaged();
    return finish_tests();
}
