#include <sys/types.h>

/*
 Starts `path` with `arguments`; standard input is empty, output and errors go to the descriptors.
 Returns the process, or -1 with errno.

 This forks by copying, where posix_spawn shares the parent's memory until exec: Linux charges a
 child with the peak of the memory that it leaves at exec, so a shared one would count the parent's
 peak as the child's. It is here because Swift does not import fork.
 */
pid_t bench_spawn(const char *path, char *const *arguments, int output, int errors);
