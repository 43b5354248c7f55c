/*
 * libbop finds the memory dependences of a program: which references read data
 * that which other references wrote.
 *
 * A program that bop-cc builds reports its references by itself and needs
 * nothing of this header. Any other program may report them by hand: the
 * functions of the dependence tracing algorithm come first below, then some
 * that control the tracer. All may be called from any thread.
 *
 * A reference is made either in DETAIL code (sketch_p is 0), which is the
 * functions under study, or in SKETCH code (sketch_p is not 0), which is all
 * other code. The argument file should be a string literal: it is looked up by
 * its address, and by its text only if the address is new. bop-trace(5)
 * explains the results, which go to the file that BOP_TRACE names (bop-cc(1)).
 * A program that bop-cc has built may define _bop_prof_rec_write and _read,
 * bop_instm_func_entry and _exit itself, and is then told of each reference.
 */
#ifndef BOP_BOP_H
#define BOP_BOP_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* These report a write, and a read, of the byte at addr. */
void _bop_prof_rec_write(unsigned long addr, int sketch_p, const char *file,
                         int line);
void _bop_prof_rec_read(unsigned long addr, int sketch_p, const char *file,
                        int line);

/* These report a write, and a read, of n bytes as one reference. */
void _bop_prof_rec_write_n(unsigned long addr, unsigned n, int sketch_p,
                           const char *file, int line);
void _bop_prof_rec_read_n(unsigned long addr, unsigned n, int sketch_p,
                          const char *file, int line);

/* These report that a function in DETAIL mode is entered, and left. Leaving a
   function also leaves all functions that it called; leaving one that was not
   entered does nothing. */
void bop_instm_func_entry(const char *file, const char *func);
void bop_instm_func_exit(const char *func);

/* Reports that DETAIL code is about to call a function from this line. With
   sem=call, the default, this advances the frozen time. */
void bop_instm_call(const char *file, int line);

/* Forgets who wrote these n bytes, because their content is not used again. */
void bop_forget(const void *p, size_t n);

/* Between these two calls, references of all threads are neither counted nor
   recorded, and data that they write has no known writer. Pauses nest. */
void bop_pause(void);
void bop_resume(void);

/* Writes the results so far, as at the end of the program, to the file path,
   or to the trace itself if path is NULL. Returns 0, or -1 and sets errno. */
int bop_dump(const char *path);

#ifdef __cplusplus
}
#endif

#endif
