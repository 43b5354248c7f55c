#include "elf/libcapstone.h"

#ifdef LIBCAPSTONE

#include "util/text/str.h"

struct libcapstone libcapstone;

#define ROW(name) { #name, &libcapstone.name##_ },

bool libcapstone_load(void)
{
    static const struct library_function functions[] = {
        LIBCAPSTONE_FUNCTIONS(ROW)
    };
    static struct library library = { .file = LIBRARY_FILE(LIBCAPSTONE),
                                      .functions = functions,
                                      .n = ROWS(functions) };
    return library_load(&library);
}

#else

bool libcapstone_load(void)
{
    return true;
}

#endif
