#pragma once

// The trellis: a Viterbi over the 89 step indices, with the decoder's own arithmetic.
//
// A packet may start from any step index and any predictor that its preamble can state, whatever
// the one before ended on. So packets do not depend on one another, and each lane of a vector has
// a packet of its own.

#include "Greedy.h"
#include "Traceback.h"

/// From an index' paths by a large code, or by the small ones that enclose the sample.
INLINE void take_codes(
    Arrivals *arrivals, const Workspace *space, const Front *front, int index, int magnitude,
    I16 sample) {
  const Steps *steps = &space->steps[index];
#pragma clang loop unroll(full)
  for (int rank = 0; rank < side_ranks; rank++) {
    const Departure from = {
        .predictor = front->predictor[index * side_ranks + rank],
        .cost = front->cost[index * side_ranks + rank],
        .sample = sample, .scale = space->scale, .index = index, .rank = rank};
    if (magnitude < 4) {
      take_small_codes(arrivals, steps, &from);
    } else {
      take_large_code(arrivals, steps, &from, magnitude);
    }
  }
}

/// The paths that arrive at `target`.
INLINE Arrivals gather(const Workspace *space, const Front *front, int target, I16 sample) {
  const int last = IMA4_STEPS - 1;
  const uint8_t *is_alive = alive(front, target);
  Arrivals arrivals = no_arrivals();
  if (is_alive[1]) take_codes(&arrivals, space, front, target + 1, 0, sample);
  if (target == 0 && is_alive[0]) take_codes(&arrivals, space, front, 0, 0, sample);
#pragma clang loop unroll(full)
  for (int magnitude = 4; magnitude < 8; magnitude++) {
    const int rises = rise(magnitude);
    if (is_alive[-rises]) {
      take_codes(&arrivals, space, front, target - rises, magnitude, sample);
    }
  }
  if (target < last) return arrivals;
  // No index is over the last: those close to it lead there as well.
  for (int magnitude = 4; magnitude < 8; magnitude++) {
    for (int index = last - rise(magnitude) + 1; index <= last; index++) {
      if (*alive(front, index)) {
        take_codes(&arrivals, space, front, index, magnitude, sample);
      }
    }
  }
  return arrivals;
}

/// Whether any path leads to `target`, which is not the last one.
INLINE int is_reached(const Front *front, int target) {
  const uint8_t *is_alive = alive(front, target);
  return is_alive[1] | is_alive[-2] | is_alive[-4] | is_alive[-6] | is_alive[-8] |
         (target == 0 && is_alive[0]);
}

/// Moves all paths one sample on.
INLINE void advance(Workspace *space, const Front *from, Front *to, int frame) {
  const U16 limit = __builtin_elementwise_min(
      __builtin_elementwise_add_sat(from->least, space->leeway), space->bound);
  I16 *origins = space->origins[frame];
  clear(to);
  for (int target = 0; target < IMA4_STEPS; target++) {
    if (target < IMA4_STEPS - 1 && !is_reached(from, target)) continue;
    const Arrivals arrivals = gather(space, from, target, space->samples[frame]);
    settle(to, origins, target, &arrivals, limit);
  }
}

/// Packets that cost less than this are searched again in smaller units, but no more than twice.
enum { least_units = 512, most_passes = 3 };

/// The packets that are still searched.
typedef struct {
  uint8_t wanted[LANES];
  /// What each one costs at most.
  float bound[LANES];
  int scale_bits[LANES];
} Packets;

static void set_units(Workspace *space, Packets *packets) {
  Scale *scale = &space->scale;
  uint16_t *greatest = (uint16_t *)&scale->greatest, *factor = (uint16_t *)&scale->factor;
  uint16_t *bound = (uint16_t *)&space->bound, *leeway = (uint16_t *)&space->leeway;
  for (int lane = 0; lane < LANES; lane++) {
    const int wanted = packets->wanted[lane], bits = wanted ? scale_bits(packets->bound[lane]) : 0;
    // Rounding makes no path dearer by more than a unit a sample.
    const float most = wanted ? packets->bound[lane] * units(bits) + IMA4_FRAMES : 0;
    packets->scale_bits[lane] = bits;
    greatest[lane] = (uint16_t)(UINT16_MAX >> bits);
    factor[lane] = (uint16_t)(1 << bits);
    bound[lane] = (uint16_t)(most > UINT16_MAX ? UINT16_MAX : most);
    // A third of it finds nearly all that the whole would: measured.
    leeway[lane] = bound[lane] / 3;
  }
}

/// Takes what was found for one packet, if it is better than what was known.
static void take_ways(
    const Workspace *space, size_t lane, int has_other, ima4_candidates *found) {
  ima4_candidates own = *found;
  write_way(&space->best, lane, &own.best);
  if (has_other) {
    write_way(&space->other, lane, &own.other);
  } else if (found->best.end_index != own.best.end_index) {
    own.other = found->best;
  }
  // By their units they were equal.
  if (own.other.cost < own.best.cost) {
    own = (ima4_candidates){.best = own.other, .other = own.best};
  }
  if (own.best.cost < found->best.cost) *found = own;
}

/// Searches the packets that are wanted, and wants those again that cost so little that the units
/// were too large.
static void search_once(
    Workspace *space, Packets *packets, size_t count, ima4_candidates *found) {
  set_units(space, packets);
  Front *from = &space->fronts[0], *to = &space->fronts[1];
  begin_paths(
      from, space->origins[0], space->steps, space->samples[0], &space->scale,
      __builtin_elementwise_min(space->leeway, space->bound));
  for (int frame = 1; frame < IMA4_FRAMES; frame++) {
    advance(space, from, to, frame);
    Front *other = from;
    from = to;
    to = other;
  }
  const Ends best = cheapest(from, all(-1)), other = cheapest(from, best.index);
  trace(space, &best, &space->best);
  trace(space, &other, &space->other);
  for (size_t lane = 0; lane < count; lane++) {
    if (!packets->wanted[lane]) continue;
    packets->wanted[lane] = 0;
    if (best.index[lane] < 0) continue;
    take_ways(space, lane, other.index[lane] >= 0, &found[lane]);
    if (best.cost[lane] < least_units && packets->scale_bits[lane] < most_scale_bits) {
      packets->wanted[lane] = 1;
      packets->bound[lane] = found[lane].best.cost * 1.05f;
    }
  }
}

/// Searches `count` packets.
static void search_trellis(
    const int16_t *samples, size_t count, void *memory, ima4_candidates *found) {
  Workspace *space = memory;
  // What the quick way costs is the most that any other may.
  greedy(samples, count, &space->greedy, found);
  transpose(samples, count, space->samples);
  fill_steps(space->steps);
  Packets packets;
  memset(&packets, 0, sizeof packets);
  int wanted = 0;
  for (size_t lane = 0; lane < count; lane++) {
    packets.bound[lane] = found[lane].best.cost;
    packets.wanted[lane] = packets.bound[lane] > 0;
    wanted |= packets.wanted[lane];
  }
  for (int pass = 0; wanted && pass < most_passes; pass++) {
    search_once(space, &packets, count, found);
    wanted = 0;
    for (size_t lane = 0; lane < count; lane++) wanted |= packets.wanted[lane];
  }
}
