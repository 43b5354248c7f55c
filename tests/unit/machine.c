/* Tests of the memory that control groups allow, with folders that look like
   those of the kernel. */
#include "util/machine.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "util/arena.h"

static char root[] = "/tmp/prof2dot-machine-XXXXXX";

/* Is called by nftw(3) for each file, and for a folder after its files. */
static int remove_file(const char *path, const struct stat *status, int type,
                       struct FTW *place)
{
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

/* Writes a text to a file below the root, and makes its folders. */
static void put(const char *path, const char *text)
{
    struct arena arena = { 0 };
    const char *whole = arena_printf(&arena, "%s%s", root, path).s;
    for (const char *at = whole; (at = strchr(at + 1, '/'));) {
        const char *folder =
            arena_printf(&arena, "%.*s", (int)(at - whole), whole).s;
        expect(mkdir(folder, 0777) == 0 || errno == EEXIST, "%s", folder);
    }
    FILE *file = fopen(whole, "w");
    if (expect(file, "%s cannot be written", whole)) {
        fputs(text, file);
        fclose(file);
    }
    arena_free(&arena);
}

static void is(double bytes)
{
    double got = machine_memory(root);
    expect(got == bytes, "found %.0f bytes, not %.0f", got, bytes);
}

UNIT(machine)
{
    test("machine");
    if (!expect(mkdtemp(root), "no folder"))
        return finish_tests();
    double all = machine_memory(root);
    expect(all >= 1 << 20, "this machine has %.0f bytes", all);

    test("version 2");
    put("/proc/self/cgroup", "0::/user/session-2\n");
    put("/sys/fs/cgroup/user/session-2/memory.max", "max\n");
    is(all);
    put("/sys/fs/cgroup/user/memory.max", "300000\n");
    is(300000);
    put("/sys/fs/cgroup/user/session-2/memory.max", "200000\n");
    is(200000);
    put("/sys/fs/cgroup/memory.max", "100000\n");
    is(100000);

    test("version 1");
    put("/proc/self/cgroup", "9:cpu,cpuacct:/a\n4:hugetlb,memory:/b/c\n");
    put("/sys/fs/cgroup/memory/memory.limit_in_bytes",
        "9223372036854771712\n");
    is(all);
    put("/sys/fs/cgroup/memory/b/memory.limit_in_bytes", "50000\n");
    is(50000);
    put("/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "10\n");
    is(50000);

    test("a container, whose group cannot be seen");
    put("/proc/self/cgroup", "4:memory:/docker/0123\n");
    is(all);
    put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "70000\n");
    is(70000);

    test("nonsense");
    put("/proc/self/cgroup", "\n:\n::\n4:memory\nno colon");
    put("/sys/fs/cgroup/memory.max", "none\n");
    is(all);
    nftw(root, remove_file, 8, FTW_DEPTH | FTW_PHYS);
    return finish_tests();
}
