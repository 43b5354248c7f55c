/* Corrects images that were cut too early, once all functions are known. */
#ifndef READERS_OPROFILE_IMAGES_H
#define READERS_OPROFILE_IMAGES_H

#include "readers/oprofile/report.h"

/* Extends the images of the report's functions where that is needed. */
void oprofile_images_extend(struct oprofile_report *report);

#endif
