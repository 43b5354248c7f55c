#include "elf/sysroot.h"

#include <limits.h>
#include <unistd.h>

#include "util/text/buf.h"

/* Linux follows at most this many symbolic links, and opens no path of PATH_MAX
   bytes. */
enum { MOST_LINKS = 40 };

/* Returns what the symbolic link at a path says, in the arena; "" if there is
   no link. Puts a NUL behind the path. */
static struct str link_at(struct buf *path, struct arena *arena)
{
    char target[PATH_MAX];
    buf_char(path, '\0');
    path->len--;
    ssize_t n = readlink(path->data, target, sizeof target);
    return n > 0 ? arena_copy(arena, (struct str){ target, (size_t)n }) : S("");
}

/* Removes the last part of a path, but not from its first bytes. */
static void remove_part(struct buf *path, size_t first)
{
    while (path->len > first && path->data[--path->len] != '/')
        ;
}

struct str sysroot_path(const char *sysroot, struct str path,
                        struct arena *arena)
{
    struct buf out = { 0 };
    struct str part, rest = path;
    size_t root = strlen(sysroot);
    int n_links = 0;
    buf_add(&out, (struct str){ sysroot, root });
    while (rest.len && n_links <= MOST_LINKS && out.len < PATH_MAX) {
        if (!str_cut(rest, S("/"), &part, &rest)) {
            part = rest;
            rest = S("");
        }
        if (str_eq(part, S("..")))
            remove_part(&out, root);
        if (!part.len || str_eq(part, S(".")) || str_eq(part, S("..")))
            continue;
        buf_printf(&out, "/%.*s", (int)part.len, part.s);
        struct str target = link_at(&out, arena);
        if (!target.len)
            continue;
        n_links++;
        remove_part(&out, root);
        if (str_starts(target, S("/")))
            out.len = root;
        rest = arena_printf(arena, "%.*s/%.*s", (int)target.len, target.s,
                            (int)rest.len, rest.s);
    }
    path = buf_move(&out, arena);
    return n_links <= MOST_LINKS && path.len < PATH_MAX ? path : S("");
}

bool sysroot_take(const char *sysroot, struct str *path)
{
    struct str rest = *path, front = str_of(sysroot);
    while (str_ends(front, S("/")))
        front.len--;
    if (!sysroot || !str_take(&rest, front) || !str_starts(rest, S("/")))
        return false;
    *path = rest;
    return true;
}
