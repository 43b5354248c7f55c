/* The version of prof2dot. The Makefile reads it here. */
#pragma once

#define VERSION "0.2.0"
