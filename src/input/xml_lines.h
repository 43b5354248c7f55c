/*
 * Gives the lines of an input to Expat, for readers of formats in XML. Elements
 * are handed on as they come, so that memory follows the longest element's tag
 * and not the document.
 *
 * The text is UTF-8, whatever encoding the document declares. Bytes that are
 * not UTF-8 are replaced, since they would end the document. No profiler
 * declares a document type, and one could declare entities that expand to
 * gigabytes: such a document ends there.
 */
#pragma once

#include <expat.h>

#include "input/input.h"
#include "util/text/buf.h"

/* The caller sets the first fields and zeroes the others. Handlers may be NULL.
   They get `data`; `attributes` holds names and values by turns and ends with
   NULL. A text may come in several pieces. */
struct xml_lines {
    struct input *in;
    const char *writer; /* the tool whose XML is expected, for messages */
    void *data;
    void (*start)(void *data, const char *name, const char **attributes);
    void (*end)(void *data, const char *name);
    void (*text)(void *data, struct str text);

    XML_Parser parser; /* NULL: outside of any document */
    bool ended;        /* the document is complete */
    bool refused;      /* the text is not XML from some place on, which was
                          reported */

    /* Private */
    struct buf lines; /* lines that Expat has not got yet */
    size_t open;      /* elements that have begun and not ended */
    size_t given;     /* bytes that Expat has got */
    size_t progress;  /* `given` when Expat last called a handler */
};

/* Begins a document. Its end or its first error sets `ended` or `refused`, and
   the caller then calls xml_lines_close. */
void xml_lines_open(struct xml_lines *xml);
/* Adds a line of the document. */
void xml_lines_add(struct xml_lines *xml, struct str line);
/* Ends the document; calls handlers for lines that were held back. */
void xml_lines_close(struct xml_lines *xml);
/* Releases the memory. */
void xml_lines_free(struct xml_lines *xml);

/* Reads an input that is one document, from the first line that begins with
   '<', and reports if its end is missing. */
void xml_lines_read(struct xml_lines *xml);

/* Returns the value of an attribute, or "". */
struct str xml_lines_attribute(const char **attributes, const char *name);
