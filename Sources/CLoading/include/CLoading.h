#pragma once

/*
 * Functions of shared libraries that are loaded when the first of them is called.
 *
 * Each library that a program is linked with costs every run of it about 0.2 ms, and most runs of
 * tocsin need none. A line below defines a function under its own name, so callers see no
 * difference; the library's header checks its type. No caller outside the program sees it either:
 * plug-ins of a library find the library's own.
 *
 * Where the system has no such library, a copy in ../lib/tocsin, seen from the program's folder, is
 * taken: the tarball and the wheel bring the small ones.
 */

/* The function `name` of `library`; null if the library is not installed or lacks it. */
void *tocsin_optional_function(const char *library, const char *name);

/* The same, but a missing function ends the program as the dynamic loader would: it prints the name
   of the missing part and exits with status 127. That happens to a caller that has not asked whether
   the library is installed: each C target here has a function tocsin_has_… for that, and
   Scripts/check-libraries looks whether its callers ask. */
void *tocsin_function(const char *library, const char *name);

#define FORWARD(library, result, name, parameters, arguments)                                      \
  __attribute__((visibility("hidden"))) result name parameters {                                   \
    static _Atomic(__typeof__(&name)) found;                                                       \
    __typeof__(&name) own = found;                                                                 \
    if (!own) found = own = (__typeof__(&name))tocsin_function(library, #name);                    \
    return own arguments;                                                                          \
  }

#define FORWARD_1(library, result, name, A)                                                        \
  FORWARD(library, result, name, (A a), (a))
#define FORWARD_2(library, result, name, A, B)                                                     \
  FORWARD(library, result, name, (A a, B b), (a, b))
#define FORWARD_3(library, result, name, A, B, C)                                                  \
  FORWARD(library, result, name, (A a, B b, C c), (a, b, c))
#define FORWARD_4(library, result, name, A, B, C, D)                                               \
  FORWARD(library, result, name, (A a, B b, C c, D d), (a, b, c, d))
