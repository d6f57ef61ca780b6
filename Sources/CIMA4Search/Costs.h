#pragma once

// Costs in 16 bits: sums of squared errors, in units that each packet has of its own.
//
// The maximum cost of a packet is known before the search, and only costs below it matter. So the
// units are chosen to make it nearly the greatest number; greater costs are saturated.

#include "Vectors.h"

/// With more, the greatest error would cost less than paths may.
enum { most_scale_bits = 14 };

/// The binary logarithm of the factor with which `cost` fits into 16 bits.
static int scale_bits(float cost) {
  int bits = 0;
  while (bits < most_scale_bits && cost * (float)(4u << 2 * bits) <= 0x1p32f) bits++;
  return bits;
}

/// The units in a cost of one.
static float units(int scale_bits) { return (float)(1u << 2 * scale_bits) * 0x1p-16f; }
