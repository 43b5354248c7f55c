/*
 * The class and the package of a function, as far as its name tells them:
 *
 *     name                                  class                  package
 *     std::vector<int>::push_back(int&&)    std::vector<int>       std
 *     <alloc::vec::Vec<T> as Drop>::drop    alloc::vec::Vec<T>     alloc
 *     net/http.(*conn).serve.func1          net/http.conn          net/http
 *     java.lang.String.indexOf              java.lang.String       java.lang
 *     Lorg/foo/Bar;::baz                    org.foo.Bar            org.foo
 *     json.decoder.decode                   json.decoder           json.decoder
 *     -[NSView drawRect:]                   NSView
 *     main
 */
#pragma once

#include "util/arena.h"

/* These take a demangled name, with or without parameters, and return a text in
   the arena, or "" if the name does not tell. A class is everything before the
   last "::", ".", "#" or "->". A package is the package of a Java or Go name,
   the module of a Python name, and the outermost scope of others: a crate or a
   namespace. */
struct str owner_class(struct arena *arena, struct str name);
struct str owner_package(struct arena *arena, struct str name);
