/* The granularity of a profile: what its functions stand for. */
#pragma once

/*
 * Only readers can tell lines and addresses apart (struct reader_options),
 * since these are finer than functions. The others are coarser, and
 * filter/granularity.h makes them from any profile.
 */
enum granularity {
    GRANULARITY_FUNCTION,
    GRANULARITY_LINE,    /* a source line of a function */
    GRANULARITY_FILE,    /* a source file */
    GRANULARITY_MODULE,  /* a binary, library or image */
    GRANULARITY_CLASS,   /* a class or other type that has methods */
    GRANULARITY_PACKAGE, /* a package, crate or outermost namespace */
    GRANULARITY_ADDRESS, /* a place in the code of a function */
};
