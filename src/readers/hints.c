#include "readers/hints.h"

#include <sys/stat.h>

#include "util/arena.h"
#include "util/diag.h"

/* Bytes at the start of an input in which a row's `has` is sought. */
enum { NEAR = 4096 };

/* Some tools have no command that prints stacks; others can profile the same
   program. */
#define PERF "perf record -g PROGRAM; perf script | prof2dot"
#define PERF_NODE \
    "perf record -g node --perf-basic-prof APP.js; perf script | prof2dot"
#define PERF_DOTNET                                                   \
    "DOTNET_PerfMapEnabled=1 perf record -g dotnet APP.dll; perf script " \
    "| prof2dot"
#define ASPROF \
    "asprof -d 10 -o collapsed -f out.folded PID; prof2dot out.folded"
#define ORIGINAL "prof2dot PROFILE, with the profile that it was made from"

/* ---- Conditions that need more than a look at some bytes ---- */

/* A core dump is an ELF file of type ET_CORE, 4. */
static bool is_core(struct str head)
{
    bool is_big = head.len > 17 && head.s[5] == 2;
    return head.len > 17 && head.s[is_big ? 17 : 16] == 4 &&
           head.s[is_big ? 16 : 17] == 0;
}

/* The header of an XRay log: u16 version, u16 type (0 or 1), u32 flags, u64
   frequency of the clock in Hz. Source: XRayFDRFormat in the documentation of
   LLVM. */
static bool is_xray(struct str head)
{
    static const struct str types[] = { STR("\0\0"), STR("\1\0") };
    uint64_t frequency = 0;
    if (head.len < 32 || head.s[0] < 1 || head.s[0] > 5 || head.s[1] != 0 ||
        !str_starts_any(str_skip(head, 2), types, ROWS(types)) ||
        head.s[4] > 3 || !str_starts(str_skip(head, 5), S("\0\0\0")))
        return false;
    for (int i = 15; i >= 8; i--)
        frequency = frequency << 8 | (unsigned char)head.s[i];
    return frequency >= 1000 * 1000 && frequency < 1000ull * 1000 * 1000 * 1000;
}

static bool take_varint(struct str *s, uint64_t *n)
{
    *n = 0;
    for (unsigned shift = 0; shift < 64 && s->len; shift += 7) {
        unsigned char byte = (unsigned char)s->s[0];
        *s = str_skip(*s, 1);
        *n |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

/* A profile of pprof is a message of protocol buffers: fields of number and
   type. Numbers are fields 7 to 10 and 12 to 15; the others are messages or
   texts. Fields 1 and 11 are pairs of small numbers. Source: profile.proto in
   the repository google/pprof. */
static bool is_pprof(struct str head)
{
    uint64_t key, n;
    bool has_pair = false;
    int fields = 0;
    while (head.len && fields < 20) {
        if (!take_varint(&head, &key) || !take_varint(&head, &n))
            return false;
        uint64_t field = key >> 3;
        bool is_number = field >= 7 && field != 11;
        if (field < 1 || field > 15 || (key & 7) != (is_number ? 0 : 2))
            return false;
        if (field == 1 || field == 11) {
            if (n > 12 || (n && !str_starts(head, S("\x08")) &&
                           !str_starts(head, S("\x10"))))
                return false;
            has_pair = true;
        }
        if (!is_number)
            head = str_skip(head, n < head.len ? (size_t)n : head.len);
        fields++;
    }
    return has_pair && fields >= 3;
}

/* ---- The table ---- */

/* The first row that fits counts. */
static const struct hint hints[] = {
    /* Linux */
    { 0, STR("PERFILE2"), STR(""), NULL, "perf.data, binary",
      "perf script -i FILE | prof2dot" },
    { 0, STR("2ELIFREP"), STR(""), NULL, "perf.data, binary",
      "perf script -i FILE | prof2dot" },
    { 0, STR("PERFFILE"), STR(""), NULL, "perf.data of an old perf, binary",
      "perf script -i FILE | prof2dot" },
    { 0, STR("DAE\n"), STR(""), NULL, "an OProfile sample file",
      "opreport -cgf | prof2dot" },
    { 0, STR("\x17\x08\x44tracing"), STR(""), NULL, "trace.dat, binary",
      PERF },
    { 0, STR("\x5e\x97\xca\xfd"), STR(""), NULL, "a sysprof capture, binary",
      PERF },
    { 0, STR("<?xml"), STR("<call_tree>"), NULL, "a profile of sysprof", PERF },
    { 0, STR("<profile>"), STR("<call_tree>"), NULL, "a profile of sysprof",
      PERF },
    { 0, STR("\n Performance counter stats"), STR(""), NULL,
      "what perf stat prints, counts without functions", PERF },
    { 0, STR("# DURATION "), STR("FUNCTION"), NULL,
      "what uftrace replay prints", "uftrace dump --flame-graph | prof2dot" },
    { 0, STR("# Function Call Graph for "), STR(""), NULL,
      "what uftrace graph prints", "uftrace dump --flame-graph | prof2dot" },
    { 0, STR("Ftrace!"), STR(""), NULL, "a file of uftrace's data, binary",
      "uftrace dump --flame-graph -d FOLDER | prof2dot" },
    { 0, STR("Sampling at "), STR("Hertz"), NULL, "what bcc's profile prints",
      "profile -f | prof2dot" },
    { 0, STR("#0  "), STR(""), NULL, "a list of stacks that gdb printed",
      "stackcollapse-gdb.pl FILE | prof2dot" },

    /* Valgrind, Xdebug and their relatives */
    { 0, STR("version: 1"), STR("creator: xdebug"), NULL,
      "a profile of Xdebug in the format of callgrind",
      "php -d xdebug.mode=trace -d xdebug.trace_format=1 APP.php; "
      "stackcollapse-xdebug.php TRACE.xt | prof2dot" },
    { 0, STR("# callgrind format"), STR(""), NULL, "a profile of callgrind",
      PERF },
    { 0, STR("version: 1"), STR("\nevents:"), NULL, "a profile of callgrind",
      PERF },
    { 0, STR("events:"), STR("\nfn="), NULL, "a profile of callgrind", PERF },
    { 0, STR("desc:"), STR("\nevents:"), NULL, "a profile of cachegrind",
      PERF },
    { 0, STR("{"), STR("\"dhatFileVersion\""), NULL, "a profile of DHAT",
      "heaptrack PROGRAM; heaptrack_print -F out.folded DATA; prof2dot "
      "out.folded" },

    /* pprof, gperftools, jemalloc, LLVM */
    { 0, STR("\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0"), STR(""), NULL,
      "a CPU profile of gperftools, binary",
      "google-pprof --collapsed PROGRAM FILE | prof2dot" },
    { 0, STR("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\3"), STR(""), NULL,
      "a CPU profile of gperftools, binary",
      "google-pprof --collapsed PROGRAM FILE | prof2dot" },
    { 0, STR("\0\0\0\0\3\0\0\0"), STR(""), NULL,
      "a CPU profile of gperftools, binary",
      "google-pprof --collapsed PROGRAM FILE | prof2dot" },
    { 0, STR("\0\0\0\0\0\0\0\3"), STR(""), NULL,
      "a CPU profile of gperftools, binary",
      "google-pprof --collapsed PROGRAM FILE | prof2dot" },
    { 0, STR("heap profile:"), STR("@ heap/"), NULL,
      "a heap profile of Go, as text",
      "go tool pprof -raw URL | stackcollapse-go.pl | prof2dot" },
    { 0, STR("heap profile:"), STR(""), NULL, "a heap profile of gperftools",
      "google-pprof --collapsed PROGRAM FILE | prof2dot" },
    { 0, STR("heap_v2/"), STR(""), NULL, "a heap profile of jemalloc",
      "jeprof --collapsed PROGRAM FILE | prof2dot" },
    { 0, STR("--- contention"), STR(""), NULL,
      "a contention profile of gperftools",
      "google-pprof --collapsed PROGRAM FILE | prof2dot" },
    { 0, STR(""), STR(""), is_pprof, "a profile of pprof, binary",
      "go tool pprof -raw FILE | stackcollapse-go.pl | prof2dot" },
    { 0, STR(""), STR(""), is_xray, "a log of XRay, binary",
      "llvm-xray stack -all-stacks -stack-format=flame -instr_map=PROGRAM "
      "FILE | prof2dot" },

    /* Python, Ruby, PHP, Lua, R */
    { 0, STR("{)\3"), STR(""), NULL, "Python's pstats, binary",
      "flameprof --format=log FILE | prof2dot" },
    { 0, STR("{(\3\0\0\0"), STR(""), NULL, "Python's pstats, binary",
      "flameprof --format=log FILE | prof2dot" },
    { 0, STR("{\xa9\3"), STR(""), NULL, "Python's pstats, binary",
      "flameprof --format=log FILE | prof2dot" },
    { 0, STR("\xfb)\3"), STR(""), NULL, "Python's pstats, binary",
      "flameprof --format=log FILE | prof2dot" },
    { 0, STR("\xfb(\3\0\0\0"), STR(""), NULL, "Python's pstats, binary",
      "flameprof --format=log FILE | prof2dot" },
    { 0, STR("\xfb\xa9\3"), STR(""), NULL, "Python's pstats, binary",
      "flameprof --format=log FILE | prof2dot" },
    { 0, STR("MOJ"), STR(""), NULL, "a profile of Austin, binary",
      "mojo2austin FILE out.austin; prof2dot out.austin" },
    { 0, STR("\4\x08"), STR(""), NULL,
      "data of Ruby's Marshal, such as a dump of stackprof",
      "stackprof --stackcollapse FILE | prof2dot" },
    { 0, STR("{"), STR("\"gc_samples\""), NULL,
      "a profile of stackprof in JSON",
      "stackprof --stackcollapse DUMP | prof2dot" },
    { 0, STR("{"), STR("main()==>"), NULL, "a profile of XHProf", NULL },
    { 0, STR(""), STR("\n  -- "), NULL, "what luajit -jp prints",
      "luajit -jp=G APP.lua | prof2dot" },
    { 0, STR("sample.interval="), STR(""), NULL, "a profile of R", NULL },
    { 0, STR("memory profiling:"), STR("sample.interval="), NULL,
      "a profile of R", NULL },

    /* JavaScript, and profiles in JSON */
    { 0, STR("{"), STR("www.speedscope.app"), NULL, "a profile of speedscope",
      "py-spy record -f raw, rbspy record -f collapsed or the like, which "
      "write folded stacks" },
    { 0, STR(""), STR("Statistical profiling result from "), NULL,
      "what node --prof-process prints", PERF_NODE },
    { 0, STR("v8-version,"), STR(""), NULL, "a log of V8", PERF_NODE },
    { 0, STR("{"), STR("\"type\":\"SHARED_LIB\""), NULL,
      "a log of V8 in JSON", PERF_NODE },
    { 0, STR("{"), STR("\"traceEvents\""), NULL,
      "a trace in the JSON of Chrome",
      "stackcollapse-chrome-tracing.py FILE | prof2dot" },
    { 0, STR("["), STR("\"ph\""), NULL, "a trace in the JSON of Chrome",
      "stackcollapse-chrome-tracing.py FILE | prof2dot" },
    { 0, STR("{"), STR("\"preprocessedProfileVersion\""), NULL,
      "a profile of Firefox or samply", PERF },
    { 0, STR("{"), STR("\"stackwalk\""), NULL,
      "a profile of Firefox or samply", PERF },
    { 0, STR("{"), STR("\"markers\""), NULL, "a profile of Firefox or samply",
      PERF },
    { 0, STR("{"), STR("\"instrumentTypes\""), NULL, "a profile of Safari",
      NULL },
    { 0, STR("{"), STR("\"generator\": \"prof2dot"), NULL,
      "what prof2dot -T json writes", "prof2dot -T edges PROFILE" },
    { 0, STR("{"), STR("\"costs\""), NULL, "a profile in gprof2dot's JSON",
      NULL },

    /* Java, Android, .NET, Haskell */
    { 0, STR("FLR\0"), STR(""), NULL,
      "a recording of Java Flight Recorder, binary",
      "jfrconv -o collapsed FILE out.folded; prof2dot out.folded" },
    { 0, STR("jdk."), STR(" {\n"), NULL, "what jfr print prints",
      "jfrconv -o collapsed RECORDING.jfr out.folded; prof2dot out.folded" },
    { 0, STR("JAVA PROFILE 1.0"), STR("\0"), NULL,
      "a heap dump of the JVM, binary", ASPROF },
    { 0, STR(""), STR("Full thread dump "), NULL, "what jstack prints",
      "stackcollapse-jstack.pl FILE | prof2dot" },
    { 0, STR("SIMPLEPERF"), STR(""), NULL, "simpleperf data, binary",
      "simpleperf report-sample --show-callchain -i perf.data | prof2dot" },
    { 0, STR("*version\n"), STR(""), NULL, "a method trace of Android",
      "simpleperf record -g --app NAME; simpleperf report-sample "
      "--show-callchain | prof2dot" },
    { 0, STR("SLOW"), STR("\0"), NULL, "a method trace of Android, binary",
      "simpleperf record -g --app NAME; simpleperf report-sample "
      "--show-callchain | prof2dot" },
    { 0, STR("Nettrace"), STR(""), NULL, "a trace of .NET, binary",
      PERF_DOTNET },
    { 0, STR(""), STR("Time and Allocation Profiling Report"), NULL,
      "a profile of GHC", "inferno-collapse-ghcprof FILE | prof2dot" },
    { 0, STR("{"), STR("\"rts_arguments\""), NULL, "a profile of GHC in JSON",
      "PROGRAM +RTS -p; inferno-collapse-ghcprof PROGRAM.prof | prof2dot" },

    /* macOS, BSD, Solaris, Windows */
    { 0, STR("Analysis of sampling "), STR(""), NULL,
      "what sample of macOS prints",
      "stackcollapse-sample.awk FILE | prof2dot" },
    { 0, STR("Running Time\tSelf"), STR(""), NULL, "a table of Instruments",
      "stackcollapse-instruments.pl FILE | prof2dot" },
    { 0, STR("Weight\tSelf Weight"), STR(""), NULL, "a table of Instruments",
      "stackcollapse-instruments.pl FILE | prof2dot" },
    { 0, STR("<?xml"), STR("<trace-query-result>"), NULL,
      "what xctrace export writes",
      "inferno-collapse-xctrace FILE | prof2dot" },
    { 0, STR("@ "), STR(" samples]\n"), NULL, "what pmcstat -G writes",
      "stackcollapse-pmc.pl FILE | prof2dot" },

    /* Programs, archives, pictures, documents */
    { 0, STR("\177ELF"), STR(""), is_core,
      "a core dump, which has one moment and no profile", PERF },
    { 0, STR("\177ELF"), STR(""), NULL, "a program", PERF },
    { 0, STR("7z\xbc\xaf\x27\x1c"), STR(""), NULL, "a 7z archive",
      "7z x -so FILE | prof2dot" },
    { 0, STR("\4\"M\x18"), STR(""), NULL, "a file compressed by lz4",
      "lz4 -dc FILE | prof2dot" },
    { 0, STR("\x1f\x9d"), STR(""), NULL, "a file compressed by compress",
      "uncompress -c FILE | prof2dot" },
    { 0, STR("\x89PNG"), STR(""), NULL, "a PNG picture", ORIGINAL },
    { 0, STR("\xff\xd8\xff"), STR(""), NULL, "a JPEG picture", ORIGINAL },
    { 0, STR("GIF8"), STR(""), NULL, "a GIF picture", ORIGINAL },
    { 8, STR("WEBP"), STR("RIFF"), NULL, "a WebP picture", ORIGINAL },
    { 0, STR("%PDF-"), STR(""), NULL, "a PDF document", ORIGINAL },
    { 0, STR("%!PS"), STR(""), NULL, "a PostScript document", ORIGINAL },
    { 0, STR("<svg"), STR(""), NULL, "an SVG picture", ORIGINAL },
    { 0, STR("<?xml"), STR("<svg"), NULL, "an SVG picture", ORIGINAL },
    { 0, STR("<!DOCTYPE html"), STR(""), NULL, "a web page", ORIGINAL },
    { 0, STR("<!doctype html"), STR(""), NULL, "a web page", ORIGINAL },
    { 0, STR("<html"), STR(""), NULL, "a web page", ORIGINAL },
    { 0, STR("digraph "), STR("{"), NULL, "a graph in DOT",
      "dot -Tsvg -o out.svg FILE" },
    { 0, STR("strict digraph "), STR("{"), NULL, "a graph in DOT",
      "dot -Tsvg -o out.svg FILE" },
};

static bool fits(const struct hint *hint, struct str head)
{
    return str_starts(str_skip(head, hint->at), hint->magic) &&
           (!hint->has.len || str_has(str_head(head, NEAR), hint->has)) &&
           (!hint->is || hint->is(head));
}

const struct hint *hints_find(struct str head)
{
    for (size_t i = 0; i < ROWS(hints); i++)
        if (fits(&hints[i], head))
            return &hints[i];
    return NULL;
}

/* Tools that write a folder, and a file that is in it. */
static const struct {
    const char *file;
    struct hint hint;
} folders[] = {
    { "form.template",
      { .what = "a bundle of Instruments",
        .command = "xctrace export --input FILE --xpath "
                   "'/trace-toc/run/data/table[@schema=\"time-profile\"]' | "
                   "inferno-collapse-xctrace | prof2dot" } },
    { "default.opts",
      { .what = "the data of uftrace",
        .command = "uftrace dump --flame-graph -d FILE | prof2dot" } },
};

const struct hint *hints_find_folder(const char *path)
{
    struct arena scratch = { 0 };
    const struct hint *found = NULL;
    for (size_t i = 0; i < ROWS(folders) && !found; i++) {
        struct stat status;
        const char *file =
            arena_printf(&scratch, "%s/%s", path, folders[i].file).s;
        if (stat(file, &status) == 0)
            found = &folders[i].hint;
    }
    arena_free(&scratch);
    return found;
}

bool hints_report(const struct hint *hint, const char *name)
{
    if (hint->command)
        return diag_error("%s: this is %s; use: %s", name, hint->what,
                          hint->command);
    return diag_error("%s: this is %s, which cannot be read", name,
                      hint->what);
}
