#pragma once

// The step sizes of all lanes' indices.

#include "Vectors.h"

#if LANES == 32 && defined(__x86_64__)

/// One instruction looks up tables of 64 words; the rest is in a third vector.
INLINE I16 step_sizes(I16 index) {
  const __m512i low = _mm512_loadu_si512(ima4_steps);
  const __m512i middle = _mm512_loadu_si512(ima4_steps + 32);
  const __m512i high = _mm512_maskz_loadu_epi16((1u << (IMA4_STEPS - 64)) - 1, ima4_steps + 64);
  const __m512i indices = (__m512i)index;
  const __m512i below = _mm512_permutex2var_epi16(low, indices, middle);
  const __m512i above = _mm512_permutexvar_epi16(indices, high);
  const __mmask32 is_above = _mm512_cmpge_epi16_mask(indices, _mm512_set1_epi16(64));
  return (I16)_mm512_mask_mov_epi16(below, is_above, above);
}

#else

INLINE I16 step_sizes(I16 index) {
  I16 sizes;
#pragma clang loop unroll(full)
  for (int lane = 0; lane < LANES; lane++) sizes[lane] = ima4_steps[index[lane]];
  return sizes;
}

#endif
