/* --help and --list-formats, made from the tables of options, readers, themes
   and writers. */
#pragma once

#include "util/text/buf.h"

/* Prints the options that are used most; with a word, those whose name or help
   has the word; with "all", all options, formats, themes and outputs. Returns
   false after a message if no option has the word. */
bool help_print(struct buf *out, const char *word);

void help_print_formats(struct buf *out);
