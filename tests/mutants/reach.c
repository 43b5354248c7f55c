/*
 * Notes which code of a program runs: tests/mutants/run links it to programs that
 * gcc compiled with -fsanitize-coverage=trace-pc. The file $REACHED/PROGRAM gets
 * one byte for each byte of the program, and those at which a block of code
 * begins become 1 when it runs. The file is shared memory, so that nothing needs
 * to be written when a process ends, in whatever way.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern const char __executable_start, etext;
void __sanitizer_cov_trace_pc(void);

static unsigned char *reached;

__attribute__((constructor)) static void start(void)
{
    const char *folder = getenv("REACHED");
    char path[4096];
    size_t size = (size_t)(&etext - &__executable_start);
    if (!folder || snprintf(path, sizeof path, "%s/%s", folder,
                            program_invocation_short_name) >= (int)sizeof path)
        return;
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return;
    if (ftruncate(file, (off_t)size) == 0) {
        void *memory =
            mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        reached = memory == MAP_FAILED ? NULL : memory;
    }
    close(file);
}

void __sanitizer_cov_trace_pc(void)
{
    if (reached)
        reached[(const char *)__builtin_return_address(0) -
                &__executable_start - 1] = 1;
}
