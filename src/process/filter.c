#define _GNU_SOURCE /* for O_TMPFILE and syscall */
#include "process/filter.h"

#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/seccomp.h>) && !defined(NO_FILTER) && \
    !defined(__SANITIZE_ADDRESS__)
#if defined(__x86_64__) && !defined(__ILP32__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define ARCHITECTURE AUDIT_ARCH_RISCV64
#endif
#endif
#endif

#ifdef ARCHITECTURE

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/text/str.h"

/* A system call that is allowed if the bits `mask` of one of its arguments are
   `value`. A call may have several rows. */
struct row {
    uint32_t call;
    uint32_t arg; /* from 0 */
    uint32_t mask, value;
};

#define ALWAYS(name) { SYS_##name, 0, 0, 0 }

enum {
    WRITES = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC,
    /* O_TMPFILE has the bit of O_DIRECTORY as well. A file without a name
       replaces none. */
    NAMELESS = O_TMPFILE & ~O_DIRECTORY,
};

/* Some architectures lack the older forms of a call. */
static const struct row rows[] = {
    ALWAYS(mmap),
    ALWAYS(munmap),
    ALWAYS(mremap),
    ALWAYS(madvise),
    ALWAYS(brk),
    ALWAYS(mprotect),

    /* Files are opened for reading. */
    { SYS_openat, 2, WRITES, 0 },
    { SYS_openat, 2, O_CREAT | NAMELESS, NAMELESS },
#ifdef SYS_open
    { SYS_open, 1, WRITES, 0 },
    { SYS_open, 1, O_CREAT | NAMELESS, NAMELESS },
    ALWAYS(stat),
    ALWAYS(lstat),
    ALWAYS(access),
    ALWAYS(readlink),
    ALWAYS(getdents),
#endif
#ifdef SYS_statx
    ALWAYS(statx),
#endif
#ifdef SYS_faccessat2
    ALWAYS(faccessat2),
#endif
    ALWAYS(newfstatat),
    ALWAYS(fstat),
    ALWAYS(statfs),
    ALWAYS(fstatfs),
    ALWAYS(faccessat),
    ALWAYS(readlinkat),
    ALWAYS(getdents64),
    ALWAYS(getcwd),

    /* Descriptors that are open. recvmsg receives those that the broker opens,
       and shutdown tells it that nobody waits for its answer.
       There is no other ioctl, because one of them types into the terminal. */
    ALWAYS(read),
    ALWAYS(write),
    ALWAYS(close),
    ALWAYS(lseek),
    ALWAYS(pread64),
    ALWAYS(pwrite64),
    ALWAYS(readv),
    ALWAYS(writev),
    ALWAYS(preadv),
    ALWAYS(fadvise64),
    ALWAYS(ftruncate),
    ALWAYS(dup),
    ALWAYS(dup3),
    ALWAYS(pipe2),
    ALWAYS(ppoll),
    ALWAYS(pselect6),
    ALWAYS(recvmsg),
    ALWAYS(shutdown),
#ifdef SYS_poll
    ALWAYS(poll),
    ALWAYS(select),
    ALWAYS(pipe),
    ALWAYS(dup2),
#endif
#ifdef SYS_memfd_create
    ALWAYS(memfd_create),
#endif
    { SYS_fcntl, 1, UINT32_MAX, F_GETFD },
    { SYS_fcntl, 1, UINT32_MAX, F_SETFD },
    { SYS_fcntl, 1, UINT32_MAX, F_GETFL },
    { SYS_fcntl, 1, UINT32_MAX, F_SETFL },
    { SYS_fcntl, 1, UINT32_MAX, F_DUPFD },
    { SYS_fcntl, 1, UINT32_MAX, F_DUPFD_CLOEXEC },
    { SYS_ioctl, 1, UINT32_MAX, TCGETS },
    { SYS_ioctl, 1, UINT32_MAX, TIOCGWINSZ },

    /* Threads, but no processes. */
    { SYS_clone, 0, CLONE_THREAD, CLONE_THREAD },
    ALWAYS(futex),
    ALWAYS(set_robust_list),
    ALWAYS(set_tid_address),
    ALWAYS(sched_getaffinity),
    ALWAYS(sched_yield),
    ALWAYS(membarrier),
#ifdef SYS_rseq
    ALWAYS(rseq),
#endif

    /* Signals, time, and the process itself. */
    ALWAYS(rt_sigaction),
    ALWAYS(rt_sigprocmask),
    ALWAYS(rt_sigreturn),
    ALWAYS(sigaltstack),
    ALWAYS(restart_syscall),
    ALWAYS(wait4),
    ALWAYS(exit),
    ALWAYS(exit_group),
    ALWAYS(getpid),
    ALWAYS(getppid),
    ALWAYS(gettid),
    ALWAYS(getuid),
    ALWAYS(geteuid),
    ALWAYS(getgid),
    ALWAYS(getegid),
    ALWAYS(umask),
    ALWAYS(uname),
    ALWAYS(sysinfo),
    ALWAYS(getrusage),
    ALWAYS(times),
    ALWAYS(gettimeofday),
    ALWAYS(clock_gettime),
    ALWAYS(clock_getres),
    ALWAYS(clock_nanosleep),
    ALWAYS(nanosleep),
    ALWAYS(getrandom),
    { SYS_prlimit64, 0, UINT32_MAX, 0 },
#ifdef SYS_getrlimit
    ALWAYS(getrlimit),
#endif
#ifdef SYS_time
    ALWAYS(time),
#endif
};

/* The instructions of a filter (linux/filter.h). */
enum {
    FIRST = 4,  /* those that check the architecture */
    EACH = 6,   /* of a row, at most */
    GROUP = 12, /* rows that one comparison skips */
    OTHERS = 2, /* rows that depend on the process */
    MOST_ROWS = ROWS(rows) + OTHERS,
    LENGTH = FIRST + EACH * MOST_ROWS + MOST_ROWS / GROUP + 1 + 1,
};

struct program {
    struct sock_filter at[LENGTH];
    unsigned short n;
};

static void add(struct program *program, unsigned short code, uint32_t k,
                uint8_t if_true, uint8_t if_false)
{
    program->at[program->n++] =
        (struct sock_filter){ code, if_true, if_false, k };
}

static void load(struct program *program, size_t offset)
{
    add(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

/* Skips `over` instructions unless the loaded value is `value`. */
static void jump_unless(struct program *program, uint32_t value, uint8_t over)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, value, 0, over);
}

static void end(struct program *program, uint32_t result)
{
    add(program, BPF_RET | BPF_K, result, 0, 0);
}

/* Before and after these instructions, the number of the call is loaded. The
   machines with a filter store the low half of an argument first, and the
   arguments in the rows are ints, so the other half does not matter. */
static void add_row(struct program *program, struct row row)
{
    jump_unless(program, row.call, row.mask ? EACH - 1 : 1);
    if (row.mask) {
        load(program, offsetof(struct seccomp_data, args) +
                          row.arg * sizeof(uint64_t));
        add(program, BPF_ALU | BPF_AND | BPF_K, row.mask, 0, 0);
        jump_unless(program, row.value, 1);
    }
    end(program, SECCOMP_RET_ALLOW);
    if (row.mask)
        load(program, offsetof(struct seccomp_data, nr));
}

static int by_call(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    return COMPARE(x->call, y->call);
}

/* Puts the rows in the order of the numbers. Returns how many there are. */
static size_t sort_rows(struct row sorted[MOST_ROWS])
{
    size_t n = ROWS(rows);
    memcpy(sorted, rows, sizeof rows);
    sorted[n++] = (struct row){ SYS_tgkill, 0, UINT32_MAX, (uint32_t)getpid() };
    /* raise(3) of musl. The id of the first thread is that of the process. */
    sorted[n++] = (struct row){ SYS_tkill, 0, UINT32_MAX, (uint32_t)getpid() };
    qsort(sorted, n, sizeof *sorted, by_call);
    return n;
}

/* Adds rows behind an instruction that skips them for larger numbers. */
static void add_group(struct program *program, const struct row *group,
                      size_t n)
{
    unsigned short skip = program->n;
    add(program, BPF_JMP | BPF_JGT | BPF_K, group[n - 1].call, 0, 0);
    for (size_t i = 0; i < n; i++)
        add_row(program, group[i]);
    program->at[skip].jt = (uint8_t)(program->n - skip - 1);
}

/* The error is ENOSYS, because a libc then tries an older call: clone in place
   of clone3, whose flags a filter cannot see. */
static void make(struct program *program)
{
    const uint32_t refusal = SECCOMP_RET_ERRNO | ENOSYS;
    struct row sorted[MOST_ROWS];
    size_t n = sort_rows(sorted);
    load(program, offsetof(struct seccomp_data, arch));
    add(program, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    end(program, refusal);
    load(program, offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < n; i += GROUP)
        add_group(program, sorted + i, n - i < GROUP ? n - i : GROUP);
    end(program, refusal);
}

bool filter_install(void)
{
    struct program program = { .n = 0 };
    make(&program);
    struct sock_fprog fprog = { program.n, program.at };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    /* Kernels before 5.16 restrict speculative execution in processes with a
       filter, which makes them slower, unless this flag forbids it. */
#ifdef SECCOMP_FILTER_FLAG_SPEC_ALLOW
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                SECCOMP_FILTER_FLAG_SPEC_ALLOW, &fprog) == 0)
        return true;
#endif
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &fprog, 0, 0) == 0;
}

#else

bool filter_install(void)
{
    return false;
}

#endif
