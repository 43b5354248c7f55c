#define ZLIB_CONST
#include "input/layer.h"

#include <bzlib.h>
#include <lzma.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

#include "util/memory.h"

enum step { GOES_ON, MEMBER_ENDS, FAILS };

/* How a format is decoded. `start` begins a member; the state is that of the
   member before it, or NULL. `decode` moves layer->in, layer->out and
   layer->room. */
struct codec {
    void (*start)(struct layer *layer);
    enum step (*decode)(struct layer *layer);
    void (*close)(struct layer *layer);
};

static enum step damaged(struct layer *layer, const char *why)
{
    layer->damage = why;
    layer->ended = true;
    return FAILS;
}

/* Records that a library left so many bytes undecoded, and so much room. */
static void move(struct layer *layer, size_t in, size_t room)
{
    layer->in = str_skip(layer->in, layer->in.len - in);
    layer->out += layer->room - room;
    layer->room = room;
}

/* ---- gzip: RFC 1952 ---- */

static void start_gzip(struct layer *layer)
{
    enum { GZIP = 16 }; /* added to the bits of the window, which are at most
                           MAX_WBITS: zlib reads header and trailer as well */
    bool good;
    if (layer->state) {
        good = inflateReset(layer->state) == Z_OK;
    } else {
        layer->state = memory_checked(calloc(1, sizeof(z_stream)));
        good = inflateInit2((z_stream *)layer->state, MAX_WBITS + GZIP) == Z_OK;
    }
    memory_checked(good ? layer : NULL);
}

static enum step decode_gzip(struct layer *layer)
{
    z_stream *z = layer->state;
    z->next_in = (const unsigned char *)layer->in.s;
    z->avail_in = (unsigned)layer->in.len;
    z->next_out = (unsigned char *)layer->out;
    z->avail_out = (unsigned)layer->room;
    int result = inflate(z, Z_NO_FLUSH);
    move(layer, z->avail_in, z->avail_out);
    if (result == Z_STREAM_END)
        return MEMBER_ENDS;
    memory_checked(result == Z_MEM_ERROR ? NULL : layer);
    return result == Z_OK || result == Z_BUF_ERROR
               ? GOES_ON
               : damaged(layer, z->msg ? z->msg : "no data of gzip");
}

static void close_gzip(struct layer *layer)
{
    inflateEnd(layer->state);
    free(layer->state);
}

/* ---- xz ---- */

/* The limit makes the library ask for the memory of its window. */
static void start_xz(struct layer *layer)
{
    enum { LEAST = 1 };
    if (!layer->state)
        layer->state = memory_checked(calloc(1, sizeof(lzma_stream)));
    bool good = lzma_stream_decoder(layer->state, LEAST, 0) == LZMA_OK;
    memory_checked(good ? layer : NULL);
}

static enum step decode_xz(struct layer *layer)
{
    lzma_stream *xz = layer->state;
    xz->next_in = (const uint8_t *)layer->in.s;
    xz->avail_in = layer->in.len;
    xz->next_out = (uint8_t *)layer->out;
    xz->avail_out = layer->room;
    lzma_ret result = lzma_code(xz, LZMA_RUN);
    while (result == LZMA_MEMLIMIT_ERROR) {
        uint64_t needed = lzma_memusage(xz);
        memory_count(needed < SIZE_MAX ? (size_t)needed : SIZE_MAX);
        if (lzma_memlimit_set(xz, needed) != LZMA_OK)
            break;
        result = lzma_code(xz, LZMA_RUN);
    }
    move(layer, xz->avail_in, xz->avail_out);
    if (result == LZMA_STREAM_END)
        return MEMBER_ENDS;
    memory_checked(result == LZMA_MEM_ERROR ? NULL : layer);
    if (result == LZMA_OK || result == LZMA_BUF_ERROR)
        return GOES_ON;
    return damaged(layer, result == LZMA_OPTIONS_ERROR
                              ? "xz data with options that are not known"
                              : "the xz data are corrupt");
}

static void close_xz(struct layer *layer)
{
    lzma_end(layer->state);
    free(layer->state);
}

/* ---- zstd: RFC 8878 ---- */

/* A state is good for all frames. */
static void start_zstd(struct layer *layer)
{
    if (!layer->state)
        layer->state = memory_checked(ZSTD_createDStream());
}

static enum step decode_zstd(struct layer *layer)
{
    ZSTD_inBuffer in = { layer->in.s, layer->in.len, 0 };
    ZSTD_outBuffer out = { layer->out, layer->room, 0 };
    size_t left = ZSTD_decompressStream(layer->state, &out, &in);
    move(layer, in.size - in.pos, out.size - out.pos);
    if (ZSTD_isError(left))
        return damaged(layer, ZSTD_getErrorName(left));
    return left ? GOES_ON : MEMBER_ENDS;
}

static void close_zstd(struct layer *layer)
{
    ZSTD_freeDStream(layer->state);
}

/* ---- bzip2 ---- */

static void start_bzip2(struct layer *layer)
{
    if (layer->state)
        BZ2_bzDecompressEnd(layer->state);
    else
        layer->state = memory_checked(calloc(1, sizeof(bz_stream)));
    bool good = BZ2_bzDecompressInit(layer->state, 0, 0) == BZ_OK;
    memory_checked(good ? layer : NULL);
}

static enum step decode_bzip2(struct layer *layer)
{
    bz_stream *bz = layer->state;
    bz->next_in = (char *)layer->in.s; /* which it only reads */
    bz->avail_in = (unsigned)layer->in.len;
    bz->next_out = layer->out;
    bz->avail_out = (unsigned)layer->room;
    int result = BZ2_bzDecompress(bz);
    move(layer, bz->avail_in, bz->avail_out);
    if (result == BZ_STREAM_END)
        return MEMBER_ENDS;
    memory_checked(result == BZ_MEM_ERROR ? NULL : layer);
    return result == BZ_OK ? GOES_ON
                           : damaged(layer, "the bzip2 data are corrupt");
}

static void close_bzip2(struct layer *layer)
{
    BZ2_bzDecompressEnd(layer->state);
    free(layer->state);
}

/* ---- All formats ---- */

static const struct codec gzip = { start_gzip, decode_gzip, close_gzip };
static const struct codec xz = { start_xz, decode_xz, close_xz };
static const struct codec zstd = { start_zstd, decode_zstd, close_zstd };
static const struct codec bzip2 = { start_bzip2, decode_bzip2, close_bzip2 };

/* What a member begins with; '?' stands for any byte. A frame of zstd may be
   one that decoders skip. The level of bzip2 is followed by the mark of a block
   or of the end. */
static const struct {
    struct str start;
    const struct codec *codec;
} magics[] = {
    { STR("\x1f\x8b"), &gzip },
    { STR("\xfd" "7zXZ\0"), &xz },
    { STR("\x28\xb5\x2f\xfd"), &zstd },
    { STR("?\x2a\x4d\x18"), &zstd },
    { STR("BZh?1AY&SY"), &bzip2 },
    { STR("BZh?\x17rE8P\x90"), &bzip2 },
};

/* Do the data begin like this row, as far as both are known? */
static bool agrees(struct str data, size_t row)
{
    struct str start = magics[row].start;
    for (size_t i = 0; i < start.len && i < data.len; i++)
        if (start.s[i] != data.s[i] && start.s[i] != '?')
            return false;
    return true;
}

const struct codec *layer_codec(struct str start)
{
    for (size_t i = 0; i < ROWS(magics); i++)
        if (start.len >= magics[i].start.len && agrees(start, i))
            return magics[i].codec;
    return NULL;
}

bool layer_is_open(struct str start)
{
    for (size_t i = 0; i < ROWS(magics); i++)
        if (start.len < magics[i].start.len && agrees(start, i))
            return true;
    return false;
}

void layer_open(struct layer *layer, const struct codec *codec,
                struct buf *start)
{
    *layer = (struct layer){ .codec = codec,
                             .bytes = *start,
                             .in = buf_text(start) };
    *start = (struct buf){ 0 };
    codec->start(layer);
}

void layer_close(struct layer *layer)
{
    layer->codec->close(layer);
    buf_free(&layer->bytes);
    *layer = (struct layer){ 0 };
}

/* Behind a member, skips zeros and begins the next one. Returns false if there
   is none, or none yet. */
static bool begin_member(struct layer *layer)
{
    size_t zeros = 0;
    while (zeros < layer->in.len && !layer->in.s[zeros])
        zeros++;
    layer->in = str_skip(layer->in, zeros);
    layer->padding += zeros;
    if (!layer->in.len)
        return false;
    bool is_member = false;
    bool may_follow =
        !layer->padding || (layer->codec == &xz && layer->padding % 4 == 0);
    for (size_t i = 0; i < ROWS(magics) && may_follow; i++)
        is_member |= magics[i].codec == layer->codec && agrees(layer->in, i);
    if (!is_member) {
        damaged(layer, "data of another kind follow the compressed data");
        return false;
    }
    layer->is_between = false;
    layer->padding = 0;
    layer->codec->start(layer);
    return true;
}

size_t layer_decode(struct layer *layer, char *to, size_t most)
{
    layer->out = to;
    layer->room = most;
    while (layer->room == most && !layer->ended &&
           (layer->in.len || layer->is_full)) {
        if (layer->is_between && !begin_member(layer))
            break;
        layer->is_between = layer->codec->decode(layer) == MEMBER_ENDS;
        layer->is_full = layer->room == 0 && !layer->is_between;
    }
    return most - layer->room;
}

void layer_feed(struct layer *layer)
{
    layer->in = buf_text(&layer->bytes);
    if (layer->in.len)
        return;
    layer->ended = true;
    if (!layer->is_between)
        damaged(layer, "the compressed data are cut off");
}
