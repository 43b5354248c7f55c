/* The library libmicrohttpd, which is loaded for --serve (util/library.h). */
#ifndef SERVE_LIBMICROHTTPD_H
#define SERVE_LIBMICROHTTPD_H

#include <microhttpd.h>
#include <stdbool.h>

#ifdef LIBMICROHTTPD

#include "util/library.h"

#define LIBMICROHTTPD_FUNCTIONS(FUNCTION) \
    FUNCTION(MHD_add_response_header) \
    FUNCTION(MHD_create_response_from_buffer) \
    FUNCTION(MHD_destroy_response) \
    FUNCTION(MHD_get_connection_info) \
    FUNCTION(MHD_get_connection_values_n) \
    FUNCTION(MHD_get_daemon_info) \
    FUNCTION(MHD_get_fdset2) \
    FUNCTION(MHD_get_timeout) \
    FUNCTION(MHD_lookup_connection_value) \
    FUNCTION(MHD_queue_response) \
    FUNCTION(MHD_resume_connection) \
    FUNCTION(MHD_run) \
    FUNCTION(MHD_run_from_select) \
    FUNCTION(MHD_start_daemon) \
    FUNCTION(MHD_stop_daemon) \
    FUNCTION(MHD_suspend_connection)

extern struct libmicrohttpd {
    LIBMICROHTTPD_FUNCTIONS(LIBRARY_POINTER)
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

#endif

/* To be called before any other function of the library. Returns false if it
   cannot be loaded. */
bool libmicrohttpd_load(void);

#endif
