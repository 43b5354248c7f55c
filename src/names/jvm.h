/*
 * Names of methods as the JVM's tools write them:
 *
 *     Lorg/mozilla/javascript/ScriptRuntime;::name(Ljava/lang/Object;I)V
 *     Lorg/mozilla/javascript/ScriptRuntime;.name      perf-map-agent
 *     org/mozilla/javascript/ScriptRuntime:.name_[j]   FlameGraph
 *     org/mozilla/javascript/ScriptRuntime.name        async-profiler
 *     [Lorg/mozilla/javascript/Scriptable;             a class alone
 *
 * The Java Virtual Machine Specification, 4.3, defines descriptors.
 */
#ifndef NAMES_JVM_H
#define NAMES_JVM_H

#include "util/arena.h"

/* Can the name be one of the JVM? This is quick, and true for others too. */
bool jvm_looks_like_name(struct str name);

/* Sets *simple to "ScriptRuntime.name" and *full to
   "org.mozilla.javascript.ScriptRuntime.name(java.lang.Object, int)", both
   terminated and in the arena. perf cuts off long names: the parameters then
   end in "…". Returns false, and sets nothing, if the name is of another
   form. */
bool jvm_demangle(struct arena *arena, struct str name, struct str *simple,
                  struct str *full);

#endif
