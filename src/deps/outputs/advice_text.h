/* The advice of --advise as text for people. */
#ifndef DEPS_OUTPUTS_ADVICE_TEXT_H
#define DEPS_OUTPUTS_ADVICE_TEXT_H

#include "output/report.h"
#include "util/text/buf.h"

void advice_text_put(struct buf *out, const struct report *report);

#endif
