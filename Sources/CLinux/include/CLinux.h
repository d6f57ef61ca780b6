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

// F_OFD_SETLK (fcntl(2)): a lock that belongs to an open file, and not to the process.
extern const int tocsin_set_file_lock;

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

// Gives back what of the program's and its libraries' code and constants is in memory: it is in their
// files, and the kernel brings back what is run again.
void tocsin_release_code(void);

#endif
