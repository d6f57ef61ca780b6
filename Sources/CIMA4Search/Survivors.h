#pragma once

// The path that the trellis keeps for one step index, on one side of the signal.

#include "Vectors.h"

/// The cheapest path that reaches a state.
typedef struct {
  I16 predictor;
  F32 cost;
  /// From where, by which code: see `Origin.h`.
  I16 origin;
} Survivor;

/// Keeps a path if it is cheaper. One whose cost is no number goes nowhere.
INLINE void keep(Survivor *survivor, I16 predictor, F32 cost, I16 origin) {
  I32 cheaper = cost < survivor->cost;
  I16 wins = __builtin_convertvector(cheaper, I16);
  survivor->cost = cheaper ? cost : survivor->cost;
  survivor->predictor = wins ? predictor : survivor->predictor;
  survivor->origin = wins ? origin : survivor->origin;
}
