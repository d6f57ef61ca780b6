#pragma once

// What the rest of a packet will cost from each step index, sample by sample from its end.
//
// The decoder runs backwards here: from a state behind a sample to those that lead there. The path
// kept for an index and a side of the sample before is the one that is cheapest from there on. Its
// cost is an estimate for all states on that index: they may stand better or worse than its own.

#include "Transitions.h"

/// A path from a sample to the end of the packet.
typedef struct {
  /// Before its first sample.
  I16 predictor;
  F32 cost;
  /// With the error of `predictor` itself, by which paths are compared.
  F32 whole_cost;
} Rest;

/// The cheapest rests from an index, with a predictor at or below the sample before, and above.
typedef struct {
  Rest below;
  Rest above;
} Rests;

INLINE void keep_rest(Rest *rest, I32 excluded, I16 predictor, F32 cost, F32 whole_cost) {
  I32 cheaper = unless(excluded, whole_cost) < rest->whole_cost;
  rest->whole_cost = cheaper ? whole_cost : rest->whole_cost;
  rest->cost = cheaper ? cost : rest->cost;
  rest->predictor = __builtin_convertvector(cheaper, I16) ? predictor : rest->predictor;
}

/// Keeps the rest that `after` makes with a code of this difference before it, on the side of
/// `sample` where it comes to lie; no decoder comes from beyond 16 bits.
INLINE void lead_to(Rests *rests, const Rest *after, I32 difference, I16 sample) {
  I32 predictor = __builtin_convertvector(after->predictor, I32) - difference;
  I32 lost = (predictor < INT16_MIN) | (predictor > INT16_MAX);
  I32 error = __builtin_convertvector(sample, I32) - predictor;
  F32 miss = __builtin_convertvector(error, F32);
  F32 whole_cost = after->whole_cost + miss * miss;
  I32 is_above = error >> 31;
  I16 narrow = __builtin_convertvector(predictor, I16);
  keep_rest(&rests->below, is_above | lost, narrow, after->whole_cost, whole_cost);
  keep_rest(&rests->above, ~is_above | lost, narrow, after->whole_cost, whole_cost);
}

/// By the codes 0...3 and 8...11: the two that come from next to the sample on either side.
INLINE void lead_by_small_codes(Rests *rests, const Rest *after, int index, I16 sample) {
  I16 distance = __builtin_elementwise_sub_sat(after->predictor, sample);
  int levels[8];
  for (int magnitude = 0; magnitude < 4; magnitude++) {
    levels[3 - magnitude] = -difference(index, magnitude);
    levels[4 + magnitude] = difference(index, magnitude);
  }
  I16 under = all(levels[0]), over = all(levels[0]);
#pragma clang loop unroll(full)
  for (int level = 0; level < 8; level++) {
    I16 reached = distance >= all(levels[level]);
    if (level > 0) under += reached & all(levels[level] - levels[level - 1]);
    if (level < 7) over += reached & all(levels[level + 1] - levels[level]);
  }
  lead_to(rests, after, __builtin_convertvector(under, I32), sample);
  lead_to(rests, after, __builtin_convertvector(over, I32), sample);
}

/// By one of the codes 4...7 and 12...15: from the direction of the sample.
INLINE void lead_by_large_code(
    Rests *rests, const Rest *after, int index, int magnitude, I16 sample) {
  I32 sign = __builtin_convertvector(sample > after->predictor, I32);
  lead_to(rests, after, (difference(index, magnitude) ^ sign) - sign, sample);
}

INLINE Rests rests(const Rests *after, int index, I16 sample) {
  const Rest none = {.predictor = (I16)0, .cost = (F32)UNREACHED, .whole_cost = (F32)UNREACHED};
  Rests rests = {.below = none, .above = none};
  for (int side = 0; side < 2; side++) {
    const Rests *lower = &after[index > 0 ? index - 1 : 0];
    lead_by_small_codes(&rests, side == 0 ? &lower->below : &lower->above, index, sample);
    for (int magnitude = 4; magnitude < 8; magnitude++) {
      int next = index + rise(magnitude);
      const Rests *higher = &after[next < IMA4_STEPS ? next : IMA4_STEPS - 1];
      lead_by_large_code(
          &rests, side == 0 ? &higher->below : &higher->above, index, magnitude, sample);
    }
  }
  return rests;
}

/// Half way between the cost on one side and the lesser one of both, which alone is too hopeful
/// for one that stands badly.
INLINE F32 estimate(const Rest *side, const Rest *other) {
  F32 least = other->cost < side->cost ? other->cost : side->cost;
  return side->cost < UNREACHED ? 0.5f * (side->cost + least) : least;
}

/// The memory of `costs_to_go`.
typedef struct {
  Rests from[IMA4_STEPS];
  Rests to[IMA4_STEPS];
  /// For each frame the estimated cost of it and all that follow: for each step index before it,
  /// with a predictor at or below the sample before, then for each one with a predictor above.
  F32 costs[IMA4_FRAMES][2][IMA4_STEPS];
} CostsToGo;

/// Fills in the costs from the second frame on.
INLINE void find_costs_to_go(CostsToGo *space, const I16 *samples) {
  Rests *after = space->from, *before = space->to;
  const Rest none = {.predictor = (I16)0, .cost = (F32)UNREACHED, .whole_cost = (F32)UNREACHED};
  const Rest end = {
      .predictor = samples[IMA4_FRAMES - 1], .cost = (F32)0, .whole_cost = (F32)0};
  for (int index = 0; index < IMA4_STEPS; index++) {
    after[index] = (Rests){.below = end, .above = none};
  }
  for (int frame = IMA4_FRAMES - 1; frame > 0; frame--) {
    for (int index = 0; index < IMA4_STEPS; index++) {
      Rests found = rests(after, index, samples[frame - 1]);
      before[index] = found;
      space->costs[frame][0][index] = estimate(&found.below, &found.above);
      space->costs[frame][1][index] = estimate(&found.above, &found.below);
    }
    Rests *other = after;
    after = before;
    before = other;
  }
}
