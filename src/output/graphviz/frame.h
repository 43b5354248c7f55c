/* The parts of an SVG picture around its graph: the root element with the text
   alternative and the styles, the background, the title and the legend. */
#pragma once

#include "output/legend.h"
#include "output/report.h"
#include "util/text/buf.h"

/* Texts of pictures other than call graphs. */
struct frame_words {
    const char *title; /* title without --title */
    struct str look;   /* for the legend: what colours and shapes show */
    struct str shapes; /* for describe_text: what is drawn */
};

struct frame {
    const struct report *report;
    const struct frame_words *words; /* or NULL */
    struct arena *arena;
    struct legend legend;
    double ramp_width; /* in points, like all below; 0: there is no ramp */
    double graph_width, graph_height;
    double width, height; /* of the whole picture */
    double left, top;     /* the corner of the graph */
    size_t start;         /* where the picture begins in the buffer */
};

/* A placeholder for the id of a picture, which frame_close replaces. No text
   has this byte. */
#define FRAME_ID "\x01"

/* Returns the frame of a graph of that size. The lines of the legend are hardly
   wider than the graph. `words` may be NULL. */
struct frame frame_of(struct arena *arena, const struct report *report,
                      double graph_width, double graph_height,
                      const struct frame_words *words);

/* Begins the picture, up to the graph. In a page, it has the size of the
   element around it, and the page has the text alternative and the styles. */
void frame_open(struct buf *out, struct frame *frame, bool in_page);
/* Appends the part after the graph. The id of the picture is that of --name,
   else a hash of its content, so that one page can have several pictures. */
void frame_close(struct buf *out, const struct frame *frame);
/* Returns the prefix of the ids of boxes and arrows: "" if they have the name
   already, or if the picture is alone in its page. */
const char *frame_id_prefix(const struct report *report, bool in_page);

/* Returns N of the class "hotN" for a weight from 0 to 1. */
int frame_hot(double weight);
/* Returns the class for something that costs more, less, or neither. */
const char *frame_change(double difference);
/* Appends the classes of a function, by its self cost or by its change: " fn
   hot5" or " fn more changed". `max_self` is report_max_self, `most_changed` is
   changes_most. */
void frame_function_classes(struct buf *out, const struct report *report,
                            uint32_t function, double max_self,
                            double most_changed);

/* Can the classes hot0 to hot8 give boxes the colours of boxes-dark.css on a
   dark page? They mean the same as the colours of this report only in the
   default theme by self cost. */
bool frame_has_dark_boxes(const struct report *report);
