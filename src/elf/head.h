/* Recognizes programs and libraries by their first bytes. This works without
   elfutils, too (WITH_ELF=no). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* True if the path is a regular ELF file that is not a core dump. Reports
   nothing. */
bool elf_is(const char *path);

/* Opens a regular file and finds its size. Returns a descriptor, or -1 with
   errno set: EINVAL if it is not a regular file. */
int elf_head_open(const char *path, uint64_t *size);
