/* Does a file have these bytes? */
#include "util/files/save.h"

#include "text.h"

UNIT(save)
{
    test("bytes of a file");
    expect(save_text(S("text")), "a temporary file");
    expect(save_is_same(text_path, S("text")), "equal");
    expect(!save_is_same(text_path, S("test")), "one byte differs");
    expect(!save_is_same(text_path, S("texts")), "longer");
    expect(!save_is_same("/none/such", S("")), "no file");

    test("the file is opened as descriptor 0");
    int input = dup(STDIN_FILENO);
    close(STDIN_FILENO);
    expect(save_is_same(text_path, S("text")), "equal");
    expect(dup(STDERR_FILENO) == STDIN_FILENO, "it is closed again");
    close(STDIN_FILENO);
    if (input >= 0) {
        dup2(input, STDIN_FILENO);
        close(input);
    }
    return finish_tests();
}
