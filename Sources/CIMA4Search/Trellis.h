#pragma once

// The trellis: a Viterbi over the 89 step indices, with the decoder's own arithmetic.
//
// A packet may start from any step index and any predictor that its preamble can state, whatever
// the one before ended on. So packets do not depend on one another, and each lane of a vector has
// a packet of its own: no lane ever waits for another, and all do the same.

#include "Traceback.h"

INLINE Departure departure(const Front *front, int ranks, int index, int rank, I16 sample) {
  return (Departure){
      .predictor = front->predictor[index * ranks + rank],
      .cost = front->cost[index * ranks + rank],
      .sample = sample, .index = index, .rank = rank};
}

/// The paths that arrive at `target` from all states, of which each has so many `ranks`.
INLINE Arrivals gather(const Front *front, int ranks, I16 sample, int target) {
  const int last = IMA4_STEPS - 1;
  Arrivals arrivals = no_arrivals();
  for (int rank = 0; rank < ranks; rank++) {
    if (target < last) {
      Departure from = departure(front, ranks, target + 1, rank, sample);
      take_small_codes(&arrivals, &from);
    }
    if (target == 0) {
      Departure from = departure(front, ranks, 0, rank, sample);
      take_small_codes(&arrivals, &from);
    }
    for (int magnitude = 4; magnitude < 8; magnitude++) {
      int index = target - rise(magnitude);
      if (index < 0) continue;
      do {
        Departure from = departure(front, ranks, index, rank, sample);
        take_large_code(&arrivals, &from, magnitude);
        // No index is over the last: those close to it lead there as well.
      } while (target == last && ++index <= last);
    }
  }
  return arrivals;
}

/// Moves all paths one sample on, from `ranks_before` for each index.
INLINE void advance(
    const Front *from, const Front *to, I16 *origins, int ranks_before, I16 sample) {
  for (int target = 0; target < IMA4_STEPS; target++) {
    Arrivals arrivals = gather(from, ranks_before, sample, target);
    int below = target * side_ranks, above = below + 1;
    to->predictor[below] = arrivals.below.predictor;
    to->cost[below] = arrivals.below.cost;
    origins[below] = arrivals.below.origin;
    to->predictor[above] = arrivals.above.predictor;
    to->cost[above] = arrivals.above.cost;
    origins[above] = arrivals.above.origin;
  }
}

/// Searches `count` packets.
static void search_trellis(
    const int16_t *samples, size_t count, void *memory, ima4_candidates *found) {
  Workspace space = workspace(memory);
  transpose(samples, count, space.samples);
  start(&space);
  for (int frame = 0; frame < IMA4_FRAMES; frame++) {
    I16 *origins = space.origins + (size_t)frame * path_count;
    int ranks_before = frame == 0 ? start_ranks : side_ranks;
    advance(&space.from, &space.to, origins, ranks_before, space.samples[frame]);
    Front front = space.from;
    space.from = space.to;
    space.to = front;
  }
  Ends ends = cheapest(&space, (I16)-1);
  trace(&space, &ends, count, &found->best);
  Ends others = cheapest(&space, ends.index);
  trace(&space, &others, count, &found->other);
}
