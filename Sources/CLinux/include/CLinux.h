#ifndef CLINUX_H
#define CLINUX_H

// Kernel functions that Swift's Glibc module leaves out.
#include <linux/openat2.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

// openat2(2), for which the C library has no function.
int tocsin_openat2(int folder, const char *path, int flags, unsigned long resolve);

// Makes a file in memory (memfd_create(2)) of `size` bytes that can neither shrink nor grow; of any
// size where `size` is negative. Returns -1 and errno on failure.
int tocsin_memory_file(const char *name, long size);

/// Gives the calling thread a name of at most 15 bytes; a longer one loses its end (PR_SET_NAME(2const)).
void tocsin_name_thread(const char *name);

// A descriptor that is readable when a process has ended (pidfd_open(2)).
int tocsin_process_descriptor(int process);

// A descriptor that is readable while what it watches is ready: epoll(7).
int tocsin_watch(void);

// Watches `file` for `events` of poll(2) from now on.
int tocsin_watch_for(int watch, int file, short events);

// Adds to posix_spawn_file_actions_t: the new process closes everything from `first` on.
int tocsin_close_from(void *actions, int first);

// Lets the kernel write what was written to `file` to its disk now, and does not wait for that
// (sync_file_range(2)).
int tocsin_start_writing(int file);

// O_PATH, which is a GNU extension.
extern const int tocsin_o_path;

// F_OFD_SETLK (fcntl(2)): a lock that belongs to an open file, and not to the process.
extern const int tocsin_set_file_lock;

// F_OFD_SETLKW (fcntl(2)): the same, and waits until it is free.
extern const int tocsin_wait_for_file_lock;

// F_OFD_GETLK (fcntl(2)): tells whether such a lock could be set, and sets none.
extern const int tocsin_look_for_file_lock;

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
// signals at their defaults. The kernel kills it when the calling thread ends, for whatever reason, and
// makes all that it starts its descendants as long as it runs.
// Returns its process, or -1 with errno.
int tocsin_start_child(const struct tocsin_child *child);

// Starts a program that outlives this one, in a session of its own, with standard error and without
// any other descriptor; `ready` becomes its descriptor 3. It is not a child of this process, which
// need not wait for its end. Both lists end in a null pointer. Returns 0, or -1 with errno.
int tocsin_start_detached(const char *program, char *const *arguments, char *const *environment,
                          int ready);

// Returns 1 if the kernel reports that a time source keeps the wall clock set (adjtimex(2)), else
// 0.
int tocsin_clock_is_synchronized(void);

// Releases the memory of the code and constants of the program and its libraries: they are in
// files, and the kernel reloads the pages that are used again.
void tocsin_release_code(void);

#endif
