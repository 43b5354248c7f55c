#include "readers/hints.h"

#include <sys/stat.h>

#include "readers/head.h"
#include "util/text/protobuf.h"
#include "util/arena.h"
#include "util/diag.h"

/* Bytes at the start of an input in which a row's `has` is sought. */
enum { NEAR = 4096 };

/* Some tools have no command that prints stacks; others can profile the same
   program. */
#define PERF "perf record -g ./PROGRAM; prof2dot perf.data"
#define ASPROF \
    "asprof -d 10 -o collapsed -f out.folded PID; prof2dot out.folded"
#define JP "luajit -jp=Gi1,out.folded PROGRAM.lua; prof2dot out.folded"
#define CPROFILE "python3 -m cProfile -o out.prof APP.py; prof2dot out.prof"
#define FUNCTION_GRAPH                                                         \
    "trace-cmd record -p function_graph -F ./PROGRAM; trace-cmd report | "     \
    "prof2dot"
#define PYINSTRUMENT                                                           \
    "pyinstrument -r speedscope -o out.json APP.py; prof2dot out.json"
#define FPROF                                                                  \
    "fprof:apply(M, F, ARGUMENTS), fprof:profile(), "                          \
    "fprof:analyse([{dest, \"out.txt\"}]) in erl; prof2dot out.txt"
#define DOT "dot -Tsvg -o out.svg FILE"
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

/* A trace of Perfetto consists of packets, each of them field 1 of a message of
   protocol buffers. A packet begins with a field of type 0 or 2. The first
   packets may be so long that they fill the head. Source: trace.proto in the
   repository google/perfetto. */
static bool is_perfetto(struct str head)
{
    enum { FULL_HEAD = 32 * 1024 };
    uint64_t key, n, packets = 0, enough = head.len < FULL_HEAD ? 3 : 1;
    while (head.len) {
        if (!str_take(&head, S("\n")) || !protobuf_take_varint(&head, &n))
            return false;
        struct str packet = str_head(head, n < head.len ? (size_t)n : head.len);
        if (packet.len && (!protobuf_take_varint(&packet, &key) || key < 8 ||
                           ((key & 7) != 0 && (key & 7) != 2)))
            return false;
        head = str_skip(head, n < head.len ? (size_t)n : head.len);
        packets++;
    }
    return packets >= enough;
}

/* Does bpftrace print statistics or a histogram after the key of a stack? */
static bool is_histogram(struct str head)
{
    struct str line, before, value;
    bool is_open = false;
    while (str_cut(head, S("\n"), &line, &head)) {
        line = str_trim_end(line);
        bool is_key = !line.len || !ascii_is_blank(line.s[0]);
        if (is_open && is_key && str_cut_last(line, S("]:"), &before, &value))
            return !value.len || str_has(value, S(", average "));
        if (str_starts(line, S("@")) && str_has(line, S("[")))
            is_open = !str_has(line, S("]:"));
    }
    return false;
}

/* XHGui keeps a profile as a list of its calls in some of its stores. */
static bool is_xhgui_list(struct str head)
{
    return head_has_json(head, S("profile/0")) &&
           head_has_json(head, S("meta/SERVER meta/url meta/simple_url "
                                 "meta/request_ts"));
}

/* Has pyinstrument saved a session? */
static bool is_pyisession(struct str head)
{
    return head_has_json(head, S("frame_records session/frame_records"));
}

/* ---- The table ---- */

/* A row for files that begin with these bytes. */
#define BEGINS(magic, what, command) HAS(magic, "", what, command)
/* The same with a text near the start. */
#define HAS(magic, text, what, command) \
    { 0, STR(magic), STR(text), NULL, what, command }

/* The first row that fits counts. */
static const struct hint hints[] = {
    /* Linux */
    BEGINS("PERFFILE", "perf.data of an old perf, binary",
           "perf script -i FILE | prof2dot"),
    BEGINS("DAE\n", "an OProfile sample file", "opreport -cgf | prof2dot"),
    BEGINS("\x17\x08\x44tracing", "trace.dat, binary",
           "trace-cmd report -i FILE | prof2dot"),
    HAS("", "<stack trace>\n => ",
        "a list of stacks that ftrace prints with events of the kernel",
        "perf record -e EVENT -ag; prof2dot perf.data"),
    BEGINS("# tracer: function\n",
           "a trace of the kernel's function tracer, calls without times",
           FUNCTION_GRAPH),
    HAS("# tracer: ", " FUNCTION\n",
        "a trace of events of the kernel, without calls", FUNCTION_GRAPH),
    HAS("{", "\"linux-perf-json-version\"",
        "what perf data convert --to-json writes",
        "prof2dot perf.data, the recording that it was made from"),
    { 0, STR(""), STR(""), is_histogram,
      "what bpftrace prints of hist(), stats() or avg() by stack, which is no "
      "cost of a stack",
      "bpftrace with sum(VALUE) or count() in its place >out.txt; prof2dot "
      "out.txt" },
    HAS("{\"type\": \"", "\"data\": {", "JSON of bpftrace -f json",
        "bpftrace without -f json >out.txt; prof2dot out.txt"),
    BEGINS("\x5e\x97\xca\xfd", "a sysprof capture, binary", PERF),
    BEGINS("\n Performance counter stats",
           "what perf stat prints, counts without functions", PERF),
    HAS("# started on ", "\n Performance counter stats",
        "what perf stat writes, counts without functions", PERF),
    HAS("% time     seconds  usecs/call     calls", "syscall",
        "what strace -c prints, calls of the system without their callers",
        PERF),
    BEGINS("% time     seconds  usecs/call     calls",
           "what ltrace -c prints, calls of libraries without their callers",
           PERF),
    HAS(" Percent", "Source code & Disassembly of",
        "what perf annotate prints, instructions without calls",
        "perf script | prof2dot"),
    HAS(" ", " ms): ",
        "what perf trace prints, calls of the system without their callers",
        PERF),
    BEGINS("Benchmark 1: ", "what hyperfine prints, times of whole programs",
           PERF),
    BEGINS("# Function Call Graph for ", "what uftrace graph prints",
           "uftrace replay | prof2dot"),
    BEGINS("Ftrace!", "a file of uftrace's data, binary",
           "uftrace replay -d FOLDER | prof2dot"),
    BEGINS("#0  ", "a list of stacks that gdb printed",
           "stackcollapse-gdb.pl FILE | prof2dot"),
    /* Perfetto, LLVM */
    { 0, STR(""), STR(""), is_perfetto, "a trace of Perfetto, binary",
      "traceconv json FILE out.json; prof2dot out.json" },
    { 0, STR(""), STR(""), is_xray, "a log of XRay, binary",
      "llvm-xray stack -all-stacks -stack-format=flame -instr_map=PROGRAM "
      "FILE | prof2dot" },
    BEGINS("\xff" "lprof",
           "a .profraw file of LLVM, counts without calls", PERF),
    BEGINS("adcg", "a .gcda file of gcov, counts without calls", PERF),
    BEGINS("oncg", "a .gcno file of gcov, without counts", PERF),
    /* Python, Ruby, PHP, Lua, R */
    BEGINS("\x13\x0fhotshot-version", "a log of Python's hotshot, binary",
           "python2 -c \"from hotshot.stats import load; "
           "load('FILE').dump_stats('out.prof')\"; prof2dot out.prof"),
    HAS("\x80", "yappi", "a pickle of yappi, binary",
        "yappi.get_func_stats().save('out.prof', type='pstat') in the "
        "program; prof2dot out.prof"),
    HAS("\x80", "line_profiler",
        "a pickle of line_profiler, lines without calls", CPROFILE),
    HAS("", "\n   Ordered by: ",
        "what Python's profilers print, functions without callers", CPROFILE),
    BEGINS("memray\0", "a recording of memray, binary",
           "memray transform gprof2dot -o out.json FILE; prof2dot out.json"),
    { 0, STR("{"), STR(""), is_pyisession, "a session of pyinstrument",
      "pyinstrument --load FILE -r speedscope -o out.json; prof2dot out.json" },
    HAS("{", "\"root_frame\"", "JSON of pyinstrument", PYINSTRUMENT),
    HAS("", "_/_   Recorded: ",
        "what pyinstrument prints, rounded and without short functions",
        PYINSTRUMENT),
    HAS("{", "\"elapsed_time_sec\"",
        "a profile of Scalene, lines without calls", CPROFILE),
    HAS("0 ", ".php:", "a list of stacks that phpspy prints",
        "stackcollapse-phpspy.pl FILE | prof2dot"),
    HAS("Array\n(\n", "[ct] => ", "an array of XHProf as PHP prints it",
        "echo json_encode($DATA) in place of print_r($DATA); prof2dot "
        "out.json"),
    HAS("<?php", "'ct' =>", "an array of XHProf in PHP",
        "php -r 'echo json_encode(include $argv[1]);' FILE | prof2dot"),
    { 0, STR("{"), STR("\"profile\""), is_xhgui_list,
      "a profile of XHGui as a list of calls",
      "json_encode($DATA) of XHProf's own array; prof2dot out.json" },
    BEGINS("import time: ", "what python3 -X importtime prints", CPROFILE),
    BEGINS("NYTProf ", "a profile of Devel::NYTProf, binary",
           "nytprofcalls FILE | prof2dot"),
    BEGINS("MOJ", "a profile of Austin, binary",
           "mojo2austin FILE out.austin; prof2dot out.austin"),
    BEGINS("\4\x08", "data of Ruby's Marshal, such as a dump of stackprof",
           "stackprof --json FILE | prof2dot"),
    HAS("", "\n====== ",
        "an annotated source of luajit -jp=a, lines without calls", JP),
    HAS("", "[No samples collected]\n",
        "a profile of luajit -jp without samples", JP),
    /* JavaScript, and profiles in JSON */
    BEGINS("v8-version,", "a log of V8", "node --prof-process FILE | prof2dot"),
    HAS("{\"snapshot\":", "\"node_fields\"",
        "a heap snapshot of V8, which has no stacks",
        "node --heap-prof APP.js; prof2dot *.heapprofile"),
    HAS("{", "\"instrumentTypes\"", "a profile of Safari", NULL),
    /* Go, Erlang */
    BEGINS("--- threadz ", "a list of threads, one moment without costs", PERF),
    BEGINS("goroutine ", "a list of goroutines, one moment without costs",
           "curl -o out.pb.gz http://HOST/debug/pprof/profile; "
           "prof2dot out.pb.gz"),
    HAS("go 1.", " trace\0", "an execution trace of Go, binary",
        "go tool trace -pprof=sched FILE >out.pb.gz; prof2dot out.pb.gz"),
    HAS("", "flat  flat%   sum%        cum   cum%",
        "a table of pprof, functions without callers",
        "pprof -raw PROFILE | prof2dot"),
    HAS("", "[uS / CALLS]", "what eprof prints, functions without callers",
        FPROF),
    HAS("", "PER CALL  [", "what tprof prints, functions without callers",
        FPROF),
    HAS("", "\nSample interval:  ", "a report of sb-sprof",
        "(flamegraph:save-flame-graph (\"out.folded\") (RUN)) in sbcl with "
        "cl-flamegraph; prof2dot out.folded"),
    HAS("\n", "service.name\x12", "data of OpenTelemetry, binary", PERF),
    /* Java, Android, .NET, Haskell */
    BEGINS("FLR\0", "a recording of Java Flight Recorder, binary",
           "jfr print --events jdk.ExecutionSample --stack-depth 64 FILE | "
           "prof2dot"),
    HAS("JAVA PROFILE 1.0", "\0", "a heap dump of the JVM, binary", ASPROF),
    HAS("", "Full thread dump ", "what jstack prints",
        "stackcollapse-jstack.pl FILE | prof2dot"),
    BEGINS("SIMPLEPERF", "simpleperf data, binary",
           "simpleperf report-sample --show-callchain -i perf.data | prof2dot"),
    BEGINS("*version\n", "a method trace of Android",
           "simpleperf record -g --app NAME; simpleperf report-sample "
           "--show-callchain | prof2dot"),
    HAS("SLOW", "\0", "a method trace of Android, binary",
        "simpleperf record -g --app NAME; simpleperf report-sample "
        "--show-callchain | prof2dot"),
    BEGINS("Nettrace", "a trace of .NET, binary",
           "dotnet-trace convert FILE --format Speedscope -o out; prof2dot "
           "out.speedscope.json"),
    HAS("JOB \"", "BEGIN_SAMPLE", "a heap profile of GHC, sizes without calls",
        "PROGRAM +RTS -P; prof2dot --event=alloc PROGRAM.prof"),
    /* Programs, archives, pictures, documents */
    { 0, STR("\177ELF"), STR(""), is_core,
      "a core dump, which has one moment and no profile", PERF },
    BEGINS("\177ELF", "a program", PERF),
    BEGINS("\xcf\xfa\xed\xfe", "a program of macOS",
           "sample PROGRAM 10 -f out.txt; prof2dot out.txt"),
    BEGINS("Bytes Used\t",
           "what Instruments copies of allocations, rounded and without what "
           "functions allocate themselves",
           "sample PROGRAM 10 -f out.txt; prof2dot out.txt"),
    HAS("MZ", "This program cannot be run in DOS mode", "a program of Windows",
        NULL),
    BEGINS("SQLite format 3", "a database of SQLite", NULL),
    BEGINS("7z\xbc\xaf\x27\x1c", "a 7z archive", "7z x -so FILE | prof2dot"),
    BEGINS("Rar!\x1a\7", "a RAR archive", "unrar p -inul FILE | prof2dot"),
    BEGINS("!<arch>\n", "a library of object files", PERF),
    BEGINS("\4\"M\x18", "a file compressed by lz4", "lz4 -dc FILE | prof2dot"),
    BEGINS("\x1f\x9d", "a file compressed by compress",
           "uncompress -c FILE | prof2dot"),
    BEGINS("\x89PNG", "a PNG picture", ORIGINAL),
    BEGINS("\xff\xd8\xff", "a JPEG picture", ORIGINAL),
    BEGINS("GIF8", "a GIF picture", ORIGINAL),
    { 8, STR("WEBP"), STR("RIFF"), NULL, "a WebP picture", ORIGINAL },
    BEGINS("%PDF-", "a PDF document", ORIGINAL),
    BEGINS("%!PS", "a PostScript document", ORIGINAL),
    BEGINS("<svg", "an SVG picture", ORIGINAL),
    HAS("<?xml", "<svg", "an SVG picture", ORIGINAL),
    HAS("<", "<html", "a web page", ORIGINAL),
    HAS("<", "<HTML", "a web page", ORIGINAL),
    HAS("<", "<!doctype html", "a web page", ORIGINAL),
    HAS("<", "<!DOCTYPE html", "a web page", ORIGINAL),
    HAS("digraph ", "{", "a graph in DOT", DOT),
    HAS("graph ", "{", "a graph in DOT", DOT),
    HAS("strict ", "{", "a graph in DOT", DOT),
    HAS("/", "\ndigraph ", "a graph in DOT", DOT),
};

const struct hint *hints_find(struct str head)
{
    for (const struct hint *hint = hints; hint < hints + ROWS(hints); hint++)
        if (str_starts(str_skip(head, hint->at), hint->magic) &&
            (!hint->has.len || str_has(str_head(head, NEAR), hint->has)) &&
            (!hint->is || hint->is(head)))
            return hint;
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
                   "prof2dot" } },
    { "samples/operf.log",
      { .what = "the data of OProfile",
        .command = "opreport --session-dir=FILE -cgf | prof2dot" } },
    { "data.0",
      { .what = "what perf record --threads writes",
        .command = "perf script -i FILE | prof2dot" } },
    { "default.opts",
      { .what = "the data of uftrace",
        .command = "uftrace replay -d FILE | prof2dot" } },
};

const struct hint *hints_find_folder(const char *path)
{
    LOCAL_ARENA(scratch);
    const struct hint *found = NULL;
    for (size_t i = 0; i < ROWS(folders) && !found; i++) {
        struct stat status;
        const char *file =
            arena_printf(&scratch, "%s/%s", path, folders[i].file).s;
        if (stat(file, &status) == 0)
            found = &folders[i].hint;
    }
    return found;
}

/* Returns the name of an input as a shell needs it in a command. */
static struct str quote(struct arena *arena, const char *name)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        "%+,-./:=@_";
    struct str left = str_of(name), piece, quoted = S("");
    if (name[strspn(name, plain)] == '\0')
        return left;
    while (str_cut(left, S("'"), &piece, &left))
        quoted = arena_printf(arena, "%s%.*s'\\''", quoted.s, (int)piece.len,
                              piece.s);
    return arena_printf(arena, "'%s%.*s'", quoted.s, (int)left.len, left.s);
}

bool hints_report(const struct hint *hint, const char *name)
{
    LOCAL_ARENA(scratch);
    const char *command = hint->command;
    if (!command)
        return diag_error("%s: this is %s, which cannot be read", name,
                          hint->what);
    const char *file = strstr(command, " FILE");
    if (!file)
        file = strstr(command, "=FILE");
    if (file && strcmp(name, "standard input") != 0)
        command = arena_printf(&scratch, "%.*s%s%s", (int)(file + 1 - command),
                               command, quote(&scratch, name).s, file + 5)
                      .s;
    diag_error("%s: this is %s; use: %s", name, hint->what, command);
    return false;
}
