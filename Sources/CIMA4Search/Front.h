#pragma once

// The paths after one sample.

#include "Greedy.h"
#include "Transitions.h"

enum { row_vectors = (IMA4_STEPS + row_indices - 1) / row_indices };

/// One packet while it is searched.
typedef struct {
  Front fronts[2];
  /// The origins of the paths after each sample: one vector for each vector of their front. For the
  /// first sample, the codes.
  RowBytes origins[IMA4_FRAMES * row_vectors];
  int origin_count;
  /// For each sample, the number to add to a place for its byte in `origins`.
  int bytes[IMA4_FRAMES];
  const int16_t *samples;
  /// The conversion from errors to costs: see `Costs.h`.
  uint16_t greatest, factor;
  /// Whether predictors may reach the limits of 16 bits.
  int is_loud;
  /// The maximum cost of paths, and for each block the maximum by which they may exceed the
  /// cheapest one.
  uint16_t bound, leeway[blocks];
  /// The greatest affordable error in each block.
  uint16_t reach[blocks];
  /// The indices that paths may lead to by the first sample.
  int first, last;
} Search;

INLINE Meeting meeting_at(const Search *search, int frame, int is_loud) {
  const int16_t sample = search->samples[frame];
  const RowU above = (RowU)(uint16_t)(INT16_MAX - sample);
  const RowU below = (RowU)(uint16_t)(sample - INT16_MIN);
  return (Meeting){
      .greatest = (RowU)search->greatest, .factor = (RowU)search->factor, .is_loud = is_loud,
      .own_room = upper() ? above : below, .other_room = upper() ? below : above};
}

/// Clears `count` indices or some more before one.
INLINE void clear_before(Front *front, int index, int count) {
  for (int before = 0; before < count; before += row_indices) {
    store(&front->cost, index - before - row_indices, NO_COST);
  }
}

/// Begins a front whose first vector is at `index`, and clears `count` indices before it.
INLINE void open_front(Front *front, int index, int count) {
  front->least = UINT16_MAX;
  front->first = IMA4_STEPS;
  front->last = -1;
  front->takes_large = front->takes_largest = 0;
  clear_before(front, index, count);
}

/// Closes a front after its last vector.
INLINE void close_front(Front *front, int index) { store(&front->cost, index, NO_COST); }

/// The front after a sample, without paths yet.
INLINE Front *next_front(Search *search, int frame, int index) {
  Front *front = &search->fronts[frame % 2];
  open_front(front, index, longest_rise);
  search->bytes[frame] = search->origin_count * (int)sizeof(RowBytes) - sides * index;
  return front;
}

/// Puts paths on the indices from `index` on, and returns the distance of the next sample from
/// them.
INLINE RowU put(Front *front, int index, RowU cost, RowI predictor, RowI next) {
  const RowI is_down = next < predictor;
  const RowU distance = (RowU)((next - predictor ^ is_down) - is_down);
  store(&front->cost, index, cost);
  store(&front->distance, index, distance);
  store(&front->is_outward, index, (RowU)(is_down ^ upper()));
  return distance;
}

/// Finds the large codes that may come close enough to the next sample. For half of all samples
/// there are none, and for two of three the two largest do not.
INLINE void weigh_large_codes(
    Front *front, const RowTables *tables, int index, RowI is_alive, RowU distance, uint16_t reach) {
  const RowU farthest = __builtin_elementwise_add_sat(distance, (RowU)reach);
  const RowI large = (farthest >= load(&tables->large[0], index)) & is_alive;
  const RowI largest = (farthest >= load(&tables->large[2], index)) & is_alive;
  front->takes_large |= row_mask(large) != 0;
  front->takes_largest |= row_mask(largest) != 0;
}

/// Puts the paths that reach a sample at a cost below `limit` on the indices from `index` on.
/// - tables: finds the codes that may continue from there, or null.
INLINE void put_survivors(
    Front *front, const RowTables *tables, int index, const Survivors *survivors, RowU limit,
    int16_t sample, int16_t next, uint16_t reach) {
  const RowI error = (RowI)survivors->error;
  const RowU cost = survivors->cost | (RowU)(survivors->cost >= limit);
  const RowU distance =
      put(front, index, cost, (RowI)sample + (upper() ? error : -error), (RowI)next);
  const unsigned alive = row_mask(cost != NO_COST);
  if (alive == 0) return;
  if (tables) weigh_large_codes(front, tables, index, cost != NO_COST, distance, reach);
  const uint16_t least = __builtin_reduce_min(cost);
  const int first = index + __builtin_ctz(alive) / sides;
  const int last = index + (31 - __builtin_clz(alive)) / sides;
  front->least = least < front->least ? least : front->least;
  front->first = first < front->first ? first : front->first;
  front->last = last > front->last ? last : front->last;
}

/// Keeps the paths that reach a sample, and their origins.
INLINE void settle(
    Search *search, const RowTables *tables, int frame, int index, const Survivors *survivors,
    RowU limit) {
  // After the last sample nothing depends on it.
  const int next = frame + 1 < IMA4_FRAMES ? frame + 1 : frame;
  search->origins[search->origin_count++] = __builtin_convertvector(survivors->origin, RowBytes);
  put_survivors(
      &search->fronts[frame % 2], tables, index, survivors, limit, search->samples[frame],
      search->samples[next], search->reach[next / block_frames]);
}
