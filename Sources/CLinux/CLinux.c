#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

int tocsin_openat2(int folder, const char *path, int flags, unsigned long resolve) {
  struct open_how how = {.flags = (unsigned)flags, .resolve = resolve};
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int tocsin_memory_file(const char *name, long size) {
  int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0 || size < 0) return file;
  if (ftruncate(file, size) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0)
    return file;
  close(file);
  return -1;
}

// The C library's function is newer than the kernel's.
int tocsin_process_descriptor(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int tocsin_close_from(void *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

const int tocsin_o_path = O_PATH;
