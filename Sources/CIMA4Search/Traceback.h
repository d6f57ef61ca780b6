#pragma once

// The memory of the trellis, and the way back along its paths.

#include "Transitions.h"

/// Paths for each step index, as many for each one: two behind a sample, one for each side of it.
typedef struct {
  I16 *predictor;
  F32 *cost;
} Front;

/// What a search keeps while it runs.
typedef struct {
  I16 *samples;
  /// The paths before a sample, and those behind it.
  Front from, to;
  /// For each frame and path where it came from.
  I16 *origins;
} Workspace;

/// Paths for each step index: before the first sample one from each of so many predictors.
enum { start_ranks = 8, side_ranks = 2, path_count = IMA4_STEPS * side_ranks };

#define FRONT ((size_t)IMA4_STEPS * start_ranks)
#define trellis_workspace_size                                \
  (IMA4_FRAMES * sizeof(I16) + 2 * FRONT * (sizeof(I16) + sizeof(F32)) + \
   IMA4_FRAMES * path_count * sizeof(I16))

INLINE Workspace workspace(void *memory) {
  F32 *costs = memory;
  I16 *rest = (I16 *)(costs + 2 * FRONT);
  return (Workspace){
      .from = {rest, costs},
      .to = {rest + FRONT, costs + FRONT},
      .samples = rest + 2 * FRONT,
      .origins = rest + 2 * FRONT + IMA4_FRAMES};
}

/// Gives each packet a lane; the lanes without one hear silence.
INLINE void transpose(const int16_t *samples, size_t count, I16 *vectors) {
  int16_t *lanes = (int16_t *)vectors;
  if (count < LANES) {
    for (int frame = 0; frame < IMA4_FRAMES; frame++) vectors[frame] = all(0);
  }
  for (size_t lane = 0; lane < count; lane++) {
    for (size_t frame = 0; frame < IMA4_FRAMES; frame++) {
      lanes[frame * LANES + lane] = samples[lane * IMA4_FRAMES + frame];
    }
  }
}

/// The predictors that a preamble can state around the first sample, the nearest first. A large
/// step may reach it better from one further away.
INLINE I16 start_predictor(I16 first, int rank) {
  const int16_t spacing = 128;
  int offset = rank % 2 == 0 ? -(rank / 2) : rank / 2 + 1;
  I16 below = first & -spacing;
  return __builtin_elementwise_add_sat(below, all(offset * spacing)) & -spacing;
}

INLINE void start(const Workspace *space) {
  for (int index = 0; index < IMA4_STEPS; index++) {
    for (int rank = 0; rank < start_ranks; rank++) {
      int path = index * start_ranks + rank;
      space->from.predictor[path] = start_predictor(space->samples[0], rank);
      space->from.cost[path] = (F32)0;
    }
  }
}

/// Where each lane's path ends.
typedef struct {
  F32 cost;
  I16 index;
  I16 rank;
  I16 predictor;
} Ends;

/// The cheapest path of each lane that does not end on its step index in `except`.
INLINE Ends cheapest(const Workspace *space, I16 except) {
  Ends ends = {.cost = (F32)UNREACHED, .index = all(0), .rank = all(0), .predictor = all(0)};
  for (int index = 0; index < IMA4_STEPS; index++) {
    I32 excluded = __builtin_convertvector(except == all(index), I32);
    for (int rank = 0; rank < side_ranks; rank++) {
      int path = index * side_ranks + rank;
      F32 cost = unless(excluded, space->from.cost[path]);
      I32 cheaper = cost < ends.cost;
      I16 wins = __builtin_convertvector(cheaper, I16);
      ends.cost = cheaper ? cost : ends.cost;
      ends.index = wins ? all(index) : ends.index;
      ends.rank = wins ? all(rank) : ends.rank;
      ends.predictor = wins ? space->from.predictor[path] : ends.predictor;
    }
  }
  return ends;
}

/// Follows the path of each lane back to its start and writes down the codes; `found` is the
/// first lane's, the others' are a pair of candidates apart each.
INLINE void trace(
    const Workspace *space, const Ends *ends, size_t count, ima4_candidate *found) {
  const int16_t *origins = (const int16_t *)space->origins;
  int path[LANES];
  for (size_t lane = 0; lane < count; lane++) {
    path[lane] = ends->index[lane] * side_ranks + ends->rank[lane];
    found[2 * lane].cost = ends->cost[lane];
    found[2 * lane].end_index = (uint8_t)ends->index[lane];
    found[2 * lane].end_predictor = ends->predictor[lane];
  }
  for (int frame = IMA4_FRAMES - 1; frame >= 0; frame--) {
    // All lanes take a step before any takes the next: they wait for memory together.
    for (size_t lane = 0; lane < count; lane++) {
      int row = frame * path_count + path[lane];
      int16_t origin = origins[row * LANES + (int)lane];
      uint8_t *pair = &found[2 * lane].codes[frame / 2];
      *pair = (uint8_t)(*pair << 4 | origin_code(origin));
      int ranks_before = frame == 0 ? start_ranks : side_ranks;
      path[lane] = origin_index(origin) * ranks_before + origin_rank(origin);
    }
  }
  for (size_t lane = 0; lane < count; lane++) {
    I16 predictor = start_predictor(space->samples[0], path[lane] % start_ranks);
    found[2 * lane].start_index = (uint8_t)(path[lane] / start_ranks);
    found[2 * lane].start_predictor = predictor[lane];
  }
}
