// The kernel for the vectors that every processor has: SSE2, NEON.
#define LANES 8
#define KERNEL ima4_kernel_baseline
#include "Kernel.h"
