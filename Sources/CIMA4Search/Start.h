#pragma once

// The first sample: which preambles lead to it.

#include "Front.h"

/// The origin of a path behind the first sample: its code, the step index that the preamble states,
/// and whether its predictor is the upper one of two.
INLINE int start_origin(int upper, int index, int code) {
  return (upper << index_bits | index) << step_bits | code;
}

/// The greatest multiple of 128 from which a difference leads to no more than the sample, or the
/// one above.
INLINE int start_predictor(int sample, int difference, int upper) {
  const int spacing = 128;
  int start = ((sample - difference) & -spacing) + upper * spacing;
  if (start < INT16_MIN) return INT16_MIN;
  return start > INT16_MAX - (spacing - 1) ? INT16_MAX - (spacing - 1) : start;
}

/// Adds the difference of a code, whatever it is.
INLINE I16 add_code(const Steps *steps, int index, int code, I16 predictor) {
  const int magnitude = code & 7, level = code & 8 ? 3 - magnitude : 4 + magnitude;
  if (magnitude < 4) return __builtin_elementwise_add_sat(predictor, steps->levels[level]);
  return add_large(steps, index, magnitude, predictor, all(code & 8 ? -1 : 0));
}

/// A code from the two predictors that come closest to the sample.
INLINE void start_by_code(
    Arrivals *arrivals, const Steps *steps, const Departure *from, int code) {
  const I16 spacing = all(128);
  I16 start = add_code(steps, from->index, code ^ 8, from->sample) & -spacing;
  for (int upper = 0; upper < 2; upper++) {
    I16 predictor = add_code(steps, from->index, code, start);
    arrive(arrivals, from, predictor, all(start_origin(upper, from->index, code)));
    start = __builtin_elementwise_add_sat(start, spacing) & -spacing;
  }
}

/// The paths behind the first sample: by all codes from all step indices.
INLINE void begin_paths(
    Front *front, I16 *origins, const Steps *steps, I16 sample, const Scale *scale, U16 limit) {
  clear(front);
  for (int target = 0; target < IMA4_STEPS; target++) {
    Arrivals arrivals = no_arrivals();
    for (int code = 0; code < 16; code++) {
      const int magnitude = code & 7;
      int index = magnitude < 4 ? target + 1 : target - rise(magnitude);
      if (index < 0 || index >= IMA4_STEPS) continue;
      Departure from = {
          .predictor = all(0), .cost = (U16)0, .sample = sample, .scale = *scale, .index = index};
      start_by_code(&arrivals, &steps[index], &from, code);
    }
    settle(front, origins, target, &arrivals, limit);
  }
}
