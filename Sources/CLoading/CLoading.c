#include "CLoading.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

void *tocsin_optional_function(const char *library, const char *name) {
  /* Opening it again is cheap, and it stays loaded: nothing closes it. */
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  return handle ? dlsym(handle, name) : NULL;
}

void *tocsin_function(const char *library, const char *name) {
  void *function = tocsin_optional_function(library, name);
  if (function) return function;
  const char *reason = dlerror();
  fprintf(stderr, "Error: cannot load %s: %s\n", library, reason ? reason : name);
  _exit(127);
}
