/*
 * Libraries that few runs need are loaded on demand, because loading them and
 * their own libraries takes longer than drawing a small picture.
 *
 * The header of such a library lists its functions and makes each name a call
 * through a pointer, so that the code that calls them reads as if the library
 * were linked; its .c file defines the pointers by LIBRARY_DEFINE. The Makefile
 * defines the file's name, such as LIBARCHIVE. If it does not, the library is
 * linked.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct library_function {
    const char *name;
    void *pointer; /* the address of the pointer to the function */
};

struct library {
    const char *file; /* as dlopen(3) takes it */
    const struct library_function *functions;
    size_t n;
    bool is_tried, is_loaded;
};

/* Returns the address of a function of a library that dlopen(3) opened, in
   *pointer, or false if the library has no such function. */
bool library_find(void *handle, const char *name, void *pointer);

/* Loads the library and fills in the pointers, unless that was tried before.
   Returns false if the file or one of the functions is missing. Any thread may
   call it. */
bool library_load(struct library *library);

/* Defines the struct of pointers to the functions of a list, and the function
   that loads them, such as libarchive_load. */
#define LIBRARY_DEFINE(lib, file, LIST)                                        \
    struct lib lib;                                                            \
    bool lib##_load(void)                                                      \
    {                                                                          \
        static const struct library_function functions[] = {                   \
            LIST(LIBRARY_ROW, lib)                                             \
        };                                                                     \
        static struct library library = {                                      \
            LIBRARY_FILE(file), functions,                                     \
            sizeof functions / sizeof *functions, false, false                 \
        };                                                                     \
        return library_load(&library);                                         \
    }

/* A member of the struct of pointers, and its row among the functions. */
#define LIBRARY_POINTER(lib, name) __typeof__(name) *name##_;
#define LIBRARY_ROW(lib, name) { #name, &lib.name##_ },

/* The name of a library's file as a text. */
#define LIBRARY_FILE(name) LIBRARY_TEXT(name)
#define LIBRARY_TEXT(name) #name
