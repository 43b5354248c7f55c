/* Recognises the output of perf script. */
#pragma once

#include "readers/reader.h"

/* The detect function of the reader: see struct reader. */
enum match perf_detect(struct head head);
