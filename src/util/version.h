/* The version of prof2dot. The Makefile reads it here. */
#ifndef UTIL_VERSION_H
#define UTIL_VERSION_H

#define VERSION "0.2.0"

#endif
