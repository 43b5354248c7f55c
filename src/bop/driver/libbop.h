/* bop-cc puts this before each source. BOP_NOTES is the assembly of notes with
   the folders of the sources (modules.c reads them). */
#pragma GCC system_header
#ifdef BOP_NOTES
__asm__(".pushsection .note.bop,\"a\",%note\n" BOP_NOTES ".popsection\n");
#endif
