/* Recognises the profiles of Firefox, raw and processed. */
#ifndef READERS_FIREFOX_DETECT_H
#define READERS_FIREFOX_DETECT_H

#include "readers/reader.h"

/* The detect function of the reader: see struct reader. */
enum match firefox_detect(struct head head);

#endif
