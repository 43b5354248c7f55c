/* Inlined functions by DWARF: a small compiled program, and copies of it with
   damaged bytes, which must neither crash nor take long. */
#include "elf/module.h"
#include "elf/resolver.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "check.h"
#include "elf.h"
#include "util/diag.h"
#include "util/memory.h"

/* glibc names functions in this way in debug information. */
static const char source[] =
    "#define INLINED static inline __attribute__((always_inline))\n"
    "__attribute__((always_inline)) inline int add(int a, volatile int *b) "
    "__asm__(\"__GI_plus\"); int add(int a, volatile int *b)\n"
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

/* Functions of C++ without linkage names. Pointers lead to code of `up`, `over`
   and `beside`, which are also inlined. */
static const char unnamed[] =
    "volatile long n;\n"
    "namespace { template<class T> struct V {\n"
    "    T t;\n"
    "    long visit(long x) { return t(x) + 1; }\n"
    "    long up(long x) { return t(x) * 3; }\n"
    "    long visit(int x, const char *s) { return t(x) * 2 + *s; }\n"
    "}; }\n"
    "static long beside(long x) { return x * n + 11; }\n"
    "template<class T> static T over(T x) { return x * n + 13; }\n"
    "int main(int c, char **v)\n"
    "{\n"
    "    auto a = [](long x) { return x * n; };\n"
    "    auto b = [](long x) { return x * n + 7; };\n"
    "    V<decltype(a)> va{a};\n"
    "    long (V<decltype(a)>::*volatile up)(long) = &V<decltype(a)>::up;\n"
    "    long (*volatile also[])(long) = { beside, over<long> };\n"
    "    return (int)(va.visit(n) + va.visit(c, v[0]) + va.up(c) + b(c) +\n"
    "                 (va.*up)(c) + beside(c) + over((long)c) + also[0](c) +\n"
    "                 also[1](c));\n"
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
    char text[1500];
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

/* An address in the second call of `add`, whose symbol is "plus", has three
   functions. */
static void small_program(const char *program)
{
    struct elf_resolver resolver = { .folder = S("") };
    struct arena arena = { 0 };
    const struct elf_parts both = { true, true }, neither = { false, false };
    uint64_t low = 0, high = 0, found = 0;
    test("small program");
    uint32_t id = elf_resolver_add(&resolver, str_of(program), S(""));
    const struct elf_module *module = elf_resolver_open(&resolver, id);
    expect(module->has_file && elf_text(&module->parts->file, &low, &high),
           "no program");
    for (uint64_t at = low; at < high; at++) {
        struct elf_frames frames =
            elf_resolver_frames(&resolver, id, at, both, &arena);
        if (frames.n == 3 && is_frame(&frames.of[0], "main", 0, 14) &&
            is_frame(&frames.of[1], "twice", 6, 9) &&
            is_frame(&frames.of[2], "plus", 2, 4))
            found = at;
    }
    expect(found, "main, twice and plus are not found together");
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
    elf_text(&elf_resolver_open(&resolver, id)->parts->file, &low, &high);
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
        opened += elf_resolver_open(&resolver, id)->has_file;
    }
    expect(opened == FILES, "%zu of %d files", opened, FILES);
    elf_resolver_free(&resolver);
}

/* Asks for all of a program, in a sysroot unless that is NULL. Counts only the
   functions of a name unless that is NULL. */
static size_t find_in(const char *root, const char *path, const char *name)
{
    struct elf_resolver resolver = { .folder = S(""), .root = root };
    struct arena arena = { 0 };
    uint64_t low = 0, high = 0;
    size_t n = 0;
    uint32_t id = elf_resolver_add(&resolver, str_of(path), S(""));
    const struct elf_module *module = elf_resolver_open(&resolver, id);
    if (module->has_file)
        elf_text(&module->parts->file, &low, &high);
    for (uint64_t at = low; at < high; at++) {
        struct elf_frames frames = elf_resolver_frames(
            &resolver, id, at, (struct elf_parts){ true, true }, &arena);
        for (size_t i = 0; i < frames.n; i++)
            n += !name || str_eq(frames.of[i].function, str_of(name));
    }
    elf_resolver_free(&resolver);
    arena_free(&arena);
    return n;
}

/* Is the name found, as gcc or clang have it? */
static void expect_name(const char *program, const char *gcc, const char *clang)
{
    expect(find_in(NULL, program, gcc) || find_in(NULL, program, clang),
           "neither %s nor %s", gcc, clang);
}

/* Functions have their scope, their parameters if there are several with this
   name in it, and one name where they are inlined and where they are not. */
static void names_without_linkage(void)
{
    char program[400], path[400];
    test("names without linkage names");
    save_bytes(path, "unnamed.cc", str_of(unnamed));
    save_bytes(program, "unnamed", S(""));
    if (!run("c++ -std=c++14 -O2 -g -o unnamed unnamed.cc 2>/dev/null"))
        return; /* there is no compiler */
    expect_name(program, "main::{lambda(long)#2}::operator()",
                "_ZZ4mainENK3$_1clEl");
    expect_name(program,
                "(anonymous namespace)::V<main(int, char**)::<lambda(long int)>"
                " >::visit(int, char const*)",
                "_ZN12_GLOBAL__N_11VIZ4mainE3$_0E5visitEiPKc");
    expect_name(program, "_ZN12_GLOBAL__N_11VIZ4mainEUllE_E2upEl",
                "_ZN12_GLOBAL__N_11VIZ4mainE3$_0E2upEl");
    expect_name(program, "_ZL6besidel", "_ZL6besidel");
    expect_name(program, "_Z4overIlET_S0_", "_ZL4overIlET_S0_");
    static const char *const others[] = { "up", "operator()", "beside",
                                          "over<long>", "over<long int>" };
    for (size_t i = 0; i < ROWS(others); i++)
        expect(!find_in(NULL, program, others[i]), "a name without its scope or "
               "its symbol: %s", others[i]);
}

/* An inlined destructor has the name of its symbol. */
static void names_of_destructors(void)
{
    char program[400], path[400];
    test("the variant of a destructor");
    save_bytes(path, "destroyed.cc",
               S("volatile long n;\n"
                 "struct D { __attribute__((always_inline)) D() { n += 7; }\n"
                 "    __attribute__((always_inline)) ~D() { n *= 3; } };\n"
                 "int main() { D d; n++; }\n"));
    save_bytes(program, "destroyed", S(""));
    if (!run("c++ -O1 -g -o destroyed destroyed.cc 2>/dev/null"))
        return; /* there is no compiler */
    expect(find_in(NULL, program, "_ZN1DD2Ev"), "no _ZN1DD2Ev");
    expect(find_in(NULL, program, "_ZN1DC2Ev"), "no _ZN1DC2Ev");
    expect(!find_in(NULL, program, "_ZN1DD4Ev"), "_ZN1DD4Ev");
}

static size_t find_all(const char *path)
{
    return find_in(NULL, path, NULL);
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

/* In a sysroot, .dwo files are taken from the folder of the program. libdw would
   open others at paths of this machine. */
static void split_in_sysroot(void)
{
    char root[500];
    test("split program in a sysroot");
    if (!run("ls *.dwo >/dev/null 2>&1"))
        return;
    snprintf(root, sizeof root, "%s/root", elf_folder);
    expect(run("mkdir -p root/bin saved && cp inlined root/bin && "
               "cp *.dwo root/bin && cp *.dwo saved"),
           "cp");
    size_t whole = find_in(root, "/bin/inlined", "plus");
    expect(whole > 0, "nothing is found in the folder of the program");
    expect(find_in("/", root, NULL) == 0, "a folder");

    expect(run("rm root/bin/*.dwo"), "rm");
    expect(find_in(root, "/bin/inlined", "plus") == 0, "on this machine");
    expect(run("cd root/bin && for i in ../../*.dwo; do ln -s $i; done"), "ln");
    expect(find_in(root, "/bin/inlined", "plus") == 0, "by a symbolic link");
    expect(run("cd root/bin && rm *.dwo && mkdir in && cp ../../*.dwo in && "
               "for i in in/*.dwo; do ln -s $i; done"),
           "ln");
    expect(find_in(root, "/bin/inlined", "plus") == whole,
           "a symbolic link within the sysroot");
    expect(run("echo 'int other;' >other.c && "
               "cc -g -gsplit-dwarf -c other.c -o other.o && "
               "cd root/bin && for i in *.dwo; do rm $i; cp ../../other.dwo $i; "
               "done; rm ../../other.*"),
           "cp");
    expect(find_in(root, "/bin/inlined", "plus") == 0,
           "on this machine, beside another unit");

    char path[500];
    snprintf(path, sizeof path, "%s/inlined", elf_folder);
    expect(find_in("/", path, "plus") == whole, "the sysroot is everything");
    expect(run("rm -r root saved"), "rm");
}

/* An absolute name of a .dwo file is one of this machine. */
static void split_absolute(void)
{
    char root[500];
    test("absolute names of .dwo files in a sysroot");
    snprintf(root, sizeof root, "%s/root", elf_folder);
    if (!run("cc -O2 -g -gsplit-dwarf -c \"$PWD/inlined.c\" -o "
             "\"$PWD/absolute.o\" && cc absolute.o -o absolute && "
             "ls absolute.dwo >/dev/null && mkdir -p root/\"$PWD\" root/bin && "
             "cp absolute root/bin && cp absolute.dwo root/\"$PWD\""))
        return;
    char path[500];
    snprintf(path, sizeof path, "%s/absolute", elf_folder);
    expect(find_in(NULL, path, "plus") > 0, "without a sysroot");
    expect(find_in(root, "/bin/absolute", "plus") == 0, "in a sysroot");
    expect(run("rm -r root absolute*"), "rm");
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
            /* Some file systems write a file to the disk when it is cut off to
               be written again. */
            unlink(in_folder(path, "damaged"));
            save_bytes(path, "damaged", buf_text(&bytes));
            expect(find_all(path) > 0, "%s", sections[i]);
            for (int j = CHANGES; j-- > 0;)
                bytes.data[places[j]] = saved[j];
        }
    }
    expect((clock() - begin) / CLOCKS_PER_SEC < 60, "damaged files take long");
    buf_free(&bytes);
}

/* Two inlined functions (for x86-64). The name of the first is in a file that
   programs share, at the offset 0 of its strings: the form DW_FORM_GNU_strp_alt
   is 0x1f21. */
static const char sharing[] =
    ".text\n.globl main\n.file 1 \"x.c\"\n.loc 1 1\nmain: .zero 128\nend:\n"
    ".section .debug_abbrev,\"\",@progbits\n"
    ".byte 1,0x11,1, 0x11,1, 0x12,7, 0x10,0x17, 0,0\n"
    ".byte 2,0x2e,1, 0x11,1, 0x12,7, 0,0\n"
    ".byte 3,0x1d,0, 0x31,0x13, 0x11,1, 0x12,7, 0,0\n"
    ".byte 4,0x2e,0, 3,0xa1,0x3e, 0,0\n"
    ".byte 5,0x2e,0, 3,8, 0,0, 0\n"
    ".section .debug_info,\"\",@progbits\n"
    "unit: .long last - unit - 4\n.value 4\n.long .debug_abbrev\n.byte 8\n"
    ".byte 1\n.quad main, 128\n.long .debug_line\n"
    ".byte 2\n.quad main, 128\n"
    ".byte 3\n.long shared - unit\n.quad main, 64\n"
    ".byte 3\n.long own - unit\n.quad main + 64, 64\n.byte 0\n"
    "shared: .byte 4\n.long 0\n"
    "own: .byte 5\n.asciz \"own_name\"\n.byte 0\n"
    "last:\n.section .note.GNU-stack,\"\",@progbits\n"
    ".section .debug_line,\"\",@progbits\n";

static const char shared[] =
    ".section .debug_str,\"\",@progbits\n.asciz \"shared_name\"\n"
    ".section .debug_line,\"\",@progbits\n.byte 0\n"
    ".section .note.GNU-stack,\"\",@progbits\n";

/* A unit (for x86-64) whose lines have a length of 32 bits, or one of 64. */
#define LINES(length)                                                          \
    ".text\n.globl main\n.file 1 \"x.c\"\n.loc 1 1\nmain: .zero 64\nend:\n"      \
    ".section .debug_abbrev,\"\",@progbits\n"                                   \
    ".byte 1,0x11,0, 0x11,1, 0x12,7, 0x10,0x17, 0,0, 0\n"                      \
    ".section .debug_info,\"\",@progbits\n"                                     \
    "unit: .long last - unit - 4\n.value 4\n.long .debug_abbrev\n.byte 8\n"    \
    ".byte 1\n.quad main, 64\n.long lines\nlast:\n"                            \
    ".section .note.GNU-stack,\"\",@progbits\n"                                 \
    ".section .debug_line,\"\",@progbits\nlines: " length ".zero 10000000\n"
static const char lines_32[] = LINES(".long 10000000\n");
static const char lines_64[] = LINES(".long 0xffffffff\n.quad 10000000\n");
static const char lines_few[] = LINES(".long 1000\n");
/* A function that is inlined into a block that is tried and, elsewhere, into a
   block that catches an exception. */
static const char blocks[] =
    ".text\n.globl main\n.file 1 \"x.c\"\n.loc 1 1\nmain: .zero 64\nend:\n"
    ".section .debug_abbrev,\"\",@progbits\n"
    ".byte 1,0x11,1, 0x11,1, 0x12,7, 0x10,0x17, 0,0\n"
    ".byte 2,0x2e,1, 0x11,1, 0x12,7, 0,0\n"
    ".byte 3,0x1d,0, 0x31,0x13, 0x11,1, 0x12,7, 0,0\n"
    ".byte 4,0x2e,0, 3,8, 0,0\n"
    ".byte 5,0x32,1, 0,0\n.byte 6,0x25,1, 0,0, 0\n"
    ".section .debug_info,\"\",@progbits\n"
    "unit: .long last - unit - 4\n.value 4\n.long .debug_abbrev\n.byte 8\n"
    ".byte 1\n.quad main, 64\n.long .debug_line\n"
    ".byte 2\n.quad main, 64\n"
    ".byte 5, 3\n.long risky - unit\n.quad main, 16\n.byte 0\n"
    ".byte 6, 3\n.long risky - unit\n.quad main + 32, 8\n.byte 0\n.byte 0\n"
    "risky: .byte 4\n.asciz \"risky\"\n.byte 0\n"
    "last:\n.section .note.GNU-stack,\"\",@progbits\n"
    ".section .debug_line,\"\",@progbits\n";

/* Three functions that begin at the same place, into each of which another one
   is inlined. The last of them is shorter. */
static const char twins[] =
    ".text\n.globl main\n.file 1 \"x.c\"\n.loc 1 1\nmain: .zero 64\nend:\n"
    ".section .debug_abbrev,\"\",@progbits\n"
    ".byte 1,0x11,1, 0x11,1, 0x12,7, 0x10,0x17, 0,0\n"
    ".byte 2,0x2e,1, 0x11,1, 0x12,7, 0,0\n"
    ".byte 3,0x1d,0, 0x31,0x13, 0x11,1, 0x12,7, 0,0\n"
    ".byte 4,0x2e,0, 3,8, 0,0, 0\n"
    ".section .debug_info,\"\",@progbits\n"
    "unit: .long last - unit - 4\n.value 4\n.long .debug_abbrev\n.byte 8\n"
    ".byte 1\n.quad main, 64\n.long .debug_line\n"
    ".byte 2\n.quad main, 64\n"
    ".byte 3\n.long first - unit\n.quad main, 64\n.byte 0\n"
    ".byte 2\n.quad main, 64\n"
    ".byte 3\n.long second - unit\n.quad main, 64\n.byte 0\n"
    ".byte 2\n.quad main, 16\n"
    ".byte 3\n.long third - unit\n.quad main, 16\n.byte 0\n"
    "first: .byte 4\n.asciz \"first\"\n"
    "second: .byte 4\n.asciz \"second\"\n"
    "third: .byte 4\n.asciz \"third\"\n.byte 0\n"
    "last:\n.section .note.GNU-stack,\"\",@progbits\n"
    ".section .debug_line,\"\",@progbits\n";

/* The linker may fold functions of the same code. Of those that have an address,
   the one that DWARF names last counts. */
static void twins_program(const char *program)
{
    size_t first = find_in(NULL, program, "first");
    size_t second = find_in(NULL, program, "second");
    size_t third = find_in(NULL, program, "third");
    test("functions that begin at the same place");
    expect(first == 0 && second == 64 - 16 && third == 16,
           "%zu, %zu and %zu bytes", first, second, third);
}

static void blocks_program(const char *program)
{
    test("blocks of exceptions");
    size_t found = find_in(NULL, program, "risky");
    expect(found == 16 + 8, "%zu bytes", found);
}

/* Build ids: bytes of 1 but for the end. */
#define ID "0x0101010101010101010101010101010101"
#define ID_TEXT "\\1\\1\\1\\1\\1\\1\\1\\1\\1\\1\\1\\1\\1\\1\\1\\1\\1"

/* Makes a program whose link names a shared file of the build id ID "020304", and
   the shared file with a build id. */
static bool share(const char *path, const char *build_id)
{
    char command[1000], source_path[400];
    save_bytes(source_path, "shared.s", str_of(shared));
    snprintf(command, sizeof command,
             "cc -shared -nostdlib -Wl,--build-id=%s -o shared shared.s && "
             "printf '%s\\0" ID_TEXT "\\2\\3\\4' >link && "
             "objcopy --remove-section .gnu_debugaltlink inlined && "
             "objcopy --add-section .gnu_debugaltlink=link inlined",
             build_id, path);
    return run(command);
}

/* Does the program lack the shared name, and nothing else? */
static bool lacks_shared(const char *program, size_t whole)
{
    return find_in(NULL, program, "shared_name") == 0 &&
           find_in(NULL, program, "own_name") == 64 &&
           find_all(program) == whole - 64;
}

/* A program that shares debug information with others lacks the shared names if
   the shared file is none or another one. */
static void sharing_program(const char *program)
{
    char path[500], root[500];
    test("sharing program");
    if (!run("command -v objcopy >/dev/null && "
             "cc -shared -nostdlib -Wl,--build-id=0x01 -o shared -x c /dev/null"))
        return;
    expect(share("shared", ID "020304"), "share");
    expect(find_in(NULL, program, "shared_name") == 64, "beside the program");
    expect(run("mkdir links && ln -s ../inlined links/inlined"), "ln");
    snprintf(path, sizeof path, "%s/links/inlined", elf_folder);
    expect(find_in(NULL, path, "shared_name") == 64,
           "beside the program to which a symbolic link leads");
    size_t whole = find_all(program);
    static const char *const others[] = { ID "020305", ID,
                                          ID "02030400", "none" };
    for (size_t i = 0; i < ROWS(others); i++) {
        expect(share("shared", others[i]), "share");
        expect(lacks_shared(program, whole), "build id %s", others[i]);
    }
    static const char *const damages[] = { "rm shared", "mkfifo shared",
                                           "rm shared && echo x >shared",
                                           "rm shared && mkdir shared" };
    for (size_t i = 0; i < ROWS(damages); i++) {
        expect(run(damages[i]), "%s", damages[i]);
        expect(lacks_shared(program, whole), "%s", damages[i]);
    }

    test("sharing program in a sysroot");
    expect(run("rmdir shared"), "rmdir");
    snprintf(root, sizeof root, "%s/root", elf_folder);
    snprintf(path, sizeof path, "%s/shared", elf_folder);
    expect(share(path, ID "020304"), "share");
    expect(find_in(NULL, program, "shared_name") == 64, "an absolute path");
    expect(run("mkdir -p root/bin root/lib && cp inlined root/bin"), "cp");
    expect(find_in(root, "/bin/inlined", "shared_name") == 0 &&
               find_in(root, "/bin/inlined", NULL) == whole - 64,
           "on this machine");
    expect(run("mkdir -p \"root/$PWD\" && cp shared \"root/$PWD\""), "cp");
    expect(find_in(root, "/bin/inlined", "shared_name") == 64,
           "an absolute path in the sysroot");
    expect(share("../lib/shared", ID "020304") &&
               run("cp inlined root/bin && cp shared root/lib"),
           "share");
    expect(find_in(root, "/bin/inlined", "shared_name") == 64,
           "a relative path in the sysroot");
    expect(run("d=root/usr/lib/debug/.build-id/01 && mkdir -p $d && "
               "mv root/lib/shared $d/01010101010101010101010101010101020304.debug"),
           "mv");
    expect(find_in(root, "/bin/inlined", "shared_name") == 64,
           "the file of the build id");
    expect(run("rm -r root"), "rm");
}

/* Does a process end that finds the lines of a program and may have 1 GB? */
static bool is_refused(const char *program)
{
    int status = 0;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        close(STDERR_FILENO);
        elf_folder[0] = '\0'; /* it is removed by the other process */
        memory_limit(1000000000);
        find_all(program);
        _exit(0);
    }
    expect(pid > 0 && waitpid(pid, &status, 0) == pid, "a process");
    return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

/* The memory that libdw takes for rows of lines is counted before it does. */
static void many_lines(void)
{
    char program[400];
    test("many lines");
    if (compile(program, "lines.s", lines_32, ""))
        expect(is_refused(program), "a length of 32 bits");
    if (compile(program, "lines.s", lines_64, ""))
        expect(is_refused(program), "a length of 64 bits");
    if (compile(program, "lines.s", lines_few, ""))
        expect(!is_refused(program), "few lines");
}

/* A program (for x86-64) with a further section, which begins like one that is
   compressed in the old way and unpacks to 2 GB, and has more bytes. */
#define PACKED(name, more)                                                     \
    LINES(".long 1000\n") ".section " name ",\"\",@progbits\n"                 \
                          ".ascii \"ZLIB\"\n.byte 0,0,0,0,0x80,0,0,0\n"      \
                          ".zero " more "\n"

/* So is the memory for sections that libdw unpacks, unless they are so short
   that they cannot unpack to that. */
static void packed_sections(void)
{
    char program[400];
    test("sections that are compressed in the old way");
    if (compile(program, "packed.s", PACKED(".zdebug_str", "65536"), ""))
        expect(is_refused(program), "one that unpacks to 2 GB");
    if (compile(program, "packed.s", PACKED(".zdebug_str", "60000"), ""))
        expect(!is_refused(program), "one that is too short for that");
    if (compile(program, "packed.s", PACKED(".words", "65536"), ""))
        expect(!is_refused(program), "a section of another name");
}

static void deep_program(const char *program)
{
    clock_t begin = clock();
    test("deep program");
    expect(find_all(program) > 0, "nothing found");
    expect((clock() - begin) / CLOCKS_PER_SEC < 20, "it takes long");
}

UNIT(inlines)
{
    char program[400];
    diag_quiet(true);
    names_without_linkage();
    names_of_destructors();
    if (compile(program, "inlined.c", source, "-gsplit-dwarf"))
        split_program(program);
    /* The name of the .dwo file has another attribute there. */
    if (compile(program, "inlined.c", source, "-gdwarf-4 -gsplit-dwarf")) {
        small_program(program);
        run("rm -f *.dwo");
    }
    if (compile(program, "inlined.c", source, "-gsplit-dwarf")) {
        split_in_sysroot();
        split_absolute();
        run("rm -f *.dwo");
    }
    if (compile(program, "inlined.c", source,
                "-gsplit-dwarf -fdebug-prefix-map=\"$PWD\"=folder"))
        split_elsewhere(program);
    if (compile(program, "inlined.c", source, "")) {
        small_program(program);
        many_modules(program);
        many_files(program);
        damaged_programs(program);
    }
    /* Linkage names have another attribute there. */
    if (compile(program, "inlined.c", source, "-gdwarf-3 -gstrict-dwarf"))
        small_program(program);
    if (compile(program, "sharing.s", sharing, ""))
        sharing_program(program);
    many_lines();
    packed_sections();
    if (compile(program, "blocks.s", blocks, ""))
        blocks_program(program);
    if (compile(program, "twins.s", twins, ""))
        twins_program(program);
    if (compile(program, "nested.s", nested, ""))
        deep_program(program);
    return finish_tests();
}
