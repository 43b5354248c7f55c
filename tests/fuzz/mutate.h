/* Random changes of a file of perf record that keep to its format: of the
   number, order, types and sizes of records, of fields of samples, of the copied
   registers and stacks, of attributes, ids and features. */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* Changes the n bytes to at most `room`; returns their number. `random` makes
   changes of bytes that know no format. */
size_t mutate(uint8_t *bytes, size_t n, size_t room, unsigned seed,
              size_t (*random)(uint8_t *bytes, size_t n, size_t room));

#endif
