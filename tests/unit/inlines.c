/* Inlined functions by DWARF: a small compiled program, and copies of it with
   damaged bytes, which must neither crash nor take long. */
#include "elf/resolver.h"

#include <sys/resource.h>
#include <time.h>

#include "check.h"
#include "elf.h"
#include "util/diag.h"

static const char source[] =
    "#define INLINED static inline __attribute__((always_inline))\n"
    "INLINED int add(int a, volatile int *b)\n"
    "{\n"
    "    return a + *b;\n"
    "}\n"
    "INLINED int twice(int a, volatile int *b)\n"
    "{\n"
    "    int first = add(a, b);\n"
    "    return add(first, b);\n"
    "}\n"
    "int main(int n, char **texts)\n"
    "{\n"
    "    volatile int more = texts[0][0];\n"
    "    return twice(n, &more);\n"
    "}\n";

/* Functions that are inlined into one another 100,000 times, and each of them
   is its own abstract origin (DWARF 4, for x86-64). */
static const char nested[] =
    ".text\n.globl main\n.file 1 \"x.c\"\n.loc 1 1\nmain: .zero 64\nend:\n"
    ".section .debug_abbrev,\"\",@progbits\n"
    ".byte 1,0x11,1, 0x11,1, 0x12,7, 0x10,0x17, 0,0\n"
    ".byte 2,0x2e,1, 0x11,1, 0x12,7, 0,0\n"
    ".byte 3,0x1d,1, 0x31,0x13, 0x11,1, 0x12,7, 0,0, 0\n"
    ".section .debug_info,\"\",@progbits\n"
    "unit: .long last - unit - 4\n.value 4\n.long .debug_abbrev\n.byte 8\n"
    ".byte 1\n.quad main, 64\n.long .debug_line\n"
    ".byte 2\n.quad main, 64\n"
    ".rept 100000\n1: .byte 3\n.long 1b - unit\n.quad main, 64\n.endr\n"
    ".zero 100002\nlast:\n.section .note.GNU-stack,\"\",@progbits\n"
    ".section .debug_line,\"\",@progbits\n";

/* Runs a command in the folder of the files. */
static bool run(const char *command)
{
    char text[600];
    snprintf(text, sizeof text, "cd '%s' && %s", elf_folder, command);
    return system(text) == 0;
}

static bool compile(char program[400], const char *name, const char *text,
                    const char *option)
{
    char path[400], command[200];
    save_bytes(path, name, str_of(text));
    save_bytes(program, "inlined", S(""));
    snprintf(command, sizeof command,
             "cc -O2 -g %s -o inlined %s 2>/dev/null", option, name);
    return run(command);
}

/* The first line of a function that has a symbol depends on the compiler, and
   0 stands for any. */
static bool is_frame(const struct elf_frame *frame, const char *function,
                     uint64_t first, uint64_t line)
{
    return str_eq(frame->function, str_of(function)) &&
           (!first || frame->first.line == first) &&
           frame->line.line == line &&
           str_eq(str_basename(frame->first.file), S("inlined.c")) &&
           str_eq(str_basename(frame->line.file), S("inlined.c"));
}

/* An address in the second call of `add` has three functions. */
static void small_program(const char *program)
{
    struct elf_resolver resolver = { .folder = S("") };
    struct arena arena = { 0 };
    const struct elf_parts both = { true, true }, neither = { false, false };
    uint64_t low = 0, high = 0, found = 0;
    test("small program");
    uint32_t id = elf_resolver_add(&resolver, str_of(program), S(""));
    const struct elf_module *module = elf_resolver_open(&resolver, id);
    expect(module->file.elf && elf_text(&module->file, &low, &high),
           "no program");
    for (uint64_t at = low; at < high; at++) {
        struct elf_frames frames =
            elf_resolver_frames(&resolver, id, at, both, &arena);
        if (frames.n == 3 && is_frame(&frames.of[0], "main", 0, 14) &&
            is_frame(&frames.of[1], "twice", 6, 9) &&
            is_frame(&frames.of[2], "add", 2, 4))
            found = at;
    }
    expect(found, "main, twice and add are not found together");
    struct elf_frames frames =
        elf_resolver_frames(&resolver, id, found, neither, &arena);
    expect(frames.n == 1 && !frames.of[0].line.line &&
               str_eq(frames.of[0].function, S("main")) &&
               frames.begin <= found,
           "main alone");
    frames = elf_resolver_frames(&resolver, id, UINT64_MAX, both, &arena);
    expect(frames.n == 1 && !frames.of[0].function.len, "nothing");
    elf_resolver_free(&resolver);
    arena_free(&arena);
}

/* A module that has been read stays as it is while others are added. */
static void many_modules(const char *program)
{
    struct elf_resolver resolver = { .folder = S("") };
    struct arena arena = { 0 };
    const struct elf_parts both = { true, true };
    uint64_t low = 0, high = 0;
    size_t n[2] = { 0 };
    test("many modules");
    uint32_t id = elf_resolver_add(&resolver, str_of(program), S(""));
    elf_text(&elf_resolver_open(&resolver, id)->file, &low, &high);
    for (int round = 0; round < 2; round++) {
        for (uint64_t at = low; at < high; at++)
            n[round] +=
                elf_resolver_frames(&resolver, id, at, both, &arena).n;
        for (int other = 0; other < 1000; other++)
            elf_resolver_add(&resolver, S("/no/such/file"), S(""));
    }
    expect(n[0] == n[1] && n[0] > high - low, "%zu and %zu functions", n[0],
           n[1]);
    elf_resolver_free(&resolver);
    arena_free(&arena);
}

/* More files than the soft limit allows are open at the same time. */
static void many_files(const char *program)
{
    enum { FILES = 60 };
    struct elf_resolver resolver = { .folder = S("") };
    struct rlimit limit;
    size_t opened = 0;
    test("many files");
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_max < 2 * FILES)
        return;
    limit.rlim_cur = FILES / 2;
    setrlimit(RLIMIT_NOFILE, &limit);
    for (int i = 0; i < FILES; i++) {
        uint32_t id = elf_resolver_add(&resolver, str_of(program), S(""));
        opened += elf_resolver_open(&resolver, id)->file.elf != NULL;
    }
    expect(opened == FILES, "%zu of %d files", opened, FILES);
    elf_resolver_free(&resolver);
}

/* Asks for all of a program. */
static size_t find_all(const char *path)
{
    struct elf_resolver resolver = { .folder = S("") };
    struct arena arena = { 0 };
    uint64_t low = 0, high = 0;
    size_t n = 0;
    uint32_t id = elf_resolver_add(&resolver, str_of(path), S(""));
    const struct elf_module *module = elf_resolver_open(&resolver, id);
    if (module->file.elf)
        elf_text(&module->file, &low, &high);
    for (uint64_t at = low; at < high; at++)
        n += elf_resolver_frames(&resolver, id, at,
                                 (struct elf_parts){ true, true }, &arena)
                 .n;
    elf_resolver_free(&resolver);
    arena_free(&arena);
    return n;
}

/* The functions of .dwo files are found as others are. Without a sound .dwo
   file each address has one function. */
static void split_program(const char *program)
{
    test("split program");
    if (!run("ls *.dwo >/dev/null 2>&1"))
        return; /* this compiler has no -gsplit-dwarf */
    small_program(program);
    size_t whole = find_all(program);
    if (run("command -v objcopy >/dev/null")) {
        expect(run("mkdir saved && cp *.dwo saved && echo damage >lines && "
                   "for i in *.dwo; do "
                   "objcopy --update-section .debug_line.dwo=lines $i; done"),
               "objcopy");
        size_t damaged = find_all(program);
        expect(damaged == whole, "%zu functions, %zu with damaged lines",
               whole, damaged);
        expect(run("mv saved/* . && rmdir saved"), "mv");
    }
    expect(run("for i in *.dwo; do head -c 999 $i >cut; mv cut $i; done"),
           "cut");
    size_t cut = find_all(program);
    expect(run("for i in *.dwo; do rm $i; mkfifo $i; done"), "mkfifo");
    size_t fifo = find_all(program);
    expect(run("rm *.dwo"), "rm");
    size_t none = find_all(program);
    expect(none < whole && cut == none && fifo == none,
           "%zu functions, %zu without the file, %zu if it is cut off, %zu if "
           "it is a FIFO", whole, none, cut, fifo);
}

/* A folder that is not absolute begins in that of the program. What lies there
   is not opened unseen if another .dwo file lies beside the program. */
static void split_elsewhere(const char *program)
{
    test("split program of a relative folder");
    if (!run("ls *.dwo >/dev/null 2>&1"))
        return;
    expect(run("mkdir folder && mv *.dwo folder"), "mv");
    small_program(program);
    size_t whole = find_all(program);
    expect(run("echo 'int other;' >other.c && "
               "cc -g -gsplit-dwarf -c other.c -o other.o && "
               "cd folder && for i in *.dwo; do rm $i; mkfifo $i; "
               "mv ../other.dwo ../$i; done"),
           "mkfifo");
    size_t fifo = find_all(program);
    expect(fifo < whole, "%zu functions, %zu with a FIFO", whole, fifo);
    expect(run("rm -r folder *.dwo"), "rm");
}

/* Finds a section by its name; false if there is none. */
static bool find_section(const char *path, const char *name, size_t *offset,
                         size_t *size)
{
    struct elf_file file;
    GElf_Shdr header;
    if (!elf_open(&file, path))
        return false;
    size_t at = elf_section_named(&file, name);
    bool good = at && elf_section(&file, at, &header);
    if (good) {
        *offset = header.sh_offset;
        *size = header.sh_size;
    }
    elf_close(&file);
    return good;
}

static void damaged_programs(const char *program)
{
    static const char *const sections[] = { ".debug_info", ".debug_abbrev",
                                            ".debug_rnglists", ".debug_line" };
    enum { COPIES = 150, CHANGES = 4 };
    char path[400];
    struct buf bytes = { 0 };
    test("damaged programs");
    FILE *file = fopen(program, "rb");
    expect(file, "%s", program);
    size_t n;
    while ((n = fread(buf_reserve(&bytes, 65536), 1, 65536, file)) > 0)
        bytes.len += n;
    fclose(file);
    clock_t begin = clock();
    for (size_t i = 0; i < ROWS(sections); i++) {
        size_t offset, size;
        if (!find_section(program, sections[i], &offset, &size) || !size)
            continue;
        for (unsigned long copy = 1; copy <= COPIES; copy++) {
            char saved[CHANGES];
            size_t places[CHANGES];
            start_input(i * COPIES + copy);
            for (int j = 0; j < CHANGES; j++) {
                places[j] = offset + random_below((uint32_t)size);
                saved[j] = bytes.data[places[j]];
                bytes.data[places[j]] =
                    (char)(chance(50) ? 255 : random_below(256));
            }
            save_bytes(path, "damaged", buf_text(&bytes));
            expect(find_all(path) > 0, "%s", sections[i]);
            for (int j = CHANGES; j-- > 0;)
                bytes.data[places[j]] = saved[j];
        }
    }
    expect((clock() - begin) / CLOCKS_PER_SEC < 60, "damaged files take long");
    buf_free(&bytes);
}

/* A program that shares debug information with others is read as far as it has
   its own, and not at all if the shared file is something else. */
static void sharing_program(const char *program)
{
    test("sharing program");
    if (!run("command -v objcopy >/dev/null"))
        return;
    size_t whole = find_all(program), found[2];
    static const char *const shared[] = { "/no/such/file", "pipe" };
    expect(run("mkfifo pipe"), "mkfifo");
    for (int i = 0; i < 2; i++) {
        char path[500], command[2000];
        snprintf(path, sizeof path, "%s.sharing", program);
        snprintf(command, sizeof command,
                 "printf '%%s\\0%%020d' %s 0 >link && objcopy --add-section "
                 ".gnu_debugaltlink=link '%s' '%s'",
                 shared[i], program, path);
        expect(run(command), "%s", command);
        found[i] = find_all(path);
    }
    expect(found[0] == whole && found[1] < whole,
           "%zu functions, %zu without the shared file, %zu if it is a FIFO",
           whole, found[0], found[1]);
}

static void deep_program(const char *program)
{
    clock_t begin = clock();
    test("deep program");
    expect(find_all(program) > 0, "nothing found");
    expect((clock() - begin) / CLOCKS_PER_SEC < 20, "it takes long");
}

int main(void)
{
    char program[400];
    diag_quiet(true);
    if (compile(program, "inlined.c", source, "-gsplit-dwarf"))
        split_program(program);
    if (compile(program, "inlined.c", source,
                "-gsplit-dwarf -fdebug-prefix-map=\"$PWD\"=folder"))
        split_elsewhere(program);
    if (compile(program, "inlined.c", source, "")) {
        small_program(program);
        many_modules(program);
        many_files(program);
        sharing_program(program);
        damaged_programs(program);
    }
    if (compile(program, "nested.s", nested, ""))
        deep_program(program);
    return finish_tests();
}
