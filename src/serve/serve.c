#include "serve/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/socket.h>

#include "serve/address.h"
#include "serve/clients.h"
#include "serve/libmicrohttpd.h"
#include "util/diag.h"
#include "util/files/folder.h"
#include "util/signals.h"
#include "util/text/json.h"

enum {
    CONNECTIONS = 64,
    IDLE_SECONDS = 60, /* after which a connection is closed */
    KEPT = 8,          /* pages */
    MOST_VALUES = 100, /* of one request */
    MILLI = 1000,      /* milliseconds in a second, and so on */
    UNPROCESSABLE = 422, /* the status; older libmicrohttpd name it otherwise */
};

/* A request of the browser. */
struct job {
    struct job *next; /* that came after it; only while it waits */
    struct arena arena;
    struct MHD_Connection *connection;
    int socket;   /* -1: nobody looks at it any more */
    bool is_gone; /* the browser has closed the connection */
    struct form_values values;
    struct source_request source;  /* what is asked for if is_source */
    bool is_source;                /* source is asked for, not a page */
    struct str key;                /* the same for the same values */
    unsigned version;              /* that the worker has; 0: none works */
    struct MHD_Response *response; /* NULL: there is none yet */
    bool is_kept;                  /* the response belongs to a kept page */
    unsigned status;
};

/* A page that was made, so that going back in the browser draws nothing. */
struct kept_page {
    struct arena arena;
    struct str key;
    struct MHD_Response *response; /* NULL: empty */
};

struct server {
    struct versions versions;
    const struct options *options; /* of the command line */
    serve_draw *draw;
    struct form form;
    struct address address;
    struct MHD_Daemon *daemon;
    struct clients clients;
    struct job *waiting; /* the oldest first; the worker is at the first */
    struct worker worker;
    struct kept_page kept[KEPT];
    size_t n_kept; /* since the start */
    bool goes_on; /* a connection may have work that no descriptor shows */
    bool ends;    /* no request is answered any more */
};

/* ---- Signals ---- */

/* A signal handler has no other way to tell the loop. */
static volatile sig_atomic_t has_signal;

static void note_signal(int number)
{
    (void)number;
    has_signal = 1;
}

/* Signals are blocked except while the loop waits, so that none is missed.
   Those that are ignored, as under nohup, stay ignored. Returns the set for the
   wait. */
static sigset_t catch_signals(void)
{
    struct sigaction before[SIGNALS];
    sigset_t ours = signals_set(), open;
    signals_catch(note_signal, before);
    sigprocmask(SIG_UNBLOCK, &ours, NULL);
    sigprocmask(SIG_BLOCK, &ours, &open);
    return open;
}

/* ---- Responses ---- */

/* Makes a response from a copy of the text. */
static struct MHD_Response *respond(struct str text, const char *type)
{
    static const char *const headers[][2] = {
        { "Cache-Control", "no-store" },
        { "Content-Security-Policy", "frame-ancestors 'none'" },
        { "Cross-Origin-Resource-Policy", "same-origin" },
        { "Referrer-Policy", "no-referrer" },
        { "X-Content-Type-Options", "nosniff" },
    };
    union {
        const char *constant;
        char *mutable;
    } bytes = { .constant = text.len ? text.s : "" };
    struct MHD_Response *response = MHD_create_response_from_buffer(
        text.len, bytes.mutable, MHD_RESPMEM_MUST_COPY);
    if (!response)
        return NULL;
    MHD_add_response_header(response, "Content-Type", type);
    for (size_t i = 0; i < ROWS(headers); i++)
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
    return response;
}

/* Sends a response that is used only once; NULL: there was no memory for it. */
static enum MHD_Result send_once(struct MHD_Connection *connection,
                                 unsigned status, struct MHD_Response *response)
{
    if (!response)
        return MHD_NO;
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result refuse(struct MHD_Connection *connection,
                              unsigned status, const char *why)
{
    struct MHD_Response *response =
        respond(str_of(why), "text/plain; charset=utf-8");
    if (response && status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, "Allow", "GET");
    return send_once(connection, status, response);
}

/* ---- Pages that are kept ---- */

static struct MHD_Response *find_kept(const struct server *server,
                                      struct str key)
{
    for (size_t i = 0; i < KEPT; i++)
        if (server->kept[i].response && str_eq(server->kept[i].key, key))
            return server->kept[i].response;
    return NULL;
}

static void release_kept(struct kept_page *page)
{
    if (page->response)
        MHD_destroy_response(page->response);
    arena_free(&page->arena);
    *page = (struct kept_page){ .key = S("") };
}

/* Keeps a page in place of the oldest one. */
static void keep(struct server *server, struct str key,
                 struct MHD_Response *response)
{
    struct kept_page *page = &server->kept[server->n_kept++ % KEPT];
    release_kept(page);
    page->key = arena_copy(&page->arena, key);
    page->response = response;
}

static void forget_kept(struct server *server)
{
    for (size_t i = 0; i < KEPT; i++)
        release_kept(&server->kept[i]);
}

/* ---- The queue ---- */

static void append(struct server *server, struct job *job)
{
    struct job **last = &server->waiting;
    while (*last)
        last = &(*last)->next;
    *last = job;
    MHD_suspend_connection(job->connection);
}

/* Takes the first job off the queue and lets its connection go on, which then
   sends the response. */
static void release_first(struct server *server)
{
    struct job *job = server->waiting;
    server->waiting = job->next;
    job->next = NULL;
    MHD_resume_connection(job->connection);
    server->goes_on = true;
}

/* The message begins with the program's name on standard error. */
static void put_reason(struct buf *out, struct str messages)
{
    struct str line;
    while (str_take_part(&messages, S("\n"), &line)) {
        str_take(&line, S("prof2dot: "));
        buf_add(out, line);
        buf_char(out, '\n');
    }
}

static struct MHD_Response *respond_failure(const struct server *server,
                                            struct job *job,
                                            struct str messages)
{
    LOCAL_BUF(reason);
    LOCAL_BUF(page);
    put_reason(&reason, messages);
    html_live_failure(&page,
                      form_html(&server->form, &job->values, &job->arena),
                      str_trim(buf_text(&reason)));
    return respond(buf_text(&page), "text/html; charset=utf-8");
}

/* Source is not kept, because the files may change. Reading the input again
   says nothing new. */
static void respond_source(struct job *job, struct worker *worker)
{
    LOCAL_BUF(reason);
    if (worker_end(worker) == WORKER_GOOD) {
        job->status = MHD_HTTP_OK;
        job->response = respond(buf_text(&worker->page),
                                "application/json; charset=utf-8");
        return;
    }
    job->status = UNPROCESSABLE;
    put_reason(&reason, buf_text(&worker->messages));
    job->response = respond(buf_text(&reason), "text/plain; charset=utf-8");
}

/* Gives the first job what the worker has made. Warnings go to the terminal,
   but errors only to the page. */
static void answer_first(struct server *server)
{
    struct job *job = server->waiting;
    struct worker *worker = &server->worker;
    if (job->is_source) {
        respond_source(job, worker);
    } else if (worker_end(worker) == WORKER_GOOD) {
        struct str messages = buf_text(&worker->messages);
        fwrite(messages.s, 1, messages.len, stderr);
        job->status = MHD_HTTP_OK;
        job->response =
            respond(buf_text(&worker->page), "text/html; charset=utf-8");
        job->is_kept = job->response && job->version == server->versions.number;
        if (job->is_kept)
            keep(server, job->key, job->response);
    } else {
        job->status = UNPROCESSABLE;
        job->response =
            respond_failure(server, job, buf_text(&worker->messages));
    }
    release_first(server);
}

/* Starts the worker for the first job, unless it works or the page was made
   for the job before. */
static void start_first(struct server *server)
{
    while (server->waiting && server->worker.pid == 0) {
        struct job *job = server->waiting;
        struct work work = { server->draw, &server->form, &job->values,
                             job->is_source ? &job->source : NULL,
                             server->versions.before };
        job->response = job->is_source ? NULL : find_kept(server, job->key);
        job->is_kept = job->response;
        job->status = MHD_HTTP_OK;
        job->version = server->versions.number;
        if (!job->is_gone && !job->response &&
            worker_start(&server->worker, server->versions.now, &work))
            return;
        release_first(server);
    }
}

/* A request whose connection the browser has closed is given up. The browser
   does that when it asks for something newer. */
static void check_socket(struct server *server, struct job *job)
{
    char byte;
    ssize_t n = recv(job->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    job->socket = -1;
    job->is_gone = n <= 0;
    if (job->is_gone && job == server->waiting)
        worker_stop(&server->worker);
}

/* ---- Requests ---- */

/* The state while the values of a request are read. */
struct reading {
    struct server *server;
    struct job *job;
    const char *wrong; /* NULL: nothing */
    bool has_options;  /* some value is that of an option */
};

/* Takes what a request for source names. Returns false if the name means
   something else. */
static bool take_source(struct job *job, const char *name, const char *value)
{
    const struct {
        const char *name;
        struct str *text;
    } texts[] = {
        { "function", &job->source.function },
        { "module", &job->source.module },
        { "file", &job->source.file },
        { "line", &job->source.line },
    };
    for (size_t i = 0; job->is_source && i < ROWS(texts); i++)
        if (strcmp(name, texts[i].name) == 0) {
            *texts[i].text = arena_copy(&job->arena, str_of(value));
            return true;
        }
    return false;
}

static enum MHD_Result take_value(void *context, enum MHD_ValueKind kind,
                                  const char *name, size_t name_len,
                                  const char *value, size_t value_len)
{
    struct reading *reading = context;
    struct job *job = reading->job;
    (void)kind;
    bool is_text = strlen(name) == name_len &&
                   (!value || strlen(value) == value_len);
    if (is_text && take_source(job, name, value ? value : ""))
        return MHD_YES;
    reading->has_options = true;
    if (is_text && strcmp(name, FORM_LAST) == 0 &&
        reading->server->options->watches) {
        job->values.compares_last |= value_len > 0;
        return MHD_YES;
    }
    if (strlen(name) != name_len || !form_has(&reading->server->form, name))
        reading->wrong = "the address names an option that the page does not "
                         "have\n";
    else if (value && strlen(value) != value_len)
        reading->wrong = "the address has a NUL byte\n";
    else if (job->values.n == MOST_VALUES)
        reading->wrong = "the address has too many options\n";
    if (reading->wrong)
        return MHD_NO;
    if (value_len)
        job->values.all[job->values.n++] = (struct given_option){
            arena_copy(&job->arena, str_of(name)).s,
            arena_copy(&job->arena, str_of(value)).s,
        };
    return MHD_YES;
}

static struct str make_key(struct job *job)
{
    struct buf key = { 0 };
    for (size_t i = 0; i < job->values.n; i++) {
        const struct given_option *value = &job->values.all[i];
        buf_add(&key, (struct str){ value->name, strlen(value->name) + 1 });
        buf_add(&key, (struct str){ value->arg, strlen(value->arg) + 1 });
    }
    buf_char(&key, job->values.compares_last ? '1' : '0');
    return buf_move(&key, &job->arena);
}

/* An address without options means those of the command line. */
static enum MHD_Result queue_job(struct server *server, struct job *job)
{
    struct reading reading = { .server = server, .job = job };
    job->values.all = NEW_N(&job->arena, struct given_option, MOST_VALUES);
    job->source = (struct source_request){ S(""), S(""), S(""), S(""),
                                           server->versions.read };
    MHD_get_connection_values_n(job->connection, MHD_GET_ARGUMENT_KIND,
                                take_value, &reading);
    if (reading.wrong)
        return refuse(job->connection, MHD_HTTP_BAD_REQUEST, reading.wrong);
    if (!reading.has_options)
        job->values = form_defaults(&server->form, &job->arena);
    clients_serve(job->connection, true);
    job->key = make_key(job);
    struct MHD_Response *kept =
        job->is_source ? NULL : find_kept(server, job->key);
    if (kept)
        return MHD_queue_response(job->connection, MHD_HTTP_OK, kept);
    job->socket = MHD_get_connection_info(job->connection,
                                          MHD_CONNECTION_INFO_CONNECTION_FD)
                      ->connect_fd;
    append(server, job);
    return MHD_YES;
}

/* Tells which version of the files the server has, and why it is not the
   newest one. */
static enum MHD_Result tell_state(const struct server *server,
                                  struct MHD_Connection *connection)
{
    const struct versions *versions = &server->versions;
    LOCAL_BUF(text);
    struct json json = { .out = &text };
    json_open(&json, NULL, '{');
    json_count(&json, "version", versions->number);
    json_text(&json, "problem", str_trim(buf_text(&versions->problem)));
    json_close(&json, '}');
    return send_once(connection, MHD_HTTP_OK,
                     respond(buf_text(&text),
                             "application/json; charset=utf-8"));
}

/* The ticket leads to the address of the pages, once. */
static enum MHD_Result redirect(struct server *server,
                                struct MHD_Connection *connection)
{
    char path[ADDRESS_TOKEN + 3];
    struct MHD_Response *response = respond(S(""), "text/plain");
    if (!response)
        return MHD_NO;
    server->address.ticket[0] = '\0';
    snprintf(path, sizeof path, "/%s/", server->address.token);
    MHD_add_response_header(response, "Location", path);
    return send_once(connection, MHD_HTTP_SEE_OTHER, response);
}

static bool shows_source(const struct server *server)
{
    const struct look *look = &server->options->look;
    return look->source || look->assembly;
}

/* Each request is checked whole before anything is done for it. */
static enum MHD_Result answer(struct server *server, struct job *job,
                              const char *path, const char *method)
{
    const struct address *address = &server->address;
    struct MHD_Connection *connection = job->connection;
    const char *host =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");
    if (!address_is_host(address, host))
        return refuse(connection, MHD_HTTP_FORBIDDEN,
                      "this server has another name\n");
    if (strcmp(method, MHD_HTTP_METHOD_GET) != 0)
        return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED,
                      "only GET is allowed\n");
    if (address_is(path, address->ticket, "/"))
        return redirect(server, connection);
    if (server->options->watches && address_is(path, address->token, "/state"))
        return tell_state(server, connection);
    job->is_source = shows_source(server) &&
                     address_is(path, address->token, "/source");
    if (!job->is_source && !address_is(path, address->token, "/"))
        return refuse(connection, MHD_HTTP_NOT_FOUND,
                      "there is no such page; prof2dot --serve has printed "
                      "the address\n");
    return queue_job(server, job);
}

/* libmicrohttpd calls this when the headers are read, for each part of a body,
   when the request is complete, and after a connection was suspended. */
static enum MHD_Result handle(void *context, struct MHD_Connection *connection,
                              const char *path, const char *method,
                              const char *version, const char *body,
                              size_t *body_size, void **state)
{
    struct server *server = context;
    struct job *job = *state;
    (void)version;
    (void)body;
    if (!job) {
        struct arena arena = { 0 };
        job = NEW(&arena, struct job);
        *job = (struct job){ .arena = arena, .connection = connection,
                             .socket = -1 };
        *state = job;
        return MHD_YES;
    }
    if (*body_size) {
        *body_size = 0;
        return MHD_YES;
    }
    if (job->response)
        return MHD_queue_response(connection, job->status, job->response);
    if (server->ends || job->key.s)
        return refuse(connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                      "this page was given up\n");
    return answer(server, job, path, method);
}

/* Pages that are kept do not belong to the job. */
static void end_request(void *context, struct MHD_Connection *connection,
                        void **state, enum MHD_RequestTerminationCode code)
{
    struct job *job = *state;
    (void)context;
    (void)code;
    if (!job)
        return;
    clients_serve(connection, false);
    *state = NULL;
    if (job->response && !job->is_kept)
        MHD_destroy_response(job->response);
    struct arena arena = job->arena;
    arena_free(&arena);
}

/* ---- The loop ---- */

static bool start_daemon(struct server *server)
{
    struct sockaddr_in local = { .sin_family = AF_INET };
    local.sin_port = htons((uint16_t)server->options->port);
    local.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server->daemon = MHD_start_daemon(
        MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, server,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&local,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
        MHD_OPTION_NOTIFY_CONNECTION, clients_notify, &server->clients,
        MHD_OPTION_NOTIFY_COMPLETED, end_request, NULL, MHD_OPTION_END);
    if (!server->daemon)
        return diag_error("--serve: cannot listen on 127.0.0.1:%ld: %s",
                          server->options->port, strerror(errno));
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
    server->address.port = info->port;
    return true;
}

/* The descriptors that the loop waits for; after the wait, those that are ready
   (select(2)). */
struct waited {
    fd_set read, write, except;
    int most;
};

static void wait_for(struct waited *waited, int fd)
{
    if (fd < 0 || fd >= FD_SETSIZE)
        return;
    FD_SET(fd, &waited->read);
    if (fd > waited->most)
        waited->most = fd;
}

static bool is_ready(const struct waited *waited, int fd)
{
    return fd >= 0 && fd < FD_SETSIZE && FD_ISSET(fd, &waited->read);
}

/* Waits until something can be read or written. libmicrohttpd gives a
   connection up in one run and closes it in the next one, so if something was
   ready, the next wait ends at once. Returns false if a signal came, or after a
   message, which ends the loop as a signal does. */
static bool wait_once(struct server *server, struct waited *waited,
                      const sigset_t *signals)
{
    const struct worker *worker = &server->worker;
    struct timespec time;
    MHD_UNSIGNED_LONG_LONG left = 0;
    FD_ZERO(&waited->read);
    FD_ZERO(&waited->write);
    FD_ZERO(&waited->except);
    waited->most = -1;
    MHD_get_fdset2(server->daemon, &waited->read, &waited->write,
                   &waited->except, &waited->most, FD_SETSIZE);
    bool has_limit = MHD_get_timeout(server->daemon, &left) == MHD_YES;
    if (server->goes_on) {
        left = 0;
        has_limit = true;
    } else if (server->options->watches &&
               (!has_limit || left > WATCH_STEP * MILLI)) {
        left = (MHD_UNSIGNED_LONG_LONG)(WATCH_STEP * MILLI);
        has_limit = true;
    }
    if (has_limit)
        time = (struct timespec){ (time_t)(left / MILLI),
                                  (long)(left % MILLI) * MILLI * MILLI };
    if (worker->pid > 0) {
        wait_for(waited, worker->page_pipe);
        wait_for(waited, worker->message_pipe);
    }
    for (struct job *job = server->waiting; job; job = job->next)
        wait_for(waited, job->socket);
    int n = pselect(waited->most + 1, &waited->read, &waited->write,
                    &waited->except, has_limit ? &time : NULL, signals);
    server->goes_on = n > 0;
    if (n < 0 && errno != EINTR) {
        diag_error("--serve: cannot wait: %s", strerror(errno));
        has_signal = 1;
    }
    return n >= 0;
}

/* Begins with another version of the files if there is one. */
static void follow(struct server *server)
{
    if (!versions_follow(&server->versions))
        return;
    forget_kept(server);
    server->form = form_of(&server->versions);
}

/* Connections come first: a response that a job has may be that of a kept page,
   which the next page that is kept can release, or another version. */
static void work(struct server *server, struct waited *waited)
{
    struct worker *worker = &server->worker;
    bool page_is_ready = is_ready(waited, worker->page_pipe);
    bool message_is_ready = is_ready(waited, worker->message_pipe);
    MHD_run_from_select(server->daemon, &waited->read, &waited->write,
                        &waited->except);
    follow(server);
    for (struct job *job = server->waiting; job; job = job->next)
        if (is_ready(waited, job->socket))
            check_socket(server, job);
    if (worker->pid > 0 && worker_read(worker, page_is_ready, message_is_ready))
        answer_first(server);
}

static void loop(struct server *server, const sigset_t *signals)
{
    struct waited waited;
    while (!has_signal) {
        start_first(server);
        clients_make_room(&server->clients, CONNECTIONS);
        if (wait_once(server, &waited, signals))
            work(server, &waited);
    }
}

/* A connection that waits must go on before the daemon can end. */
static void stop(struct server *server)
{
    server->ends = true;
    worker_free(&server->worker);
    while (server->waiting)
        release_first(server);
    MHD_run(server->daemon);
    MHD_stop_daemon(server->daemon);
    forget_kept(server);
}

static enum exit_status serve(struct server *server)
{
    const struct options *options = server->options;
    sigset_t signals = catch_signals();
    if (!address_print(&server->address))
        return EXIT_FAILED;
    diag_note("the page is at this address until Ctrl-C");
    if (!options->no_browser)
        address_open(&server->address);
    loop(server, &signals);
    return EXIT_OK;
}

enum exit_status serve_pages(struct run *run, serve_draw *draw)
{
    struct server server = { .draw = draw };
    if (!libmicrohttpd_load()) {
        diag_error("--serve: libmicrohttpd cannot be loaded; install it, or "
                   "write a page by -o page.html");
        return EXIT_FAILED;
    }
    if (run->options.look.source && !folder_check(run->options.look.source))
        return EXIT_FAILED;
    enum exit_status status = versions_start(&server.versions, run);
    server.options = &server.versions.options;
    if (status == EXIT_OK) {
        server.form = form_of(&server.versions);
        status = EXIT_FAILED;
        if (address_make(&server.address) && start_daemon(&server)) {
            status = serve(&server);
            stop(&server);
        }
    }
    versions_free(&server.versions);
    return status;
}
