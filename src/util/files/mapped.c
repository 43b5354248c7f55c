#include "util/files/mapped.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "util/diag.h"
#include "util/signals.h"

/* Finds the path of the file that is mapped at an address. The lines of
   /proc/self/maps are "START-END RIGHTS OFFSET DEVICE INODE PATH" (proc(5)). */
static void find_path(uintptr_t address, char path[PATH_MAX])
{
    char line[PATH_MAX + 200];
    uintmax_t start, end;
    FILE *maps = fopen("/proc/self/maps", "re");
    while (maps && fgets(line, sizeof line, maps))
        if (sscanf(line, "%jx-%jx %*s %*s %*s %*s %4095[^\n]", &start, &end,
                   path) == 3 &&
            start <= address && address < end)
            break;
        else
            path[0] = '\0';
    if (maps)
        fclose(maps);
}

/* The signal is that of an instruction that reads the file, and such an
   instruction is in no function that must not be interrupted. */
static void report(int signal_number, siginfo_t *info, void *context)
{
    char path[PATH_MAX] = "";
    (void)context;
    if (info->si_code != BUS_ADRERR)
        signals_end(signal_number);
    find_path((uintptr_t)info->si_addr, path);
    diag_capture(NULL);
    diag_error("%s: was cut while it was read, or cannot be read any more; "
               "nothing was written; run this again when the file is complete",
               path[0] ? path : "a program or library");
    _exit(1);
}

void mapped_catch(void)
{
    struct sigaction action = { .sa_sigaction = report,
                                .sa_flags = SA_SIGINFO };
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}
