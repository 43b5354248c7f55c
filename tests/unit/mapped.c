/* A file that is cut while it is mapped ends the program by a message. */
#define _GNU_SOURCE /* syscall */
#include "util/files/mapped.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "elf/file.h"

static char path[] = "/tmp/mapped.XXXXXX";
static char message[500];

/* Runs in the child: a program is cut that is open. */
static void cut_program(void)
{
    struct elf_file file;
    GElf_Shdr header;
    if (!elf_open(&file, path) || truncate(path, 0) != 0)
        _exit(50);
    for (size_t i = 1; i < file.n_sections; i++) {
        elf_section(&file, i, &header);
        const Elf_Data *data = elf_rawdata(elf_getscn(file.elf, i), NULL);
        if (data && data->d_buf && header.sh_type != SHT_NOBITS)
            for (size_t at = 0; at < data->d_size; at++)
                message[0] ^= ((const char *)data->d_buf)[at];
    }
    _exit(51);
}

/* Runs in the child: somebody sends the signal. */
static void signal_self(void)
{
    raise(SIGBUS);
    _exit(52);
}

/* Runs in the child: the signal comes as if from a page that no file has. */
static void signal_unmapped(void)
{
    siginfo_t info = { .si_signo = SIGBUS, .si_code = BUS_ADRERR };
    syscall(SYS_rt_sigqueueinfo, getpid(), SIGBUS, &info);
    _exit(53);
}

/* Returns the status of a child that does this, or 1000 + the signal that ended
   it, and stores what it says. */
static int in_child(void (*act)(void))
{
    int ends[2], status = 0;
    if (pipe(ends) != 0)
        abort();
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        mapped_catch();
        act();
    }
    close(ends[1]);
    ssize_t n = 0, got;
    while ((got = read(ends[0], message + n,
                       sizeof message - 1 - (size_t)n)) > 0)
        n += got;
    message[n] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void copy_program(void)
{
    char block[65536];
    size_t n;
    int fd = mkstemp(path);
    FILE *from = fopen("/proc/self/exe", "r");
    if (fd < 0 || !from)
        abort();
    while ((n = fread(block, 1, sizeof block, from)) > 0)
        if (write(fd, block, n) != (ssize_t)n)
            abort();
    fclose(from);
    close(fd);
}

UNIT(mapped)
{
#ifdef __linux__
    char want[600];
    copy_program();
    test("a program that is cut");
    int status = in_child(cut_program);
    snprintf(want, sizeof want, "prof2dot: %s: was cut while it was read",
             path);
    expect(status == 1, "status %d", status);
    expect(strncmp(message, want, strlen(want)) == 0, "%s", message);
    unlink(path);
    test("a page that is of no file");
    status = in_child(signal_unmapped);
    expect(status == 1 && strstr(message, ": a program or library: was cut"),
           "status %d, %s", status, message);
#endif
    test("a signal that somebody sends");
    int sent = in_child(signal_self);
    expect(sent == 1000 + SIGBUS && !message[0], "status %d, %s", sent,
           message);
    return finish_tests();
}
