/*
 * Symbols in the recording itself. simpleperf of Android stores those of files
 * with samples in a feature, because the files are on the phone. FEATURE_FILE
 * has for each file
 *
 *     u32 size of the rest, path and NUL, u32 type, u64 lowest address of code,
 *     u32 number of symbols, for each: u64 address, u32 size, name and NUL,
 *     files of Dalvik: u32 n, u64 offsets[n],
 *     ELF files: u64 offset of the lowest address in the file, or nothing
 *
 * and FEATURE_FILE2, for each file, u32 size and a message of protocol buffers
 * with the same. Source: record_file_format.h and record_file.proto of
 * simpleperf, in the repository platform/system/extras of Android.
 */
#pragma once

#include "readers/perfdata/code/symbols.h"
#include "readers/perfdata/file/bytes.h"
#include "util/array.h"
#include "util/map.h"

enum perfdata_recorded_type {
    RECORDED_KERNEL,
    RECORDED_KERNEL_MODULE,
    RECORDED_ELF,
    RECORDED_DEX, /* code of Dalvik: symbols are at offsets of the file */
};

struct perfdata_recorded_file {
    uint32_t type;    /* an enum perfdata_recorded_type, or another number */
    uint64_t address; /* the lowest address of its code */
    uint64_t offset;  /* file offset of `address`; UINT64_MAX: not known */
    struct perfdata_symbols symbols;
};

/* Empty if all but the arena is zeroed. */
struct perfdata_recorded {
    struct arena *arena; /* has all memory */
    struct strings paths;
    LIST(struct perfdata_recorded_file); /* by id of the path */
};

/* Adds the files of FEATURE_FILE. Files and symbols that are damaged are left
   out. */
void perfdata_recorded_take(struct perfdata_recorded *recorded,
                            struct perfdata_bytes bytes);
/* Does the same for FEATURE_FILE2. */
void perfdata_recorded_take_messages(struct perfdata_recorded *recorded,
                                     struct perfdata_bytes bytes);
/* Returns the file with a path, or NULL. It is valid until another is added. */
const struct perfdata_recorded_file *
perfdata_recorded_find(const struct perfdata_recorded *recorded,
                       struct str path);
/* Converts an offset of a file to an address of its symbols. `mapped` is the
   offset at which its mapping begins. */
uint64_t perfdata_recorded_address(const struct perfdata_recorded_file *file,
                                   uint64_t offset, uint64_t mapped);
