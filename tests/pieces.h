/*
 * The sizes with which the files of src/input are compiled for tests/pieces.c.
 */
#ifndef PIECES_H
#define PIECES_H

#include <stddef.h>

#define PACKED piece_size
#define READ piece_size
#define BLOCK piece_size
#define PIECE piece_next()
#define THREAD_AFTER ((size_t)-1)

extern size_t piece_size; /* bytes */
/* Returns the size of the next piece. */
size_t piece_next(void);

#endif
