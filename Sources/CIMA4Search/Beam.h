#pragma once

// The beam: the most promising paths of one packet, wherever they are.
//
// A path's promise is its cost plus an estimate of the rest: what the way back from the packet's
// end costs from its step index (`CostToGo.h`). What each way over the next sample promises is
// known before it is followed: those under a limit are.

#include "BeamPaths.h"

/// The predictors from which each code of an index comes closest to the first sample: of the two
/// that a preamble can state around, the lower one or the upper one.
INLINE CodeInts preamble_predictors(const Beam *beam, int index, int side) {
  const int spacing = 128;
  CodeInts difference = __builtin_convertvector(beam->tables.differences[index], CodeInts);
  CodeInts start = (((int)beam->samples[0] - difference) & -spacing) + side * spacing;
  start = start < INT16_MIN ? (CodeInts)INT16_MIN : start;
  return start > (INT16_MAX & -spacing) ? (CodeInts)(INT16_MAX & -spacing) : start;
}

INLINE CodeFloats first_predictors(const Beam *beam, int index, int side) {
  CodeInts start = preamble_predictors(beam, index, side);
  return clamped(__builtin_convertvector(start, CodeFloats) + beam->tables.differences[index]);
}

/// Where decoders would disagree on a preamble, as the one before has ended: those that carry their
/// own predictor on keep it if the preamble is near.
INLINE CodeInts is_ambiguous(const Shaping *shaping, int index, CodeInts start) {
  const int tolerance = 127;
  if (index != shaping->running_index) return (CodeInts)0;
  CodeInts distance = start - shaping->running_predictor;
  return distance != 0 & distance <= tolerance & distance >= -tolerance;
}

/// The ways over the first sample: starts are numbered like paths, two for each index.
INLINE void begin(Beam *beam, int is_shaped) {
  const float bent = is_shaped ? bend(beam->shaping.taps, beam->shaping.errors) : 0;
  for (int start = 0; start < 2 * IMA4_STEPS; start++) {
    const int index = start / 2;
    CodeFloats error = beam->samples[0] - first_predictors(beam, index, start % 2);
    CodeFloats weighted = error + bent;
    CodeFloats costs = COST_BASE + weighted * weighted + costs_behind(beam, 0, index, error);
    if (is_shaped) {
      CodeInts preamble = preamble_predictors(beam, index, start % 2);
      costs = is_ambiguous(&beam->shaping, index, preamble) ? (CodeFloats)UNREACHED : costs;
    }
    beam->start_costs[start] = costs;
  }
  const Costs costs = {
      .vectors = beam->start_costs, .count = 2 * IMA4_STEPS, .step = 1};
  const int limit = cost_limit(&costs, beam_width(0), &beam->way_spread);
  beam->ways.count = 0;
  for (int start = 0; start < 2 * IMA4_STEPS && beam->ways.count < way_count; start++) {
    CodeFloats predictor = first_predictors(beam, start / 2, start % 2);
    CodeFloats error = beam->samples[0] - predictor;
    CodeFloats weighted = error + bent;
    CodeInts taken = float_bits(beam->start_costs[start]) <= limit;
    taken &= beam->start_costs[start] < UNREACHED;
    append_ways(beam, start, start / 2, taken, predictor, COST_BASE + weighted * weighted);
  }
}

/// Carries the last errors of the paths before on to those behind `frame`.
INLINE void carry_errors(const Beam *beam, const Paths *from, Paths *to, int frame) {
  for (int path = 0; path < to->count; path++) {
    const CodeFloats before = frame == 0
        ? beam->shaping.errors
        : from->errors[beam->origins[frame][path] / code_count];
    to->errors[path] = with_error(before, beam->samples[frame] - to->predictor[path]);
    to->bend[path] = bend(beam->shaping.taps, to->errors[path]);
  }
}

/// What each code of each path costs over `frame`, and from there to the end as estimated.
INLINE void weigh(const Beam *beam, Paths *paths, int frame, int is_shaped) {
  const float sample = beam->samples[frame];
  for (int path = 0; path < paths->count; path++) {
    const int index = paths->key[path] & key_index_mask;
    CodeFloats error = sample - clamped(paths->predictor[path] + beam->tables.differences[index]);
    CodeFloats weighted = is_shaped ? error + paths->bend[path] : error;
    paths->onward[path] =
        paths->cost[path] + weighted * weighted + costs_behind(beam, frame, index, error);
  }
}

/// The ways over a sample from the paths before it.
INLINE void extend(Beam *beam, const Paths *from, int frame, int is_shaped) {
  const Costs costs = {.vectors = from->onward, .count = from->count, .step = 7};
  const int limit = cost_limit(&costs, beam_width(frame), &beam->way_spread);
  beam->ways.count = 0;
  for (int path = 0; path < from->count && beam->ways.count < way_count; path++) {
    CodeInts taken = float_bits(from->onward[path]) <= limit;
    int index = from->key[path] & key_index_mask;
    CodeFloats predictor = clamped(from->predictor[path] + beam->tables.differences[index]);
    CodeFloats error = beam->samples[frame] - predictor;
    if (is_shaped) error += from->bend[path];
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
}

/// Follows the cheapest path that does not end on the index `except` back to its start.
INLINE void trace_beam(
    const Beam *beam, const Paths *paths, int frame_count, int except, ima4_candidate *found) {
  float least = UNREACHED;
  int path = 0, code = 0;
  for (int candidate = 0; candidate < paths->count; candidate++) {
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
  memset(found->codes, 0, sizeof found->codes);
  for (int frame = frame_count - 1; frame >= 0; frame--) {
    uint8_t *pair = &found->codes[frame / 2];
    *pair = (uint8_t)(*pair | code << 4 * (frame % 2));
    if (frame == 0) break;
    const int origin = beam->origins[frame - 1][path];
    path = origin / code_count;
    code = origin % code_count;
  }
  found->start_index = (uint8_t)(path / 2);
  found->start_predictor = (int16_t)preamble_predictors(beam, path / 2, path % 2)[code];
}

/// Searches the first `frame_count` samples of a packet, which are two at least and in place like
/// the costs to go.
INLINE void search_frames(
    Beam *beam, int frame_count, int is_shaped, ima4_candidates *found) {
  Paths *from = &beam->paths[0], *to = &beam->paths[1];
  beam->way_spread = 1 << 19;
  begin(beam, is_shaped);
  for (int frame = 0; frame < frame_count - 1; frame++) {
    if (frame > 0) extend(beam, from, frame, is_shaped);
    unite(beam, to, frame);
    if (is_shaped) carry_errors(beam, from, to, frame);
    weigh(beam, to, frame + 1, is_shaped);
    Paths *other = from;
    from = to;
    to = other;
  }
  trace_beam(beam, from, frame_count, -1, &found->best);
  trace_beam(beam, from, frame_count, found->best.end_index, &found->other);
}

/// Searches one packet for the least sum of squared errors.
static void search_packet(Beam *beam, ima4_candidates *found) {
  search_frames(beam, IMA4_FRAMES, 0, found);
}

/// Searches one packet for the least sum of squared weighted errors.
static void search_shaped_packet(Beam *beam, ima4_candidates *found) {
  const int frame_count = beam->shaping.frame_count;
  // Behind the last sample that counts nothing costs anything.
  memset(beam->costs_to_go[frame_count], 0, sizeof beam->costs_to_go[frame_count]);
  search_frames(beam, frame_count, 1, found);
}

typedef struct {
  Workspace trellis;
  CostsToGo costs_to_go;
  Beam beam;
} BeamWorkspace;

/// Copies what is known of one packet; `unit` is what a unit of the costs to go costs.
static void take_packet(
    const BeamWorkspace *space, size_t lane, const int16_t *samples, float unit, Beam *beam) {
  for (int frame = 0; frame < IMA4_FRAMES; frame++) {
    beam->samples[frame] = samples[frame];
    for (int side = 0; side < 2; side++) {
      float *row = beam->costs_to_go[frame][side];
      const uint16_t *own = space->costs_to_go.costs[lane][frame][side];
      for (int index = 0; index < IMA4_STEPS; index++) row[index + 1] = (float)own[index] * unit;
      // Codes that lead beyond the indices lead to the first or the last one.
      row[0] = row[1];
      for (int place = IMA4_STEPS + 1; place < row_size; place++) row[place] = row[IMA4_STEPS];
    }
  }
}

/// Searches `count` packets by the trellis, and tells what the rests of them will cost, in units
/// that each packet has of its own.
static Packets look_ahead(
    BeamWorkspace *space, const int16_t *samples, size_t count, float least_bound,
    ima4_candidates *found) {
  Beam *beam = &space->beam;
  Workspace *trellis = &space->trellis;
  search_trellis(samples, count, trellis, found);
  Packets packets;
  memset(&packets, 0, sizeof packets);
  for (size_t lane = 0; lane < count; lane++) {
    // Rests that cost much more than a whole packet does are of no use.
    const float bound = 1.5f * found[lane].best.cost;
    packets.bound[lane] = bound > least_bound ? bound : least_bound;
    packets.wanted[lane] = packets.bound[lane] > 0;
  }
  set_units(trellis, &packets);
  find_costs_to_go(&space->costs_to_go, trellis, trellis->bound);
  memset(beam->table, 0, sizeof beam->table);
  memset(beam->costs_to_go[IMA4_FRAMES], 0, sizeof beam->costs_to_go[IMA4_FRAMES]);
  fill_tables(&beam->tables);
  return packets;
}

/// Searches `count` packets: by the trellis, whose paths anticipate jumps that no estimate sees
/// coming, and by the beam, which is better almost everywhere else.
static void search_beam(
    const int16_t *samples, size_t count, void *memory, ima4_candidates *found) {
  BeamWorkspace *space = memory;
  Beam *beam = &space->beam;
  const Packets packets = look_ahead(space, samples, count, 0, found);
  for (size_t lane = 0; lane < count; lane++) {
    if (!packets.wanted[lane]) continue;
    take_packet(
        space, lane, samples + lane * IMA4_FRAMES, 1 / units(packets.scale_bits[lane]), beam);
    ima4_candidates own = found[lane];
    search_packet(beam, &own);
    if (own.best.cost < found[lane].best.cost) found[lane] = own;
  }
}

/// The last errors behind a packet that begins with those in `errors`.
static CodeFloats errors_behind(
    const int16_t *samples, const ima4_candidate *way, int frame_count, CodeFloats errors) {
  int predictor = way->start_predictor, index = way->start_index;
  for (int frame = 0; frame < frame_count; frame++) {
    const int code = way->codes[frame / 2] >> 4 * (frame % 2) & 15;
    const int size = difference(index, code & 7);
    predictor += code & 8 ? -size : size;
    predictor = predictor < INT16_MIN ? INT16_MIN : predictor > INT16_MAX ? INT16_MAX : predictor;
    index += code & 4 ? rise(code & 7) : -1;
    index = index < 0 ? 0 : index < IMA4_STEPS ? index : IMA4_STEPS - 1;
    errors = with_error(errors, (float)(samples[frame] - predictor));
  }
  return errors;
}

/// Searches `count` packets one after the other, each from what the one before has left.
static void search_shaped(
    const int16_t *samples, size_t count, const float *taps, ima4_shaped_state *state,
    void *memory, ima4_candidate *found) {
  BeamWorkspace *space = memory;
  Shaping *shaping = &space->beam.shaping;
  ima4_candidates flat[LANES];
  // Silence is searched too: the filter may still be ringing.
  const Packets packets = look_ahead(space, samples, count, IMA4_FRAMES, flat);
  memcpy(&shaping->errors, state->errors, sizeof shaping->errors);
  shaping->running_index = state->running_index;
  shaping->running_predictor = state->running_predictor;
  for (size_t lane = 0; lane < count; lane++) {
    const int16_t *own = samples + lane * IMA4_FRAMES;
    ima4_candidates ways;
    memset(&ways, 0, sizeof ways);
    shaping->frame_count = lane == count - 1 ? state->last_frame_count : IMA4_FRAMES;
    memcpy(&shaping->taps, taps + lane * code_count, sizeof shaping->taps);
    take_packet(space, lane, own, 1 / units(packets.scale_bits[lane]), &space->beam);
    search_shaped_packet(&space->beam, &ways);
    found[lane] = ways.best;
    shaping->errors = errors_behind(own, &ways.best, shaping->frame_count, shaping->errors);
    shaping->running_index = ways.best.end_index;
    shaping->running_predictor = ways.best.end_predictor;
  }
  memcpy(state->errors, &shaping->errors, sizeof shaping->errors);
  state->running_index = shaping->running_index;
  state->running_predictor = shaping->running_predictor;
}
