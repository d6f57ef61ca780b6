#pragma once

// The origin of a path: the path before, and the code that led on from there.
//
// Paths after a sample have places: twice the step index, and one more for those above the sample.
// An origin is a byte. Its lower three bits are those of the code; the states before and after give
// the sign, and which of the small codes it is. The upper five bits are the place of the path
// before, counted from the path below the signal on the same index.

#include "Vectors.h"

enum { magnitude_bits = 3, origin_base = 16 };

/// The origin from the path below; the path above is one place further.
/// - distance: from the index that the code leads to to the one before: -8...1.
INLINE uint16_t origin(int magnitude, int distance) {
  return (uint16_t)((2 * distance + origin_base) << magnitude_bits | magnitude);
}

INLINE int origin_magnitude(int origin) { return origin & ((1 << magnitude_bits) - 1); }

/// The place of the path before one at `place`.
INLINE int place_before(int place, int origin) {
  return (place & ~1) + (origin >> magnitude_bits) - origin_base;
}

/// The difference that the decoder adds for the lower three bits of a code: shifts, as in every
/// decoder.
INLINE int difference(int index, int magnitude) {
  int step = ima4_steps[index];
  return (step >> 3) + (magnitude & 4 ? step : 0) + (magnitude & 2 ? step >> 1 : 0) +
         (magnitude & 1 ? step >> 2 : 0);
}

/// The indices that the codes 4...7, for the magnitude 4, lead up: two, four, six or eight.
INLINE int rise(int magnitude) { return 2 * magnitude - 6; }
