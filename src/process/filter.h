/*
 * The filter of system calls, for Linux on x86-64, aarch64 and riscv64 with any
 * libc.
 */
#pragma once

#include <stdbool.h>

/*
 * Confines this process: it and the threads that it starts can use memory, read
 * files, write to open descriptors, start threads, and signal themselves. All
 * other system calls fail with ENOSYS. This cannot be undone.
 *
 * Returns false, and changes nothing that matters, if the system has no such
 * filter or forbids it, and in programs that write files at their end or start
 * other processes (sanitizers, coverage).
 */
bool filter_install(void);
