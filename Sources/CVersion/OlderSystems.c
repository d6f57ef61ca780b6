/* glibc has arc4random since 2.36, and a libstdc++ archive built with that glibc calls it. This
   definition lets the programs start with glibc 2.35, that of Ubuntu 22.04. It is hidden, so loaded
   libraries do not see it. */

#include <stdint.h>
#include <sys/random.h>

__attribute__((visibility("hidden"))) uint32_t arc4random(void) {
  uint32_t value;
  /* A request for four bytes succeeds completely, or fails before the kernel has entropy. */
  while (getrandom(&value, sizeof value, 0) != sizeof value) {}
  return value;
}
