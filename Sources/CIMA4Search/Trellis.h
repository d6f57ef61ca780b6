#pragma once

// The trellis: a Viterbi over the 89 step indices, with the decoder's own arithmetic.
//
// A packet may start from any step index and any predictor that its preamble can state, whatever
// the one before ended on. So packets do not depend on one another. Lanes are step indices here:
// those that promise anything are few, and follow one another.

#include "Traceback.h"

INLINE Departure departure(
    const RowTables *tables, const Front *front, int index, int side, int magnitude,
    int distance) {
  return (Departure){
      .tables = tables, .front = front, .index = index + distance, .side = side,
      .step_index = index + distance, .excluded = (RowU)0, .origin = origin(magnitude, side, distance)};
}

/// From the first index no code leads further down.
static void take_first(
    Arrivals *arrivals, const RowTables *tables, const Meeting *meeting, const Front *front) {
  for (int side = 0; side < sides; side++) {
    Departure from = departure(tables, front, 0, side, 0, 0);
    from.excluded = load(&tables->but_first, 0);
    take_small_codes(arrivals, meeting, &from);
  }
}

/// No index is over the last: those close to it lead there as well.
static void take_last(
    Arrivals *arrivals, const RowTables *tables, const Meeting *meeting, const Front *front,
    int index) {
  for (int magnitude = 4; magnitude < 8; magnitude++) {
    for (int before = last_index - rise(magnitude) + 1; before <= front->last; before++) {
      for (int side = 0; side < sides; side++) {
        Departure from =
            departure(tables, front, index, side, magnitude, before - last_index);
        from.excluded = load(&tables->but_last, index);
        take_large_code(arrivals, meeting, &from, magnitude);
      }
    }
  }
  const RowU beyond = load(&tables->beyond, index);
  arrivals->below.cost |= beyond;
  arrivals->above.cost |= beyond;
}

/// The paths that arrive at the indices from `index` on.
INLINE Arrivals gather(
    const RowTables *tables, const Meeting *meeting, const Front *front, int index) {
  Arrivals arrivals = no_arrivals();
  if (index < front->last) {
#pragma clang loop unroll(full)
    for (int side = 0; side < sides; side++) {
      const Departure from = departure(tables, front, index, side, 0, 1);
      take_small_codes(&arrivals, meeting, &from);
    }
  }
#pragma clang loop unroll(full)
  for (int magnitude = 4; magnitude < 8; magnitude++) {
    const int before = index - rise(magnitude);
    if (before > front->last || before + ROW_LANES <= front->first) continue;
#pragma clang loop unroll(full)
    for (int side = 0; side < sides; side++) {
      const Departure from = departure(tables, front, index, side, magnitude, -rise(magnitude));
      take_large_code(&arrivals, meeting, &from, magnitude);
    }
  }
  if (index == 0 && front->first == 0) take_first(&arrivals, tables, meeting, front);
  if (index + ROW_LANES > last_index) take_last(&arrivals, tables, meeting, front, index);
  return arrivals;
}

/// Whether a path that is worth it may lead to `index` or beyond it.
INLINE int is_reached(const RowTables *tables, const Front *front, int index, uint16_t reach) {
  if (front->last >= index) return 1;
  const RowI lane = row_lanes;
  const int before = index - rise(7);
  // What leads so far from each of the indices before.
  RowU size = lane < 2 ? load(&tables->large[3], before) : load(&tables->large[2], before);
  size = lane < 4 ? size : load(&tables->large[1], before);
  size = lane < 6 ? size : load(&tables->large[0], before);
  RowI reached = (RowI)0;
#pragma clang loop unroll(full)
  for (int side = 0; side < sides; side++) {
    const RowU distance = load(&front->distance[side], before);
    const RowU alive = (RowU)(load(&front->cost[side], before) != NO_COST);
    reached |= (__builtin_elementwise_add_sat(distance, (RowU)reach) >= size) & (RowI)alive;
  }
  return row_mask(reached) != 0;
}

/// Moves all paths one sample on.
INLINE void advance(Search *search, const RowTables *tables, int frame, int is_loud) {
  const Front *from = &search->fronts[(frame + 1) % 2];
  const Meeting meeting = meeting_at(search, frame, is_loud);
  const int most = from->least + search->leeway[frame / block_frames];
  const RowU limit = (RowU)(uint16_t)(most < search->bound ? most : search->bound);
  const int first = from->first > 0 ? from->first - 1 : 0, top = from->last + rise(7);
  const int last = top < last_index ? top : last_index;
  int index = first;
  Front *front = next_front(search, frame, index);
  if (from->last < 0) return;
  do {
    const Arrivals arrivals = gather(tables, &meeting, from, index);
    settle(search, frame, index, &arrivals, limit);
    index += ROW_LANES;
  } while (index <= last && (is_loud || is_reached(tables, from, index, search->reach)));
  close_front(front, index);
}

static __attribute__((noinline)) void advance_quietly(
    Search *search, const RowTables *tables, int frame) {
  advance(search, tables, frame, 0);
}

static __attribute__((noinline)) void advance_loudly(
    Search *search, const RowTables *tables, int frame) {
  advance(search, tables, frame, 1);
}

/// Follows the paths of some packets from start to end: each sample of a packet waits for the one
/// before it, side by side they wait together.
static void follow(Search *searches, int count, const RowTables *tables) {
  for (int number = 0; number < count; number++) begin_paths(&searches[number], tables);
  for (int frame = 1; frame < IMA4_FRAMES; frame++) {
    for (int number = 0; number < count; number++) {
      if (searches[number].is_loud) {
        advance_loudly(&searches[number], tables, frame);
      } else {
        advance_quietly(&searches[number], tables, frame);
      }
    }
  }
}
