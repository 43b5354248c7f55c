#include "util/library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ISO C has no conversion from dlsym's result, which POSIX promises. */
bool library_find(void *handle, const char *name, void *pointer)
{
    void *address = dlsym(handle, name);
    memcpy(pointer, &address, sizeof address);
    return address;
}

static bool load(const struct library *library)
{
    void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return false;
    for (size_t i = 0; i < library->n; i++)
        if (!library_find(handle, library->functions[i].name,
                          library->functions[i].pointer))
            return false;
    return true;
}

bool library_load(struct library *library)
{
    pthread_mutex_lock(&lock);
    if (!library->is_tried)
        library->is_loaded = load(library);
    library->is_tried = true;
    pthread_mutex_unlock(&lock);
    return library->is_loaded;
}
