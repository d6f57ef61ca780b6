#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

int tocsin_openat2(int folder, const char *path, int flags, unsigned long resolve) {
  struct open_how how = {.flags = (unsigned)flags, .resolve = resolve};
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

const int tocsin_o_path = O_PATH;

#include <sys/timex.h>

int tocsin_clock_is_synchronized(void) {
  struct timex state = {0};
  return adjtimex(&state) != TIME_ERROR && !(state.status & STA_UNSYNC);
}
