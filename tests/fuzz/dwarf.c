/* The target of what is within programs: tables of symbols, notes, links to
   debug files, and DWARF. The bytes are choices by which the files are made
   (made.h). They lie in a folder, where each can find the others. The seeds are
   inputs that it found, cut down to those that together run the most lines of
   src/elf. */
#include <ftw.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ask.h"
#include "made.h"
#include "util/array.h"
#include "util/diag.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* Stands in for libelf's function. libelf copies each section, so that a
   sanitizer or valgrind sees what is read behind its end. */
Elf *__real_elf_begin(int fd, Elf_Cmd command, Elf *archive);
Elf *__wrap_elf_begin(int fd, Elf_Cmd command, Elf *archive);

Elf *__wrap_elf_begin(int fd, Elf_Cmd command, Elf *archive)
{
    return __real_elf_begin(fd, command == ELF_C_READ_MMAP ? ELF_C_READ
                                                           : command,
                            archive);
}

static char folder[] = "/tmp/prof2dot-fuzz-XXXXXX";

static const char *path_of(struct arena *arena, const char *name)
{
    return arena_printf(arena, "%s/%s", folder, name).s;
}

static int remove_one(const char *path, const struct stat *status, int type,
                      struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

static void remove_folder(void)
{
    nftw(folder, remove_one, 10, FTW_DEPTH | FTW_PHYS);
}

/* Makes the folders and the links by which programs are found: the cache of
   perf, debug files by build id in a sysroot, and a link that leads to itself.
   All of them lead to the files that each input makes. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char *const folders[] = {
        ".debug", ".debug/.build-id", ".debug/.build-id/ab",
        ".debug/.build-id/ab/cdef0102030405", "usr", "usr/lib",
        "usr/lib/debug", "usr/lib/debug/.build-id",
        "usr/lib/debug/.build-id/ab",
    };
    static const struct {
        const char *at, *to;
    } links[] = {
        { ".debug/.build-id/ab/cdef0102030405/elf",
          "../../../../program.debug" },
        { ".debug/.build-id/ab/cdef0102030405/vdso", "../../../../program" },
        { "usr/lib/debug/.build-id/ab/cdef0102030405.debug",
          "/program.debug" },
        { "loop", "loop" },
    };
    struct arena arena = { 0 };
    (void)argc;
    (void)argv;
    diag_quiet(true);
    if (!mkdtemp(folder))
        return 1;
    atexit(remove_folder);
    for (size_t i = 0; i < ROWS(folders); i++)
        if (mkdir(path_of(&arena, folders[i]), 0700) != 0)
            return 1;
    for (size_t i = 0; i < ROWS(links); i++)
        if (symlink(links[i].to, path_of(&arena, links[i].at)) != 0)
            return 1;
    unsetenv("DEBUGINFOD_URLS");
    setenv("HOME", folder, 1);
    arena_free(&arena);
    return 0;
}

/* Writes a file of the folder, or removes it if there are no bytes. */
static void write_file(const char *name, const struct buf *bytes)
{
    struct arena arena = { 0 };
    const char *path = path_of(&arena, name);
    remove(path);
    FILE *file = bytes->len ? fopen(path, "wb") : NULL;
    if (bytes->len && (!file || fwrite(bytes->data, 1, bytes->len, file) !=
                                    bytes->len))
        abort();
    if (file)
        fclose(file);
    arena_free(&arena);
}

/* The files of a scene, by role, and what the program has. */
static const struct scene {
    bool has_debug, has_split, has_shared, has_root;
    struct made_wishes wishes;
} scenes[] = {
    { .wishes = { .has_stubs = false } },
    { .wishes = { .has_stubs = true } },
    { .wishes = { .is_stripped = true, .has_mini = true } },
    { .has_debug = true, .wishes = { .is_stripped = true, .has_link = true } },
    { .has_debug = true, .wishes = { .is_stripped = true, .has_id = true } },
    { .has_debug = true, .has_root = true,
      .wishes = { .is_stripped = true, .has_id = true } },
    { .has_split = true, .wishes = { .is_split = true } },
    { .has_shared = true, .wishes = { .has_alt_link = true } },
};

/* Makes a file if it is wanted. Returns the checksum of a debug file. */
static uint32_t make(struct all_events *all_events, enum made_role role,
                     bool is_wanted, struct made_wishes wishes)
{
    static const char *const names[] = {
        [MADE_PROGRAM] = "program",
        [MADE_DEBUG] = "program.debug",
        [MADE_SPLIT] = "unit.dwo",
        [MADE_SHARED] = "shared",
    };
    struct buf bytes = { 0 };
    if (wish(all_events, is_wanted))
        made_file(&bytes, all_events, role, wishes);
    write_file(names[role], &bytes);
    uint32_t crc = role == MADE_DEBUG ? made_crc(buf_text(&bytes)) : 0;
    buf_free(&bytes);
    return crc;
}

static void make_files(struct all_events *all_events, const struct scene *scene)
{
    struct made_wishes wishes = scene->wishes;
    struct made_wishes same = { .has_id = wishes.has_id };
    wishes.crc = make(all_events, MADE_DEBUG, scene->has_debug, same);
    same.has_id = scene->has_shared;
    make(all_events, MADE_SPLIT, scene->has_split, same);
    make(all_events, MADE_SHARED, scene->has_shared, same);
    make(all_events, MADE_PROGRAM, true, wishes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const char *const paths[] = { "/program", "[vdso]",
                                         "/gone/program", "/loop/program",
                                         "/usr/../program", "" };
    static const char *const ids[] = { "", "abcdef0102030405", "abcdef", "x" };
    struct all_events all_events = { data, data + n, 0 };
    struct elf_resolver resolver = { 0 };
    struct arena arena = { 0 };
    const char *path =
        paths[chance(&all_events, 4) ? choose(&all_events, ROWS(paths)) : 0];
    const char *id =
        ids[chance(&all_events, 4) ? choose(&all_events, ROWS(ids)) : 0];
    const struct scene *scene = &scenes[choose(&all_events, ROWS(scenes))];
    bool has_root = wish(&all_events, scene->has_root);
    resolver.has_debuginfod = chance(&all_events, 8);
    resolver.root = has_root ? folder : NULL;
    resolver.folder = str_of(path_of(&arena, ""));
    if (!has_root && path[0] == '/')
        path = path_of(&arena, path + 1);
    make_files(&all_events, scene);
    ask_module(&resolver,
               elf_resolver_add(&resolver, str_of(path), str_of(id)));
    elf_resolver_free(&resolver);
    arena_free(&arena);
    return 0;
}
