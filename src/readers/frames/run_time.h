/*
 * Code that virtual machines compile while a program runs. Its module differs
 * between processes, and names can have numbers that differ between runs, or
 * marks of the compiler. None of these belongs to a function's identity:
 *
 *     /tmp/perf-4711.map, jitted-4711-5.so,       all of them are the module
 *     memfd:doublemapper, //anon, [JIT] tid 12    [JIT]
 *     Foo$$Lambda$14/0x0000000800c03000.run       Foo$$Lambda.run
 *     GeneratedMethodAccessor12.invoke            GeneratedMethodAccessor.invoke
 *     work_[j], work_[i], work_[0], work_[1]      work
 *     read_[k]                                    read of [kernel.kallsyms]
 *     Demo.Program::Work()[OptimizedTier1]        Demo.Program::Work()
 */
#pragma once

#include "model/profile.h"
#include "util/text/buf.h"

/* Returns the identity without these differences. Its name is in the buffer if
   it is no part of the former one. */
struct identity run_time_identity(struct identity is, struct buf *buf);
/* Returns the module without these differences. */
struct str run_time_module(struct str module);
/* Returns the name without marks and numbers, which is in the buffer if it is
   no part of the former one. */
struct str run_time_name(struct str name, struct buf *buf);
