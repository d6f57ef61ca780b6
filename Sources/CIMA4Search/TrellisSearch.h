#pragma once

// The trellis, for many packets: `fast` first, then the paths, then the trace back along the best
// ones.

#include "Leeway.h"
#include "Trellis.h"

/// The memory of a search while it runs.
typedef struct {
  RowTables tables;
  Search searches[together];
  F32 dearest[blocks];
  Way best, other;
  /// The samples come first.
  I16 greedy[greedy_vectors];
} Workspace;

/// The ends of the best paths of some packets, and of the best ones on another index.
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
  // Tracing a path twice gives the same result.
  while (traced < track_count) tracks[traced++] = tracks[0];
  trace(tracks);
}

/// Takes the candidates found for one packet, if they are better than those known.
static void take_ways(
    const Workspace *space, size_t lane, int has_other, ima4_candidates *found) {
  ima4_candidates own = *found;
  write_way(&space->best, lane, &own.best);
  if (has_other) {
    write_way(&space->other, lane, &own.other);
  } else {
    own.other = way_beside(&own.best, found);
  }
  // In whole units their costs were equal.
  if (own.other.cost < own.best.cost) {
    own = (ima4_candidates){.best = own.other, .other = own.best};
  }
  if (own.best.cost < found->best.cost) *found = own;
}

/// Searches the packets that are wanted, and wants those again that cost so little that the units
/// were too large.
static void search_once(
    const int16_t *samples, Workspace *space, const Leeways *leeways, Packets *packets, size_t count,
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
          &space->searches[waiting], &some[waiting], leeways, found[lane].best.start_index,
          space->dearest);
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
static void search_with(
    const Leeways *leeways, const int16_t *samples, size_t count, Workspace *space,
    ima4_candidates *found) {
  // The cost of the quick search is the maximum for every other.
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
    search_once(samples, space, leeways, &packets, count, found);
    wanted = 0;
    for (size_t lane = 0; lane < count; lane++) wanted |= packets.wanted[lane];
  }
}

/// Searches `count` packets as quickly as it can.
static void search_trellis(
    const int16_t *samples, size_t count, void *memory, ima4_candidates *found) {
  search_with(&tight, samples, count, memory, found);
}
