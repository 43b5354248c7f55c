/*
 * The facts of the source that the plugins of bop-cc record. They are text in a
 * section of the program and its libraries (src/bop/plugin/facts.h describes
 * it) and name places as debug information does, by file, line and column. A
 * place may have several facts, because a statement has several accesses, or a
 * macro or a template is used twice.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "util/array.h"
#include "util/map.h"

struct source_fact {
    struct str path, text;
    uint32_t next; /* index + 1 of another one about the place, or 0 */
};

/* Zeroed is empty; all is in the arena, which the owner frees. */
struct source_facts {
    struct arena arena;
    struct strings keys;
    LIST(struct source_fact);
    LIST(uint32_t) first; /* by key: index + 1 */
};

/* The form of a loop and the variables that matter for OpenMP. The lists have
   commas between names and live as long as the facts. */
struct loop_head {
    bool is_canonical; /* it has the form that OpenMP requires */
    struct str counters; /* variables that only the head changes */
    struct str statics;  /* variables that the body declares static, or whose
                            names variables around the loop have, too */
    struct str locals;   /* other variables that it declares */
    struct str large;    /* arrays that it uses, of more than 64 kB */
};

/* Adds the facts of a module, the text of its section. */
void source_facts_add(struct source_facts *facts, struct str text);
/* Finds the next fact of a kind about a place. *at is 0 at first. */
bool source_facts_next(const struct source_facts *facts, char kind,
                       struct str file, uint64_t line, uint64_t column,
                       uint32_t *at, struct str *fact);
/* Finds the loop at a place. Returns false and an empty head if the place has
   no fact, or several that differ. */
bool source_facts_loop(const struct source_facts *facts, struct str file,
                       uint64_t line, uint64_t column, struct loop_head *head);
/* Takes the fields of a head off a text. Returns false if they are not
   right. */
bool loop_head_take(struct str *s, struct loop_head *head);
/* Does a list have a name, or the variable of a member ("it" for "it.current")?
   Sets *is_member for a member, or if a dot after the name in the list marks a
   class. */
bool loop_head_has(struct str list, struct str name, bool *is_member);
