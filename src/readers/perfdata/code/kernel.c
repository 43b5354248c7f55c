#include "readers/perfdata/code/kernel.h"

#include <stdio.h>
#include <sys/utsname.h>

#include "readers/perfdata/file/header.h"

/* Returns the size of a text that is filled up to a multiple of 4 bytes. */
static size_t padded(uint32_t n)
{
    return ((size_t)n + 3) & ~(size_t)3;
}

/* Is this the build id of the running kernel? /sys/kernel/notes has notes {u32
   size of name, u32 size of contents, u32 type} with both texts, each filled up
   to a multiple of 4 bytes. */
static bool is_running(struct str build_id)
{
    enum { NOTE_BUILD_ID = 3, MOST = 4096 };
    LOCAL_ARENA(scratch);
    char notes[MOST];
    FILE *file = fopen("/sys/kernel/notes", "rb");
    size_t n = file ? fread(notes, 1, sizeof notes, file) : 0;
    struct perfdata_bytes bytes = { .left = { notes, n } };
    bool is = false;
    if (file)
        fclose(file);
    while (!is && bytes.left.len) {
        uint32_t n_name = perfdata_u32(&bytes), n_id = perfdata_u32(&bytes);
        uint32_t type = perfdata_u32(&bytes);
        const char *name = perfdata_take(&bytes, padded(n_name));
        const void *id = perfdata_take(&bytes, padded(n_id));
        is = name && id && type == NOTE_BUILD_ID &&
             str_eq((struct str){ name, n_name }, (struct str)STR("GNU\0")) &&
             str_eq(perfdata_header_hex(&scratch, id, n_id), build_id);
    }
    return is;
}

static bool read_cached(struct perfdata_symbols *symbols, struct str build_id)
{
    LOCAL_ARENA(scratch);
    const char *home = getenv("HOME");
    return home && perfdata_symbols_read_kernel(
                       symbols, arena_printf(&scratch,
                                             "%s/.debug/[kernel.kallsyms]/%s/"
                                             "kallsyms",
                                             home, build_id.s)
                                    .s);
}

const char *perfdata_kernel_read(struct perfdata_symbols *symbols,
                                 struct str build_id, struct str release)
{
    struct utsname running;
    bool is_same = build_id.len ? is_running(build_id)
                                : uname(&running) == 0 &&
                                      str_eq(release, str_of(running.release));
    if (build_id.len && read_cached(symbols, build_id))
        return NULL;
    if (!build_id.len && !release.len)
        return "the recording does not say which kernel it was";
    if (!is_same)
        return "the running kernel is another one than that recorded; read "
               "the file where it was recorded";
    return perfdata_symbols_read_kernel(symbols, "/proc/kallsyms")
               ? NULL
               : "/proc/kallsyms hides the addresses; read the file as root, "
                 "or set the sysctl kernel.kptr_restrict to 0";
}
