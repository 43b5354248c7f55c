/* What --help and --list-formats print, from the tables. */
#ifndef HELP_H
#define HELP_H

#include "util/buf.h"

void print_help(struct buf *out);
void print_formats(struct buf *out);

#endif
