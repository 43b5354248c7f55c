/* --help and --list-formats, made from the tables of options, readers, themes
   and writers. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "util/text/buf.h"

void help_print(struct buf *out);
void help_print_formats(struct buf *out);

#endif
