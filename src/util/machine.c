/*
 * The limits of control groups are files. /proc/self/cgroup has the groups of
 * this process, a line for each hierarchy:
 *
 *     4:memory:/user.slice           version 1
 *     0::/user.slice/session-2.scope version 2
 *
 * The limit of a group is in a file below the place where the hierarchy is
 * mounted, and every group above it may have a lower one. Inside a container
 * the path may be that of the host, of which only the root can be seen.
 * Sources: cgroups(7), and Documentation/admin-guide/cgroup-v2.rst and
 * cgroup-v1/memory.rst of the Linux kernel.
 */
/* POSIX has no way to ask for the number of processors. */
#define _GNU_SOURCE

#include "util/machine.h"

#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "util/arena.h"

/* Lowers *least to the number in a file, if there is one. "max" stands for no
   limit in version 2, a huge number in version 1. */
static void take_limit(const char *path, double *least)
{
    FILE *file = fopen(path, "r");
    double bytes;
    if (!file)
        return;
    if (fscanf(file, "%lf", &bytes) == 1 && bytes > 0 &&
        (*least == 0 || bytes < *least))
        *least = bytes;
    fclose(file);
}

/* Looks at a group and all groups above it. */
static void take_group(struct arena *arena, const char *mount, struct str group,
                       const char *name, double *least)
{
    struct str above = group, last;
    for (;;) {
        take_limit(arena_printf(arena, "%s%.*s/%s", mount, (int)above.len,
                                above.s, name).s,
                   least);
        if (!str_cut_last(above, S("/"), &above, &last))
            break;
    }
}

/* Does a line of /proc/self/cgroup name the memory controller? */
static bool has_memory(struct str controllers)
{
    struct str name;
    while (str_cut(controllers, S(","), &name, &controllers))
        if (str_eq(name, S("memory")))
            return true;
    return str_eq(controllers, S("memory"));
}

static void take_line(struct arena *arena, const char *root, struct str line,
                      double *least)
{
    struct str number, controllers, group;
    if (!str_cut(str_trim_end(line), S(":"), &number, &line) ||
        !str_cut(line, S(":"), &controllers, &group))
        return;
    group = str_trim_end(group);
    if (controllers.len == 0)
        take_group(arena, arena_printf(arena, "%s/sys/fs/cgroup", root).s,
                   group, "memory.max", least);
    else if (has_memory(controllers))
        take_group(arena,
                   arena_printf(arena, "%s/sys/fs/cgroup/memory", root).s,
                   group, "memory.limit_in_bytes", least);
}

/* POSIX has no way to ask for this, but most systems have the same one. */
static double physical_memory(void)
{
#ifdef _SC_PHYS_PAGES
    long pages = sysconf(_SC_PHYS_PAGES);
    if (pages > 0)
        return (double)pages * (double)sysconf(_SC_PAGESIZE);
#endif
    return 0;
}

double machine_memory(const char *root)
{
    LOCAL_ARENA(arena);
    char line[4096];
    double least = physical_memory();
    FILE *file =
        fopen(arena_printf(&arena, "%s/proc/self/cgroup", root).s, "r");
    while (file && fgets(line, sizeof line, file))
        take_line(&arena, root, str_of(line), &least);
    if (file)
        fclose(file);
    return least;
}

long machine_processors(void)
{
    long n = 2;
#ifdef _SC_NPROCESSORS_ONLN
    n = sysconf(_SC_NPROCESSORS_ONLN);
#endif
#ifdef CPU_COUNT
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        n = CPU_COUNT(&set);
#endif
    return n > 1 ? n : 1;
}
