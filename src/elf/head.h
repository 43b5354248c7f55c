/* Recognizes programs and libraries by their first bytes. This needs no library,
   so it is there without elfutils, too (WITH_ELF=no). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* True if the path is a regular file that begins as ELF files do, but is no
   core dump. Reports nothing. */
bool elf_is(const char *path);

/* Opens a regular file and finds its size. Returns a descriptor, or -1 with
   errno set: EINVAL if it is not a regular file. */
int elf_head_open(const char *path, uint64_t *size);
