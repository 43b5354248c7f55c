/* The advice of --advise as text for people. */
#pragma once

#include "output/report.h"
#include "util/text/buf.h"

void advice_text_put(struct buf *out, const struct report *report);
