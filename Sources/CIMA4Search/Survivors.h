#pragma once

// The paths that a search keeps for one step index, on one side of the signal.

#include "Vectors.h"

/// Paths that reach a state, the cheapest first.
typedef struct {
  I16 predictor[IMA4_MOST_SURVIVORS];
  F32 cost[IMA4_MOST_SURVIVORS];
  /// From where, by which code: see `Origin.h`.
  I16 origin[IMA4_MOST_SURVIVORS];
} Survivors;

INLINE void clear(Survivors *list, int survivors) {
  for (int rank = 0; rank < survivors; rank++) {
    list->predictor[rank] = list->origin[rank] = (I16)0;
    list->cost[rank] = (F32)UNREACHED;
  }
}

/// Puts a path in its place and pushes the worst one out. Of two paths with the same predictor the
/// dearer one goes: their future is the same. A path whose cost is no number goes nowhere.
INLINE void insert(Survivors *list, int survivors, I16 predictor, F32 cost, I16 origin) {
  I16 new = predictor;
#pragma clang loop unroll(full)
  for (int rank = 0; rank < survivors; rank++) {
    I32 cheaper = cost < list->cost[rank];
    I16 wins = __builtin_convertvector(cheaper, I16);
    F32 old_cost = list->cost[rank];
    I16 old_predictor = list->predictor[rank], old_origin = list->origin[rank];
    list->cost[rank] = cheaper ? cost : old_cost;
    list->predictor[rank] = wins ? predictor : old_predictor;
    list->origin[rank] = wins ? origin : old_origin;
    if (rank + 1 < survivors) {
      I32 twin = __builtin_convertvector(new == old_predictor, I32);
      cost = unless(twin, cheaper ? old_cost : cost);
      predictor = wins ? old_predictor : predictor;
      origin = wins ? old_origin : origin;
    }
  }
}
