/*
 * Files in memory. Programs and libraries are mapped, because debug information
 * may have gigabytes of which little is read. If such a file is cut while it is
 * read, the kernel answers the reading of what is gone by the signal SIGBUS.
 */
#pragma once

/* From now on, this signal ends the process with status 1 after a message that
   names the file. Nothing has been written then, because no file is mapped
   while the output is. */
void mapped_catch(void);
