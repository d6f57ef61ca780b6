#pragma once

// The memory of the trellis, and the way back along its paths.

#include "Greedy.h"
#include "Start.h"

/// One way to encode the packets of all lanes.
typedef struct {
  I16 codes[IMA4_FRAMES];
  I16 start_predictor;
  I16 start_index;
  I16 end_predictor;
  I16 end_index;
  F32 cost;
} Way;

/// What a search keeps while it runs.
typedef struct {
  Front fronts[2];
  I16 samples[IMA4_FRAMES];
  Scale scale;
  /// What paths may cost at most, and by how much they may cost more than the cheapest one.
  U16 bound, leeway;
  Steps steps[IMA4_STEPS];
  /// For each frame and path where it came from.
  I16 origins[IMA4_FRAMES][path_count];
  Way best, other;
  I16 greedy[greedy_vectors];
} Workspace;

/// Where each lane's path ends; the index is -1 where there is none.
typedef struct {
  U16 cost;
  I16 index;
  I16 rank;
} Ends;

/// The cheapest path of each lane that does not end on its step index in `except`.
INLINE Ends cheapest(const Front *front, I16 except) {
  Ends ends = {.cost = UNREACHED_UNITS, .index = all(-1), .rank = all(0)};
  for (int index = 0; index < IMA4_STEPS; index++) {
    if (!*alive(front, index)) continue;
    const I16 excluded = except == all(index);
    for (int rank = 0; rank < side_ranks; rank++) {
      U16 cost = front->cost[index * side_ranks + rank] | (U16)excluded;
      I16 wins = cost < ends.cost;
      ends.cost = wins ? cost : ends.cost;
      ends.index = wins ? all(index) : ends.index;
      ends.rank = wins ? all(rank) : ends.rank;
    }
  }
  return ends;
}

/// Decodes a way, for what it really costs.
INLINE void replay(const I16 *samples, Way *way) {
  I16 predictor = way->start_predictor, index = way->start_index;
  F32 cost = 0;
  for (int frame = 0; frame < IMA4_FRAMES; frame++) {
    const I16 code = way->codes[frame], size = step_sizes(index);
    const I16 sign = -(code >> 3), four = -(code >> 2 & 1);
    const I16 two = -(code >> 1 & 1), one = -(code & 1);
    const I16 whole = size & four, rest = (size >> 3) + (size >> 1 & two) + (size >> 2 & one);
    predictor = __builtin_elementwise_add_sat(predictor, (whole ^ sign) - sign);
    predictor = __builtin_elementwise_add_sat(predictor, (rest ^ sign) - sign);
    index += four ? all(2) - (two & -4) - (one & -2) : all(-1);
    index = __builtin_elementwise_min(__builtin_elementwise_max(index, all(0)), all(88));
    I32 error =
        __builtin_convertvector(__builtin_elementwise_sub_sat(samples[frame], predictor), I32);
    cost += __builtin_convertvector(error * error, F32);
  }
  way->cost = cost;
  way->end_predictor = predictor;
  way->end_index = index;
}

/// Follows the path of each lane back to its start; lanes without one end up with any codes.
INLINE void trace(const Workspace *space, const Ends *ends, Way *way) {
  int16_t *codes = (int16_t *)way->codes;
  int path[LANES], mask[LANES];
  for (int lane = 0; lane < LANES; lane++) {
    mask[lane] = ends->index[lane] < 0 ? 0 : -1;
    path[lane] = (ends->index[lane] * side_ranks + ends->rank[lane]) & mask[lane];
  }
  for (int frame = IMA4_FRAMES - 1; frame > 0; frame--) {
    const int16_t *origins = (const int16_t *)space->origins[frame];
    // All lanes take a step before any takes the next: they wait for memory together.
#pragma clang loop unroll(full)
    for (int lane = 0; lane < LANES; lane++) {
      const int16_t origin = origins[path[lane] * LANES + lane];
      codes[frame * LANES + lane] = (int16_t)origin_code(origin);
      path[lane] = origin_path(origin) & mask[lane];
    }
  }
  const int16_t *origins = (const int16_t *)space->origins[0];
  int16_t *indices = (int16_t *)&way->start_index, *predictors = (int16_t *)&way->start_predictor;
  for (int lane = 0; lane < LANES; lane++) {
    const int origin = origins[path[lane] * LANES + lane] & mask[lane], code = origin & 15;
    const int index = origin_index((int16_t)origin), size = difference(index, code & 7);
    codes[lane] = (int16_t)code;
    indices[lane] = (int16_t)index;
    predictors[lane] = (int16_t)start_predictor(
        space->samples[0][lane], code & 8 ? -size : size, origin_rank((int16_t)origin));
  }
  replay(space->samples, way);
}

/// Writes one lane of a way down.
INLINE void write_way(const Way *way, size_t lane, ima4_candidate *found) {
  found->cost = way->cost[lane];
  found->start_index = (uint8_t)way->start_index[lane];
  found->start_predictor = way->start_predictor[lane];
  found->end_index = (uint8_t)way->end_index[lane];
  found->end_predictor = way->end_predictor[lane];
  const int16_t *codes = (const int16_t *)way->codes + lane;
  for (int pair = 0; pair < IMA4_FRAMES / 2; pair++, codes += 2 * LANES) {
    found->codes[pair] = (uint8_t)(codes[0] | codes[LANES] << 4);
  }
}
