#pragma once

// One sample further: what the codes of a state lead to.

#include "Steps.h"

/// The cheapest path that reaches a state.
typedef struct {
  I16 predictor;
  U16 cost;
  /// From where, by which code: see `Origin.h`.
  I16 origin;
} Survivor;

/// The paths to one step index: the one whose predictor is at or below the sample, and the one
/// above. Two paths that enclose the signal complement each other better than the two cheapest.
typedef struct {
  Survivor below;
  Survivor above;
} Arrivals;

INLINE Arrivals no_arrivals(void) {
  const Survivor none = {.predictor = all(0), .cost = UNREACHED_UNITS, .origin = all(0)};
  return (Arrivals){.below = none, .above = none};
}

/// The state that paths leave, and the sample that they are to meet.
typedef struct {
  I16 predictor;
  U16 cost;
  I16 sample;
  Scale scale;
  int index;
  int rank;
} Departure;

/// Keeps a path unless it is excluded or dearer.
INLINE void keep(Survivor *survivor, I16 excluded, I16 predictor, U16 cost, I16 origin) {
  cost |= (U16)excluded;
  I16 wins = cost <= survivor->cost;
  survivor->cost = __builtin_elementwise_min(cost, survivor->cost);
  survivor->predictor = wins ? predictor : survivor->predictor;
  survivor->origin = wins ? origin : survivor->origin;
}

/// The cost of a path that leads to `predictor`, and whether that is above the sample.
INLINE U16 cost_of(const Departure *from, I16 predictor, I16 *is_above) {
  // Saturated: no error over 32767 can win.
  I16 error = __builtin_elementwise_sub_sat(from->sample, predictor);
  *is_above = error >> 15;
  return __builtin_elementwise_add_sat(from->cost, squared(&from->scale, error));
}

/// Puts the path that leads to `predictor` among those on its side of the sample.
INLINE void arrive(Arrivals *arrivals, const Departure *from, I16 predictor, I16 origin) {
  I16 is_above;
  U16 cost = cost_of(from, predictor, &is_above);
  keep(&arrivals->below, is_above, predictor, cost, origin);
  keep(&arrivals->above, ~is_above, predictor, cost, origin);
}

/// The codes 0...3 and 8...11, which lead one index down: the two that enclose the sample.
INLINE void take_small_codes(Arrivals *arrivals, const Steps *steps, const Departure *from) {
  I16 distance = __builtin_elementwise_sub_sat(from->sample, from->predictor), is_above;
  Enclosing numbers = enclosing(steps, distance);
  I16 under =
      __builtin_elementwise_add_sat(from->predictor, look_up(steps->table, numbers.under));
  I16 over = __builtin_elementwise_add_sat(from->predictor, look_up(steps->table, numbers.over));
  I16 first = all(origin(from->rank, from->index, 0));
  U16 cost = cost_of(from, under, &is_above);
  keep(&arrivals->below, is_above, under, cost, first + numbers.under);
  cost = cost_of(from, over, &is_above);
  keep(&arrivals->above, ~is_above, over, cost, first + numbers.over);
}

/// One of the codes 4...7 and 12...15, in the direction of the sample.
INLINE void take_large_code(
    Arrivals *arrivals, const Steps *steps, const Departure *from, int magnitude) {
  I16 sign = __builtin_elementwise_sub_sat(from->sample, from->predictor) >> 15;
  I16 predictor = add_large(steps, from->index, magnitude, from->predictor, sign);
  int step = magnitude - 4 + first_large_step;
  arrive(arrivals, from, predictor, all(origin(from->rank, from->index, step)) ^ sign);
}
