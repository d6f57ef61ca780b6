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
