/*
 * One XML document of opreport: its elements, one after the other, are added to
 * a report.
 */
#ifndef READERS_OPROFILE_DOCUMENT_H
#define READERS_OPROFILE_DOCUMENT_H

#include "readers/oprofile/report.h"
#include "util/text/buf.h"

/* Begin with oprofile_document_begin and end with oprofile_document_end; all
   fields are private. */
struct oprofile_document {
    struct oprofile_report *report;
    struct strings texts; /* attributes that are kept, each once */
    bool has_calls;       /* callers or callees of some function */

    /* The counts to read: */
    bool has_event;         /* the event to count has been chosen */
    bool left_out;          /* the document does not have the chosen event */
    size_t event;           /* index of the chosen event */
    struct strings classes; /* names of the classes of counts that are read */
    struct str mask;        /* unit mask of the classes that are read */
    bool has_other_masks;   /* some classes have another unit mask */
    size_t n_classes;       /* in the document; 0: counts have no class */
    size_t n_threads;       /* that are accepted */

    /* Around the present element: */
    bool accepted[N_THREAD_KEYS]; /* the process and thread are */
    struct str binary, module;
    struct str other_module; /* inside callers or callees; "" if not printed */
    bool in_side;            /* inside callers or callees */
    enum oprofile_side side; /* ABOVE in callers, BELOW in callees */
    uint32_t function;       /* of the entry, or NO_ID */
    uint32_t other;          /* the caller or callee, or NO_ID */
    double samples, other_samples;
    bool in_count;     /* inside a count that is read */
    struct buf number; /* the text of that count */
};

/* Begins a document whose functions are added to the report. */
void oprofile_document_begin(struct oprofile_document *document,
                             struct oprofile_report *report);

/* Take an element or a piece of text. `attributes` holds names and values by
   turns and ends with NULL. */
void oprofile_document_start_element(struct oprofile_document *document,
                                     const char *name,
                                     const char **attributes);
void oprofile_document_end_element(struct oprofile_document *document,
                                   const char *name);
void oprofile_document_text(struct oprofile_document *document,
                            struct str text);

/* Ends a document, complete or not: flushes the report, or forgets it if there
   is nothing to read. Prints what is odd about the document. */
void oprofile_document_end(struct oprofile_document *document);

#endif
