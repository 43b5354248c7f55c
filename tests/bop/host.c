/* Loads instrumented libraries, unloads them and reads what they wrote. */
#include <dlfcn.h>
#include <stdio.h>

int shared_value;

static int use(const char *path)
{
    void *library = dlopen(path, RTLD_NOW);
    if (!library) {
        puts(dlerror());
        return 1;
    }
    void (*work)(int *) = (void (*)(int *))dlsym(library, "work");
    work(&shared_value);
    return dlclose(library);
}

static int look(void)
{
    return shared_value;
}

int main(int n, char **args)
{
    for (int i = 1; i < n; i++)
        if (use(args[i]))
            return 1;
    return look() != n - 1;
}
