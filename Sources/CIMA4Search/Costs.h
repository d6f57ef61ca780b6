#pragma once

// Costs in 16 bits: sums of squared errors, in units that each packet has of its own.
//
// What a packet costs at most is known before it is searched. All that matters is below that, so
// the units are chosen to make it nearly the greatest number; what is more is saturated.

#include "Vectors.h"

/// What no path costs.
#define UNREACHED_UNITS ((U16)(uint16_t)UINT16_MAX)

/// How errors become costs: a squared error of 65536 is as many units as `factor`², a power of
/// four, and greater errors than `greatest` cost no more than all that there is.
typedef struct {
  U16 greatest;
  U16 factor;
} Scale;

INLINE U16 squared(const Scale *scale, I16 error) {
  U16 size = (U16)__builtin_elementwise_abs(error);
  U16 scaled = __builtin_elementwise_min(size, scale->greatest) * scale->factor;
  U32 wide = __builtin_convertvector(scaled, U32);
  return __builtin_convertvector(wide * wide >> 16, U16);
}

/// With more, the greatest error would cost less than paths may.
enum { most_scale_bits = 14 };

/// The binary logarithm of the factor with which `cost` fits into 16 bits.
static int scale_bits(float cost) {
  int bits = 0;
  while (bits < most_scale_bits && cost * (float)(4u << 2 * bits) <= 0x1p32f) bits++;
  return bits;
}

/// So many units a cost of one is.
static float units(int scale_bits) { return (float)(1u << 2 * scale_bits) * 0x1p-16f; }
