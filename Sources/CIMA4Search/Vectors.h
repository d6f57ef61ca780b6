#pragma once

// Vectors with one lane for each packet.

#include "Kernels.h"

#if LANES == 32 && defined(__x86_64__)
#include <immintrin.h>
#endif

#pragma clang diagnostic ignored "-Wpsabi"
// Fused operations round differently: vectors of every width shall find the same.
#pragma STDC FP_CONTRACT OFF

typedef int16_t I16 __attribute__((ext_vector_type(LANES)));
typedef int32_t I32 __attribute__((ext_vector_type(LANES)));
typedef float F32 __attribute__((ext_vector_type(LANES)));

#define INLINE static inline __attribute__((always_inline))

/// What no path costs: 64 samples of the greatest error cost a twentieth of it.
#define UNREACHED 1e12f

INLINE I32 bits(F32 value) {
  union {
    F32 value;
    I32 bits;
  } both = {.value = value};
  return both.bits;
}

/// `value`, or no number where `mask` is set: it compares as less than nothing.
INLINE F32 unless(I32 mask, F32 value) {
  union {
    I32 bits;
    F32 value;
  } both = {.bits = bits(value) | mask};
  return both.value;
}
