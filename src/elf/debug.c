#include "elf/debug.h"

#include <elfutils/libdwelf.h>
#include <stdlib.h>
#include <unistd.h>

#include "elf/sysroot.h"
#include "util/diag.h"
#include "util/text/buf.h"

enum { BLOCK = 16 * 1024 }; /* bytes in one read */
static const off_t MOST_BYTES = (off_t)4 << 30; /* of a file without build id */

/* True if the CRC-32 of the whole file (ISO 3309, as in gzip) is this one. A
   larger file than 4 GB is not read, which would take long. */
static bool has_crc(const struct elf_file *file, uint32_t wanted)
{
    unsigned char block[BLOCK];
    uint32_t table[256], crc = UINT32_MAX;
    off_t at = 0;
    ssize_t n;
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320 : 0);
    }
    while ((n = pread(file->fd, block, BLOCK, at)) > 0 && at < MOST_BYTES) {
        for (ssize_t i = 0; i < n; i++)
            crc = crc >> 8 ^ table[(crc ^ block[i]) & 0xff];
        at += n;
    }
    return n == 0 && ~crc == wanted;
}

static bool is_readable(const char *path)
{
    return access(path, R_OK) == 0;
}

struct str elf_debug_path(const char *root, struct str id, struct arena *arena)
{
    enum { LONGEST = 120 }; /* bytes; linkers make 8 to 32 */
    struct buf path = { 0 };
    if (id.len < 2 || id.len > LONGEST)
        return S("");
    buf_printf(&path, "%s/.build-id/", root);
    for (size_t i = 0; i < id.len; i++)
        buf_printf(&path, "%02x%s", (unsigned char)id.s[i], i == 0 ? "/" : "");
    buf_add(&path, S(".debug"));
    return buf_move(&path, arena);
}

/* Returns the path on this machine of a path in the sysroot. Without a sysroot
   the path stays as it is. */
static struct str path_in(const char *sysroot, struct str path,
                          struct arena *arena)
{
    return sysroot ? sysroot_path(sysroot, path, arena) : path;
}

static bool open_by_id(struct elf_file *debug, const struct elf_file *program,
                       const char *sysroot, const char *root,
                       struct arena *arena)
{
    struct str id = elf_build_id(program);
    struct str path = elf_debug_path(root, id, arena);
    if (path.len)
        path = path_in(sysroot, path, arena);
    if (!is_readable(path.s) || !elf_open(debug, path.s))
        return false;
    if (str_eq(elf_build_id(debug), id))
        return true;
    diag_warn("%s: not the debug file of that build id, so it is not used; "
              "install that of this build", path.s);
    elf_close(debug);
    return false;
}

static bool open_linked(struct elf_file *debug, const char *path,
                        const struct elf_file *program, uint32_t crc)
{
    if (!is_readable(path) || !elf_open(debug, path))
        return false;
    struct str id = elf_build_id(program), found = elf_build_id(debug);
    bool has_ids = id.len && found.len;
    if (has_ids ? str_eq(found, id) : has_crc(debug, crc))
        return true;
    diag_warn("%s: not the debug file of %s: it has another %s and is not "
              "used; install that of this build",
              path, program->path, has_ids ? "build id" : "checksum");
    elf_close(debug);
    return false;
}

/* Returns the absolute path of a program on this machine; "" if the program is
   gone. */
static struct str absolute_path(const char *program, struct arena *arena)
{
    char *path = realpath(program, NULL);
    struct str copy = arena_copy(arena, str_of(path));
    free(path);
    return copy;
}

/* A program that was not found in the sysroot, such as one of the cache of
   perf, has its debug file on this machine. */
static bool open_by_link(struct elf_file *debug, const struct elf_file *program,
                         const char *sysroot, const char *root,
                         struct arena *arena)
{
    GElf_Word crc;
    struct str path = str_of(program->path);
    const char *name = dwelf_elf_gnu_debuglink(program->elf, &crc);
    if (!sysroot_take(sysroot, &path)) {
        sysroot = NULL;
        path = absolute_path(program->path, arena);
    }
    if (!name || strchr(name, '/') || !path.len)
        return false;
    int n = (int)(path.len - str_basename(path).len);
    const struct str paths[] = {
        arena_printf(arena, "%.*s%s", n, path.s, name),
        arena_printf(arena, "%.*s.debug/%s", n, path.s, name),
        arena_printf(arena, "%s%.*s%s", root, n, path.s, name),
    };
    bool good = false;
    for (size_t i = 0; i < ROWS(paths) && !good; i++)
        good = open_linked(debug, path_in(sysroot, paths[i], arena).s, program,
                           crc);
    return good;
}

bool elf_debug_open(struct elf_file *debug, const struct elf_file *program,
                    const char *sysroot, const char *root, struct arena *arena)
{
    return (sysroot && open_by_id(debug, program, sysroot, root, arena)) ||
           open_by_id(debug, program, NULL, root, arena) ||
           open_by_link(debug, program, sysroot, root, arena);
}
