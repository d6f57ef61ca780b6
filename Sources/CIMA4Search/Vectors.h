#pragma once

// Vectors with one lane for each packet.

#include "Kernels.h"

#include <string.h>

#if LANES > 8
#include <immintrin.h>
#endif

#pragma clang diagnostic ignored "-Wpsabi"
// Fused operations round differently, and vectors of every width must find the same.
#pragma STDC FP_CONTRACT OFF

typedef int16_t I16 __attribute__((ext_vector_type(LANES)));
typedef int32_t I32 __attribute__((ext_vector_type(LANES)));
typedef float F32 __attribute__((ext_vector_type(LANES)));
typedef uint16_t U16 __attribute__((ext_vector_type(LANES)));
typedef uint32_t U32 __attribute__((ext_vector_type(LANES)));

#define INLINE static inline __attribute__((always_inline))

/// A cost that no path has: 64 samples of the greatest error cost a twentieth of it.
#define UNREACHED 1e12f

INLINE I16 all(int value) { return (I16)(int16_t)value; }

INLINE I32 bits(F32 value) {
  union {
    F32 value;
    I32 bits;
  } both = {.value = value};
  return both.bits;
}

/// `value`, or NaN where `mask` is set: it compares as less than nothing.
INLINE F32 unless(I32 mask, F32 value) {
  union {
    I32 bits;
    F32 value;
  } both = {.bits = bits(value) | mask};
  return both.value;
}

/// Whether a lane is set.
INLINE int any(I16 mask) {
#if LANES == 32 && defined(__x86_64__)
  return _mm512_movepi16_mask((__m512i)mask) != 0;
#elif LANES == 16 && defined(__x86_64__)
  return !_mm256_testz_si256((__m256i)mask, (__m256i)mask);
#else
  return __builtin_reduce_or(mask) != 0;
#endif
}

/// Gives each packet a lane; the lanes without one hear silence.
INLINE void transpose(const int16_t *samples, size_t count, I16 *vectors) {
  int16_t *lanes = (int16_t *)vectors;
  if (count < LANES) {
    for (int frame = 0; frame < IMA4_FRAMES; frame++) vectors[frame] = all(0);
  }
  for (size_t lane = 0; lane < count; lane++) {
    for (size_t frame = 0; frame < IMA4_FRAMES; frame++) {
      lanes[frame * LANES + lane] = samples[lane * IMA4_FRAMES + frame];
    }
  }
}
