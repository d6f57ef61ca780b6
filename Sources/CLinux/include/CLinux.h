#ifndef CLINUX_H
#define CLINUX_H

// What the kernel offers and Swift's Glibc module leaves out.
#include <linux/openat2.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

// openat2(2), for which the C library has no function.
int tocsin_openat2(int folder, const char *path, int flags, unsigned long resolve);

// A file in memory (memfd_create(2)), of `size` bytes that can neither shrink nor grow; where `size` is
// negative, of any size. -1 and errno where there is none.
int tocsin_memory_file(const char *name, long size);

// A descriptor that is readable when a process has ended (pidfd_open(2)).
int tocsin_process_descriptor(int process);

// Adds to posix_spawn_file_actions_t: the new process closes everything from `first` on.
int tocsin_close_from(void *actions, int first);

// O_PATH, which is a GNU extension.
extern const int tocsin_o_path;

#endif
