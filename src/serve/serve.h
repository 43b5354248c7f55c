/*
 * --serve: the page, live. A request of the browser names options; the answer
 * is the page that the pipeline makes with them.
 *
 *     address who may send requests: the token and the Host
 *     clients the connections, and which one makes room for a new one
 *     form     the options that a request may name
 *     worker   a process that makes one page
 *     watch --watch: whether the files have changed
 *     versions what was read of them, and the run before
 *     serve    the loop around libmicrohttpd, which has no thread of its own
 *
 * The files are read once, and with --watch again when they change. Each page
 * is made by a child process, whose memory begins as a copy of ours: it has the
 * profile as read and may consume it, it may fail or run out of memory, and it
 * can be ended with its dot at any time.
 */
#pragma once

#include "serve/worker.h"

/* Reads the files and serves pages until a signal ends it; `draw` makes a page
   of a run. Returns EXIT_OK, or another status after a message. */
enum exit_status serve_pages(struct run *run, serve_draw *draw);
