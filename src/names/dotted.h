/*
 * Mangled names of OCaml and Swift, whose functions have paths with dots:
 *
 *     camlStdlib__List__map_481       Stdlib.List.map
 *     camlDune__exe__Main.loop_270    Dune.exe.Main.loop, since OCaml 5.1
 *     $s4main5ShapeC4areaSdyF         main.Shape.area
 *
 * OCaml joins the name of the module and that of the function, to which it adds
 * a number, by "__" or "."; "$xx" is a byte in hexadecimal. Functions without a
 * name are "fun" and keep their number.
 *
 * Of Swift, this reads only functions and methods of named types without
 * substitutions ("Mangling" in the documentation of Swift's compiler): a
 * module, types, each with a letter for its kind, the name, and behind it the
 * labels and types of the parameters, which are left out, with an F at the end.
 */
#pragma once

#include "util/arena.h"

/* Can it be a name of OCaml or Swift? This is quick, and may be true for
   others. */
bool dotted_looks_like_name(struct str name);
/* Sets *simple and *full, both terminated and in the arena; the full form of
   OCaml has the number. Returns false, and sets nothing, if the name is of
   another form. */
bool dotted_demangle(struct arena *arena, struct str name, struct str *simple,
                     struct str *full);

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

/* Can the name be one of the JVM? This is quick, and true for others too. */
bool dotted_looks_like_jvm(struct str name);

/* Sets *simple to "ScriptRuntime.name" and *full to
   "org.mozilla.javascript.ScriptRuntime.name(java.lang.Object, int)", both
   terminated and in the arena. perf cuts off long names: the parameters then
   end in "…". Returns false, and sets nothing, if the name is of another
   form. */
bool dotted_demangle_jvm(struct arena *arena, struct str name,
                         struct str *simple, struct str *full);
