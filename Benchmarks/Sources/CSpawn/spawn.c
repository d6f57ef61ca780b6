#include "CSpawn.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

struct timespec *bench_shared_time(void) {
  void *memory = mmap(NULL, sizeof(struct timespec), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

pid_t bench_spawn(const char *path, char *const *arguments, int output, int errors,
                  struct timespec *started) {
  pid_t child = fork();
  if (child != 0) return child;
  /* Between fork and exec only calls that are safe in a signal handler. */
  signal(SIGINT, SIG_DFL);
  int input = open("/dev/null", O_RDONLY);
  if (dup2(input, 0) >= 0 && dup2(output, 1) >= 0 && dup2(errors, 2) >= 0) {
    clock_gettime(CLOCK_MONOTONIC, started);
    execv(path, arguments);
  }
  _exit(127);
}
