/*
 * The filter of system calls. It is for Linux on x86-64, aarch64 and riscv64,
 * with any libc; on other systems there is none.
 */
#pragma once

#include <stdbool.h>

/*
 * From now on this process, with the threads that it starts, can use memory,
 * read files, write to descriptors that are open, start threads, and signal
 * itself. All other system calls fail with ENOSYS. This cannot be undone.
 *
 * Returns false, and changes nothing that matters, if the system has no such
 * filter or forbids it, and in programs that write files at their end or start
 * other processes (sanitizers, coverage).
 */
bool filter_install(void);
