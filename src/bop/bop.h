/*
 * libbop: which memory reference reads what which other one wrote.
 *
 * Programs built with bop-cc report their references by themselves. Others
 * call these functions: the four of the dependence tracing algorithm, one by
 * one, and some that control the tracer.
 *
 * A reference is made in DETAIL code (sketch_p is 0), the functions under
 * study, or in SKETCH code (not 0), all the rest. file must be a literal: it
 * is told apart by its address first. All may be called from any thread.
 * bop-trace(5) tells where the results go and what they mean.
 */
#ifndef BOP_BOP_H
#define BOP_BOP_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One byte at addr is written, or read. */
void _bop_prof_rec_write(unsigned long addr, int sketch_p, const char *file,
                         int line);
void _bop_prof_rec_read(unsigned long addr, int sketch_p, const char *file,
                        int line);

/* The same for n bytes: one reference. */
void _bop_prof_rec_write_n(unsigned long addr, unsigned n, int sketch_p,
                           const char *file, int line);
void _bop_prof_rec_read_n(unsigned long addr, unsigned n, int sketch_p,
                          const char *file, int line);

/* A function in DETAIL mode begins, and ends. Ending one ends all that it
   called; ending one that did not begin does nothing. */
void bop_instm_func_entry(const char *file, const char *func);
void bop_instm_func_exit(const char *func);

/* DETAIL code is about to call a function, from this line. With sem=call this
   is a tick of the frozen time. */
void bop_instm_call(const char *file, int line);

/* Forget who wrote these n bytes: they hold nothing that is read again. */
void bop_forget(const void *p, size_t n);

/* Between the two, references are neither counted nor recorded, and what they
   write has no known writer. Of all threads; pauses nest. */
void bop_pause(void);
void bop_resume(void);

/* Writes what is known so far, as at the end of the program, to the file of
   that name (NULL: to the trace itself). 0, or -1 and errno is set. */
int bop_dump(const char *path);

#ifdef __cplusplus
}
#endif

#endif
