#pragma once

// Where a path comes from: one state before, and the code that led on from there.
//
// An origin is one 16-bit lane: four bits for the step, seven for the step index before, the rest
// for the rank of the survivor there. Steps 0...7 are the small codes in the order of their
// differences, from -7/8 to +7/8 of the step size; steps 8...11 are the codes 4...7 in the
// direction of the signal: downwards the lane is inverted, and so negative.

#include "Vectors.h"

enum { step_bits = 4, index_bits = 7, first_large_step = 8 };

INLINE int origin(int rank, int index, int step) {
  return (rank << index_bits | index) << step_bits | step;
}

INLINE int origin_rank(int16_t origin) {
  return (origin < 0 ? ~origin : origin) >> (step_bits + index_bits);
}

INLINE int origin_index(int16_t origin) {
  return (origin < 0 ? ~origin : origin) >> step_bits & ((1 << index_bits) - 1);
}

INLINE int origin_code(int16_t origin) {
  int step = (origin < 0 ? ~origin : origin) & ((1 << step_bits) - 1);
  if (step >= first_large_step) return (origin < 0 ? 8 : 0) | (step - first_large_step + 4);
  return step < 4 ? 8 | (3 - step) : step - 4;
}

/// The number of the path behind the sample before, as `Front` has them.
INLINE int origin_path(int16_t origin) { return origin_index(origin) * 2 + origin_rank(origin); }

/// What the decoder adds for the lower three bits of a code: shifts, as in every decoder.
INLINE int difference(int index, int magnitude) {
  int step = ima4_steps[index];
  return (step >> 3) + (magnitude & 4 ? step : 0) + (magnitude & 2 ? step >> 1 : 0) +
         (magnitude & 1 ? step >> 2 : 0);
}

/// Where the codes 4...7 lead, for the magnitude 4: two indices up, four, six or eight.
INLINE int rise(int magnitude) { return 2 * magnitude - 6; }
