#pragma once

// The search: a Viterbi over the 89 step indices, with the decoder's own arithmetic.
//
// A packet may start from any step index and any predictor that its preamble can state, whatever
// the one before ended on. So packets do not depend on one another, and each lane of a vector has
// a packet of its own: no lane ever waits for another, and all do the same.

#include "Greedy.h"

INLINE Departure departure(const Front *front, int ranks, int index, int rank, I16 sample) {
  return (Departure){
      .predictor = front->predictor[index * ranks + rank],
      .cost = front->cost[index * ranks + rank],
      .sample = sample, .index = index, .rank = rank};
}

/// The paths that arrive at `target` from the first `used` ranks of all states.
INLINE Arrivals gather(
    const Front *front, int survivors, int used, I16 sample, int target) {
  const int ranks = 2 * survivors, last = IMA4_STEPS - 1;
  Arrivals arrivals = no_arrivals(survivors);
  for (int rank = 0; rank < used; rank++) {
    if (target < last) {
      Departure from = departure(front, ranks, target + 1, rank, sample);
      take_small_codes(&arrivals, survivors, &from);
    }
    if (target == 0) {
      Departure from = departure(front, ranks, 0, rank, sample);
      take_small_codes(&arrivals, survivors, &from);
    }
    for (int magnitude = 4; magnitude < 8; magnitude++) {
      int index = target - rise(magnitude);
      if (index < 0) continue;
      do {
        Departure from = departure(front, ranks, index, rank, sample);
        take_large_code(&arrivals, survivors, &from, magnitude);
        // No index is over the last: those close to it lead there as well.
      } while (target == last && ++index <= last);
    }
  }
  return arrivals;
}

/// Moves all paths one sample on.
INLINE void advance(
    const Front *from, const Front *to, I16 *origins, int survivors, int used, I16 sample) {
  const int ranks = 2 * survivors;
  for (int target = 0; target < IMA4_STEPS; target++) {
    Arrivals arrivals = gather(from, survivors, used, sample, target);
    for (int rank = 0; rank < survivors; rank++) {
      int below = target * ranks + rank, above = below + survivors;
      to->predictor[below] = arrivals.below.predictor[rank];
      to->cost[below] = arrivals.below.cost[rank];
      origins[below] = arrivals.below.origin[rank];
      to->predictor[above] = arrivals.above.predictor[rank];
      to->cost[above] = arrivals.above.cost[rank];
      origins[above] = arrivals.above.origin[rank];
    }
  }
}

/// Searches `count` packets with lists of `survivors` paths.
INLINE void search(
    const int16_t *samples, size_t count, int survivors, void *memory,
    ima4_candidates *found) {
  Workspace space = workspace(memory, survivors);
  transpose(samples, count, space.samples);
  start(&space, survivors);
  for (int frame = 0; frame < IMA4_FRAMES; frame++) {
    I16 *origins = space.origins + (size_t)frame * IMA4_STEPS * 2 * survivors;
    // At first there are two paths for each index: one for each of the nearest predictors.
    int used = frame == 0 ? 2 : 2 * survivors;
    advance(&space.from, &space.to, origins, survivors, used, space.samples[frame]);
    Front front = space.from;
    space.from = space.to;
    space.to = front;
  }
  Ends ends = cheapest(&space, survivors, (I16)-1);
  trace(&space, survivors, &ends, count, &found->best);
  Ends others = cheapest(&space, survivors, ends.index);
  trace(&space, survivors, &others, count, &found->other);
}

static void single(
    const int16_t *samples, size_t count, void *memory, ima4_candidates *found) {
  search(samples, count, 1, memory, found);
}

static void most(
    const int16_t *samples, size_t count, void *memory, ima4_candidates *found) {
  search(samples, count, IMA4_MOST_SURVIVORS, memory, found);
}

const ima4_kernel KERNEL = {
    .lanes = LANES, .single_size = workspace_size(1),
    .most_size = workspace_size(IMA4_MOST_SURVIVORS), .greedy_size = greedy_workspace_size,
    .single = single, .most = most, .greedy = greedy};
