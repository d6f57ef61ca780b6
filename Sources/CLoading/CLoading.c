#include "CLoading.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Writes the path of our own copy of `library` and returns 1; returns 0 if there is no copy. */
static int own_copy(const char *library, char path[PATH_MAX]) {
  ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  char *name = strrchr(path, '/') + 1;
  size_t room = (size_t)(PATH_MAX - (name - path));
  int written = snprintf(name, room, "../lib/tocsin/%s", library);
  return written > 0 && (size_t)written < room && access(path, R_OK) == 0;
}

/* The system's library first: it gets the system's fixes. Opening one again is cheap, and it stays
   loaded: nothing closes it. */
static void *opened(const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  char path[PATH_MAX];
  if (handle || !own_copy(library, path)) return handle;
  return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

void *tocsin_optional_function(const char *library, const char *name) {
  void *handle = opened(library);
  return handle ? dlsym(handle, name) : NULL;
}

void *tocsin_function(const char *library, const char *name) {
  void *function = tocsin_optional_function(library, name);
  if (function) return function;
  const char *reason = dlerror();
  fprintf(stderr, "Error: cannot load %s: %s\n", library, reason ? reason : name);
  _exit(127);
}
