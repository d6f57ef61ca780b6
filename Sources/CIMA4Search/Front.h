#pragma once

// The paths behind one sample.

#include "Transitions.h"

/// Paths for each step index: two, one for each side of the sample.
enum { side_ranks = 2, path_count = IMA4_STEPS * side_ranks, padding = 8 };

/// The paths behind a sample; those that cost too much are given up.
typedef struct {
  I16 predictor[path_count];
  U16 cost[path_count];
  /// What the cheapest one costs.
  U16 least;
  /// Whether any lane has a path on an index, with room for those that codes lead to beyond.
  uint8_t is_alive[padding + IMA4_STEPS + padding];
} Front;

INLINE const uint8_t *alive(const Front *front, int index) {
  return front->is_alive + padding + index;
}

INLINE void clear(Front *front) {
  front->least = UNREACHED_UNITS;
  memset(front->is_alive, 0, sizeof front->is_alive);
}

INLINE void put(
    Front *front, I16 *origins, int path, const Survivor *survivor, U16 cost) {
  front->predictor[path] = survivor->predictor;
  front->cost[path] = cost;
  origins[path] = survivor->origin;
}

/// Keeps what has arrived on an index and costs less than `limit`. Each lane gives up its own
/// paths, whatever the others do: vectors of every width shall find the same.
INLINE void settle(
    Front *front, I16 *origins, int index, const Arrivals *arrivals, U16 limit) {
  U16 below = arrivals->below.cost | (U16)(arrivals->below.cost >= limit);
  U16 above = arrivals->above.cost | (U16)(arrivals->above.cost >= limit);
  put(front, origins, index * side_ranks, &arrivals->below, below);
  put(front, origins, index * side_ranks + 1, &arrivals->above, above);
  U16 cheaper = __builtin_elementwise_min(below, above);
  front->least = __builtin_elementwise_min(front->least, cheaper);
  front->is_alive[padding + index] = any(cheaper != UNREACHED_UNITS);
}
