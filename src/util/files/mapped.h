/*
 * Programs and libraries are mapped into memory, because debug information may
 * have gigabytes of which little is read. If such a file is truncated while it
 * is read, the process gets the signal SIGBUS.
 */
#pragma once

/* From now on, SIGBUS ends the process with status 1 after a message that names
   the file. No output is lost, because nothing is mapped while it is
   written. */
void mapped_catch(void);
