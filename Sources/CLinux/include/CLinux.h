#ifndef CLINUX_H
#define CLINUX_H

// What the kernel offers and Swift's Glibc module leaves out.
#include <linux/openat2.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

// openat2(2), for which the C library has no function.
int tocsin_openat2(int folder, const char *path, int flags, unsigned long resolve);

// O_PATH, which is a GNU extension.
extern const int tocsin_o_path;

// A program that is to run as a child of this thread.
struct tocsin_child {
  // An absolute path.
  const char *program;
  // Both end in a null pointer.
  char *const *arguments;
  char *const *environment;
  // Descriptors that become its 0, 1, 2 and 3; -1 leads nowhere.
  int descriptors[4];
  // Bytes of a file and of memory, and seconds of one processor, that it may use.
  unsigned long file_size, memory, seconds;
};

// Starts the program in a process group of its own, without any other descriptor and with all
// signals as they are at first; the kernel kills it when the calling thread ends, however that ends.
// Returns its process, or -1 with errno.
int tocsin_start_child(const struct tocsin_child *child);

// Whether the kernel says that the wall clock is set by a source of time (adjtimex(2)): 0 or 1.
int tocsin_clock_is_synchronized(void);

#endif
