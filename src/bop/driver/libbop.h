/* bop-cc includes this before each source. BOP_NOTES is the assembly of notes
   with the folders of the sources (program/modules.c reads them). */
#pragma GCC system_header
/* libstdc++ contains compiled strings, streams and other templates. Without
   their declarations the program compiles its own, which are traced. */
#ifdef __cplusplus
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#endif
#endif
#ifdef BOP_NOTES
__asm__(".pushsection .note.bop,\"a\",%note\n" BOP_NOTES ".popsection\n");
#endif
