/* The functions of bop.h that the program itself defines. */
#ifndef BOP_API_H
#define BOP_API_H

#include "bop/state/told.h"

struct told_functions bop_api_defined(void);

#endif
