/* Names of symbols, as linkers write them. */
#pragma once

#include "util/text/str.h"

/* Cuts off the version of a symbol, "@@GLIBC_2.2.5" or "@GLIBC_2.2.5". The
   names "Controller@index" and "puts@plt" have none. Returns false, and changes
   nothing, if there is none. */
bool symbol_cut_version(struct str *name);
