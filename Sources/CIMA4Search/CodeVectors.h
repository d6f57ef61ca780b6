#pragma once

// Vectors with one lane for each code of one path.

#include "Vectors.h"

#include <string.h>

enum { code_count = 16 };

typedef int32_t CodeInts __attribute__((ext_vector_type(code_count)));
typedef float CodeFloats __attribute__((ext_vector_type(code_count)));

INLINE CodeInts float_bits(CodeFloats value) {
  union {
    CodeFloats value;
    CodeInts bits;
  } both = {.value = value};
  return both.bits;
}

INLINE int bits_of(const float *value) {
  int bits;
  memcpy(&bits, value, sizeof bits);
  return bits;
}

INLINE void set_bits(float *value, int bits) { memcpy(value, &bits, sizeof bits); }

static const CodeInts lane_numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/// A bit for each lane that is set.
INLINE unsigned lane_mask(CodeInts set) {
  typedef _Bool CodeBools __attribute__((ext_vector_type(code_count)));
  CodeBools bools = __builtin_convertvector(set, CodeBools);
  uint16_t mask;
  memcpy(&mask, &bools, sizeof mask);
  return mask;
}

INLINE CodeFloats clamped(CodeFloats value) {
  value = value < (float)INT16_MIN ? (CodeFloats)INT16_MIN : value;
  return value > (float)INT16_MAX ? (CodeFloats)INT16_MAX : value;
}

INLINE CodeFloats lesser(CodeFloats one, CodeFloats another) {
  return one < another ? one : another;
}

typedef float FourFloats __attribute__((ext_vector_type(4)));

/// The least lane of each of four vectors.
INLINE FourFloats least_lanes(const CodeFloats v[4]) {
  // Halves of two vectors side by side, then quarters of four.
  CodeFloats a = lesser(
      __builtin_shufflevector(
          v[0], v[1], 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23),
      __builtin_shufflevector(
          v[0], v[1], 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31));
  CodeFloats b = lesser(
      __builtin_shufflevector(
          v[2], v[3], 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23),
      __builtin_shufflevector(
          v[2], v[3], 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31));
  CodeFloats c = lesser(
      __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27),
      __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31));
  c = lesser(
      c, __builtin_shufflevector(c, c, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
  c = lesser(
      c, __builtin_shufflevector(c, c, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
  return __builtin_shufflevector(c, c, 0, 4, 8, 12);
}

/// Appends the numbers of the lanes that are set, counted from `first`, and may write up to a
/// vector beyond them.
/// - Returns: how many there are.
INLINE int append_numbers(uint16_t *numbers, int first, CodeInts set) {
  unsigned mask = lane_mask(set);
#if LANES == 32 && defined(__x86_64__)
  const CodeInts all_numbers = first + lane_numbers;
  __m512i taken = _mm512_maskz_compress_epi32((__mmask16)mask, (__m512i)all_numbers);
  _mm256_storeu_si256((__m256i *)numbers, _mm512_cvtepi32_epi16(taken));
  return __builtin_popcount(mask);
#else
  int count = 0;
  for (; mask != 0; mask &= mask - 1) {
    numbers[count++] = (uint16_t)(first + __builtin_ctz(mask));
  }
  return count;
#endif
}
