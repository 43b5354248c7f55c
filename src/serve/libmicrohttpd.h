/* The library libmicrohttpd, which is loaded for --serve (util/library.h). */
#pragma once

#include <microhttpd.h>
#include <stdbool.h>

#ifdef LIBMICROHTTPD

#include "util/library.h"

#define LIBMICROHTTPD_FUNCTIONS(FUNCTION, lib) \
    FUNCTION(lib, MHD_add_response_header) \
    FUNCTION(lib, MHD_create_response_from_buffer) \
    FUNCTION(lib, MHD_destroy_response) \
    FUNCTION(lib, MHD_get_connection_info) \
    FUNCTION(lib, MHD_get_connection_values_n) \
    FUNCTION(lib, MHD_get_daemon_info) \
    FUNCTION(lib, MHD_get_fdset2) \
    FUNCTION(lib, MHD_get_timeout) \
    FUNCTION(lib, MHD_lookup_connection_value) \
    FUNCTION(lib, MHD_queue_response) \
    FUNCTION(lib, MHD_resume_connection) \
    FUNCTION(lib, MHD_run) \
    FUNCTION(lib, MHD_run_from_select) \
    FUNCTION(lib, MHD_start_daemon) \
    FUNCTION(lib, MHD_stop_daemon) \
    FUNCTION(lib, MHD_suspend_connection)

extern struct libmicrohttpd {
    LIBMICROHTTPD_FUNCTIONS(LIBRARY_POINTER, libmicrohttpd)
} libmicrohttpd;

#define MHD_add_response_header libmicrohttpd.MHD_add_response_header_
#define MHD_create_response_from_buffer libmicrohttpd.MHD_create_response_from_buffer_
#define MHD_destroy_response libmicrohttpd.MHD_destroy_response_
#define MHD_get_connection_info libmicrohttpd.MHD_get_connection_info_
#define MHD_get_connection_values_n libmicrohttpd.MHD_get_connection_values_n_
#define MHD_get_daemon_info libmicrohttpd.MHD_get_daemon_info_
#define MHD_get_fdset2 libmicrohttpd.MHD_get_fdset2_
#define MHD_get_timeout libmicrohttpd.MHD_get_timeout_
#define MHD_lookup_connection_value libmicrohttpd.MHD_lookup_connection_value_
#define MHD_queue_response libmicrohttpd.MHD_queue_response_
#define MHD_resume_connection libmicrohttpd.MHD_resume_connection_
#define MHD_run libmicrohttpd.MHD_run_
#define MHD_run_from_select libmicrohttpd.MHD_run_from_select_
#define MHD_start_daemon libmicrohttpd.MHD_start_daemon_
#define MHD_stop_daemon libmicrohttpd.MHD_stop_daemon_
#define MHD_suspend_connection libmicrohttpd.MHD_suspend_connection_

/* To be called before any other function of the library. Returns false if it
   cannot be loaded. */
bool libmicrohttpd_load(void);

#else

static inline bool libmicrohttpd_load(void)
{
    return true;
}

#endif
