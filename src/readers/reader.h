/*
 * The interface of the formats that prof2dot reads, and how to add one.
 *
 * A format is one file, readers/NAME.c, or a folder readers/NAME/ if it needs
 * several. These serve all readers:
 *
 *     readers/head.h       lines and JSON members of a head, for detect
 *     readers/json_members.h
 *                          tables of the members of JSON objects
 *     readers/choose/sink.h
 *                          takes samples: a reader says the event, thread,
 *                          time, stack and cost of each, and the sink carries
 *                          out all options about them
 *     readers/choose       the choice of events and threads for readers of
 *                          calls, and for those that know all events and
 *                          threads before the first sample
 *     readers/frames       functions and stacks of frames: frame_text.h for
 *                          texts such as "walk (app/w.py:12)", leaf_stack.h for
 *                          stacks that come innermost frame first, indented.h
 *                          for trees of lines, frame_stacks.h and
 *                          thread_stacks.h for frames that the end of the input
 *                          explains, code_map.h for addresses
 *     input                syntaxes: json_reader.h, xml_lines.h, csv.h
 *     util/text            protobuf.h
 *
 * A format defines one public constant,
 *
 *     const struct reader reader_NAME = { .name = "NAME", ... };
 *
 * and has one row, READER(NAME), in readers/list.h. If NAME has a '_', .name
 * and the folders of samples and tests have a '-' in its place. No other code
 * names the format: --format, --help, --list-formats and the manual use
 * the list. The model for stacks is readers/folded/folded.c, whose cache of
 * stacks is there only for speed; the model for functions and calls is
 * readers/own/edges.c.
 *
 *
 * DETECTION
 *
 * Unless --format names the reader, the program looks at the head of the
 * input: the first 64 kB, decompressed and converted to UTF-8. It asks every
 * reader's detect, in the order of list.h, and takes the first that returns
 * MATCH_YES; if none does and readers/hints.h does not know the input as a
 * file of another tool, the first that returns MATCH_MAYBE. A head with a NUL
 * byte is binary: only readers of binary formats are asked.
 *
 *     MATCH_YES    the head has something that no other format has: a magic
 *                  number, a header line, a line that can mean nothing else
 *     MATCH_MAYBE  the head could be of this format, or of another one
 *     MATCH_NO     the head is not of this format
 *
 * A reader that returns MATCH_YES for inputs of another format takes them away
 * from the right reader. A reader that returns MATCH_MAYBE belongs after
 * stricter ones in the list. detect must cope with any bytes, with lines that
 * end in LF or CRLF, and with a head that ends in the middle of a line: the
 * functions of readers/head.h do. It prints nothing and keeps nothing. It may
 * skip noise, such as warnings that a profiler printed into the same file.
 *
 *
 * READING
 *
 * read gets an empty profile and an open input, of which no line was taken yet.
 * It loops over input_next_line until that returns false, and fills the profile
 * with the functions of model/profile.h. Lines come without LF or CRLF. A
 * reader with is_binary calls input_all instead, which gives the whole input,
 * decompressed:
 *
 *   - Formats of whole stacks add samples to a sink (choose/sink.h). Without
 *     events, threads and times, stacks_add of model/stacks.h is enough, or
 *     profile_context and profile_sample. If a profiler walked the
 *     stacks of a running program, stacks may be cut off, and the reader sets
 *     stats.walked, so that the program looks for signs of that. If the
 *     profiler keeps a limited number of frames, the row has `limits`; a reader
 *     sets stats.frame_limit if the input states it, stats.deepest if it
 *     removes inner frames, and stats.is_whole if all calls and returns were
 *     recorded. FRAMES_TRUNCATED is the outermost function of a stack that is
 *     cut, if the input says so.
 *   - Formats of functions and calls set profile->kind to FROM_CALLS and use
 *     profile_function and profile_call. They set self and count of functions,
 *     and count and cost of calls, as far as the format has them. Nothing is
 *     derived: if the format counts only calls, the reader adds up the counts
 *     of functions. They also set the weight of each call, which shares the
 *     callee's cost among its callers, and the entry of each function, the
 *     weight that comes from outside the profile. Both have the same scale:
 *     counts or costs. profile_entries_by_count and profile_entries_by_weight
 *     set the entries.
 *   - Functions have a line if the format has their first line, and are
 *     nameless if the reader makes up their name, for example from an address.
 *     Their identity has a file only if the format tells functions apart by
 *     it. UNRESOLVED is the name of all code of a module without symbols.
 *   - profile_set_unit sets the unit of costs, unless they are samples. It may
 *     be any unit of times or sizes of util/text/unit.h: the program converts
 *     these to seconds and bytes afterwards. Counts of events have the event's
 *     name as unit, and numbers of which nobody knows what they count
 *     have UNIT_COUNTS of util/text/unit.h.
 *     profile_set_event names the event that was counted. If the user chose
 *     none, event_default of readers/choose/event.h does. A reader that calls
 *     it carries out --event, and lists all events that the input recorded in
 *     the inventory of the profile. profile_set_selected_threads describes the
 *     threads, if the user chose some.
 *
 * Numbers that the format does not have stay UNKNOWN, which is not zero. Names
 * stay as they are in the input: demangling comes later. The caller sets
 * skipped_lines and cut_inputs of profile->stats; the reader sets the others.
 *
 * Errors. A line that makes no sense is skipped after input_warn, which counts
 * it and prints the first few; if more lines are skipped than read, the program
 * refuses the input unless the user named its format. An input that is useless
 * as a whole, for example because it holds no samples, ends with `return
 * input_error(in, "...")`: the message names what was expected, read returns
 * false, and the program ends with status 1. An option that cannot be carried
 * out, for example because the input does not have the event, is reported by
 * diag_error, and read returns false as well. If the format shows that an input
 * is damaged or cut off (a record or the end is missing, a length does not
 * fit), what came before is still of use: read calls input_cut and returns
 * true; the exit status is then 4. Ends that a format allows to be missing are
 * no damage.
 *
 * Ownership. The input and the profile belong to the caller. input->text is
 * valid until the next line is asked for; the profile copies what it is given.
 * read frees everything else that it allocates, whatever it returns, and keeps
 * nothing between calls: it is called once for each input, and the profiles are
 * merged afterwards.
 *
 *
 * DIMENSIONS
 *
 * If options->keep is not 0, an option or an output needs to know how costs are
 * spread over events, threads or time. A sink does what follows. A reader of
 * stacks without one that can tell stores in profile->samples.kept the
 * dimensions that it knows, and calls samples_add of model/samples.h for each
 * sample besides stacks_add:
 *
 *   - KEEP_EVENTS: the samples of all events count, unless the user chose one
 *     with --event. The profile has no event then, because rows name theirs.
 *   - KEEP_TAGS: the tags of a sample are those of options->tags that it has,
 *     in this order. It is an error if the format or the input lacks a key.
 *   - KEEP_TIME: the time of a sample is in seconds.
 *
 * If options->all_events is not NULL, the output lets people choose the event
 * and the threads later, or has all events: choose/all_events.h. A sink does
 * that, too.
 *
 *
 * GRANULARITY
 *
 * Functions are joined later (filter/granularity.h), but only the reader can
 * tell lines and addresses apart. A reader that has ASK_LINES among `supports`
 * adds one function for each line of a function that has samples or calls if
 * options->granularity is GRANULARITY_LINE: their identities have equal name,
 * module and file but the number of the line as their tag, or as its start, and
 * their line is that number. If it has ASK_CODE as well and options->assembly
 * is not NULL, it adds one function for each instruction: the tag is that of
 * its address (assembly_tag of model/assembly.h), and the line is as before. It
 * then adds the instructions of these functions to options->assembly
 * (readers/frames/disassembly.h). A reader that has ASK_ADDRESSES does the same
 * for the places in the code of a function if it is GRANULARITY_ADDRESS: the
 * name says the place, as in "main+0x1f".
 *
 *
 * OPTIONS
 *
 * read gets all options, but some of them make sense for some formats only.
 * Each of those has an ASK_... bit. A reader lists in `supports` the bits of
 * the options that it carries out; if the user gives another one, the program
 * refuses the input, so read need not check.
 *
 *
 * ARCHIVES
 *
 * An archive with one file is read as that file. A format that consists of an
 * archive with several files names those that it needs in `members`, and read
 * opens them with input_open_member. It needs no detect then.
 *
 *
 * INPUTS THAT BELONG TOGETHER
 *
 * Some formats need several files at once, as gmon.out files need their
 * program. Such a reader has detect_together and read_together as well. Before
 * anything is opened, detect_together gets the paths of all inputs. If it
 * returns true, read_together gets them all and makes one profile of them;
 * detect and read are not called then. It opens
 * and closes the files itself, with input_open and input_open_bytes or in any
 * other way, and sets all of profile->stats. read is still needed, for a lone
 * file that detect recognises: it explains what is missing.
 *
 *
 * TESTS
 *
 * Add a small real profile to samples/profiles/NAME/, and inputs with one odd
 * feature each to tests/readers/NAME/. `make bless` writes golden files with
 * what is made of them; read those as carefully as code.
 */
#pragma once

#include "input/input.h"
#include "model/assembly.h"
#include "model/granularity.h"
#include "model/profile.h"
#include "readers/choose/sample_filter.h"

enum match { MATCH_NO, MATCH_MAYBE, MATCH_YES };

static inline enum match match_if(bool is)
{
    return is ? MATCH_YES : MATCH_NO;
}

/* Options that only some formats can carry out, as bits. */
enum {
    ASK_EVENT = 1,  /* --event */
    ASK_WEIGHT = 2, /* --weight */
    ASK_THREAD = 4, /* shifted left by a thread_key: */
    ASK_COMM = ASK_THREAD << THREAD_COMM,
    ASK_PID = ASK_THREAD << THREAD_PID,
    ASK_TID = ASK_THREAD << THREAD_TID,
    ASK_FORCE = ASK_THREAD << N_THREAD_KEYS, /* --force */
    ASK_TAGS = ASK_FORCE << 1,               /* --tags */
    ASK_LINES = ASK_FORCE << 2,              /* --granularity=line */
    ASK_ADDRESSES = ASK_FORCE << 3,          /* --granularity=address */
    ASK_UNRESOLVED = ASK_FORCE << 4,         /* --addresses */
    ASK_PROGRAM = ASK_FORCE << 5,            /* --program */
    ASK_LIST_EVENTS = ASK_FORCE << 6,        /* --list-events */
    ASK_LIST_THREADS = ASK_FORCE << 7,       /* --list-threads */
    ASK_UNIT = ASK_FORCE << 8,         /* --unit: the input does not say what it
                                          counts. Unlike the others, it does not
                                          refuse an input whose reader does not
                                          support it */
    ASK_TIME = ASK_FORCE << 9,         /* --time */
    ASK_SYMFS = ASK_FORCE << 10,       /* --symfs */
    ASK_INLINES = ASK_FORCE << 11,     /* --no-inline */
    ASK_DEBUGINFOD = ASK_FORCE << 12,  /* --debuginfod */
    ASK_LIST_PLACES = ASK_FORCE << 13, /* --list-places */
    ASK_LABELS = ASK_FORCE << 14,      /* --with-label */
    ASK_CODE = ASK_FORCE << 15,        /* --assembly */
};

/* How good totals are, for --list-formats. Whole stacks give exact ones. Calls
   give measured ones if the profiler has measured the cost of each call, and
   estimates otherwise. */
enum reader_totals { TOTALS_EXACT, TOTALS_MEASURED, TOTALS_ESTIMATED };

/* The end of messages that the input lacks a key of threads, or the event: how
   to get an input that has it. */
struct sink_hint {
    const char *text; /* "jfr print does not tell it" */
    bool names_key;   /* the key follows `text`: "print it with perf script -F
                         +" */
};

struct reader_options {
    unsigned asked;   /* ASK_... bits of the options that the user gave */
    bool addresses;   /* each address without a symbol is a function, instead of
                         one for all of them in a module */
    struct str unit;  /* the unit of inputs without a unit; "": not known */
    struct str event; /* the event to count: the user's, or that of the first
                         input; "": the default (readers/choose/event.h) */
    unsigned weight_is_period; /* if not 0, samples cost their periods */
    bool measure;     /* find the sampling rate, which other inputs may not
                         share */
    unsigned keep;    /* KEEP_... bits of model/samples.h: the dimensions that
                         are needed */
    struct profile *all_events; /* empty; a reader that can adds the samples of
                                   all events (choose/all_events.h). NULL: not
                                   needed */
    struct assembly *assembly; /* with GRANULARITY_LINE, gets the instructions
                                  of functions; NULL: not needed */
    const char *all_events_tags; /* the keys of tags in all_events, as in
                                    `tags` */
    bool exchanges; /* all_events is for another program: costs keep the units
                       of the input, and samples of perf have both a number and
                       a period */
    const char *split_by; /* the key of --split-by, or NULL */
    const char *tags; /* the keys of the tags to keep, separated by commas, or
                         NULL; "event" stands for the event of a row */
    enum granularity granularity;
    struct thread_patterns thread_patterns[N_THREAD_KEYS]; /* threads to count;
                                                              none: all */
    const struct label_patterns *with_labels; /* labels of the samples to count,
                                                 one for each key */
    size_t n_with_labels;
    const struct sample_tag *labels; /* labels that all samples get if
                                        `exchanges` is set, one for each key */
    size_t n_labels;
    const char *program; /* path of the program that wrote the inputs; NULL: it
                            is one of the inputs */
    struct time_range time; /* the samples to count */
    const char *symfs;   /* a folder with the files of the recorded machine, or
                            NULL */
    bool debuginfod; /* ask servers for missing programs and debug files */
    bool no_inline; /* leave out the inlined functions in DWARF */
    bool lines; /* files and lines of functions are needed; readers that know
                   them anyway set them always */
    bool force; /* accept inputs that seem to come from another program */
    const struct sink_hint *hint; /* the reader's, for its sink; or NULL */
};

/* An array of rows of struct frame_limit, up to a row without a cure. */
#define LIMITS(...) \
    (const struct frame_limit[]){ __VA_ARGS__, { .cure = NULL } }

struct reader {
    const char *name;        /* for --format, messages and -T json */
    const char *aliases;     /* more names for --format, separated by blanks;
                                NULL: none */
    const char *description; /* of the input, in a few words, for --help */
    const char *programs;    /* programs that write the format, separated by ",
                                ", for --list-formats */
    const char *tested;      /* the programs and versions whose real files the
                                reader was tested with; NULL: none, it follows
                                the documentation */
    const char *file;        /* the usual name of such a file, as in
                                "*.folded" */
    const char *recipes;     /* lines "PROFILER: HOW": how to record and draw;
                                commands are in backquotes, and the last one
                                draws. --list-formats, docs/recipes.md and
                                prof2dot-recipes(7) have them. NULL: none */
    enum reader_totals totals; /* the best totals that the format allows */
    const char *exact_by;    /* how to record stacks of the same programs, for
                                exact totals: "perf record -g". NULL: unknown,
                                or set in profile->stats by a reader that knows
                                who wrote the input */
    const struct frame_limit *limits; /* LIMITS of its profilers; NULL: none are
                                         known */
    struct sink_hint hint;   /* for formats of samples: how to get missing
                                facts */
    bool is_binary;          /* the input may hold NUL bytes; text may not */
    unsigned supports;       /* ASK_... bits of the options that read or
                                read_together carries out */

    const char *members;     /* the files of an archive of this format,
                                separated by blanks; NULL: it is no archive */

    /* These recognize an input: `json` has paths of JSON (head_has_json of
       readers/head.h), `is_line` recognizes a line of a text, and `detect`
       looks at the whole head. Those that a format does not need are NULL; all
       are NULL if it is an archive. */
    const char *json;
    bool (*is_line)(struct str line);
    enum match (*detect)(struct head head);
    /* Reads the whole input into the empty profile. Returns false after a
       message. */
    bool (*read)(struct input *input, struct profile *profile,
                 const struct reader_options *options);

    /* This and the next are NULL unless inputs of this format belong together.
       Are these n inputs for read_together? A path may be "-", which cannot be
       opened. */
    bool (*detect_together)(const char *const *paths, size_t n,
                            const struct reader_options *options);
    /* Reads all inputs into one empty profile. Returns false after a
       message. */
    bool (*read_together)(const char *const *paths, size_t n,
                          struct profile *profile,
                          const struct reader_options *options);
};

/* All readers in the order of list.h, followed by NULL. */
extern const struct reader *const readers[];

/* Returns the reader with this name or alias, or NULL. */
const struct reader *reader_find(struct str name);
/* Returns the reader whose detect accepts the input, or NULL after a message,
   which may name a program that converts the input to a known format. */
const struct reader *reader_detect(struct input *input);
/* Returns false after a message if a reader of text would read binary data of
   another format. */
bool reader_check(struct input *input, const struct reader *wanted);
/* Returns the reader of an archive with several files: the wanted one, or any
   if that is NULL. Returns NULL after a message if it needs other files. */
const struct reader *reader_of_archive(struct input *input,
                                       const struct reader *wanted);
/* Returns the reader whose detect_together accepts the inputs, or NULL if they
   are read one after the other. */
const struct reader *
reader_detect_together(const char *const *paths, size_t n,
                       const struct reader_options *options);

/* Does the reader support all options that the user gave? If not, returns
   false after a message about the input with this name. */
bool reader_supports(const struct reader *reader,
                     const struct reader_options *options, const char *input);
