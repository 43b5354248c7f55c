#include "input/libarchive.h"

#ifdef LIBARCHIVE
LIBRARY_DEFINE(libarchive, LIBARCHIVE, LIBARCHIVE_FUNCTIONS)
#endif
