/* The costs of instructions, for a profile whose functions are instructions
   (model/assembly.h). */
#pragma once

#include "model/assembly.h"
#include "output/report.h"

/* The costs of one function of report->assembly. */
struct instruction_costs {
    const struct assembly_function *function;
    double *self, *total; /* by instruction; a total counts each stack once */
    double sum;           /* of self costs */
};

struct instructions {
    const struct assembly *assembly;
    struct instruction_costs *of; /* by function of the assembly */
};

/* Returns the costs of all instructions, in the arena, or NULL if the report
   has no assembly. Addresses inside of an instruction belong to it. */
struct instructions *instructions_of(struct arena *arena,
                                     const struct report *report);

/* Returns the next function of the assembly with this identity, or NULL; *at is
   where to go on, and 0 before the first call. */
const struct instruction_costs *
instructions_next(const struct instructions *instructions,
                  const struct identity *is, size_t *at);
/* Returns, by instruction in the arena, whether it is at most `around` away
   from one with cost, whose total is at least `least`. */
bool *instructions_near(struct arena *arena,
                        const struct instruction_costs *costs, double least,
                        uint64_t around);
/* Returns file and name of the inlined function that an instruction comes from,
   such as "b.h ns::add", in the arena; "" if it is not inlined and in
   `file`. */
struct str instructions_place(struct arena *arena, const struct report *report,
                              const struct assembly_instruction *instruction,
                              struct str file);
/* Returns the names of functions in whose code a function is inlined, with
   commas between, in the arena; "" if there are none. */
struct str instructions_owners(struct arena *arena,
                               const struct instructions *instructions,
                               const struct report *report,
                               const struct identity *is);
