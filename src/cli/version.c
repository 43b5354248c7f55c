#include "cli/version.h"

#include <archive.h>
#include <bzlib.h>
#ifndef NO_ELF
#include <elfutils/libdwfl.h>
#endif
#include <expat.h>
#include <lzma.h>
#ifndef NO_SERVE
#include <microhttpd.h>
#endif
#include <zlib.h>
#include <zstd.h>

#include "elf/disassembler.h"
#include "process/run.h"
#include "util/text/regexp.h"
#include "util/version.h"

/* Prints the first number of the text behind the name. */
static void put_version(struct buf *out, const char *name, const char *text)
{
    size_t start = strcspn(text, "0123456789");
    size_t len = strspn(text + start, "0123456789.");
    buf_printf(out, "%s %.*s\n", name, (int)len, text + start);
}

/* dot prints its version on standard error. */
static void put_dot(struct buf *out, const struct layout *layout)
{
    const char *program = draw_program(layout);
    LOCAL_BUF(output);
    LOCAL_BUF(messages);
    struct run_result result =
        run_program((const char *const[]){ program, "-V", NULL }, S(""), 5,
                    &output, &messages);
    buf_char(&messages, '\0');
    if (result.end == RUN_EXITED && result.value == 0)
        put_version(out, "dot", messages.data);
    else
        buf_printf(out, "dot: '%s' does not run\n", program);
}

void version_print(struct buf *out, const struct layout *layout)
{
    char pcre2[REGEXP_ERROR];
    regexp_version(pcre2);
    buf_add(out, S("prof2dot " VERSION "\n"));
    /* libarchive and libmicrohttpd are not loaded to ask for their versions:
       these are the versions of the build. */
    put_version(out, "libarchive", ARCHIVE_VERSION_ONLY_STRING);
    put_version(out, "expat", XML_ExpatVersion());
    put_version(out, "PCRE2", pcre2);
#ifdef NO_ELF
    buf_add(out, S("no elfutils: gmon.out and symbols of programs are left "
                   "out\n"));
#else
    put_version(out, "elfutils", dwfl_version(NULL));
#endif
#ifdef NO_SERVE
    buf_add(out, S("no libmicrohttpd: --serve is left out\n"));
#else
    buf_printf(out, "libmicrohttpd %x.%x.%x\n", MHD_VERSION >> 24,
               MHD_VERSION >> 16 & 0xff, MHD_VERSION >> 8 & 0xff);
#endif
    if (*elf_disassembler_version())
        put_version(out, "Capstone", elf_disassembler_version());
    else
        buf_add(out, S("no Capstone: --assembly is left out\n"));
    if (!deps_are_built_in)
        buf_add(out, S("no dependences: traces of bop-cc and --deps are left "
                       "out\n"));
#ifdef PLUGINS
    buf_printf(out, "bop-cc: %s\n",
               *PLUGINS ? "plugins for " PLUGINS : "no plugins");
#endif
    put_version(out, "zstd", ZSTD_versionString());
    put_version(out, "zlib", zlibVersion());
    put_version(out, "liblzma", lzma_version_string());
    put_version(out, "bzip2", BZ2_bzlibVersion());
    put_dot(out, layout);
}
