/*
 * The names of a profile of callgrind, and the functions and calls that they
 * name. A name is plain, "fn=main", or compressed: "fn=(7) main" gives it the
 * number 7, and "fn=(7)" means this name from then on, also in later parts.
 * There is one table of numbers for files, one for functions and one for
 * objects, that is, programs and libraries.
 *
 * A function with a number is found by its number, another one by its name,
 * file and object.
 *
 * If the user wants lines or addresses, these are functions, too. Calls lead to
 * the function that contains them, which calls its lines with all their cost.
 * So no cost is lost or counted twice.
 */
#pragma once

#include "model/profile.h"
#include "util/array.h"
#include "util/map.h"

enum callgrind_table { CALLGRIND_FILE, CALLGRIND_FUNCTION, CALLGRIND_OBJECT };

/* A name with a number. */
struct callgrind_numbered {
    uint32_t text;     /* id in texts, or NO_ID if it is not known yet */
    uint32_t function; /* its function, or NO_ID */
};

struct callgrind_function {
    uint32_t name, file, object; /* ids in texts; the name may be NO_ID */
    uint32_t number; /* id in numbers, or NO_ID */
    bool placed;     /* file and object come from its own lines; else from the
                        first call of it, which may lack the object */
    uint32_t within; /* NO_ID, or this is a line or address of that function */
    bool is_address;
    bool is_nested; /* a further level of a recursion, see callgrind.c */
    uint64_t address;
    uint64_t line;   /* the least line in its file, or 0 */
    double self;
};

struct callgrind_call {
    uint32_t caller, callee; /* functions */
    double count, cost;
};

/* Begin with zeros and callgrind_names_init, and end with freeing the arena,
   which owns everything. */
struct callgrind_names {
    struct arena arena;
    struct strings texts; /* all names; 0 is "", which means unknown */
    struct pairs numbers; /* by table and number */
    LIST(struct callgrind_numbered) numbered; /* by id in numbers */
    struct pairs places;  /* by file and object */
    struct pairs plain;   /* by name and place: functions without a number */
    LIST(uint32_t) plain_functions; /* by id in plain */
    struct pairs halves;  /* of lines and addresses */
    struct pairs spots;   /* by file and halves */
    struct pairs parts;   /* by function and spot: lines and addresses */
    LIST(uint32_t) part_functions; /* by id in parts */
    bool has_levels; /* some function is_nested */
    LIST(struct callgrind_function) functions;
    struct pairs call_ends; /* by caller and callee */
    LIST(struct callgrind_call) calls; /* by id in call_ends */
};

void callgrind_names_init(struct callgrind_names *names);

/* Takes the name of a file or an object. Returns its id in texts. */
uint32_t callgrind_names_text(struct callgrind_names *names,
                              enum callgrind_table table, struct str value);
/* Takes the name of a function. A function that is new gets this file and
   object. Returns its id in functions. */
uint32_t callgrind_names_function(struct callgrind_names *names,
                                  struct str value, uint32_t file,
                                  uint32_t object);
/* Each of these returns the id in functions of a line or of an address of a
   function; the file is that of the line, and the line that of the address. */
uint32_t callgrind_names_line(struct callgrind_names *names, uint32_t function,
                              uint32_t file, uint64_t line);
uint32_t callgrind_names_address(struct callgrind_names *names,
                                 uint32_t function, uint64_t address,
                                 uint64_t line);
/* Takes a name only to store its number. */
void callgrind_names_define(struct callgrind_names *names,
                            enum callgrind_table table, struct str value);
/* Finds a call or adds it with count 0 and cost 0. */
struct callgrind_call *callgrind_names_call(struct callgrind_names *names,
                                            uint32_t caller, uint32_t callee);
/* Adds all functions and calls, without weights, to the profile, and returns
   the number of functions that have a number but no name. If all levels of
   recursion are separate, costs of calls become CALLS_MEASURED_ONCE, except
   with lines or addresses. */
uint32_t callgrind_names_finish(struct callgrind_names *names,
                                struct profile *profile);
