/* Returns the functions of bop.h that the program itself defines. */
#pragma once

#include "bop/state/told.h"

struct told_functions bop_api_defined(void);
