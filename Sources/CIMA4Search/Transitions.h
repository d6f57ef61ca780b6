#pragma once

// One sample further: the states that the codes of a state lead to.

#include "Rows.h"

/// The paths after a sample; those that cost too much are dropped.
typedef struct {
  /// Their costs, the distance of the next sample from their predictors, and whether that sample is
  /// on the path's own side of its predictor. If so the path has to go outward, to reach that side
  /// from the other one.
  Row cost, distance, is_outward;
  /// The first index that has any, and the last one.
  int first, last;
  /// The cost of the cheapest one.
  uint16_t least;
  /// Whether the large codes are worth it for any of them, and whether the largest two are.
  int takes_large, takes_largest;
} Front;

/// The cheapest paths to some indices.
typedef struct {
  RowU cost;
  /// Their distances from the sample.
  RowU error;
  /// Their origins: see `Origin.h`.
  RowU origin;
} Survivors;

/// The cheapest paths to some indices, in the lanes of the sides that they come from: those that
/// stay on their side of the signal and those that cross it. Two paths that enclose the signal
/// complement each other better than the two cheapest.
typedef struct {
  Survivors staying;
  Survivors crossing;
} Arrivals;

INLINE Arrivals no_arrivals(void) {
  const Survivors none = {.cost = NO_COST, .error = (RowU)0, .origin = (RowU)0};
  return (Arrivals){.staying = none, .crossing = none};
}

/// A sample that paths are to meet.
typedef struct {
  /// The conversion from errors to costs: see `Costs.h`.
  RowU greatest, factor;
  /// Whether predictors may reach the limits of 16 bits, and the distance of those limits on the
  /// side of a lane and on the other one.
  int is_loud;
  RowU own_room, other_room;
} Meeting;

/// The origins of paths, and their codes.
typedef struct {
  const RowTables *tables;
  const Front *front;
  int index;
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
INLINE void keep(Survivors *survivors, RowU excluded, RowU cost, RowU error, RowU origin) {
  cost |= excluded;
  const RowU least = __builtin_elementwise_min(cost, survivors->cost);
  const RowI wins = least == cost;
  survivors->cost = least;
  survivors->error = wins ? error : survivors->error;
  survivors->origin = wins ? origin : survivors->origin;
}

/// The codes 0...3 and 8...11: the two that enclose the sample.
INLINE void take_small_codes(Arrivals *arrivals, const Meeting *meeting, const Departure *from) {
  const RowU distance = load(&from->front->distance, from->index);
  const RowI is_outward = (RowI)load(&from->front->is_outward, from->index);
  const RowU cost = load(&from->front->cost, from->index) | from->excluded;
  RowU level[4];
#pragma clang loop unroll(full)
  for (int code = 0; code < 4; code++) {
    level[code] = load(&from->tables->small[code], from->step_index);
  }
  // All levels are below this limit.
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
        excess, is_outward ? meeting->own_room : meeting->other_room);
    // If the distance exceeds all levels, there is no level over it.
    excess = (RowI)level[3] > reach ? excess : NO_COST;
    const RowU turned = __builtin_elementwise_min(
        lack, is_outward ? meeting->other_room : meeting->own_room);
    lack = (RowI)level[0] > reach ? turned : lack;
  }
  const RowU staying = is_outward ? excess : lack, crossing = is_outward ? lack : excess;
  const RowU none = (RowU)0, origin = (RowU)from->origin;
  keep(
      &arrivals->staying, none, __builtin_elementwise_add_sat(cost, row_cost(meeting, staying)),
      staying, origin);
  keep(
      &arrivals->crossing, none, __builtin_elementwise_add_sat(cost, row_cost(meeting, crossing)),
      crossing, origin);
}

/// One of the codes 4...7 and 12...15, in the direction of the sample.
INLINE void take_large_code(
    Arrivals *arrivals, const Meeting *meeting, const Departure *from, int magnitude) {
  const RowU distance = load(&from->front->distance, from->index);
  const RowU is_outward = load(&from->front->is_outward, from->index);
  const RowU size = load(&from->tables->large[magnitude - 4], from->step_index);
  RowU error = __builtin_elementwise_max(distance, size) - __builtin_elementwise_min(distance, size);
  if (meeting->is_loud) {
    const RowU room = (RowI)is_outward ? meeting->own_room : meeting->other_room;
    error = distance < size ? __builtin_elementwise_min(error, room) : error;
  }
  const RowU origin = (RowU)from->origin;
  const RowU cost = __builtin_elementwise_add_sat(
      load(&from->front->cost, from->index) | from->excluded, row_cost(meeting, error));
  RowU crosses = (RowU)(distance < size) ^ is_outward;
  // At the limits many paths meet the sample: those at it are not above it.
  if (meeting->is_loud) crosses = error == (RowU)0 ? (RowU)upper() : crosses;
  keep(&arrivals->staying, crosses, cost, error, origin);
  keep(&arrivals->crossing, ~crosses, cost, error, origin);
}

/// The cheapest paths to each side of the sample, in the lanes of these.
/// - orders_equals: whether costs are often equal, as at the limits.
INLINE Survivors united(const Arrivals *arrivals, int orders_equals) {
  const RowU from_above = (RowU)upper() & (uint16_t)(1 << magnitude_bits);
  const Survivors *own = &arrivals->staying;
  const RowU cost = exchanged(arrivals->crossing.cost);
  const RowU origin = exchanged(arrivals->crossing.origin);
  RowI wins = cost < own->cost;
  // Among equal costs the greatest code is kept, because it prepares a jump back: its origin is the
  // least. Among equal codes the path that comes from above is kept.
  const RowU last = upper() ? own->origin : own->origin + 1;
  if (orders_equals) wins |= (cost == own->cost) & (origin < last);
  return (Survivors){
      .cost = wins ? cost : own->cost,
      .error = wins ? exchanged(arrivals->crossing.error) : own->error,
      .origin = wins ? origin + exchanged(from_above) : own->origin + from_above};
}
