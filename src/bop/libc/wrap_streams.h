/* Streams to and from memory of the program: see wrap_streams.c. */
#pragma once

#include <stdio.h>

struct wrap_call;

/* These report what a call has written to, and read from, the memory of a
   stream. They do nothing for other files. */
void bop_wrap_stream_output(const struct wrap_call *call, FILE *file);
void bop_wrap_stream_input(const struct wrap_call *call, FILE *file);
/* Reports that a call has changed the position of a file. */
void bop_wrap_stream_seek(FILE *file);
