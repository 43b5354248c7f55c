/* This file takes the place of the server in a program that is built with
   WITH_SERVE=no. */
#include "serve/serve.h"
#include "util/diag.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

enum exit_status serve_pages(struct run *run, serve_draw *draw)
{
    diag_error("--serve: this prof2dot is built without it (WITH_SERVE=no); "
               "-o page.html writes a page");
    return EXIT_USAGE;
}
