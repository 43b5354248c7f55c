/* The choice of the output: by -T, by the ending of its file's name, or for a
   terminal. */
#ifndef CLI_ENDING_H
#define CLI_ENDING_H

#include "cli/options.h"

/*
 * Sets options->writer unless -T did: to the page that --serve shows, to a report
 * for people at a terminal, unless an option is about the picture, to the output
 * that has the ending of the file's name, or to DOT if the name has no ending or
 * is not that of a regular file. Lists are tables whatever the name is. Warns if
 * -T says something else than the ending. Returns false after a message if no
 * output has the ending.
 */
bool ending_choose_writer(struct options *options);

#endif
