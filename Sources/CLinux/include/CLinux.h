#ifndef CLINUX_H
#define CLINUX_H

// What the kernel offers and Swift's Glibc module leaves out.
#include <sys/eventfd.h>
#include <sys/timerfd.h>

#endif
