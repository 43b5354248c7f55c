/* Which pieces of memory are counted against the limit. */
#include "util/memory.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { COUNTED = 64 * 1024 }; /* bytes: smaller pieces are added up */

/* Does a process with a limit of one byte end when it takes these pieces, up to
   a 0? */
static bool is_refused(const size_t *sizes)
{
    int status = 0;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        close(STDERR_FILENO);
        memory_limit(1);
        for (; *sizes; sizes++)
            free(memory_take(*sizes));
        _exit(0);
    }
    expect(pid > 0 && waitpid(pid, &status, 0) == pid, "a process");
    return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

/* Does a process end when it checks this size? */
static bool is_too_large(size_t n, size_t size)
{
    int status = 0;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        close(STDERR_FILENO);
        memory_check_size(n, size);
        _exit(0);
    }
    expect(pid > 0 && waitpid(pid, &status, 0) == pid, "a process");
    return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

/* Returns the number that the next file would get. */
static int next_file(void)
{
    int file = dup(STDOUT_FILENO);
    close(file);
    return file;
}

/* Each piece is measured if next to nothing is allowed until then. */
static void measured_often(void)
{
    int before = next_file(), status = 0;
    test("files while memory is measured");
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        memory_limit((size_t)1 << 40);
        for (int i = 0; i < 3; i++)
            memory_count((size_t)1 << 39);
        _exit(next_file() == before);
    }
    expect(pid > 0 && waitpid(pid, &status, 0) == pid, "a process");
    expect(WIFEXITED(status) && WEXITSTATUS(status) == 1, "one stays open");
}

UNIT(memory)
{
    measured_often();
    test("sizes that memory can have");
    expect(!is_too_large(SIZE_MAX, 0), "many elements of no bytes");
    expect(!is_too_large(SIZE_MAX / 2, 1), "half of the addresses");
    expect(!is_too_large(SIZE_MAX / 4, 2), "the same in words");
    expect(is_too_large(SIZE_MAX, 1), "all addresses");
    /* 64 kB are for what an allocator adds. */
    expect(!is_too_large(SIZE_MAX - 64 * 1024, 1), "all but 64 kB");
    expect(is_too_large(SIZE_MAX - 64 * 1024 + 1, 1), "one more");
    expect(is_too_large(SIZE_MAX / 2 + 1, 2), "more bytes than addresses");
    test("pieces that are counted");
    expect(is_refused((size_t[]){ COUNTED, 0 }), "one");
    expect(is_refused((size_t[]){ 1, COUNTED - 1, 0 }), "two");
    expect(is_refused((size_t[]){ 1, COUNTED, 0 }), "one behind a small one");
    test("pieces that are not");
    expect(!is_refused((size_t[]){ COUNTED - 1, 0 }), "one");
    expect(!is_refused((size_t[]){ 1, COUNTED - 2, 0 }), "two");
    return finish_tests();
}
