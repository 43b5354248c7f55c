/* The two forms of a profile of GHC. */
#pragma once

#include "readers/ghc/centres.h"

/* Read the whole input: ghc/text.c and ghc/json.c. They return false after a
   message. */
bool ghc_read_text(struct ghc *ghc);
bool ghc_read_json(struct ghc *ghc);
