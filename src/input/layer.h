/*
 * One layer of compression: gzip, xz, zstd or bzip2. A file consists of
 * members: complete compressed files one after the other, whose contents are
 * joined. Zeros, which fill the last block of a tape, may follow them. Members
 * of xz may also have zeros between them, four or a multiple of that ("Stream
 * Padding" in the specification of its format).
 *
 * The library of each format compares the checksums and lengths that it has.
 * Wrong checksums or lengths, data that end within a member, and anything else
 * after the last member are damage.
 */
#pragma once

#include "util/text/buf.h"

struct layer {
    const struct codec *codec;
    void *state;        /* of the library */
    struct buf bytes;   /* compressed data; `in` is a part of it */
    struct str in;      /* data that are not decoded yet */
    char *out;          /* where the next decoded bytes go */
    size_t room;        /* bytes that fit there */
    bool is_full;       /* `room` was filled, so there may be more */
    bool is_between;    /* a member has ended, and no other has begun */
    size_t padding;     /* zeros that followed the last member */
    bool ended;         /* layer_decode gives nothing more */
    const char *damage; /* why it ended too early, or NULL */
};

/* Returns the codec of data that begin like this, or NULL if they are not
   compressed. */
const struct codec *layer_codec(struct str start);
/* Might data that begin like this be compressed, if more of them were known? */
bool layer_is_open(struct str start);

/* Begins to decode. The layer takes over the buffer, which has the start of the
   data, and must not move in memory. End with layer_close. */
void layer_open(struct layer *layer, const struct codec *codec,
                struct buf *start);
void layer_close(struct layer *layer);

/* Decodes at most this many bytes and returns their number. If it is 0, either
   the layer has ended or it needs more data, which go to layer->bytes. */
size_t layer_decode(struct layer *layer, char *to, size_t most);
/* Call this after adding data to layer->bytes, or without new data at their
   end. */
void layer_feed(struct layer *layer);
