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

// Whether the kernel says that the wall clock is set by a source of time (adjtimex(2)): 0 or 1.
int tocsin_clock_is_synchronized(void);

#endif
