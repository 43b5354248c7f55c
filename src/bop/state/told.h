/*
 * A program may define functions of bop.h itself: _bop_prof_rec_write,
 * _bop_prof_rec_read, bop_instm_func_entry and bop_instm_func_exit, or some of
 * them. The tracer then also calls them at each reference, and at each entry to
 * and exit from a function in DETAIL mode. While one runs, its thread is not
 * traced.
 */
#pragma once

#include "bop/base/base.h"

struct thread;

/* The functions that the program defines, or NULL. */
struct told_functions {
    void (*write)(unsigned long, int, const char *, int);
    void (*read)(unsigned long, int, const char *, int);
    void (*entry)(const char *, const char *);
    void (*exit)(const char *);
};

/* Returns these functions: hooks/api.c. */
struct told_functions bop_api_defined(void);

extern struct told_functions bop_told;

void bop_told_start(struct told_functions functions);

/* These report a reference of the thread, if the program defines the
   function. */
void bop_told_write(struct thread *t, uintptr_t addr, site at);
void bop_told_read(struct thread *t, uintptr_t addr, site at);
/* Reports that a function is entered or left, if it is in DETAIL mode. The
   program must define bop_told.entry, or bop_told.exit. */
void bop_told_function(uint32_t function, bool enters);
