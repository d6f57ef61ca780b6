#pragma once

// The trellis: a Viterbi over the 89 step indices, with the decoder's own arithmetic.
//
// A packet may start from any step index and any predictor that its preamble can store, whatever
// the end of the packet before. So packets do not depend on one another. Two lanes are one step
// index here: the indices that promise anything are few, and adjacent.

#include "Traceback.h"

INLINE Departure departure(
    const RowTables *tables, const Front *front, int index, int magnitude, int distance) {
  return (Departure){
      .tables = tables, .front = front, .index = index + distance, .step_index = index + distance,
      .excluded = (RowU)0, .origin = origin(magnitude, distance)};
}

/// From the first index, codes cannot lead further down.
static void take_first(
    Arrivals *arrivals, const RowTables *tables, const Meeting *meeting, const Front *front) {
  Departure from = departure(tables, front, 0, 0, 0);
  from.excluded = load(&tables->but_first, 0);
  take_small_codes(arrivals, meeting, &from);
}

/// Takes the paths to the last index. Rises beyond it end there, so indices close to it lead there
/// as well.
static void take_last(
    Arrivals *arrivals, const RowTables *tables, const Meeting *meeting, const Front *front,
    int index) {
  for (int magnitude = 4; magnitude < 8; magnitude++) {
    for (int before = last_index - rise(magnitude) + 1; before <= front->last; before++) {
      Departure from = departure(tables, front, index, magnitude, before - last_index);
      from.excluded = load(&tables->but_last, index);
      take_large_code(arrivals, meeting, &from, magnitude);
    }
  }
  const RowU beyond = load(&tables->beyond, index);
  arrivals->staying.cost |= beyond;
  arrivals->crossing.cost |= beyond;
}

/// The paths that arrive at the indices from `index` on.
INLINE Survivors gather(
    const RowTables *tables, const Meeting *meeting, const Front *front, int index) {
  const int takes_large = meeting->is_loud || front->takes_large;
  const int takes_largest = meeting->is_loud || front->takes_largest;
  Arrivals arrivals = no_arrivals();
  if (index < front->last) {
    const Departure from = departure(tables, front, index, 0, 1);
    take_small_codes(&arrivals, meeting, &from);
  }
#pragma clang loop unroll(full)
  for (int magnitude = 4; magnitude < 8; magnitude++) {
    if (!(magnitude < 6 ? takes_large : takes_largest)) break;
    const int before = index - rise(magnitude);
    if (before > front->last || before + row_indices <= front->first) continue;
    const Departure from = departure(tables, front, index, magnitude, -rise(magnitude));
    take_large_code(&arrivals, meeting, &from, magnitude);
  }
  if (index == 0 && front->first == 0) take_first(&arrivals, tables, meeting, front);
  if (index + row_indices > last_index) take_last(&arrivals, tables, meeting, front, index);
  return united(&arrivals, meeting->is_loud);
}

/// Whether a path that is worth it may lead to `index` or beyond it.
INLINE int is_reached(const RowTables *tables, const Front *front, int index, uint16_t reach) {
  if (front->last >= index) return 1;
  if (!front->takes_large) return 0;
  RowI reached = (RowI)0;
#pragma clang loop unroll(full)
  for (int part = 0; part < longest_rise; part += row_indices) {
    const RowI lane = row_lanes() + (RowI)(int16_t)part;
    const int before = index - longest_rise + part;
    // The step sizes of the codes that lead this far from each of the indices before.
    RowU size = lane < 2 ? load(&tables->large[3], before) : load(&tables->large[2], before);
    size = lane < 4 ? size : load(&tables->large[1], before);
    size = lane < 6 ? size : load(&tables->large[0], before);
    const RowU distance = load(&front->distance, before);
    const RowI is_alive = load(&front->cost, before) != NO_COST;
    reached |= (__builtin_elementwise_add_sat(distance, (RowU)reach) >= size) & is_alive;
  }
  return row_mask(reached) != 0;
}

/// Moves all paths one sample on.
INLINE void advance(Search *search, const RowTables *tables, int frame, int is_loud) {
  const Front *from = &search->fronts[(frame + 1) % 2];
  const Meeting meeting = meeting_at(search, frame, is_loud);
  const int most = from->least + search->leeway[frame / block_frames];
  const RowU limit = (RowU)(uint16_t)(most < search->bound ? most : search->bound);
  const uint16_t reach = search->reach[frame / block_frames];
  const int first = from->first > 0 ? from->first - 1 : 0, top = from->last + rise(7);
  const int last = top < last_index ? top : last_index;
  int index = first;
  Front *front = next_front(search, frame, index);
  if (from->last < 0) return;
  do {
    const Survivors survivors = gather(tables, &meeting, from, index);
    settle(search, tables, frame, index, &survivors, limit);
    index += row_indices;
  } while (index <= last && (is_loud || is_reached(tables, from, index, reach)));
  close_front(front, index);
}

/// Follows the paths of some packets from start to end: each sample of a packet waits for the one
/// before it, side by side they wait together.
static void follow(Search *searches, int count, const RowTables *tables) {
  for (int number = 0; number < count; number++) begin_paths(&searches[number], tables);
  for (int frame = 1; frame < IMA4_FRAMES; frame++) {
    for (int number = 0; number < count; number++) {
      if (searches[number].is_loud) {
        advance(&searches[number], tables, frame, 1);
      } else {
        advance(&searches[number], tables, frame, 0);
      }
    }
  }
}
