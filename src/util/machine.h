/* The memory and processors that the machine offers. */
#pragma once

/* Returns the bytes of memory that this process may use: those of the machine,
   or fewer if one of its control groups (cgroup, version 1 or 2) has a lower
   limit. 0: not known. `root` stands for "/" in tests and is "" otherwise. */
double machine_memory(const char *root);

/* Returns how many processors this process may use, 1 at least. */
long machine_processors(void);
