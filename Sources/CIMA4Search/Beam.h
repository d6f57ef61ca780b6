#pragma once

// The beam: the most promising paths of one packet, wherever they are.
//
// A path's promise is its cost plus an estimate of the rest: what the way back from the packet's
// end costs from its step index (`CostToGo.h`), half of it looked up a sample later, where it shows
// how well the predictor stands. The work for a packet never depends on what it sounds like.

#include "BeamPaths.h"
#include "Trellis.h"

/// The predictors from which each code of an index comes closest to the first sample: of the two
/// that a preamble can state around, the lower one or the upper one.
INLINE CodeInts start_predictors(const Beam *beam, int index, int side) {
  const int spacing = 128;
  CodeInts difference = __builtin_convertvector(beam->tables.differences[index], CodeInts);
  CodeInts start = (((int)beam->samples[0] - difference) & -spacing) + side * spacing;
  start = start < INT16_MIN ? (CodeInts)INT16_MIN : start;
  return start > (INT16_MAX & -spacing) ? (CodeInts)(INT16_MAX & -spacing) : start;
}

INLINE CodeFloats first_predictors(const Beam *beam, int index, int side) {
  CodeInts start = start_predictors(beam, index, side);
  return clamped(__builtin_convertvector(start, CodeFloats) + beam->tables.differences[index]);
}

/// The ways over the first sample: starts are numbered like paths, two for each index.
INLINE void begin(Beam *beam) {
  for (int start = 0; start < 2 * IMA4_STEPS; start++) {
    CodeFloats error = beam->samples[0] - first_predictors(beam, start / 2, start % 2);
    beam->start_costs[start] = COST_BASE + code_costs(beam, 0, start / 2, error);
  }
  const Costs costs = {
      .vectors = beam->start_costs, .numbers = NULL, .count = 2 * IMA4_STEPS, .step = 1};
  const int limit = cost_limit(&costs, wanted_ways(0), &beam->way_spread);
  beam->ways.count = 0;
  for (int start = 0; start < 2 * IMA4_STEPS && beam->ways.count < way_count; start++) {
    CodeFloats predictor = first_predictors(beam, start / 2, start % 2);
    CodeFloats error = beam->samples[0] - predictor;
    CodeInts taken = float_bits(beam->start_costs[start]) <= limit;
    append_ways(beam, start, start / 2, taken, predictor, COST_BASE + error * error);
  }
}

/// The ways over a sample from the paths before it.
INLINE void extend(Beam *beam, const Paths *from, int frame) {
  const Costs costs = {
      .vectors = from->onward, .numbers = from->chosen, .count = from->chosen_count, .step = 7};
  const int limit = cost_limit(&costs, wanted_ways(frame), &beam->way_spread);
  beam->ways.count = 0;
  for (int number = 0; number < from->chosen_count && beam->ways.count < way_count; number++) {
    int path = from->chosen[number], index = from->key[path] & key_index_mask;
    CodeFloats predictor = clamped(from->predictor[path] + beam->tables.differences[index]);
    CodeFloats error = beam->samples[frame] - predictor;
    CodeInts taken = float_bits(from->onward[path]) <= limit;
    append_ways(beam, path, index, taken, predictor, from->cost[path] + error * error);
  }
}

/// Makes paths of the ways over a sample: of those that are alike the cheapest one.
INLINE void unite(Beam *beam, Paths *to, int frame) {
  const Ways *ways = &beam->ways;
  const int way_end = ways->count < way_count ? ways->count : way_count, nowhere = way_count;
  uint16_t *origins = beam->origins[frame];
  int count = 0;
  // No key is -1: what an earlier sample has left in the table is the number of no path.
  memset(to->key, 0xFF, sizeof to->key);
  // Saves a tenth of the whole search.
#pragma clang loop unroll_count(8)
  for (int way = 0; way < way_end; way++) {
    // All is read before anything is written, and costs compare by their bits.
    const int key = ways->key[way], origin = ways->origin[way];
    const int cost = bits_of(&ways->cost[way]), predictor = bits_of(&ways->predictor[way]);
    uint16_t *entry = &beam->table[(uint32_t)key * 0x9E3779B1u >> (32 - table_bits)];
    // No branches: which way they go is hard to foresee.
    const int other = *entry, is_new = to->key[other] != key;
    const int is_dearer = !is_new & (bits_of(&to->cost[other]) <= cost);
    const int place = is_new ? count : other, target = is_dearer ? nowhere : place;
    set_bits(&to->predictor[target], predictor);
    set_bits(&to->cost[target], cost);
    to->key[target] = key;
    origins[target] = (uint16_t)origin;
    *entry = (uint16_t)place;
    count += is_new;
  }
  to->count = count;
  // `look_ahead` takes four paths at a time.
  for (int path = count; path % 4 != 0; path++) to->key[path] = 0;
}

/// Looks ahead over `frame`, the next sample, and ranks the paths.
INLINE void look_ahead(const Beam *beam, Paths *paths, int frame) {
  const float sample = beam->samples[frame], last = beam->samples[frame - 1];
  float *ranks = (float *)paths->rank;
  for (int group = 0; group < paths->count; group += 4) {
    FourFloats promise;
    CodeFloats onward[4];
#pragma clang loop unroll(full)
    for (int member = 0; member < 4; member++) {
      const int path = group + member;
      int index = paths->key[path] & key_index_mask;
      float predictor = paths->predictor[path], cost = paths->cost[path];
      CodeFloats error = sample - clamped(predictor + beam->tables.differences[index]);
      onward[member] = cost + code_costs(beam, frame, index, error);
      paths->onward[path] = onward[member];
      promise[member] = cost + beam->costs_to_go[frame][predictor > last][index + 1];
    }
    FourFloats rank = 0.5f * (promise + least_lanes(onward));
    memcpy(ranks + group, &rank, sizeof rank);
  }
  for (int path = paths->count; path % code_count != 0; path++) ranks[path] = __builtin_inff();
}

/// Chooses the paths that go on from a sample.
INLINE void choose(Beam *beam, Paths *paths, int frame) {
  const int vectors = (paths->count + code_count - 1) / code_count, width = beam_width(frame);
  const Costs costs = {.vectors = paths->rank, .numbers = NULL, .count = vectors, .step = 1};
  const int limit = cost_limit(&costs, width, &beam->rank_spread);
  int count = 0;
  for (int vector = 0; vector < vectors && count < width; vector++) {
    CodeInts taken = float_bits(paths->rank[vector]) <= limit;
    count += append_numbers(paths->chosen + count, vector * code_count, taken);
  }
  paths->chosen_count = count < width ? count : width;
}

/// Follows the cheapest path that does not end on the index `except` back to its start.
INLINE void trace_beam(
    const Beam *beam, const Paths *paths, int except, ima4_candidate *found) {
  float least = UNREACHED;
  int path = 0, code = 0;
  for (int number = 0; number < paths->chosen_count; number++) {
    const int candidate = paths->chosen[number];
    const CodeInts next = beam->tables.next[paths->key[candidate] & key_index_mask];
    const CodeFloats costs = next == except ? (CodeFloats)UNREACHED : paths->onward[candidate];
    const float cheapest = __builtin_reduce_min(costs);
    if (cheapest >= least) continue;
    least = cheapest;
    path = candidate;
    code = __builtin_ctz(lane_mask(costs == cheapest));
  }
  const int index = paths->key[path] & key_index_mask;
  CodeFloats ends = clamped(paths->predictor[path] + beam->tables.differences[index]);
  found->cost = least - COST_BASE;
  found->end_predictor = (int16_t)ends[code];
  found->end_index = (uint8_t)beam->tables.next[index][code];
  for (int frame = IMA4_FRAMES - 1; frame >= 0; frame--) {
    uint8_t *pair = &found->codes[frame / 2];
    *pair = (uint8_t)(*pair << 4 | code);
    if (frame == 0) break;
    const int origin = beam->origins[frame - 1][path];
    path = origin / code_count;
    code = origin % code_count;
  }
  found->start_index = (uint8_t)(path / 2);
  found->start_predictor = (int16_t)start_predictors(beam, path / 2, path % 2)[code];
}

/// Searches one packet, of which samples and costs to go are in place.
static void search_packet(Beam *beam, ima4_candidates *found) {
  Paths *from = &beam->paths[0], *to = &beam->paths[1];
  beam->rank_spread = beam->way_spread = 1 << 19;
  begin(beam);
  for (int frame = 0; frame < IMA4_FRAMES - 1; frame++) {
    if (frame > 0) extend(beam, from, frame);
    unite(beam, to, frame);
    look_ahead(beam, to, frame + 1);
    choose(beam, to, frame);
    Paths *other = from;
    from = to;
    to = other;
  }
  trace_beam(beam, from, -1, &found->best);
  trace_beam(beam, from, found->best.end_index, &found->other);
}

typedef struct {
  union {
    uint8_t trellis[trellis_workspace_size];
    CostsToGo costs_to_go;
  };
  I16 samples[IMA4_FRAMES];
  Beam beam;
} BeamWorkspace;

/// Copies what one lane knows of its packet.
INLINE void take_lane(const BeamWorkspace *space, size_t lane, const int16_t *samples, Beam *beam) {
  const float *costs = (const float *)space->costs_to_go.costs + lane;
  for (int frame = 0; frame < IMA4_FRAMES; frame++) {
    beam->samples[frame] = samples[frame];
    for (int side = 0; side < 2; side++) {
      float *row = beam->costs_to_go[frame][side];
      const float *own = costs + (size_t)(2 * frame + side) * IMA4_STEPS * LANES;
      for (int index = 0; index < IMA4_STEPS; index++) row[index + 1] = own[index * LANES];
      // Codes that lead beyond the indices lead to the first or the last one.
      row[0] = row[1];
      for (int place = IMA4_STEPS + 1; place < row_size; place++) row[place] = row[IMA4_STEPS];
    }
  }
}

/// Searches `count` packets: by the trellis, whose paths anticipate jumps that no estimate sees
/// coming, and by the beam, which is better almost everywhere else.
static void search_beam(
    const int16_t *samples, size_t count, void *memory, ima4_candidates *found) {
  BeamWorkspace *space = memory;
  Beam *beam = &space->beam;
  search_trellis(samples, count, space->trellis, found);
  transpose(samples, count, space->samples);
  memset(&space->costs_to_go, 0, sizeof space->costs_to_go);
  memset(beam, 0, sizeof *beam);
  find_costs_to_go(&space->costs_to_go, space->samples);
  fill_tables(&beam->tables);
  for (size_t lane = 0; lane < count; lane++) {
    take_lane(space, lane, samples + lane * IMA4_FRAMES, beam);
    ima4_candidates own = found[lane];
    search_packet(beam, &own);
    if (own.best.cost < found[lane].best.cost) found[lane] = own;
  }
}
