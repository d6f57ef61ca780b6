#ifdef __x86_64__
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#define LANES 32
#define KERNEL ima4_kernel_avx512
#include "Kernel.h"
#pragma clang attribute pop
#endif
