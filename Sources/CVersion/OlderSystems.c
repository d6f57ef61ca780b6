/* glibc has arc4random since 2.36, and the archive of libstdc++ asks for it where it was built with
   that. Our own lets the programs start with glibc 2.35, that of Ubuntu 22.04. It is hidden: no
   library that is loaded sees it. */

#include <stdint.h>
#include <sys/random.h>

__attribute__((visibility("hidden"))) uint32_t arc4random(void) {
  uint32_t value;
  /* So few bytes come whole, or not at all before the kernel has its first entropy. */
  while (getrandom(&value, sizeof value, 0) != sizeof value) {}
  return value;
}
