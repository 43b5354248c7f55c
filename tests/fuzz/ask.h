/* Questions about a program that the readers and the tracer ask: the functions,
   lines and variables at addresses. A check that fails aborts. */
#ifndef FUZZ_ASK_H
#define FUZZ_ASK_H

#include "elf/resolver.h"

/* Opens a module and asks for everything at some of its addresses. */
void ask_module(struct elf_resolver *resolver, uint32_t module);

#endif
