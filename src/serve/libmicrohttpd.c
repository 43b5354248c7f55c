#include "serve/libmicrohttpd.h"

#ifdef LIBMICROHTTPD

#include "util/text/str.h"

struct libmicrohttpd libmicrohttpd;

#define ROW(name) { #name, &libmicrohttpd.name##_ },

bool libmicrohttpd_load(void)
{
    static const struct library_function functions[] = {
        LIBMICROHTTPD_FUNCTIONS(ROW)
    };
    static struct library library = { .file = LIBRARY_FILE(LIBMICROHTTPD),
                                      .functions = functions,
                                      .n = ROWS(functions) };
    return library_load(&library);
}

#else

bool libmicrohttpd_load(void)
{
    return true;
}

#endif
