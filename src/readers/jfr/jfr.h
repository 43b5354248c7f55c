/* The two forms in which jfr prints a recording. */
#pragma once

#include "readers/jfr/events.h"

/* Read the whole input: jfr/text.c and jfr/json.c. */
void jfr_read_text(struct jfr *jfr);
void jfr_read_json(struct jfr *jfr);
