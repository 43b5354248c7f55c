/* SHA-256 (FIPS 180-4), by which a page says which scripts are its own. */
#ifndef UTIL_SHA256_H
#define UTIL_SHA256_H

#include "util/buf.h"

enum { SHA256_SIZE = 32 };

void sha256(struct str bytes, unsigned char digest[SHA256_SIZE]);
/* Adds the digest in base64 (RFC 4648), 44 characters. */
void sha256_base64(struct buf *out, struct str bytes);

#endif
