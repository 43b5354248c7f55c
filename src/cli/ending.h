/* The choice of the output by the ending of its file's name. */
#ifndef CLI_ENDING_H
#define CLI_ENDING_H

#include "cli/options.h"

/*
 * Sets options->writer unless -T did: to the output that has the ending of the
 * file's name, or to DOT if the name has no ending or is not that of a regular
 * file. Lists are tables whatever the name is. Warns if -T says something else
 * than the ending. Returns false after a message if no output has the ending.
 */
bool ending_choose_writer(struct options *options);

#endif
