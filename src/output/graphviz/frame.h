/* The parts of an SVG picture around its graph: the root element with the text
   alternative and the styles, the background, the title and the legend. */
#pragma once

#include "output/legend.h"
#include "output/report.h"
#include "util/text/buf.h"

/* Words of pictures that are no call graphs. */
struct frame_words {
    const char *title; /* of a picture without --title */
    struct str look;   /* what colours and shapes show, in the legend */
    struct str shapes; /* a sentence on what is drawn, for those who cannot see
                          it */
};

struct frame {
    const struct report *report;
    const struct frame_words *words; /* or NULL */
    struct arena *arena;
    struct legend legend;
    double ramp_width; /* points, as all below; 0: there is no ramp */
    double graph_width, graph_height;
    double width, height; /* of the whole picture */
    double left, top;     /* the corner of the graph */
    size_t start;         /* where the picture begins in the buffer */
};

/* This stands for the id of a picture until frame_close replaces it. No text has
   this byte. */
#define FRAME_ID "\x01"

/* Returns the frame of a graph of that size. The lines of the legend are hardly
   wider than the graph. `words` may be NULL. */
struct frame frame_of(struct arena *arena, const struct report *report,
                      double graph_width, double graph_height,
                      const struct frame_words *words);

/* Begins the picture, up to the graph. A picture in a page has the size of the
   element around it, and the page supplies the text alternative and the
   styles. */
void frame_open(struct buf *out, struct frame *frame, bool in_page);
/* Appends what follows on the graph. A picture has the id of --name, or else one
   that is made of all that it shows, so that several fit one page. */
void frame_close(struct buf *out, const struct frame *frame);
/* Returns what the ids of boxes and arrows begin with: "" if they have the name
   already, or are alone in their page. */
const char *frame_id_prefix(const struct report *report, bool in_page);

/* Returns the number of the class "hot" of a weight from 0 to 1. */
int frame_hot(double weight);
/* Returns the class of what costs more, less, or neither. */
const char *frame_change(double difference);
/* Appends the classes that tell how hot or how much costlier than before a
   function is: " fn hot5" or " fn more changed". `max_self` is report_max_self,
   `most_changed` is changes_most. */
void frame_function_classes(struct buf *out, const struct report *report,
                            uint32_t function, double max_self,
                            double most_changed);

/* Can the classes hot0 to hot8 give boxes the colours of boxes-dark.css on a
   dark page? They mean the same as the colours of this report only in the
   default theme by self cost. */
bool frame_has_dark_boxes(const struct report *report);
