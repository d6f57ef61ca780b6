#pragma once

// Costs in 16 bits: sums of squared errors, in units that each packet has of its own.
//
// What a packet costs at most is known before it is searched. All that matters is below that, so
// the units are chosen to make it nearly the greatest number; what is more is saturated.

#include "Vectors.h"

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
