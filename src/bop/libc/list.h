/*
 * The functions of libc whose memory references count as those of the program,
 * one per row. list.c defines what a row becomes.
 *
 *     FUNCTION(type, name, (parameters), (arguments), before, after)
 *     PROCEDURE(name, (parameters), (arguments), before, after)
 *     INTEGER_NUMBER(type, name, char or wchar_t)
 *     REAL_NUMBER(type, name, char or wchar_t)
 *
 * `before` reports references before the function is called, and `after` when
 * it has returned; `after` may use its result. What a function reads belongs to
 * `before`, because the function may change it, and what it writes to `after`,
 * because it may write less than it could.
 *
 *     READ(address, bytes)      WRITE(address, bytes)      DONE(result)
 *     READ_TEXT(text)           WRITE_TEXT(text)           the end included
 *     READ_WIDE(text)           WRITE_WIDE(text)           of wchar_t
 *
 *     NEW(address, bytes)       NEW_TEXT(text), written too
 *
 *     OUTPUT(fd)                OUTPUT_FILE(file)
 *     INPUT(fd)                 INPUT_FILE(file)          RANDOM
 *     SEEK_FILE(file)
 *
 * NEW says that the function has allocated memory. The last six say that it
 * writes to a file, reads from one, moves its position, or takes a random
 * number, in an order that matters; they belong to `after`, behind all
 * references. An address that is NULL is not reported. DONE is the result as a
 * number of bytes, 0 if it is negative. INTEGER_NUMBER and REAL_NUMBER are for
 * functions like strtol and strtod, which read a number from text and store
 * where it stops.
 */

/* Memory. */
FUNCTION(void *, memcpy, (void *to, const void *from, size_t n), (to, from, n),
         READ(from, n) WRITE(to, n), )
FUNCTION(void *, memmove, (void *to, const void *from, size_t n),
         (to, from, n), READ(from, n) WRITE(to, n), )
FUNCTION(void *, mempcpy, (void *to, const void *from, size_t n),
         (to, from, n), READ(from, n) WRITE(to, n), )
FUNCTION(void *, memset, (void *to, int c, size_t n), (to, c, n), WRITE(to, n),
         )
FUNCTION(void *, memccpy, (void *to, const void *from, int c, size_t n),
         (to, from, c, n), , READ(from, result ? SPAN(to, result) : n)
         WRITE(to, result ? SPAN(to, result) : n))
PROCEDURE(bcopy, (const void *from, void *to, size_t n), (from, to, n),
          READ(from, n) WRITE(to, n), )
PROCEDURE(bzero, (void *to, size_t n), (to, n), WRITE(to, n), )
PROCEDURE(explicit_bzero, (void *to, size_t n), (to, n), WRITE(to, n), )
PROCEDURE(swab, (const void *from, void *to, ssize_t n), (from, to, n),
          READ(from, DONE(n) & ~(size_t)1) WRITE(to, DONE(n) & ~(size_t)1), )
FUNCTION(int, memcmp, (const void *a, const void *b, size_t n), (a, b, n),
         READ(a, EQUAL_MEMORY(a, b, n)) READ(b, EQUAL_MEMORY(a, b, n)), )
FUNCTION(int, bcmp, (const void *a, const void *b, size_t n), (a, b, n),
         READ(a, EQUAL_MEMORY(a, b, n)) READ(b, EQUAL_MEMORY(a, b, n)), )
FUNCTION(void *, memchr, (const void *p, int c, size_t n), (p, c, n), ,
         READ(p, result ? SPAN(p, result) + 1 : n))
#ifdef __GLIBC__
FUNCTION(void *, rawmemchr, (const void *p, int c), (p, c), ,
         READ(p, SPAN(p, result) + 1))
#endif
FUNCTION(void *, memrchr, (const void *p, int c, size_t n), (p, c, n), ,
         READ(result ? result : p, result ? n - SPAN(p, result) : n))
FUNCTION(void *, memmem, (const void *p, size_t n, const void *part, size_t m),
         (p, n, part, m), READ(part, m),
         READ(p, result ? SPAN(p, result) + m : n))

/* Texts that are copied. */
FUNCTION(char *, strcpy, (char *to, const char *from), (to, from),
         READ_TEXT(from), WRITE_TEXT(to))
FUNCTION(char *, stpcpy, (char *to, const char *from), (to, from),
         READ_TEXT(from), WRITE_TEXT(to))
FUNCTION(char *, strncpy, (char *to, const char *from, size_t n), (to, from, n),
         READ(from, PART(from, n)) WRITE(to, n), )
FUNCTION(char *, stpncpy, (char *to, const char *from, size_t n), (to, from, n),
         READ(from, PART(from, n)) WRITE(to, n), )
FUNCTION(char *, strcat, (char *to, const char *from), (to, from),
         size_t had = __real_strlen(to);
         READ_TEXT(from) READ_TEXT(to) WRITE(to + had, SIZE(from)), )
FUNCTION(char *, strncat, (char *to, const char *from, size_t n), (to, from, n),
         size_t had = __real_strlen(to);
         READ(from, PART(from, n)) READ_TEXT(to)
         WRITE(to + had, __real_strnlen(from, n) + 1), )
FUNCTION(char *, strdup, (const char *from), (from), READ_TEXT(from),
         NEW_TEXT(result))
FUNCTION(char *, strndup, (const char *from, size_t n), (from, n),
         READ(from, PART(from, n)), NEW_TEXT(result))
FUNCTION(size_t, strxfrm, (char *to, const char *from, size_t n), (to, from, n),
         READ_TEXT(from), WRITE(to, result < n ? result + 1 : n))

/* Texts that are read. */
FUNCTION(size_t, strlen, (const char *text), (text), , READ(text, result + 1))
FUNCTION(size_t, strnlen, (const char *text, size_t n), (text, n), ,
         READ(text, result < n ? result + 1 : n))
FUNCTION(int, strcmp, (const char *a, const char *b), (a, b),
         READ(a, EQUAL_TEXT(a, b, SIZE_MAX))
             READ(b, EQUAL_TEXT(a, b, SIZE_MAX)), )
FUNCTION(int, strncmp, (const char *a, const char *b, size_t n), (a, b, n),
         READ(a, EQUAL_TEXT(a, b, n)) READ(b, EQUAL_TEXT(a, b, n)), )
FUNCTION(int, strcasecmp, (const char *a, const char *b), (a, b),
         READ(a, EQUAL_ANY_CASE(a, b, SIZE_MAX))
         READ(b, EQUAL_ANY_CASE(a, b, SIZE_MAX)), )
FUNCTION(int, strncasecmp, (const char *a, const char *b, size_t n), (a, b, n),
         READ(a, EQUAL_ANY_CASE(a, b, n)) READ(b, EQUAL_ANY_CASE(a, b, n)), )
FUNCTION(int, strcoll, (const char *a, const char *b), (a, b),
         READ_TEXT(a) READ_TEXT(b), )
FUNCTION(char *, strchr, (const char *text, int c), (text, c), ,
         READ(text, result ? SPAN(text, result) + 1 : SIZE(text)))
FUNCTION(char *, index, (const char *text, int c), (text, c), ,
         READ(text, result ? SPAN(text, result) + 1 : SIZE(text)))
FUNCTION(char *, strchrnul, (const char *text, int c), (text, c), ,
         READ(text, SPAN(text, result) + 1))
FUNCTION(char *, strrchr, (const char *text, int c), (text, c),
         READ_TEXT(text), )
FUNCTION(char *, rindex, (const char *text, int c), (text, c),
         READ_TEXT(text), )
FUNCTION(char *, strstr, (const char *text, const char *part), (text, part),
         READ_TEXT(part),
         READ(text, result ? SPAN(text, result) + __real_strlen(part)
                           : SIZE(text)))
FUNCTION(char *, strcasestr, (const char *text, const char *part), (text, part),
         READ_TEXT(part),
         READ(text, result ? SPAN(text, result) + __real_strlen(part)
                           : SIZE(text)))
FUNCTION(size_t, strspn, (const char *text, const char *set), (text, set),
         READ_TEXT(set), READ(text, result + 1))
FUNCTION(size_t, strcspn, (const char *text, const char *set), (text, set),
         READ_TEXT(set), READ(text, result + 1))
FUNCTION(char *, strpbrk, (const char *text, const char *set), (text, set),
         READ_TEXT(set),
         READ(text, result ? SPAN(text, result) + 1 : SIZE(text)))
FUNCTION(int, atoi, (const char *text), (text), READ(text, INTEGER(text)), )
FUNCTION(long, atol, (const char *text), (text), READ(text, INTEGER(text)), )
FUNCTION(long long, atoll, (const char *text), (text),
         READ(text, INTEGER(text)), )
FUNCTION(double, atof, (const char *text), (text), READ(text, DECIMAL(text)), )
INTEGER_NUMBER(long, strtol, char)
INTEGER_NUMBER(long long, strtoll, char)
INTEGER_NUMBER(unsigned long, strtoul, char)
INTEGER_NUMBER(unsigned long long, strtoull, char)
INTEGER_NUMBER(intmax_t, strtoimax, char)
INTEGER_NUMBER(uintmax_t, strtoumax, char)
REAL_NUMBER(double, strtod, char)
REAL_NUMBER(float, strtof, char)
REAL_NUMBER(long double, strtold, char)
INTEGER_NUMBER(long, wcstol, wchar_t)
INTEGER_NUMBER(unsigned long, wcstoul, wchar_t)
REAL_NUMBER(double, wcstod, wchar_t)
#if GLIBC_SINCE(2, 38)
INTEGER_NUMBER(long, __isoc23_strtol, char)
INTEGER_NUMBER(long long, __isoc23_strtoll, char)
INTEGER_NUMBER(unsigned long, __isoc23_strtoul, char)
INTEGER_NUMBER(unsigned long long, __isoc23_strtoull, char)
FUNCTION(size_t, strlcpy, (char *to, const char *from, size_t n), (to, from, n),
         READ_TEXT(from), WRITE(to, result < n ? result + 1 : n))
#endif

/* Wide characters. */
FUNCTION(size_t, wcslen, (const wchar_t *text), (text), ,
         READ(text, (result + 1) * sizeof *text))
FUNCTION(size_t, wcsnlen, (const wchar_t *text, size_t n), (text, n), ,
         READ(text, (result < n ? result + 1 : n) * sizeof *text))
FUNCTION(wchar_t *, wcscpy, (wchar_t *to, const wchar_t *from), (to, from),
         READ_WIDE(from), WRITE_WIDE(to))
FUNCTION(wchar_t *, wcsncpy, (wchar_t *to, const wchar_t *from, size_t n),
         (to, from, n),
         READ(from, WIDE_PART(from, n)) WRITE(to, n * sizeof *to), )
FUNCTION(wchar_t *, wcscat, (wchar_t *to, const wchar_t *from), (to, from),
         size_t had = __real_wcslen(to);
         READ_WIDE(from) READ_WIDE(to) WRITE(to + had, WIDE_SIZE(from)), )
FUNCTION(wchar_t *, wcsdup, (const wchar_t *from), (from), READ_WIDE(from),
         NEW(result, WIDE_SIZE(result)) WRITE_WIDE(result))
FUNCTION(int, wcscmp, (const wchar_t *a, const wchar_t *b), (a, b),
         READ(a, EQUAL_WIDE(a, b, SIZE_MAX))
             READ(b, EQUAL_WIDE(a, b, SIZE_MAX)), )
FUNCTION(int, wcsncmp, (const wchar_t *a, const wchar_t *b, size_t n),
         (a, b, n), READ(a, EQUAL_WIDE(a, b, n)) READ(b, EQUAL_WIDE(a, b, n)), )
FUNCTION(wchar_t *, wcschr, (const wchar_t *text, wchar_t c), (text, c), ,
         READ(text, result ? SPAN(text, result) + sizeof c : WIDE_SIZE(text)))
FUNCTION(wchar_t *, wcsrchr, (const wchar_t *text, wchar_t c), (text, c),
         READ_WIDE(text), )
FUNCTION(wchar_t *, wcsstr, (const wchar_t *text, const wchar_t *part),
         (text, part), READ_WIDE(part),
         READ(text, result ? SPAN(text, result) + WIDE_SIZE(part) - sizeof *part
                           : WIDE_SIZE(text)))
FUNCTION(wchar_t *, wmemcpy, (wchar_t *to, const wchar_t *from, size_t n),
         (to, from, n), READ(from, n * sizeof *to) WRITE(to, n * sizeof *to), )
FUNCTION(wchar_t *, wmemmove, (wchar_t *to, const wchar_t *from, size_t n),
         (to, from, n), READ(from, n * sizeof *to) WRITE(to, n * sizeof *to), )
FUNCTION(wchar_t *, wmemset, (wchar_t *to, wchar_t c, size_t n), (to, c, n),
         WRITE(to, n * sizeof *to), )
FUNCTION(size_t, mbstowcs, (wchar_t *to, const char *from, size_t n),
         (to, from, n), READ_TEXT(from),
         WRITE(to, result == SIZE_MAX ? 0
                                      : (result < n ? result + 1 : n) *
                                            sizeof *to))
FUNCTION(size_t, wcstombs, (char *to, const wchar_t *from, size_t n),
         (to, from, n), READ_WIDE(from),
         WRITE(to, result == SIZE_MAX ? 0 : result < n ? result + 1 : n))
FUNCTION(int, mbtowc, (wchar_t *to, const char *from, size_t n), (to, from, n),
         , READ(from, DONE(result)) WRITE(to, result >= 0 ? sizeof *to : 0))
FUNCTION(size_t, mbrtowc,
         (wchar_t *to, const char *from, size_t n, mbstate_t *state),
         (to, from, n, state), ,
         READ(from, result <= n ? result + !result : n)
         WRITE(to, result <= n ? sizeof *to : 0))
FUNCTION(size_t, wcrtomb, (char *to, wchar_t c, mbstate_t *state),
         (to, c, state), , WRITE(to, result == SIZE_MAX ? 0 : result))
FUNCTION(int, wctomb, (char *to, wchar_t c), (to, c), ,
         WRITE(to, DONE(result)))

/* Files and sockets. */
FUNCTION(size_t, fread, (void *to, size_t size, size_t n, FILE *file),
         (to, size, n, file), , WRITE(to, result *size) INPUT_FILE(file))
FUNCTION(size_t, fread_unlocked, (void *to, size_t size, size_t n, FILE *file),
         (to, size, n, file), , WRITE(to, result *size) INPUT_FILE(file))
FUNCTION(size_t, fwrite, (const void *from, size_t size, size_t n, FILE *file),
         (from, size, n, file), READ(from, size * n), OUTPUT_FILE(file))
FUNCTION(size_t, fwrite_unlocked,
         (const void *from, size_t size, size_t n, FILE *file),
         (from, size, n, file), READ(from, size * n), OUTPUT_FILE(file))
FUNCTION(char *, fgets, (char *to, int n, FILE *file), (to, n, file), ,
         WRITE_TEXT(result) INPUT_FILE(file))
FUNCTION(int, fputs, (const char *text, FILE *file), (text, file),
         READ(text, __real_strlen(text)), OUTPUT_FILE(file))
FUNCTION(int, fputs_unlocked, (const char *text, FILE *file), (text, file),
         READ(text, __real_strlen(text)), OUTPUT_FILE(file))
FUNCTION(int, puts, (const char *text), (text), READ_TEXT(text),
         OUTPUT_FILE(stdout))
FUNCTION(int, fputc, (int c, FILE *file), (c, file), , OUTPUT_FILE(file))
FUNCTION(int, putc, (int c, FILE *file), (c, file), , OUTPUT_FILE(file))
FUNCTION(int, putchar, (int c), (c), , OUTPUT_FILE(stdout))
FUNCTION(int, fgetc, (FILE *file), (file), , INPUT_FILE(file))
FUNCTION(int, getc, (FILE *file), (file), , INPUT_FILE(file))
FUNCTION(int, getchar, (void), (), , INPUT_FILE(stdin))
FUNCTION(int, fgetc_unlocked, (FILE *file), (file), , INPUT_FILE(file))
FUNCTION(int, getc_unlocked, (FILE *file), (file), , INPUT_FILE(file))
FUNCTION(int, getchar_unlocked, (void), (), , INPUT_FILE(stdin))
FUNCTION(int, ungetc, (int c, FILE *file), (c, file), , INPUT_FILE(file))
FUNCTION(wint_t, fgetwc, (FILE *file), (file), , INPUT_FILE(file))
FUNCTION(wint_t, getwc, (FILE *file), (file), , INPUT_FILE(file))
FUNCTION(wint_t, getwchar, (void), (), , INPUT_FILE(stdin))
FUNCTION(int, fseek, (FILE *file, long at, int from), (file, at, from), ,
         SEEK_FILE(file))
FUNCTION(int, fseeko, (FILE *file, off_t at, int from), (file, at, from), ,
         SEEK_FILE(file))
PROCEDURE(rewind, (FILE *file), (file), , SEEK_FILE(file))
PROCEDURE(perror, (const char *text), (text), READ_TEXT(text),
          OUTPUT_FILE(stderr))
FUNCTION(ssize_t, getline, (char **to, size_t *room, FILE *file),
         (to, room, file), READ(to, sizeof *to) READ(room, sizeof *room),
         WRITE(to, sizeof *to) WRITE(room, sizeof *room)
         if (!bop_heap_site((uintptr_t)*to)) NEW(*to, *room)
         WRITE(*to, result < 0 ? 0 : (size_t)result + 1) INPUT_FILE(file))
FUNCTION(ssize_t, getdelim, (char **to, size_t *room, int end, FILE *file),
         (to, room, end, file), READ(to, sizeof *to) READ(room, sizeof *room),
         WRITE(to, sizeof *to) WRITE(room, sizeof *room)
         if (!bop_heap_site((uintptr_t)*to)) NEW(*to, *room)
         WRITE(*to, result < 0 ? 0 : (size_t)result + 1) INPUT_FILE(file))
FUNCTION(FILE *, fopen, (const char *path, const char *mode), (path, mode),
         READ_TEXT(path) READ_TEXT(mode), )
FUNCTION(FILE *, fopen64, (const char *path, const char *mode), (path, mode),
         READ_TEXT(path) READ_TEXT(mode), )
FUNCTION(ssize_t, read, (int fd, void *to, size_t n), (fd, to, n), ,
         WRITE(to, DONE(result)) INPUT(fd))
FUNCTION(ssize_t, pread, (int fd, void *to, size_t n, off_t offset),
         (fd, to, n, offset), , WRITE(to, DONE(result)))
FUNCTION(ssize_t, pread64, (int fd, void *to, size_t n, off_t offset),
         (fd, to, n, offset), , WRITE(to, DONE(result)))
FUNCTION(ssize_t, write, (int fd, const void *from, size_t n), (fd, from, n), ,
         READ(from, DONE(result)) OUTPUT(fd))
FUNCTION(ssize_t, pwrite, (int fd, const void *from, size_t n, off_t offset),
         (fd, from, n, offset), , READ(from, DONE(result)))
FUNCTION(ssize_t, pwrite64, (int fd, const void *from, size_t n, off_t offset),
         (fd, from, n, offset), , READ(from, DONE(result)))
FUNCTION(ssize_t, readv, (int fd, const struct iovec *v, int n), (fd, v, n),
         READ(v, DONE(n) * sizeof *v), WRITE_PIECES(v, n, result) INPUT(fd))
FUNCTION(ssize_t, preadv, (int fd, const struct iovec *v, int n, off_t offset),
         (fd, v, n, offset), READ(v, DONE(n) * sizeof *v),
         WRITE_PIECES(v, n, result))
FUNCTION(ssize_t, writev, (int fd, const struct iovec *v, int n), (fd, v, n),
         READ(v, DONE(n) * sizeof *v), READ_PIECES(v, n, result) OUTPUT(fd))
FUNCTION(ssize_t, pwritev, (int fd, const struct iovec *v, int n, off_t offset),
         (fd, v, n, offset), READ(v, DONE(n) * sizeof *v),
         READ_PIECES(v, n, result))
FUNCTION(ssize_t, send, (int fd, const void *from, size_t n, int flags),
         (fd, from, n, flags), ,
         READ(from, DONE(result)) OUTPUT(fd))
FUNCTION(ssize_t, sendto,
         (int fd, const void *from, size_t n, int flags,
          const struct sockaddr *to, socklen_t room),
         (fd, from, n, flags, to, room), READ(to, room),
         READ(from, DONE(result)) OUTPUT(fd))
FUNCTION(ssize_t, sendmsg, (int fd, const struct msghdr *m, int flags),
         (fd, m, flags), READ(m, sizeof *m),
         READ_PIECES(m->msg_iov, (int)m->msg_iovlen, result) OUTPUT(fd))
FUNCTION(ssize_t, recv, (int fd, void *to, size_t n, int flags),
         (fd, to, n, flags), , WRITE(to, LEAST(DONE(result), n)) INPUT(fd))
FUNCTION(ssize_t, recvfrom,
         (int fd, void *to, size_t n, int flags, struct sockaddr *from,
          socklen_t *room),
         (fd, to, n, flags, from, room), ,
         WRITE(to, LEAST(DONE(result), n))
         WRITE(from, result >= 0 && from ? *room : 0)
         WRITE(from ? room : NULL, sizeof *room) INPUT(fd))
FUNCTION(ssize_t, recvmsg, (int fd, struct msghdr *m, int flags),
         (fd, m, flags), READ(m, sizeof *m),
         WRITE_PIECES(m->msg_iov, (int)m->msg_iovlen, result) INPUT(fd))
FUNCTION(int, pipe, (int *fds), (fds), ,
         WRITE(fds, result == 0 ? 2 * sizeof *fds : 0))
FUNCTION(int, pipe2, (int *fds, int flags), (fds, flags), ,
         WRITE(fds, result == 0 ? 2 * sizeof *fds : 0))
FUNCTION(int, socketpair, (int domain, int type, int protocol, int *fds),
         (domain, type, protocol, fds), ,
         WRITE(fds, result == 0 ? 2 * sizeof *fds : 0))
FUNCTION(int, poll, (struct pollfd *p, nfds_t n, int wait), (p, n, wait),
         READ(p, n * sizeof *p),
         for (nfds_t i = 0; i < n; i++)
             WRITE(&p[i].revents, result >= 0 ? sizeof p->revents : 0))
FUNCTION(int, epoll_wait, (int fd, struct epoll_event *p, int n, int wait),
         (fd, p, n, wait), , WRITE(p, DONE(result) * sizeof *p))
FUNCTION(int, select,
         (int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *wait),
         (n, in, out, other, wait),
         READ(in, BITS(n)) READ(out, BITS(n)) READ(other, BITS(n))
         READ(wait, sizeof *wait),
         WRITE(in, BITS(n)) WRITE(out, BITS(n)) WRITE(other, BITS(n))
         WRITE(wait, sizeof *wait))
FUNCTION(int, getsockopt,
         (int fd, int level, int name, void *to, socklen_t *room),
         (fd, level, name, to, room), , WRITE(to, result == 0 ? *room : 0)
         WRITE(room, sizeof *room))
FUNCTION(int, setsockopt,
         (int fd, int level, int name, const void *from, socklen_t n),
         (fd, level, name, from, n), READ(from, n), )

/* The file system. */
#if GLIBC_SINCE(2, 33) || !defined __GLIBC__
FUNCTION(int, stat, (const char *path, struct stat *to), (path, to),
         READ_TEXT(path), WRITE(to, result == 0 ? sizeof *to : 0))
FUNCTION(int, lstat, (const char *path, struct stat *to), (path, to),
         READ_TEXT(path), WRITE(to, result == 0 ? sizeof *to : 0))
FUNCTION(int, fstat, (int fd, struct stat *to), (fd, to), ,
         WRITE(to, result == 0 ? sizeof *to : 0))
FUNCTION(int, fstatat, (int fd, const char *path, struct stat *to, int flags),
         (fd, path, to, flags), READ_TEXT(path),
         WRITE(to, result == 0 ? sizeof *to : 0))
#endif
#if GLIBC_SINCE(2, 33)
FUNCTION(int, stat64, (const char *path, struct stat64 *to), (path, to),
         READ_TEXT(path), WRITE(to, result == 0 ? sizeof *to : 0))
FUNCTION(int, lstat64, (const char *path, struct stat64 *to), (path, to),
         READ_TEXT(path), WRITE(to, result == 0 ? sizeof *to : 0))
FUNCTION(int, fstat64, (int fd, struct stat64 *to), (fd, to), ,
         WRITE(to, result == 0 ? sizeof *to : 0))
#endif
FUNCTION(int, statvfs, (const char *path, struct statvfs *to), (path, to),
         READ_TEXT(path), WRITE(to, result == 0 ? sizeof *to : 0))
FUNCTION(char *, getcwd, (char *to, size_t n), (to, n), ,
         if (!to) NEW(result, SIZE(result))
         WRITE_TEXT(result))
FUNCTION(ssize_t, readlink, (const char *path, char *to, size_t n),
         (path, to, n), READ_TEXT(path), WRITE(to, DONE(result)))
FUNCTION(int, access, (const char *path, int mode), (path, mode),
         READ_TEXT(path), )
FUNCTION(int, unlink, (const char *path), (path), READ_TEXT(path), )
FUNCTION(int, remove, (const char *path), (path), READ_TEXT(path), )
FUNCTION(int, rename, (const char *from, const char *to), (from, to),
         READ_TEXT(from) READ_TEXT(to), )
FUNCTION(int, mkdir, (const char *path, mode_t mode), (path, mode),
         READ_TEXT(path), )
FUNCTION(DIR *, opendir, (const char *path), (path), READ_TEXT(path), )
FUNCTION(struct dirent *, readdir, (DIR *folder), (folder), READ(folder, 1),
         WRITE(folder, 1) WRITE(result, result ? result->d_reclen : 0))

/* Time, the system, random numbers. */
FUNCTION(time_t, time, (time_t *to), (to), , WRITE(to, sizeof *to))
FUNCTION(int, gettimeofday, (struct timeval *to, void *zone), (to, zone), ,
         WRITE(to, sizeof *to))
FUNCTION(int, clock_gettime, (clockid_t id, struct timespec *to), (id, to), ,
         WRITE(to, result == 0 ? sizeof *to : 0))
FUNCTION(int, nanosleep, (const struct timespec *wait, struct timespec *left),
         (wait, left), READ(wait, sizeof *wait),
         WRITE(left, result == 0 ? 0 : sizeof *left))
FUNCTION(clock_t, times, (struct tms *to), (to), , WRITE(to, sizeof *to))
FUNCTION(int, getrusage, (int who, struct rusage *to), (who, to), ,
         WRITE(to, result == 0 ? sizeof *to : 0))
FUNCTION(struct tm *, localtime, (const time_t *t), (t), READ(t, sizeof *t),
         WRITE(result, sizeof *result))
FUNCTION(struct tm *, gmtime, (const time_t *t), (t), READ(t, sizeof *t),
         WRITE(result, sizeof *result))
FUNCTION(struct tm *, localtime_r, (const time_t *t, struct tm *to), (t, to),
         READ(t, sizeof *t), WRITE(result, sizeof *to))
FUNCTION(struct tm *, gmtime_r, (const time_t *t, struct tm *to), (t, to),
         READ(t, sizeof *t), WRITE(result, sizeof *to))
FUNCTION(time_t, mktime, (struct tm *t), (t), READ(t, sizeof *t),
         WRITE(t, sizeof *t))
FUNCTION(time_t, timegm, (struct tm *t), (t), READ(t, sizeof *t),
         WRITE(t, sizeof *t))
FUNCTION(char *, ctime, (const time_t *t), (t), READ(t, sizeof *t),
         WRITE_TEXT(result))
FUNCTION(char *, asctime, (const struct tm *t), (t), READ(t, sizeof *t),
         WRITE_TEXT(result))
FUNCTION(char *, ctime_r, (const time_t *t, char *to), (t, to),
         READ(t, sizeof *t), WRITE_TEXT(result))
FUNCTION(char *, asctime_r, (const struct tm *t, char *to), (t, to),
         READ(t, sizeof *t), WRITE_TEXT(result))
FUNCTION(size_t, strftime,
         (char *to, size_t n, const char *format, const struct tm *t),
         (to, n, format, t), READ_TEXT(format) READ(t, sizeof *t),
         WRITE(to, result ? result + 1 : 0))
FUNCTION(char *, getenv, (const char *name), (name),
         READ_TEXT(name) READ(&environ, 1), )
FUNCTION(int, setenv, (const char *name, const char *value, int over),
         (name, value, over), READ_TEXT(name) READ_TEXT(value),
         WRITE(&environ, 1))
FUNCTION(int, unsetenv, (const char *name), (name), READ_TEXT(name),
         WRITE(&environ, 1))
FUNCTION(int, gethostname, (char *to, size_t n), (to, n), ,
         WRITE(to, result == 0 ? PART(to, n) : 0))
FUNCTION(int, uname, (struct utsname *to), (to), ,
         WRITE(to, result == 0 ? sizeof *to : 0))
FUNCTION(int, getgroups, (int n, gid_t *to), (n, to), ,
         WRITE(n ? to : NULL, DONE(result) * sizeof *to))
FUNCTION(int, pthread_join, (pthread_t thread, void **to), (thread, to), ,
         WRITE(to, result == 0 ? sizeof *to : 0))
FUNCTION(pid_t, wait, (int *status), (status), ,
         WRITE(status, result > 0 ? sizeof *status : 0))
FUNCTION(pid_t, waitpid, (pid_t pid, int *status, int flags),
         (pid, status, flags), , WRITE(status, result > 0 ? sizeof *status : 0))
FUNCTION(ssize_t, getrandom, (void *to, size_t n, unsigned flags),
         (to, n, flags), , WRITE(to, DONE(result)))
FUNCTION(int, rand, (void), (), , RANDOM)
FUNCTION(long, random, (void), (), , RANDOM)
FUNCTION(double, drand48, (void), (), , RANDOM)
FUNCTION(long, lrand48, (void), (), , RANDOM)
FUNCTION(long, mrand48, (void), (), , RANDOM)
PROCEDURE(srand, (unsigned seed), (seed), , RANDOM)
PROCEDURE(srandom, (unsigned seed), (seed), , RANDOM)
PROCEDURE(srand48, (long seed), (seed), , RANDOM)
FUNCTION(int, rand_r, (unsigned *seed), (seed), READ(seed, sizeof *seed),
         WRITE(seed, sizeof *seed))
FUNCTION(double, erand48, (unsigned short seed[3]), (seed), READ(seed, 6),
         WRITE(seed, 6))
FUNCTION(long, nrand48, (unsigned short seed[3]), (seed), READ(seed, 6),
         WRITE(seed, 6))
FUNCTION(long, jrand48, (unsigned short seed[3]), (seed), READ(seed, 6),
         WRITE(seed, 6))
FUNCTION(double, frexp, (double x, int *to), (x, to), , WRITE(to, sizeof *to))
FUNCTION(double, modf, (double x, double *to), (x, to), ,
         WRITE(to, sizeof *to))
FUNCTION(int, regexec,
         (const regex_t *regex, const char *text, size_t n, regmatch_t *to,
          int flags),
         (regex, text, n, to, flags), READ_TEXT(text),
         WRITE(to, result == 0 ? n * sizeof *to : 0))
FUNCTION(int, fnmatch, (const char *pattern, const char *text, int flags),
         (pattern, text, flags), READ_TEXT(pattern) READ_TEXT(text), )
