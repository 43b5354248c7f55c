/* Recognises the output of perf script. */
#ifndef READERS_PERF_DETECT_H
#define READERS_PERF_DETECT_H

#include "readers/reader.h"

/* The detect function of the reader: see struct reader. */
enum match perf_detect(struct head head);

#endif
