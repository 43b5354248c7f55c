/*
 * libarchive, which is loaded when the first archive is read (util/library.h).
 */
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <stdbool.h>

#ifdef LIBARCHIVE

#include "util/library.h"

#define LIBARCHIVE_FUNCTIONS(FUNCTION, lib) \
    FUNCTION(lib, archive_entry_filetype) \
    FUNCTION(lib, archive_entry_pathname) \
    FUNCTION(lib, archive_entry_size) \
    FUNCTION(lib, archive_entry_size_is_set) \
    FUNCTION(lib, archive_error_string) \
    FUNCTION(lib, archive_filter_bytes) \
    FUNCTION(lib, archive_read_data_block) \
    FUNCTION(lib, archive_read_free) \
    FUNCTION(lib, archive_read_new) \
    FUNCTION(lib, archive_read_next_header) \
    FUNCTION(lib, archive_read_open_memory) \
    FUNCTION(lib, archive_read_support_format_tar) \
    FUNCTION(lib, archive_read_support_format_zip)

extern struct libarchive {
    LIBARCHIVE_FUNCTIONS(LIBRARY_POINTER, libarchive)
} libarchive;

#define archive_entry_filetype libarchive.archive_entry_filetype_
#define archive_entry_pathname libarchive.archive_entry_pathname_
#define archive_entry_size libarchive.archive_entry_size_
#define archive_entry_size_is_set libarchive.archive_entry_size_is_set_
#define archive_error_string libarchive.archive_error_string_
#define archive_filter_bytes libarchive.archive_filter_bytes_
#define archive_read_data_block libarchive.archive_read_data_block_
#define archive_read_free libarchive.archive_read_free_
#define archive_read_new libarchive.archive_read_new_
#define archive_read_next_header libarchive.archive_read_next_header_
#define archive_read_open_memory libarchive.archive_read_open_memory_
#define archive_read_support_format_tar libarchive.archive_read_support_format_tar_
#define archive_read_support_format_zip libarchive.archive_read_support_format_zip_

/* Loads the library, which must precede all other calls of it. Returns false if
   it cannot be loaded. Any thread may call it. */
bool libarchive_load(void);

#else

static inline bool libarchive_load(void)
{
    return true;
}

#endif
