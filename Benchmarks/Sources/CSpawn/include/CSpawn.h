#include <sys/types.h>
#include <time.h>

/*
 Starts `path` with `arguments`; standard input is empty, output and errors go to the descriptors.
 Returns the process, or -1 with errno. `*started` becomes the monotonic time of the exec, once the
 process has got there; it must be memory of `bench_shared_time`.

 This forks by copying, where posix_spawn shares the parent's memory until exec: Linux charges a
 child with the peak of the memory that it leaves at exec, so a shared one would count the parent's
 peak as the child's. It is here because Swift does not import fork.
 */
pid_t bench_spawn(const char *path, char *const *arguments, int output, int errors,
                  struct timespec *started);

/* A time that parent and child share; NULL if there is no memory. */
struct timespec *bench_shared_time(void);
