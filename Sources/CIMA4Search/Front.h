#pragma once

// The paths behind one sample.

#include "Greedy.h"
#include "Transitions.h"

enum { row_vectors = (IMA4_STEPS + ROW_LANES - 1) / ROW_LANES };

/// One packet while it is searched.
typedef struct {
  Front fronts[2];
  /// Where the paths behind each sample come from: a vector for each one of their front, those
  /// below in the low bytes and those above in the high ones. Of the first sample the codes.
  RowU origins[IMA4_FRAMES * row_vectors];
  int origin_count;
  /// For each sample what to add to a place for its byte in `origins`.
  int bytes[IMA4_FRAMES];
  const int16_t *samples;
  /// How errors become costs: see `Costs.h`.
  uint16_t greatest, factor;
  /// Whether predictors may come to the limits of 16 bits.
  int is_loud;
  /// What paths may cost at most, and in each block by how much they may cost more than the
  /// cheapest one.
  uint16_t bound, leeway[blocks];
  /// No error that is affordable is greater.
  uint16_t reach;
  /// The indices that paths may lead to by the first sample.
  int first, last;
} Search;

INLINE Meeting meeting_at(const Search *search, int frame, int is_loud) {
  const int16_t sample = search->samples[frame];
  return (Meeting){
      .greatest = (RowU)search->greatest, .factor = (RowU)search->factor, .is_loud = is_loud,
      .room_above = (RowU)(uint16_t)(INT16_MAX - sample),
      .room_below = (RowU)(uint16_t)(sample - INT16_MIN)};
}

/// Begins a front whose first vector is at `index`.
INLINE void open_front(Front *front, int index) {
  front->least = UINT16_MAX;
  front->first = IMA4_STEPS;
  front->last = -1;
  for (int side = 0; side < sides; side++) store(&front->cost[side], index - ROW_LANES, NO_COST);
}

/// Ends a front behind its last vector.
INLINE void close_front(Front *front, int index) {
  for (int side = 0; side < sides; side++) store(&front->cost[side], index, NO_COST);
}

/// The front behind a sample, without paths yet.
INLINE Front *next_front(Search *search, int frame, int index) {
  Front *front = &search->fronts[frame % 2];
  open_front(front, index);
  search->bytes[frame] = search->origin_count * (int)sizeof(RowU) - 2 * index;
  return front;
}

INLINE void put(Front *front, int index, int side, RowU cost, RowI predictor, RowI next) {
  const RowI is_down = next < predictor;
  store(&front->cost[side], index, cost);
  store(&front->distance[side], index, (RowU)((next - predictor ^ is_down) - is_down));
  store(&front->is_down[side], index, (RowU)is_down);
}

/// Puts what has arrived at a sample on the indices from `index` on and costs less than `limit`.
INLINE void put_arrivals(
    Front *front, int index, const Arrivals *arrivals, RowU limit, int16_t sample, int16_t next) {
  const RowI met = (RowI)sample;
  const RowU below = arrivals->below.cost | (RowU)(arrivals->below.cost >= limit);
  const RowU above = arrivals->above.cost | (RowU)(arrivals->above.cost >= limit);
  put(front, index, 0, below, met - (RowI)arrivals->below.error, (RowI)next);
  put(front, index, 1, above, met + (RowI)arrivals->above.error, (RowI)next);
  const RowU cheaper = __builtin_elementwise_min(below, above);
  const unsigned alive = row_mask(cheaper != NO_COST);
  if (alive == 0) return;
  const uint16_t least = __builtin_reduce_min(cheaper);
  const int first = index + __builtin_ctz(alive), last = index + 31 - __builtin_clz(alive);
  front->least = least < front->least ? least : front->least;
  front->first = first < front->first ? first : front->first;
  front->last = last > front->last ? last : front->last;
}

/// Keeps what has arrived at a sample, and where it has come from.
INLINE void settle(
    Search *search, int frame, int index, const Arrivals *arrivals, RowU limit) {
  // Behind the last sample nothing depends on it.
  const int next = frame + 1 < IMA4_FRAMES ? frame + 1 : frame;
  search->origins[search->origin_count++] = arrivals->below.origin | arrivals->above.origin << 8;
  put_arrivals(
      &search->fronts[frame % 2], index, arrivals, limit, search->samples[frame],
      search->samples[next]);
}
