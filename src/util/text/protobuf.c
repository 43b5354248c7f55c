#include "util/text/protobuf.h"

bool protobuf_take_varint(struct str *s, uint64_t *n)
{
    uint64_t value = 0;
    for (size_t i = 0; i < s->len && i < 10; i++) {
        unsigned char byte = (unsigned char)s->s[i];
        if (i == 9 && byte > 1)
            return false;
        value |= (uint64_t)(byte & 0x7f) << 7 * i;
        if (byte < 0x80) {
            *s = str_skip(*s, i + 1);
            *n = value;
            return true;
        }
    }
    return false;
}

/* Takes the value of a field whose number and type are known. */
static bool take_value(struct str *s, struct protobuf_field *field)
{
    uint64_t n;
    switch (field->type) {
    case PROTOBUF_VARINT:
        return protobuf_take_varint(s, &field->value);
    case PROTOBUF_FIXED_64:
        n = 8;
        break;
    case PROTOBUF_FIXED_32:
        n = 4;
        break;
    case PROTOBUF_BYTES:
        if (!protobuf_take_varint(s, &n))
            return false;
        break;
    default:
        return false;
    }
    if (n > s->len)
        return false;
    field->bytes = str_head(*s, (size_t)n);
    *s = str_skip(*s, (size_t)n);
    return true;
}

bool protobuf_next(struct str *message, struct protobuf_field *field)
{
    struct str rest = *message;
    uint64_t key;
    if (!protobuf_take_varint(&rest, &key) || key >> 3 == 0)
        return false;
    field->number = key >> 3;
    field->type = (enum protobuf_type)(key & 7);
    field->value = 0;
    field->bytes = S("");
    if (!take_value(&rest, field))
        return false;
    *message = rest;
    return true;
}

bool protobuf_next_number(struct protobuf_field *field, uint64_t *n)
{
    if (field->type == PROTOBUF_VARINT) {
        *n = field->value;
        field->type = PROTOBUF_BYTES;
        return true;
    }
    return field->type == PROTOBUF_BYTES &&
           protobuf_take_varint(&field->bytes, n);
}

bool protobuf_numbers(struct str message, uint64_t *numbers, size_t n)
{
    struct protobuf_field field;
    memset(numbers, 0, n * sizeof *numbers);
    while (protobuf_next(&message, &field))
        if (field.number < n && field.type == PROTOBUF_VARINT)
            numbers[field.number] = field.value;
    return message.len == 0;
}

void protobuf_put_varint(struct buf *out, uint64_t n)
{
    enum { MOST = 10 };
    char *at = buf_reserve(out, MOST);
    size_t i = 0;
    for (; n >= 0x80; n >>= 7)
        at[i++] = (char)(n | 0x80);
    at[i++] = (char)n;
    out->len += i;
}

void protobuf_put_number(struct buf *out, uint64_t field, uint64_t n)
{
    if (!n)
        return;
    protobuf_put_varint(out, field << 3 | PROTOBUF_VARINT);
    protobuf_put_varint(out, n);
}

void protobuf_put_bytes(struct buf *out, uint64_t field, struct str bytes)
{
    protobuf_put_varint(out, field << 3 | PROTOBUF_BYTES);
    protobuf_put_varint(out, bytes.len);
    buf_add(out, bytes);
}
