/* The parallel constructs of libomp. A body gets the addresses of two numbers
   and of each of its variables as arguments, so their number varies. */
#include <stdarg.h>

#include "bop/openmp/work.h"

#ifdef __x86_64__ /* bop-cc takes clang there only */

enum { IN_REGISTERS = 4 }; /* the first variables, which are not on the stack */

typedef void body(int *thread, int *bound, ...);

/* The body that the threads of a construct run. */
struct work {
    body *run;
    site top; /* the statement that the construct belongs to */
    size_t n; /* variables, at least IN_REGISTERS */
    void **variables;
};

/*
 * Calls run with n variables. C has no call whose number of arguments is known
 * only at run time. So this function pushes the variables that do not fit in
 * registers, the last one first, as the ABI of x86-64 demands, and keeps the
 * stack aligned to 16 bytes.
 */
void bop_kmp_call(body *run, int *thread, int *bound, size_t n,
                  void **variables) __attribute__((visibility("hidden")));
__asm__(".text\n"
        ".globl bop_kmp_call\n"
        ".hidden bop_kmp_call\n"
        ".type bop_kmp_call, @function\n"
        "bop_kmp_call:\n"
        ".cfi_startproc\n"
        "    push %rbp\n"
        ".cfi_def_cfa_offset 16\n"
        ".cfi_offset %rbp, -16\n"
        "    mov %rsp, %rbp\n"
        ".cfi_def_cfa_register %rbp\n"
        "    mov %rdi, %r11\n"
        "    mov %rsi, %rdi\n"
        "    mov %rdx, %rsi\n"
        "    test $1, %cl\n"
        "    jz 1f\n"
        "    push $0\n"
        "1:  cmp $4, %rcx\n"
        "    jbe 2f\n"
        "    push -8(%r8, %rcx, 8)\n"
        "    dec %rcx\n"
        "    jmp 1b\n"
        "2:  mov %r8, %rax\n"
        "    mov (%rax), %rdx\n"
        "    mov 8(%rax), %rcx\n"
        "    mov 16(%rax), %r8\n"
        "    mov 24(%rax), %r9\n"
        "    xor %eax, %eax\n"
        "    call *%r11\n"
        "    leave\n"
        ".cfi_def_cfa %rsp, 8\n"
        "    ret\n"
        ".cfi_endproc\n"
        ".size bop_kmp_call, . - bop_kmp_call\n");

static void run_work(int *thread, int *bound, ...)
{
    va_list arguments;
    va_start(arguments, bound);
    const struct work *work = va_arg(arguments, struct work *);
    va_end(arguments);
    bop_work_run(work->top);
    bop_kmp_call(work->run, thread, bound, work->n, work->variables);
}

/* A row is a function of libomp that runs a body in several threads, or teams.
   The variables stay on its stack until all have run it. */
#define FORK(name)                                                             \
    extern void __real_##name(void *place, int n, body *run, ...) MAYBE;       \
    EXPORTED void __wrap_##name(void *place, int n, body *run, ...);           \
    void __wrap_##name(void *place, int n, body *run, ...)                     \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        size_t room = n > IN_REGISTERS ? (size_t)n : IN_REGISTERS;             \
        void *variables[room];                                                 \
        va_list arguments;                                                     \
        va_start(arguments, run);                                              \
        for (size_t i = 0; i < room; i++)                                      \
            variables[i] = i < (size_t)n ? va_arg(arguments, void *) : NULL;   \
        va_end(arguments);                                                     \
        site top = bop_work_begin(&call, (uintptr_t)run, OWN_CFA());           \
        struct work work = { run, top, room, variables };                      \
        __real_##name(place, 1, run_work, &work);                              \
        bop_work_end(&call, OWN_CFA());                                        \
    }

FORK(__kmpc_fork_call)
FORK(__kmpc_fork_teams)

#endif
