/*
 * The encoding of protocol buffers. A message is a row of fields, and each
 * field has a number, a type and a value:
 *
 *     varint    number << 3 | type
 *     varint    the value of type 0
 *     8 bytes   the value of type 1
 *     varint n, n bytes    a text, a message or packed numbers, type 2
 *     4 bytes   the value of type 5
 *
 * A varint has 7 bits in each byte, the lowest first; the highest bit of a byte
 * says that another byte follows. Source:
 * https://protobuf.dev/programming-guides/encoding/
 */
#pragma once

#include "util/text/buf.h"
#include "util/text/str.h"

enum protobuf_type {
    PROTOBUF_VARINT = 0,
    PROTOBUF_FIXED_64 = 1,
    PROTOBUF_BYTES = 2,
    PROTOBUF_FIXED_32 = 5,
};

struct protobuf_field {
    uint64_t number;
    enum protobuf_type type;
    uint64_t value;   /* of PROTOBUF_VARINT, else 0 */
    struct str bytes; /* a part of the message; "" for PROTOBUF_VARINT */
};

/* Takes a varint of at most 64 bits from the front of *s. Returns false and
   changes nothing if *s does not begin with one. */
bool protobuf_take_varint(struct str *s, uint64_t *n);

/* Takes the next field of a message. Returns false at its end, where *message
   is empty, and if it is damaged or cut off, where *message begins with the bad
   field. */
bool protobuf_next(struct str *message, struct protobuf_field *field);

/* Takes the next number of a repeated field. The field has either a single
   number or is packed, which means that its bytes are varints. Returns false if
   no number is left; field->bytes is then empty unless a number is damaged. */
bool protobuf_next_number(struct protobuf_field *field, uint64_t *n);

/* Stores the numbers of a message by field, below n, and 0 for those that it
   does not have. Returns false if the message is damaged or cut off. */
bool protobuf_numbers(struct str message, uint64_t *numbers, size_t n);

/* Appends a varint without the number of a field, for packed numbers and
   lengths. */
void protobuf_put_varint(struct buf *out, uint64_t n);
/* Appends a field with a number. 0 is the default of a field that is missing,
   so it is left out. */
void protobuf_put_number(struct buf *out, uint64_t field, uint64_t n);
/* Appends a field with a text, a message or packed numbers, also if it is
   empty. */
void protobuf_put_bytes(struct buf *out, uint64_t field, struct str bytes);
