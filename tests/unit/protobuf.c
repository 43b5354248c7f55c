/* Protocol buffers: varints, fields, packed numbers, cut and false messages. */
#include "util/text/protobuf.h"

#include <string.h>

#include "check.h"

/* Messages are written as string literals, which end in a NUL of their own. */
#define BYTES(text) ((struct str){ text, sizeof text - 1 })

static void varint_is(struct str bytes, size_t len, uint64_t expected)
{
    struct str rest = bytes;
    uint64_t n = 99;
    bool good = protobuf_take_varint(&rest, &n);
    expect(good == (len > 0), "varint of %zu bytes", bytes.len);
    expect(n == (good ? expected : 99), "value %llu", (unsigned long long)n);
    expect(rest.len == bytes.len - len, "%zu bytes are left", rest.len);
}

static void varints(void)
{
    test("varints");
    varint_is(BYTES(""), 0, 0);
    varint_is(BYTES("\0"), 1, 0);
    varint_is(BYTES("\x7f\x01"), 1, 127);
    varint_is(BYTES("\x80\x01"), 2, 128);
    varint_is(BYTES("\x80\x80\0"), 3, 0);
    varint_is(BYTES("\x80"), 0, 0);
    varint_is(BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), 10,
              UINT64_MAX);
    varint_is(BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"), 0, 0);
    varint_is(BYTES("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\0"), 0, 0);
}

static void fields(void)
{
    struct str message = BYTES("\x08\x96\x01"                      /* 1: 150 */
                               "\x12\x03"                          /* 2: text */
                               "abc"
                               "\x19\x01\x02\x03\x04\x05\x06\x07\x08" /* 3 */
                               "\x25\x01\x02\x03\x04"              /* 4 */
                               "\x2a\0");                          /* 5: "" */
    struct protobuf_field field;
    test("fields");
    expect(protobuf_next(&message, &field) && field.number == 1 &&
               field.type == PROTOBUF_VARINT && field.value == 150 &&
               field.bytes.len == 0,
           "a varint");
    expect(protobuf_next(&message, &field) && field.number == 2 &&
               field.type == PROTOBUF_BYTES && field.value == 0 &&
               str_eq(field.bytes, S("abc")),
           "a text");
    expect(protobuf_next(&message, &field) && field.number == 3 &&
               field.type == PROTOBUF_FIXED_64 && field.bytes.len == 8,
           "8 bytes");
    expect(protobuf_next(&message, &field) && field.number == 4 &&
               field.type == PROTOBUF_FIXED_32 && field.bytes.len == 4,
           "4 bytes");
    expect(protobuf_next(&message, &field) && field.number == 5 &&
               field.bytes.len == 0,
           "an empty text");
    expect(!protobuf_next(&message, &field) && message.len == 0, "the end");
}

/* A field that makes no sense stays at the front of the message. */
static void damaged(void)
{
    static const struct {
        const char *what;
        struct str message;
    } rows[] = {
        { "field number 0", { "\0\x01", 2 } },
        { "a group", { "\x0b\x0c", 2 } },
        { "type 6", { "\x0e\x01", 2 } },
        { "type 7", { "\x0f\x01", 2 } },
        { "no value", { "\x08", 1 } },
        { "a varint without an end", { "\x08\x80", 2 } },
        { "a length without an end", { "\x12\x80", 2 } },
        { "a text that is cut off", { "\x12\x04"
                                      "abc",
                                      5 } },
        { "the largest length",
          { "\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11 } },
        { "7 of 8 bytes", { "\x19\x01\x02\x03\x04\x05\x06\x07", 8 } },
        { "3 of 4 bytes", { "\x25\x01\x02\x03", 4 } },
    };
    test("damaged fields");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct str rest = rows[i].message;
        struct protobuf_field field;
        expect(!protobuf_next(&rest, &field), "%s: taken", rows[i].what);
        expect(rest.s == rows[i].message.s && rest.len == rows[i].message.len,
               "%s: the message has changed", rows[i].what);
    }
}

static void packed(void)
{
    struct protobuf_field one = { 1, PROTOBUF_VARINT, 7, S("") };
    struct protobuf_field many = { 1, PROTOBUF_BYTES, 0,
                                   BYTES("\x01\x80\x01\x80") };
    struct protobuf_field fixed = { 1, PROTOBUF_FIXED_64, 0,
                                    BYTES("\x01\0\0\0\0\0\0\0") };
    uint64_t n = 0;
    test("repeated numbers");
    expect(protobuf_next_number(&one, &n) && n == 7, "a single number");
    expect(!protobuf_next_number(&one, &n) && !one.bytes.len, "only one");
    expect(protobuf_next_number(&many, &n) && n == 1, "the first");
    expect(protobuf_next_number(&many, &n) && n == 128, "the second");
    expect(!protobuf_next_number(&many, &n) && many.bytes.len == 1,
           "the third, which is cut off");
    expect(!protobuf_next_number(&fixed, &n), "no varint");
}

/* What is written is read as the same. */
static void written(void)
{
    struct buf out = { 0 };
    struct protobuf_field field;
    test("written");
    protobuf_put_number(&out, 1, 150);
    protobuf_put_number(&out, 2, 0);
    protobuf_put_number(&out, 16, UINT64_MAX);
    protobuf_put_bytes(&out, 3, S("abc"));
    protobuf_put_bytes(&out, 4, S(""));
    struct str message = buf_text(&out);
    expect(str_starts(message, BYTES("\x08\x96\x01")), "field 1");
    expect(protobuf_next(&message, &field) && field.value == 150, "150");
    expect(protobuf_next(&message, &field) && field.number == 16 &&
               field.value == UINT64_MAX,
           "no field 2, and the greatest number");
    expect(protobuf_next(&message, &field) && str_eq(field.bytes, S("abc")),
           "a text");
    expect(protobuf_next(&message, &field) && field.number == 4 &&
               field.type == PROTOBUF_BYTES && !field.bytes.len,
           "an empty text");
    expect(!message.len, "nothing else");
    buf_free(&out);
}

/* Fields of random bytes lie within the message, and each takes some of it. */
static void random_messages(void)
{
    test("random messages");
    for (unsigned long n = 1; n <= 20000; n++) {
        char bytes[40];
        start_input(n);
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (char)random_below(chance(50) ? 32 : 256);
        struct str message = { bytes, random_below(sizeof bytes) };
        const char *end = bytes + message.len;
        size_t left = message.len;
        struct protobuf_field field;
        while (protobuf_next(&message, &field)) {
            expect(message.len < left, "%zu bytes are left", message.len);
            expect(!field.bytes.len || (field.bytes.s >= bytes &&
                                        field.bytes.s + field.bytes.len <= end),
                   "the field is outside of the message");
            left = message.len;
            for (uint64_t number; protobuf_next_number(&field, &number);)
                ;
        }
        expect(message.s + message.len == end, "the end has moved");
    }
}

UNIT(protobuf)
{
    varints();
    fields();
    damaged();
    packed();
    written();
    random_messages();
    return finish_tests();
}
