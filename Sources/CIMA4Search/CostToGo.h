#pragma once

// What the rest of a packet will cost from each step index, sample by sample from its end.
//
// The decoder runs backwards here: from a state behind a sample to those that lead there. The path
// kept for an index and a side of the sample before is the one that is cheapest from there on. Its
// cost is an estimate for all states on that index: they may stand better or worse than its own.

#include "Steps.h"
#include "TrellisSearch.h"

/// A path from a sample to the end of the packet.
typedef struct {
  /// Before its first sample.
  I16 predictor;
  /// With the error of `predictor` itself, by which paths are compared.
  U16 whole_cost;
} Rest;

/// The cheapest rests from an index, with a predictor at or below the sample before, and above.
typedef struct {
  Rest below;
  Rest above;
} Rests;

/// The rests behind a sample.
typedef struct {
  Rests rests[IMA4_STEPS];
  /// What the cheapest one costs.
  U16 least;
  uint8_t is_alive[IMA4_STEPS];
} RestFront;

/// The memory of `find_costs_to_go`.
typedef struct {
  RestFront fronts[2];
  Steps steps[IMA4_STEPS];
  Scale scale;
  /// What a packet may cost at most.
  U16 bound;
  /// For each packet and frame the estimated cost of it and all that follow: for each step index
  /// before it, with a predictor at or below the sample before, then with one above.
  uint16_t costs[LANES][IMA4_FRAMES][2][IMA4_STEPS];
} CostsToGo;

/// The rests from one index, as they are found.
typedef struct {
  Rests found;
  const Steps *steps;
  const Scale *scale;
  I16 sample;
  int index;
} RestSearch;

INLINE void keep_rest(Rest *rest, I16 excluded, I16 predictor, U16 whole_cost) {
  U16 cost = whole_cost | (U16)excluded;
  I16 wins = cost <= rest->whole_cost;
  rest->whole_cost = __builtin_elementwise_min(cost, rest->whole_cost);
  rest->predictor = wins ? predictor : rest->predictor;
}

/// What the rest that `after` makes costs if a code has led there from `predictor`, with an error of
/// that.
INLINE U16 cost_from(const RestSearch *search, const Rest *after, I16 error) {
  return __builtin_elementwise_add_sat(after->whole_cost, squared(search->scale, error));
}

/// By the codes 0...3 and 8...11: the two that come from next to the sample on either side.
INLINE void lead_by_small_codes(RestSearch *search, const Rest *after) {
  const int16_t *table = search->steps->table;
  I16 distance = __builtin_elementwise_sub_sat(after->predictor, search->sample);
  Enclosing numbers = enclosing(search->steps, distance);
  I16 above = __builtin_elementwise_sub_sat(after->predictor, look_up(table, numbers.under));
  I16 below = __builtin_elementwise_sub_sat(after->predictor, look_up(table, numbers.over));
  I16 error = __builtin_elementwise_sub_sat(search->sample, above);
  keep_rest(&search->found.above, error > 0, above, cost_from(search, after, error));
  error = __builtin_elementwise_sub_sat(search->sample, below);
  keep_rest(&search->found.below, error >> 15, below, cost_from(search, after, error));
}

/// By one of the codes 4...7 and 12...15: from the direction of the sample.
INLINE void lead_by_large_code(RestSearch *search, const Rest *after, int magnitude) {
  I16 down = search->sample <= after->predictor;
  I16 predictor = add_large(search->steps, search->index, magnitude, after->predictor, down);
  I16 error = __builtin_elementwise_sub_sat(search->sample, predictor);
  U16 cost = cost_from(search, after, error);
  keep_rest(&search->found.below, error >> 15, predictor, cost);
  keep_rest(&search->found.above, ~(error >> 15), predictor, cost);
}

INLINE void lead(RestSearch *search, const RestFront *after, int magnitude) {
  int next = magnitude < 4 ? search->index - 1 : search->index + rise(magnitude);
  next = next < 0 ? 0 : next < IMA4_STEPS ? next : IMA4_STEPS - 1;
  if (!after->is_alive[next]) return;
  const Rest *sides[2] = {&after->rests[next].below, &after->rests[next].above};
#pragma clang loop unroll(full)
  for (int side = 0; side < 2; side++) {
    if (magnitude < 4) {
      lead_by_small_codes(search, sides[side]);
    } else {
      lead_by_large_code(search, sides[side], magnitude);
    }
  }
}

/// What a rest costs without the error of its own predictor.
INLINE U16 own_cost(const Rest *rest, const RestSearch *search) {
  I16 error = __builtin_elementwise_sub_sat(search->sample, rest->predictor);
  U16 cost = __builtin_elementwise_sub_sat(rest->whole_cost, squared(search->scale, error));
  return cost | (U16)(rest->whole_cost == UNREACHED_UNITS);
}

/// Half way between the cost on one side and the lesser one of both, which alone is too hopeful
/// for one that stands badly.
INLINE U16 estimate(U16 side, U16 other) {
  U16 least = __builtin_elementwise_min(side, other);
  return side == UNREACHED_UNITS ? least : (side >> 1) + (least >> 1);
}

INLINE void write_costs(CostsToGo *space, U16 costs, int frame, int side, int index) {
#pragma clang loop unroll(full)
  for (int lane = 0; lane < LANES; lane++) space->costs[lane][frame][side][index] = costs[lane];
}

/// The rests before a sample from those behind it; each lane gives up what costs more than `limit`.
INLINE void step_back(
    CostsToGo *space, I16 sample, const RestFront *after, RestFront *before, int frame,
    U16 limit) {
  before->least = UNREACHED_UNITS;
  const Rest none = {.predictor = all(0), .whole_cost = UNREACHED_UNITS};
  for (int index = 0; index < IMA4_STEPS; index++) {
    RestSearch search = {
        .found = {.below = none, .above = none}, .steps = &space->steps[index],
        .scale = &space->scale, .sample = sample, .index = index};
    lead(&search, after, 0);
#pragma clang loop unroll(full)
    for (int magnitude = 4; magnitude < 8; magnitude++) lead(&search, after, magnitude);
    Rests *found = &search.found;
    found->below.whole_cost |= (U16)(found->below.whole_cost >= limit);
    found->above.whole_cost |= (U16)(found->above.whole_cost >= limit);
    before->rests[index] = *found;
    U16 least = __builtin_elementwise_min(found->below.whole_cost, found->above.whole_cost);
    before->least = __builtin_elementwise_min(before->least, least);
    before->is_alive[index] = any(least != UNREACHED_UNITS);
    if (!before->is_alive[index]) continue;
    U16 below = own_cost(&found->below, &search), above = own_cost(&found->above, &search);
    write_costs(space, estimate(below, above), frame, 0, index);
    write_costs(space, estimate(above, below), frame, 1, index);
  }
}

/// Chooses units for the packets that are wanted.
static void set_units(CostsToGo *space, Packets *packets) {
  uint16_t *greatest = (uint16_t *)&space->scale.greatest;
  uint16_t *factor = (uint16_t *)&space->scale.factor, *bound = (uint16_t *)&space->bound;
  for (int lane = 0; lane < LANES; lane++) {
    const int wanted = packets->wanted[lane], bits = wanted ? scale_bits(packets->bound[lane]) : 0;
    packets->scale_bits[lane] = bits;
    greatest[lane] = (uint16_t)(UINT16_MAX >> bits);
    factor[lane] = (uint16_t)(1 << bits);
    bound[lane] = wanted ? bound_units(packets->bound[lane], bits) : 0;
  }
}

/// Fills in the costs from the second frame on, in the units that are set, as if a packet ended
/// after `frame_count` samples.
INLINE void find_costs_to_go(CostsToGo *space, const I16 *samples, int frame_count) {
  fill_steps(space->steps);
  memset(space->costs, 0xFF, sizeof space->costs);
  RestFront *after = &space->fronts[0], *before = &space->fronts[1];
  const Rest none = {.predictor = all(0), .whole_cost = UNREACHED_UNITS};
  const Rest end = {.predictor = samples[frame_count - 1], .whole_cost = (U16)0};
  after->least = (U16)0;
  for (int index = 0; index < IMA4_STEPS; index++) {
    after->rests[index] = (Rests){.below = end, .above = none};
    after->is_alive[index] = 1;
  }
  const U16 leeway = space->bound / 2;
  for (int frame = frame_count - 1; frame > 0; frame--) {
    const U16 most = __builtin_elementwise_add_sat(after->least, leeway);
    step_back(
        space, samples[frame - 1], after, before, frame,
        __builtin_elementwise_min(space->bound, most));
    RestFront *other = after;
    after = before;
    before = other;
  }
}
