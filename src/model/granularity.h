/* The granularity of a profile: what its functions stand for. */
#pragma once

/*
 * Lines and addresses are finer than functions, so readers must tell them
 * apart: struct reader_options. The others are coarser, and
 * filter/granularity.h joins the functions of any profile.
 */
enum granularity {
    GRANULARITY_FUNCTION,
    GRANULARITY_LINE,    /* a source line of a function */
    GRANULARITY_FILE,    /* a source file */
    GRANULARITY_MODULE,  /* a binary, library or image */
    GRANULARITY_CLASS,   /* a class, or what else encloses a method */
    GRANULARITY_PACKAGE, /* a package, crate or outermost namespace */
    GRANULARITY_ADDRESS, /* a place in the code of a function */
};
