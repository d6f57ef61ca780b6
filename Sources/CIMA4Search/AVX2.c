#ifdef __x86_64__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define LANES 16
#define KERNEL ima4_kernel_avx2
#include "Kernel.h"
#pragma clang attribute pop
#endif
