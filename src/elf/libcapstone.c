#include "elf/libcapstone.h"

#ifdef LIBCAPSTONE
LIBRARY_DEFINE(libcapstone, LIBCAPSTONE, LIBCAPSTONE_FUNCTIONS)
#endif
