#include "elf/debuginfod.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/diag.h"
#include "util/library.h"

static const char library_name[] = "libdebuginfod.so.1";

/* debuginfod_begin, debuginfod_end, debuginfod_find_debuginfo and _executable.
   A length of 0 says that the id is text. The result is a descriptor or a
   negative number, and the path is from malloc. */
typedef void *begin_function(void);
typedef void end_function(void *client);
typedef int find_function(void *client, const unsigned char *build_id,
                          int length, char **path);

static void begin(struct elf_debuginfod *debuginfod)
{
    const char *urls = getenv("DEBUGINFOD_URLS");
    begin_function *function;
    debuginfod->is_tried = true;
    if (!urls || !*urls) {
        diag_warn("--debuginfod: no servers; set DEBUGINFOD_URLS, as in "
                  "DEBUGINFOD_URLS=https://debuginfod.elfutils.org");
        return;
    }
    debuginfod->library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (!debuginfod->library)
        diag_warn("--debuginfod: %s is not here; install libdebuginfod (a "
                  "static program cannot load it)",
                  library_name);
    else if (library_find(debuginfod->library, "debuginfod_begin", &function))
        debuginfod->client = function();
}

struct str elf_debuginfod_find(struct elf_debuginfod *debuginfod,
                               struct str build_id,
                               enum elf_debuginfod_kind kind,
                               struct arena *arena)
{
    enum { SHORTEST = 8 }; /* digits */
    find_function *find;
    char *path = NULL;
    struct str found = S("");
    if (!debuginfod->is_tried)
        begin(debuginfod);
    if (build_id.len < SHORTEST || !debuginfod->client ||
        !library_find(debuginfod->library,
                      kind == DEBUGINFOD_DEBUG ? "debuginfod_find_debuginfo"
                                               : "debuginfod_find_executable",
                      &find))
        return found;
    const char *id = arena_copy(arena, build_id).s;
    int fd = find(debuginfod->client, (const unsigned char *)id, 0, &path);
    if (fd >= 0) {
        close(fd);
        found = arena_copy(arena, str_of(path));
    }
    free(path);
    return found;
}

/* The library stays loaded: what it uses may have threads of its own. */
void elf_debuginfod_close(struct elf_debuginfod *debuginfod)
{
    end_function *end;
    if (debuginfod->client &&
        library_find(debuginfod->library, "debuginfod_end", &end))
        end(debuginfod->client);
    *debuginfod = (struct elf_debuginfod){ .client = NULL };
}
