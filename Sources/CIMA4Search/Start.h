#pragma once

// The first sample: which preambles lead to it.

#include "Front.h"

enum { spacing = 128 };

/// The greatest multiple of 128 from which a difference leads to no more than the sample, or the
/// one above.
INLINE int start_predictor(int sample, int difference, int upper) {
  return ((sample - difference) & -spacing) + upper * spacing;
}

/// The errors by one code from some indices, with the code in the low four bits.
INLINE RowU start_errors(RowU sizes, int16_t sample, uint16_t code) {
  const RowU sample_row = (RowU)(uint16_t)sample, spacing_row = (RowU)(uint16_t)spacing;
  const RowU start = code & 8 ? sample_row + sizes : sample_row - sizes;
  const RowU below = start & (spacing_row - 1);
  const RowU error = upper() ? spacing_row - below : below;
  // A preamble cannot store a predictor beyond 16 bits.
  const RowU room =
      (RowU)(uint16_t)(code & 8 ? INT16_MAX - sample : sample - INT16_MIN);
  const RowI excluded = __builtin_elementwise_add_sat(sizes, spacing_row) >= room;
  const RowI too_high = ((RowI)start > (RowI)(int16_t)(INT16_MAX - spacing)) & upper();
  return (error << 4 | (RowU)code) | (RowU)(excluded | too_high);
}

INLINE Survivors start_survivors(const Meeting *meeting, RowU errors, RowU excluded) {
  const RowU error = __builtin_elementwise_min(errors >> 4, meeting->own_room);
  excluded |= (RowU)(errors == NO_COST);
  return (Survivors){
      .cost = row_cost(meeting, error) | excluded, .error = error, .origin = errors & (RowU)15};
}

/// Starts the paths after the first sample: by all codes, each from the two multiples of 128 from
/// which it comes closest.
INLINE void begin_paths(Search *search, const RowTables *tables) {
  const RowU limit = (RowU)search->leeway[0];
  const Meeting meeting = meeting_at(search, 0, 1);
  int index = search->first;
  Front *front = next_front(search, 0, index);
  for (; index <= search->last; index += row_indices) {
    RowU errors = NO_COST;
#pragma clang loop unroll(full)
    for (uint16_t code = 0; code < 16; code++) {
      const int magnitude = code & 7;
      const RowU sizes = magnitude < 4
          ? load(&tables->small[magnitude], index + 1)
          : load(&tables->large[magnitude - 4], index - rise(magnitude));
      errors = __builtin_elementwise_min(errors, start_errors(sizes, search->samples[0], code));
    }
    const RowU beyond = (RowU)(row_lanes() > (RowI)(int16_t)(search->last - index));
    const Survivors survivors = start_survivors(&meeting, errors, beyond);
    settle(search, tables, 0, index, &survivors, limit);
  }
  close_front(front, index);
}
