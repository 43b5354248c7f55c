/* Keeps the counts of processes that end by a signal or by _exit, for which
   gcc writes no counts. The linker's --wrap leads the program's calls here.
   tests/faults/faults.c has an __wrap__exit of its own. */
int __wrap_raise(int signal_number);
__attribute__((weak)) _Noreturn void __wrap__exit(int status);

/* The functions with __real_ are those of libc, the other is gcc's. */
int __real_raise(int signal_number);
_Noreturn void __real__exit(int status);
void __gcov_dump(void);

int __wrap_raise(int signal_number)
{
    __gcov_dump();
    return __real_raise(signal_number);
}

_Noreturn void __wrap__exit(int status)
{
    __gcov_dump();
    __real__exit(status);
}
