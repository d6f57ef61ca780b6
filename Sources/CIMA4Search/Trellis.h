#pragma once

// The trellis: a Viterbi over the 89 step indices, with the decoder's own arithmetic.
//
// A packet may start from any step index and any predictor that its preamble can state, whatever
// the one before ended on. So packets do not depend on one another. Lanes are step indices here:
// those that promise anything are few, and follow one another.

#include <math.h>

#include "Traceback.h"

/// What a search keeps while it runs.
typedef struct {
  RowTables tables;
  Search searches[together];
  F32 dearest[blocks];
  Way best, other;
  /// The samples come first.
  I16 greedy[greedy_vectors];
} Workspace;

INLINE Departure departure(
    const RowTables *tables, const Front *front, int index, int side, int magnitude,
    int distance) {
  return (Departure){
      .tables = tables, .front = front, .index = index + distance, .side = side,
      .excluded = (RowU)0, .origin = origin(magnitude, side, distance)};
}

/// From the first index no code leads further down.
static void take_first(
    Arrivals *arrivals, const RowTables *tables, const Meeting *meeting, const Front *front) {
  for (int side = 0; side < sides; side++) {
    Departure from = departure(tables, front, 0, side, 0, 0);
    from.excluded = load(&tables->but_first, 0);
    take_small_codes(arrivals, meeting, &from);
  }
}

/// No index is over the last: those close to it lead there as well.
static void take_last(
    Arrivals *arrivals, const RowTables *tables, const Meeting *meeting, const Front *front,
    int index) {
  for (int magnitude = 4; magnitude < 8; magnitude++) {
    for (int before = last_index - rise(magnitude) + 1; before <= front->last; before++) {
      for (int side = 0; side < sides; side++) {
        Departure from =
            departure(tables, front, index, side, magnitude, before - last_index);
        from.excluded = load(&tables->but_last, index);
        take_large_code(arrivals, meeting, &from, magnitude);
      }
    }
  }
  const RowU beyond = load(&tables->beyond, index);
  arrivals->below.cost |= beyond;
  arrivals->above.cost |= beyond;
}

/// The paths that arrive at the indices from `index` on.
INLINE Arrivals gather(
    const RowTables *tables, const Meeting *meeting, const Front *front, int index) {
  Arrivals arrivals = no_arrivals();
  if (index < front->last) {
#pragma clang loop unroll(full)
    for (int side = 0; side < sides; side++) {
      const Departure from = departure(tables, front, index, side, 0, 1);
      take_small_codes(&arrivals, meeting, &from);
    }
  }
#pragma clang loop unroll(full)
  for (int magnitude = 4; magnitude < 8; magnitude++) {
    const int before = index - rise(magnitude);
    if (before > front->last || before + ROW_LANES <= front->first) continue;
#pragma clang loop unroll(full)
    for (int side = 0; side < sides; side++) {
      const Departure from = departure(tables, front, index, side, magnitude, -rise(magnitude));
      take_large_code(&arrivals, meeting, &from, magnitude);
    }
  }
  if (index == 0 && front->first == 0) take_first(&arrivals, tables, meeting, front);
  if (index + ROW_LANES > last_index) take_last(&arrivals, tables, meeting, front, index);
  return arrivals;
}

/// Whether a path that is worth it may lead to `index` or beyond it.
INLINE int is_reached(const RowTables *tables, const Front *front, int index, uint16_t reach) {
  if (front->last >= index) return 1;
  const RowI lane = row_lanes;
  const int before = index - rise(7);
  // What leads so far from each of the indices before.
  RowU size = lane < 2 ? load(&tables->large[3], before) : load(&tables->large[2], before);
  size = lane < 4 ? size : load(&tables->large[1], before);
  size = lane < 6 ? size : load(&tables->large[0], before);
  RowI reached = (RowI)0;
#pragma clang loop unroll(full)
  for (int side = 0; side < sides; side++) {
    const RowU distance = load(&front->distance[side], before);
    const RowU alive = (RowU)(load(&front->cost[side], before) != NO_COST);
    reached |= (__builtin_elementwise_add_sat(distance, (RowU)reach) >= size) & (RowI)alive;
  }
  return row_mask(reached) != 0;
}

/// Moves all paths one sample on.
INLINE void advance(Search *search, const RowTables *tables, int frame, int is_loud) {
  const Front *from = &search->fronts[(frame + 1) % 2];
  const Meeting meeting = meeting_at(search, frame, is_loud);
  const int most = from->least + search->leeway[frame / block_frames];
  const RowU limit = (RowU)(uint16_t)(most < search->bound ? most : search->bound);
  const int first = from->first > 0 ? from->first - 1 : 0, top = from->last + rise(7);
  const int last = top < last_index ? top : last_index;
  int index = first;
  open_front(search, frame, index);
  if (from->last < 0) return;
  do {
    const Arrivals arrivals = gather(tables, &meeting, from, index);
    settle(search, frame, index, &arrivals, limit);
    index += ROW_LANES;
  } while (index <= last && (is_loud || is_reached(tables, from, index, search->reach)));
  close_front(search, frame, index);
}

static __attribute__((noinline)) void advance_quietly(
    Search *search, const RowTables *tables, int frame) {
  advance(search, tables, frame, 0);
}

static __attribute__((noinline)) void advance_loudly(
    Search *search, const RowTables *tables, int frame) {
  advance(search, tables, frame, 1);
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

/// What a packet that costs `bound` at most may cost in units.
static uint16_t bound_units(float bound, int scale_bits) {
  // Rounding makes no path dearer by more than a unit a sample.
  const float most = bound * units(scale_bits) + IMA4_FRAMES;
  return (uint16_t)(most > UINT16_MAX ? UINT16_MAX : most);
}

/// Whether predictors may come to the limits of 16 bits without costing too much.
static int is_loud(const int16_t *samples, float bound) {
  int greatest = 0;
  for (int frame = 0; frame < IMA4_FRAMES; frame++) {
    const int size = samples[frame] < 0 ? ~samples[frame] : samples[frame];
    greatest = size > greatest ? size : greatest;
  }
  const float room = (float)(INT16_MAX - greatest);
  return room * room <= 2 * bound + 1;
}

/// One of the packets that are searched side by side.
typedef struct {
  const int16_t *samples;
  size_t lane;
  float bound;
  int scale_bits;
} Packet;

/// How generous to be to paths that cost more than the cheapest one: they may do so for what is to
/// come, and what the quick way pays there where it is dearest tells how much that may be worth.
static void set_leeways(Search *search, const Packet *packet, const F32 *dearest) {
  const float unit = units(packet->scale_bits);
  for (int block = 0; block < blocks; block++) {
    const float own = (0.15f * packet->bound + 0.4f * dearest[block][packet->lane]) * unit;
    const uint16_t most = search->bound / 3;
    search->leeway[block] = own < most ? (uint16_t)own : most;
  }
  const float reach = sqrtf((float)(search->leeway[0] + 1) / unit) + 1;
  search->reach = (uint16_t)(reach < UINT16_MAX ? reach : UINT16_MAX);
}

/// - Parameter index: where the best way that is known starts.
static void prepare(Search *search, const Packet *packet, int index, const F32 *dearest) {
  // The best start is seldom far from one that is good.
  const int below = 12, above = 8;
  search->samples = packet->samples;
  search->bound = bound_units(packet->bound, packet->scale_bits);
  search->greatest = (uint16_t)(UINT16_MAX >> packet->scale_bits);
  search->factor = (uint16_t)(1 << packet->scale_bits);
  search->is_loud = is_loud(packet->samples, packet->bound);
  search->origin_count = 0;
  search->first = index > below ? index - below : 0;
  search->last = index < last_index - above ? index + above : last_index;
  set_leeways(search, packet, dearest);
}

/// Follows the paths of some packets from start to end: each sample of a packet waits for the one
/// before it, side by side they wait together.
static void follow(Search *searches, int count, const RowTables *tables) {
  for (int number = 0; number < count; number++) begin_paths(&searches[number], tables);
  for (int frame = 1; frame < IMA4_FRAMES; frame++) {
    for (int number = 0; number < count; number++) {
      if (searches[number].is_loud) {
        advance_loudly(&searches[number], tables, frame);
      } else {
        advance_quietly(&searches[number], tables, frame);
      }
    }
  }
}

/// Where the best paths of some packets end, and the best ones on another index.
typedef struct {
  End best[LANES], other[LANES];
} Results;

/// Searches some packets, and follows their best paths back.
static void search_some(
    Workspace *space, const Packet *packets, int count, Results *results) {
  follow(space->searches, count, &space->tables);
  Track tracks[track_count];
  int traced = 0;
  for (int number = 0; number < count; number++) {
    const Search *search = &space->searches[number];
    const Front *front = &search->fronts[(IMA4_FRAMES - 1) % 2];
    const size_t lane = packets[number].lane;
    const End best = cheapest(front, -1), other = cheapest(front, best.index);
    results->best[lane] = best;
    results->other[lane] = other;
    if (best.index >= 0) tracks[traced++] = track_from(search, &best, &space->best, lane);
    if (other.index >= 0) tracks[traced++] = track_from(search, &other, &space->other, lane);
  }
  if (traced == 0) return;
  // What is traced twice ends up the same.
  while (traced < track_count) tracks[traced++] = tracks[0];
  trace(tracks);
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
    const int16_t *samples, Workspace *space, Packets *packets, size_t count,
    ima4_candidates *found) {
  Results results;
  Packet some[together];
  int waiting = 0;
  memset(&space->best, 0, sizeof space->best);
  memset(&space->other, 0, sizeof space->other);
  for (size_t lane = 0; lane < count; lane++) {
    if (packets->wanted[lane]) {
      packets->scale_bits[lane] = scale_bits(packets->bound[lane]);
      some[waiting] = (Packet){
          .samples = samples + lane * IMA4_FRAMES, .lane = lane, .bound = packets->bound[lane],
          .scale_bits = packets->scale_bits[lane]};
      prepare(
          &space->searches[waiting], &some[waiting], found[lane].best.start_index, space->dearest);
      waiting++;
    }
    if (waiting < together && lane + 1 < count) continue;
    search_some(space, some, waiting, &results);
    waiting = 0;
  }
  replay(space->greedy, &space->best);
  replay(space->greedy, &space->other);
  for (size_t lane = 0; lane < count; lane++) {
    if (!packets->wanted[lane]) continue;
    packets->wanted[lane] = 0;
    if (results.best[lane].index < 0) continue;
    take_ways(space, lane, results.other[lane].index >= 0, &found[lane]);
    if (results.best[lane].cost < least_units && packets->scale_bits[lane] < most_scale_bits) {
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
  encode_greedily(samples, count, &space->greedy, space->dearest, found);
  fill_rows(&space->tables);
  Packets packets;
  memset(&packets, 0, sizeof packets);
  int wanted = 0;
  for (size_t lane = 0; lane < count; lane++) {
    packets.bound[lane] = found[lane].best.cost;
    packets.wanted[lane] = packets.bound[lane] > 0;
    wanted |= packets.wanted[lane];
  }
  for (int pass = 0; wanted && pass < most_passes; pass++) {
    search_once(samples, space, &packets, count, found);
    wanted = 0;
    for (size_t lane = 0; lane < count; lane++) wanted |= packets.wanted[lane];
  }
}
