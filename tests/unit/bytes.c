/* Tests that input_all gives the bytes of a binary file as they are: from a
   file, from a pipe, compressed, after a look at the head, and up to the place
   where compressed data are cut off. */
#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include "text.h"

/* Makes bytes that begin like a profile of Python and hold every byte. */
static void random_bytes(struct buf *bytes, size_t n)
{
    bytes->len = 0;
    buf_add(bytes, S("{\xa9\3\0\0\r\n\xff\xfe"));
    while (bytes->len < n)
        buf_char(bytes, (char)random_below(chance(50) ? 256 : 4));
}

/* Returns whether the bytes were saved, compressed by gzip, where save_text
   saves a text. */
static bool save_gzip(struct str bytes)
{
    if (!save_text(bytes))
        return false;
    struct archive *archive = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    archive_write_set_format_raw(archive);
    archive_write_add_filter_gzip(archive);
    archive_write_set_bytes_in_last_block(archive, 1);
    archive_write_open_filename(archive, text_path);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_pathname(entry, "bytes");
    archive_write_header(archive, entry);
    bool good = archive_write_data(archive, bytes.s, bytes.len) ==
                (la_ssize_t)bytes.len;
    archive_entry_free(entry);
    return archive_write_free(archive) == ARCHIVE_OK && good;
}

/* Opens what was saved, or a pipe through which a child sends it. */
static struct input *open_saved(struct arena *arena, bool is_pipe, pid_t *child)
{
    int ends[2];
    if (!is_pipe)
        return input_open(arena, text_path);
    if (pipe(ends) != 0)
        return NULL;
    *child = fork();
    if (*child == 0) {
        char piece[1000];
        ssize_t n;
        int fd = open(text_path, O_RDONLY);
        close(ends[0]);
        while ((n = read(fd, piece, sizeof piece)) > 0)
            if (write(ends[1], piece, (size_t)n) != n)
                _exit(1);
        _exit(0);
    }
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    return input_open(arena, "-");
}

/* Expects these bytes, or at least their start if the input is cut. */
static void bytes_are(struct str wanted, bool is_pipe, bool is_cut)
{
    struct arena arena = { 0 };
    pid_t child = 0;
    struct input *in = open_saved(&arena, is_pipe, &child);
    if (expect(in != NULL, "cannot be opened")) {
        struct head head = input_head(in);
        expect(str_starts(wanted, head.text), "another head");
        expect(!head.complete || head.text.len == wanted.len || is_cut,
               "complete after %zu bytes", head.text.len);
        struct str all = input_all(in);
        expect(is_cut ? str_starts(wanted, all) : str_eq(wanted, all),
               "other bytes: %zu, not %zu", all.len, wanted.len);
        expect(str_eq(all, input_all(in)), "other bytes the second time");
        expect(in->cut == is_cut, "cut: %d", in->cut);
        input_close(in);
    }
    if (child) {
        kill(child, SIGKILL); /* it waits if not all was read */
        waitpid(child, NULL, 0);
    }
    arena_free(&arena);
}

static void test_bytes(bool is_pipe)
{
    static const size_t sizes[] = { 9, 3000, 65536, 65537, 700000 };
    struct buf bytes = { 0 };
    for (size_t i = 0; i < ROWS(sizes); i++) {
        start_input(i + 1);
        random_bytes(&bytes, sizes[i]);
        if (expect(save_text(buf_text(&bytes)), "no temporary file"))
            bytes_are(buf_text(&bytes), is_pipe, false);
        if (expect(save_gzip(buf_text(&bytes)), "not compressed"))
            bytes_are(buf_text(&bytes), is_pipe, false);
    }
    if (expect(truncate(text_path, 300000) == 0, "not cut off"))
        bytes_are(buf_text(&bytes), is_pipe, true);
    buf_free(&bytes);
}

UNIT(bytes)
{
    test("bytes of files");
    test_bytes(false);
    test("bytes of pipes");
    test_bytes(true);
    return finish_tests();
}
