#pragma once

// Where a path comes from: the path before, and the code that led on from there.
//
// Paths behind a sample have places: twice the step index, and one more for those above the sample.
// An origin is a byte. Its lower three bits are those of the code; which of the small ones, and the
// sign, follow from the states before and behind. The upper five bits say where the path before is,
// from the place of the path below on the same index.

#include "Vectors.h"

enum { magnitude_bits = 3, origin_base = 16 };

/// Of the path below; that of the one above is the next place.
/// - distance: from the index that the code leads to to the one before: -8...1.
INLINE uint16_t origin(int magnitude, int distance) {
  return (uint16_t)((2 * distance + origin_base) << magnitude_bits | magnitude);
}

INLINE int origin_magnitude(int origin) { return origin & ((1 << magnitude_bits) - 1); }

/// The place of the path before one at `place`.
INLINE int place_before(int place, int origin) {
  return (place & ~1) + (origin >> magnitude_bits) - origin_base;
}

/// What the decoder adds for the lower three bits of a code: shifts, as in every decoder.
INLINE int difference(int index, int magnitude) {
  int step = ima4_steps[index];
  return (step >> 3) + (magnitude & 4 ? step : 0) + (magnitude & 2 ? step >> 1 : 0) +
         (magnitude & 1 ? step >> 2 : 0);
}

/// Where the codes 4...7 lead, for the magnitude 4: two indices up, four, six or eight.
INLINE int rise(int magnitude) { return 2 * magnitude - 6; }
