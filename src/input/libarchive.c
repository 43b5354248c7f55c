#include "input/libarchive.h"

#ifdef LIBARCHIVE

#include "util/text/str.h"

struct libarchive libarchive;

#define ROW(name) { #name, &libarchive.name##_ },

bool libarchive_load(void)
{
    static const struct library_function functions[] = {
        LIBARCHIVE_FUNCTIONS(ROW)
    };
    static struct library library = { .file = LIBRARY_FILE(LIBARCHIVE),
                                      .functions = functions,
                                      .n = ROWS(functions) };
    return library_load(&library);
}

#else

bool libarchive_load(void)
{
    return true;
}

#endif
