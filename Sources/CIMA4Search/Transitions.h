#pragma once

// One sample further: what the codes of a state lead to.

#include "Rows.h"

/// Paths for each step index: two, one for each side of the sample.
enum { sides = 2 };

/// The paths behind a sample; those that cost too much are given up.
typedef struct {
  /// For the paths at or below the sample, then for those above: what they cost, how far the next
  /// sample is from their predictors, and whether it is below.
  Row cost[sides], distance[sides], is_down[sides];
  /// The first index that has any, and the last one.
  int first, last;
  /// What the cheapest one costs.
  uint16_t least;
} Front;

/// The cheapest paths to some indices on one side of the sample.
typedef struct {
  RowU cost;
  /// How far they are from the sample.
  RowU error;
  /// From where they come: see `Origin.h`.
  RowU origin;
} Survivors;

/// The paths to some indices: those whose predictors are at or below the sample, and those above.
/// Two paths that enclose the signal complement each other better than the two cheapest.
typedef struct {
  Survivors below;
  Survivors above;
} Arrivals;

INLINE Arrivals no_arrivals(void) {
  const Survivors none = {.cost = NO_COST, .error = (RowU)0, .origin = (RowU)0};
  return (Arrivals){.below = none, .above = none};
}

/// A sample that paths are to meet.
typedef struct {
  /// How errors become costs: see `Costs.h`.
  RowU greatest, factor;
  /// Whether predictors may come to the limits of 16 bits, and how far those are.
  int is_loud;
  RowU room_above, room_below;
} Meeting;

/// Where paths come from, and by which codes.
typedef struct {
  const RowTables *tables;
  const Front *front;
  int index, side;
  /// The index whose codes are taken: the path's own, or going back the one that they lead from.
  int step_index;
  /// Lanes with all bits set have no path.
  RowU excluded;
  uint16_t origin;
} Departure;

INLINE RowU row_cost(const Meeting *meeting, RowU error) {
  RowU scaled = __builtin_elementwise_min(error, meeting->greatest) * meeting->factor;
  RowWide wide = __builtin_convertvector(scaled, RowWide);
  return __builtin_convertvector(wide * wide >> 16, RowU);
}

/// Keeps paths unless they are excluded or dearer.
INLINE void keep(Survivors *survivors, RowU excluded, RowU cost, RowU error, uint16_t origin) {
  cost |= excluded;
  const RowU least = __builtin_elementwise_min(cost, survivors->cost);
  const RowI wins = least == cost;
  survivors->cost = least;
  survivors->error = wins ? error : survivors->error;
  survivors->origin = wins ? (RowU)origin : survivors->origin;
}

/// The codes 0...3 and 8...11: the two that enclose the sample.
INLINE void take_small_codes(Arrivals *arrivals, const Meeting *meeting, const Departure *from) {
  const RowU distance = load(&from->front->distance[from->side], from->index);
  const RowI is_down = (RowI)load(&from->front->is_down[from->side], from->index);
  const RowU cost = load(&from->front->cost[from->side], from->index) | from->excluded;
  RowU level[4];
#pragma clang loop unroll(full)
  for (int code = 0; code < 4; code++) {
    level[code] = load(&from->tables->small[code], from->step_index);
  }
  // No level is greater.
  const RowI reach = (RowI)__builtin_elementwise_min(distance, (RowU)INT16_MAX);
  RowU under = (RowI)level[3] > reach ? level[2] : level[3];
  under = (RowI)level[2] > reach ? level[1] : under;
  under = (RowI)level[1] > reach ? level[0] : under;
  under = (RowI)level[0] > reach ? -level[0] : under;
  RowU over = (RowI)level[2] > reach ? level[2] : level[3];
  over = (RowI)level[1] > reach ? level[1] : over;
  over = (RowI)level[0] > reach ? level[0] : over;
  RowU lack = distance - under, excess = over - distance;
  if (meeting->is_loud) {
    excess = __builtin_elementwise_min(
        excess, is_down ? meeting->room_below : meeting->room_above);
    // Where the distance is greater than all levels, none is over it.
    excess = (RowI)level[3] > reach ? excess : NO_COST;
    const RowU turned = __builtin_elementwise_min(
        lack, is_down ? meeting->room_above : meeting->room_below);
    lack = (RowI)level[0] > reach ? turned : lack;
  }
  const RowU below = is_down ? excess : lack, above = is_down ? lack : excess;
  const RowU none = (RowU)0;
  keep(
      &arrivals->below, none, __builtin_elementwise_add_sat(cost, row_cost(meeting, below)), below,
      from->origin);
  keep(
      &arrivals->above, none, __builtin_elementwise_add_sat(cost, row_cost(meeting, above)), above,
      from->origin);
}

/// One of the codes 4...7 and 12...15, in the direction of the sample.
INLINE void take_large_code(
    Arrivals *arrivals, const Meeting *meeting, const Departure *from, int magnitude) {
  const RowU distance = load(&from->front->distance[from->side], from->index);
  const RowU is_down = load(&from->front->is_down[from->side], from->index);
  const RowU size = load(&from->tables->large[magnitude - 4], from->step_index);
  const RowU lack = __builtin_elementwise_sub_sat(distance, size);
  RowU excess = __builtin_elementwise_sub_sat(size, distance);
  if (meeting->is_loud) {
    excess = __builtin_elementwise_min(
        excess, (RowI)is_down ? meeting->room_below : meeting->room_above);
  }
  const RowU error = lack | excess;
  const RowU cost = __builtin_elementwise_add_sat(
      load(&from->front->cost[from->side], from->index) | from->excluded,
      row_cost(meeting, error));
  RowU is_above = (RowU)(distance < size) ^ is_down;
  // At the limits many paths meet the sample: those at it are not above it.
  if (meeting->is_loud) is_above &= (RowU)(error != (RowU)0);
  keep(&arrivals->below, is_above, cost, error, from->origin);
  keep(&arrivals->above, ~is_above, cost, error, from->origin);
}
