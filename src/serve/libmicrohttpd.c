#include "serve/libmicrohttpd.h"

#ifdef LIBMICROHTTPD
LIBRARY_DEFINE(libmicrohttpd, LIBMICROHTTPD, LIBMICROHTTPD_FUNCTIONS)
#endif
