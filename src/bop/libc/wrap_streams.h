/* Streams to and from memory of the program: see wrap_streams.c. */
#pragma once

#include <stdio.h>

struct wrap_call;

/* Report what a call has written to the memory of a stream, and what it has
   read from there; nothing if the file is no such stream. */
void bop_wrap_stream_output(const struct wrap_call *call, FILE *file);
void bop_wrap_stream_input(const struct wrap_call *call, FILE *file);
/* Says that a call has changed the position of a file. */
void bop_wrap_stream_seek(FILE *file);
