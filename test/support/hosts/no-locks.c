#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>

/* For LD_PRELOAD: no file can be locked, as on a drive without locks, which says so by the error of the number NO_LOCKS. */
static int call(const char *name, int file, int command, void *word) {
  if (command == F_SETLK || command == F_SETLKW) {
    errno = atoi(getenv("NO_LOCKS"));
    return -1;
  }
  return ((int (*)(int, int, void *))dlsym(RTLD_NEXT, name))(file, command, word);
}

#define INSTEAD_OF(name)                      \
  int name(int file, int command, ...) {      \
    va_list words;                            \
    va_start(words, command);                 \
    void *word = va_arg(words, void *);       \
    va_end(words);                            \
    return call(#name, file, command, word);  \
  }

INSTEAD_OF(fcntl)
INSTEAD_OF(fcntl64)
