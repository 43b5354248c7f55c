/* Reads the records that name the parts of the program whose references were
   not traced. */
#pragma once

#include "deps/reader/trace.h"
#include "model/profile.h"
#include "util/array.h"
#include "util/text/buf.h"

/* Zeroed is empty. The list and its texts are in the arena of the
   trace; release the names with buf_free. */
struct bop_blind {
    LIST(struct blind_spot);
    struct buf names; /* names in functions.in that no traced function has */
    uint32_t n_names;
    bool crowded, no_locals; /* as in struct dependences */
};

/* Reads the fields of a record "b". Returns false if they are not right.
   *is_known tells whether the key is one that the tracer of this version
   writes. */
bool bop_blind_record(struct bop_blind *blind, struct bop_trace *trace,
                      struct str fields, bool *is_known);
/* Adds the object files without hooks, percent-encoded as in the header. */
void bop_blind_files(struct bop_blind *blind, struct bop_trace *trace,
                     struct str names);
/* Adds the facts that are missing without a plugin of bop-cc, encoded
   likewise. */
void bop_blind_missing(struct bop_blind *blind, struct bop_trace *trace,
                       struct str what);
/* Adds a name in functions.in that no traced function has. */
void bop_blind_name(struct bop_blind *blind, struct str name);
/* Adds all blind spots to the profile, and the libraries without a function in
   the trace. */
void bop_blind_tell(const struct bop_blind *blind, struct profile *profile,
                    struct bop_trace *trace);
