/* SHA-256 in base64: the examples of FIPS 180-4, and texts whose lengths lie
   around those of a block, against another program's results. */
#include "check.h"
#include "util/sha256.h"

static void check_text(struct str text, const char *expected)
{
    struct buf out = { 0 };
    sha256_base64(&out, text);
    expect(str_eq(buf_text(&out), str_of(expected)), "%zu bytes: %.*s",
           text.len, (int)out.len, out.data);
    buf_free(&out);
}

static const struct {
    size_t len;
    const char *expected;
} of_a[] = {
    { 55,
      "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg=" },
    { 56,
      "s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o=" },
    { 57,
      "8TstckZZ6zv0fy3WrxrMyHuB8J9Z8rdeXAvtZYnf6MY=" },
    { 63,
      "fT50oF19sVvOStnsBljqmOPwbu7PFrTG//LaRX3cLzQ=" },
    { 64,
      "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs=" },
    { 65,
      "Y1NhxIu56rFBmOduqKt/GkFoXWrWKqkUbTAdTxfrCuA=" },
    { 119,
      "MeulHDE6XAgiat8Y1KNZz9/Y0ugWsT9K+VL36mWE3Ps=" },
    { 120,
      "Lz0zVDLHC1gK8Ojhs2dKfAINaDql9zqq7f3FWvkEwhw=" },
    { 128,
      "aDbPE7rEAOkQUHHNavRwhN+srU5eMCyUv+0k4BOvtz4=" },
    { 1000000,
      "zcduXJkU+5KBocfihNc+Z/GAmkiklyAOBG05zMcRLNA=" },
};

int main(void)
{
    test("examples");
    check_text(S(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    check_text(S("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    check_text(S("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
               "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
    test("lengths");
    for (size_t i = 0; i < ROWS(of_a); i++) {
        struct buf text = { 0 };
        for (size_t n = 0; n < of_a[i].len; n++)
            buf_char(&text, 'a');
        check_text(buf_text(&text), of_a[i].expected);
        buf_free(&text);
    }
    return finish_tests();
}
