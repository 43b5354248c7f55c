/*
 * Compares a zip archive with its directory, which libarchive believes: it does
 * not see that a number or a name there contradicts the rest. Format:
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
#ifndef INPUT_ZIP_CHECK_H
#define INPUT_ZIP_CHECK_H

#include "util/text/str.h"

/* Returns what is wrong with the directory, or NULL. */
const char *zip_check(struct str bytes);

#endif
