#pragma once

// One sample further: what the codes of a state lead to.

#include "Origin.h"
#include "Survivors.h"

/// The paths to one step index: the one whose predictor is at or below the sample, and the one
/// above. Two paths that enclose the signal complement each other better than the two cheapest.
typedef struct {
  Survivor below;
  Survivor above;
} Arrivals;

INLINE Arrivals no_arrivals(void) {
  const Survivor none = {.predictor = (I16)0, .cost = (F32)UNREACHED, .origin = (I16)0};
  return (Arrivals){.below = none, .above = none};
}

/// The state that paths leave, and the sample that they are to meet.
typedef struct {
  I16 predictor;
  F32 cost;
  I16 sample;
  int index;
  int rank;
} Departure;

INLINE I16 all(int value) { return (I16)(int16_t)value; }

/// Puts the path that leads to `predictor` among those on its side of the sample.
INLINE void arrive(Arrivals *arrivals, const Departure *from, I16 predictor, I16 origin) {
  // Saturated: no error over 32767 can win.
  I32 error = __builtin_convertvector(__builtin_elementwise_sub_sat(from->sample, predictor), I32);
  F32 cost = from->cost + __builtin_convertvector(error * error, F32);
  I32 is_above = error >> 31;
  keep(&arrivals->below, predictor, unless(is_above, cost), origin);
  keep(&arrivals->above, predictor, unless(~is_above, cost), origin);
}

/// The codes 0...3 and 8...11, which lead one index down: the two that enclose the sample.
INLINE void take_small_codes(Arrivals *arrivals, const Departure *from) {
  I16 distance = __builtin_elementwise_sub_sat(from->sample, from->predictor);
  int levels[8];
  for (int magnitude = 0; magnitude < 4; magnitude++) {
    levels[3 - magnitude] = -difference(from->index, magnitude);
    levels[4 + magnitude] = difference(from->index, magnitude);
  }
  I16 under = all(levels[0]), over = all(levels[0]);
  I16 under_origin = all(origin(from->rank, from->index, 0)), over_origin = under_origin;
#pragma clang loop unroll(full)
  for (int level = 0; level < 8; level++) {
    I16 reached = distance >= all(levels[level]);
    if (level > 0) {
      under += reached & all(levels[level] - levels[level - 1]);
      under_origin -= reached;
    }
    if (level < 7) {
      over += reached & all(levels[level + 1] - levels[level]);
      over_origin -= reached;
    }
  }
  I16 below = __builtin_elementwise_add_sat(from->predictor, under);
  I16 above = __builtin_elementwise_add_sat(from->predictor, over);
  I32 error = __builtin_convertvector(__builtin_elementwise_sub_sat(from->sample, below), I32);
  F32 cost = from->cost + __builtin_convertvector(error * error, F32);
  keep(&arrivals->below, below, unless(error >> 31, cost), under_origin);
  error = __builtin_convertvector(__builtin_elementwise_sub_sat(from->sample, above), I32);
  cost = from->cost + __builtin_convertvector(error * error, F32);
  keep(&arrivals->above, above, unless(~(error >> 31), cost), over_origin);
}

/// One of the codes 4...7 and 12...15, in the direction of the sample.
INLINE void take_large_code(Arrivals *arrivals, const Departure *from, int magnitude) {
  I16 distance = __builtin_elementwise_sub_sat(from->sample, from->predictor);
  I16 sign = distance >> 15;
  int size = difference(from->index, magnitude);
  // The clamp of the decoder is the saturation of the addition, which may need two.
  int part = size > INT16_MAX ? INT16_MAX : size;
  I16 predictor =
      __builtin_elementwise_add_sat(from->predictor, (all(part) ^ sign) - sign);
  if (size > part) {
    predictor = __builtin_elementwise_add_sat(predictor, (all(size - part) ^ sign) - sign);
  }
  int step = magnitude - 4 + first_large_step;
  arrive(arrivals, from, predictor, all(origin(from->rank, from->index, step)) ^ sign);
}
