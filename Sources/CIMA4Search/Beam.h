#pragma once

// The beam: the most promising paths of one packet, wherever they are.
//
// The promise of a path is its cost plus an estimate of the rest, which the search back from the
// packet's end gives for its step index (`CostToGo.h`). The promise of each candidate over the next
// sample is known before it is followed; those under a limit are followed.

#include "BeamWays.h"

/// The path or start that a fan over a sample belongs to.
INLINE int parent_of(const Beam *beam, int frame, int fan) {
  if (frame == 0) return beam->first_start + fan / 2;
  return beam->has_all_codes ? fan / 2 : fan;
}

INLINE int kind_of(const Beam *beam, int frame, int fan) {
  return frame == 0 || beam->has_all_codes ? fan % 2 * leads_down : beam->kinds[frame][fan];
}

/// Copies the last errors of the paths before `frame` to the paths after it.
INLINE void carry_errors(const Beam *beam, const Paths *from, Paths *to, int frame) {
  for (int path = 0; path < to->count; path++) {
    const CodeFloats before = frame == 0
        ? beam->shaping.errors
        : from->errors[parent_of(beam, frame, beam->origins[frame][path] >> fan_shift)];
    to->errors[path] = with_error(before, beam->samples[frame] - to->predictor[path]);
    to->bend[path] = bend(beam->shaping.taps, to->errors[path]);
  }
}

/// Chooses the most promising candidates over a sample.
INLINE void choose_ways(Beam *beam, int frame, const Widths *widths) {
  const CodeFloats *promises = beam->all_ways.promise;
  const int vector_count = beam->vector_count;
  // Every second start is on the same side of the sample: a part of them is not representative.
  const Costs costs = {
      .vectors = promises, .count = vector_count, .step = frame > 0 ? widths->part : 1};
  if (frame == 0) beam->limit = first_guess(&costs);
  int limit = cost_limit(&costs, beam_width(widths, frame), &beam->limit);
  if (limit >= bits_of(&beam->bound)) limit = bits_of(&beam->bound) - 1;
  Ways *ways = &beam->ways;
  int count = 0;
  for (int vector = 0; vector < vector_count && count < way_count; vector++) {
    count = append_ways(ways, count, vector, float_bits(promises[vector]) <= limit);
  }
  ways->count = count < way_count ? count : way_count;
}

/// Turns the candidates over a sample into paths: of those that are alike, only the cheapest one.
INLINE void unite(Beam *beam, Paths *to, int frame) {
  const Ways *ways = &beam->ways;
  const int32_t *keys = (const int32_t *)beam->all_ways.key;
  const float *costs = (const float *)beam->all_ways.cost;
  const float *predictors = (const float *)beam->all_ways.predictor;
  const int nowhere = way_count, all_ways = ways->count;
  uint16_t *origins = beam->origins[frame];
  int count = 0;
  // No key is -1, so an entry that an earlier sample left in the table refers to no path.
  memset(to->key, 0xFF, (size_t)beam->table_end * sizeof to->key[0]);
  // Saves a tenth of the whole search.
#pragma clang loop unroll_count(8)
  for (int way = 0; way < all_ways; way++) {
    // All is read before anything is written, and costs compare by their bits.
    const int origin = ways->origin[way], key = keys[origin];
    const int cost = bits_of(&costs[origin]), predictor = bits_of(&predictors[origin]);
    uint16_t *entry = &beam->table[(uint32_t)key * 0x9E3779B1u >> (32 - table_bits)];
    // Without branches, because their direction is hard to predict.
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
  if (count > beam->table_end) beam->table_end = count;
}

/// Traces the cheapest path over the last sample that does not lead to the index `except` back to
/// its start.
INLINE void trace_beam(const Beam *beam, int frame_count, int except, ima4_candidate *found) {
  const AllWays *ways = &beam->all_ways;
  float least = UNREACHED;
  int last = 0;
  for (int vector = 0; vector < beam->vector_count; vector++) {
    const CodeInts excluded = (ways->key[vector] & key_index_mask) == except;
    const CodeFloats costs = excluded ? (CodeFloats)UNREACHED : ways->promise[vector];
    const float cheapest = __builtin_reduce_min(costs);
    if (cheapest >= least) continue;
    least = cheapest;
    last = vector * code_count + __builtin_ctz(lane_mask(costs == cheapest));
  }
  found->cost = least - COST_BASE;
  found->end_predictor = (int16_t)((const float *)ways->predictor)[last];
  found->end_index = (uint8_t)(((const int32_t *)ways->key)[last] & key_index_mask);
  memset(found->codes, 0, sizeof found->codes);
  for (int frame = frame_count - 1, origin = last; frame >= 0; frame--) {
    const int fan = origin >> fan_shift, lane = origin % fan_codes;
    const int kind = kind_of(beam, frame, fan), parent = parent_of(beam, frame, fan);
    uint8_t *pair = &found->codes[frame / 2];
    *pair = (uint8_t)(*pair | code_of(kind, lane) << 4 * (frame % 2));
    if (frame > 0) {
      origin = beam->origins[frame - 1][parent];
      continue;
    }
    found->start_index = (uint8_t)(parent / 2);
    found->start_predictor =
        (int16_t)preamble_predictors(beam, parent / 2, parent % 2, kind)[lane];
  }
}

/// Searches the first `frame_count` samples of a packet: at least two, and in place like the costs
/// to go. Finds nothing if no candidate promises to cost less than the bound.
INLINE void search_frames(
    Beam *beam, int frame_count, int is_shaped, ima4_candidates *found) {
  Paths *from = &beam->paths[0], *to = &beam->paths[1];
  weigh_starts(beam, is_shaped);
  for (int frame = 0; frame < frame_count - 1; frame++) {
    choose_ways(beam, frame, is_shaped || beam->has_all_codes ? &wide : &narrow);
    if (beam->ways.count == 0) return;
    unite(beam, to, frame);
    if (is_shaped) carry_errors(beam, from, to, frame);
    if (is_shaped || beam->has_all_codes) {
      weigh_all(beam, to, frame + 1, is_shaped);
    } else {
      weigh(beam, to, frame + 1);
    }
    Paths *other = from;
    from = to;
    to = other;
  }
  trace_beam(beam, frame_count, -1, &found->best);
  trace_beam(beam, frame_count, found->best.end_index, &found->other);
}

/// Searches one packet for the least sum of squared errors.
static void search_packet(Beam *beam, ima4_candidates *found) {
  search_frames(beam, IMA4_FRAMES, 0, found);
}

/// Searches one packet for the least sum of squared weighted errors.
static void search_shaped_packet(Beam *beam, ima4_candidates *found) {
  search_frames(beam, beam->shaping.frame_count, 1, found);
}

/// Turns to another packet.
static void take_packet(Beam *beam, const Rests *rests) {
  beam->rests = rests;
  for (int frame = 0; frame < IMA4_FRAMES; frame++) {
    beam->samples[frame] = rests->search.samples[frame];
  }
}

typedef struct {
  Workspace trellis;
  Rests rests[together];
  Beam beam;
} BeamWorkspace;

/// Searches `count` packets by the trellis, whose costs are upper bounds for the beam.
static void look_ahead(
    BeamWorkspace *space, const int16_t *samples, size_t count, ima4_candidates *found) {
  Beam *beam = &space->beam;
  search_with(&generous, samples, count, &space->trellis, found);
  memset(beam->table, 0, sizeof beam->table);
  beam->table_end = 1;
  for (int index = 0; index < IMA4_STEPS; index++) fill_table(&beam->tables[index], index);
}

/// The weight of the estimated cost of the rest. Estimates are too high, the more so the worse an
/// index is: half the beam finds with 0.45 what the whole beam found with 1.
static const float rest_weight = 0.45f;

/// Whether all codes are tried and many paths are followed. This pays in two cases. Where `fast`
/// loses more in its dearest eight samples than the whole packet costs now, a code that leads away
/// from the sample may prepare a jump. At the limits of 16 bits many paths meet. Elsewhere nothing
/// is lost without such codes, here up to 0.7 dB.
static int is_hard(
    const Workspace *trellis, size_t lane, const int16_t *samples, const ima4_candidates *found) {
  const float dearest = ((const float *)trellis->dearest)[lane];
  return dearest > found->best.cost || is_loud(samples, found->best.cost);
}

/// Searches a packet whose costs to go are known by the beam.
static void search_further(Beam *beam, const Rests *rests, ima4_candidates *found) {
  take_packet(beam, rests);
  // Estimates count by half, but a path that has cost much already may still turn out better.
  beam->bound = COST_BASE + (beam->has_all_codes ? 1.5f : 1.1f) * found->best.cost;
  ima4_candidates own = *found;
  search_packet(beam, &own);
  if (own.best.cost >= found->best.cost) return;
  // The beam may have found one end only, and the trellis's other candidate may be like that.
  if (are_alike(&own.other, &own.best)) own.other = way_beside(&own.best, found);
  *found = own;
}

/// Searches `count` packets: by the trellis, whose paths anticipate jumps that the
/// estimates miss, and by the beam, which is better almost everywhere else.
static void search_beam(
    const int16_t *samples, size_t count, void *memory, ima4_candidates *found) {
  BeamWorkspace *space = memory;
  look_ahead(space, samples, count, found);
  ima4_candidates *waiting[together];
  int number = 0;
  for (size_t next = 0; next < count; next++) {
    const int16_t *own = samples + next * IMA4_FRAMES;
    if (found[next].best.cost > 0) {
      const float cost = found[next].best.cost;
      // At the limits the rests of many paths look dearer than they turn out.
      const float bound = (is_loud(own, cost) ? 2 : 1.6f) * cost;
      const float weight = is_hard(&space->trellis, next, own, &found[next]) ? 1 : rest_weight;
      prepare_rests(&space->rests[number], own, bound, weight);
      waiting[number++] = &found[next];
    }
    if (number < together && next + 1 < count) continue;
    find_costs_to_go(space->rests, number, &space->trellis.tables, IMA4_FRAMES);
    while (number > 0) {
      number--;
      const size_t lane = (size_t)(waiting[number] - found);
      space->beam.has_all_codes = is_hard(
          &space->trellis, lane, samples + lane * IMA4_FRAMES, waiting[number]);
      search_further(&space->beam, &space->rests[number], waiting[number]);
    }
  }
}

/// The last errors after a packet that begins with those in `errors`.
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

/// Searches `count` packets one after the other, each from the errors that the one before has left.
/// Only the first `frame_count` samples of each one count.
static void search_shaped_packets(
    const int16_t *samples, size_t count, int frame_count, const float *taps,
    BeamWorkspace *space, ima4_candidate *found) {
  Shaping *shaping = &space->beam.shaping;
  ima4_candidates flat[LANES];
  look_ahead(space, samples, count, flat);
  shaping->frame_count = frame_count;
  space->beam.has_all_codes = 1;
  space->beam.bound = UNREACHED;
  for (size_t lane = 0; lane < count; lane++) {
    const int16_t *own = samples + lane * IMA4_FRAMES;
    // Silence is searched too: the filter may still be ringing.
    const float bound = 1.5f * flat[lane].best.cost;
    ima4_candidates ways;
    memset(&ways, 0, sizeof ways);
    memcpy(&shaping->taps, taps + lane * code_count, sizeof shaping->taps);
    prepare_rests(space->rests, own, bound > IMA4_FRAMES ? bound : IMA4_FRAMES, 1);
    find_costs_to_go(space->rests, 1, &space->trellis.tables, frame_count);
    take_packet(&space->beam, space->rests);
    search_shaped_packet(&space->beam, &ways);
    found[lane] = ways.best;
    shaping->errors = errors_behind(own, &ways.best, frame_count, shaping->errors);
    shaping->running_index = ways.best.end_index;
    shaping->running_predictor = ways.best.end_predictor;
  }
}

/// Searches `count` packets of one channel, of which the last one may end early.
static void search_shaped(
    const int16_t *samples, size_t count, const float *taps, ima4_shaped_state *state,
    void *memory, ima4_candidate *found) {
  BeamWorkspace *space = memory;
  Shaping *shaping = &space->beam.shaping;
  memcpy(&shaping->errors, state->errors, sizeof shaping->errors);
  shaping->running_index = state->running_index;
  shaping->running_predictor = state->running_predictor;
  const size_t whole = state->last_frame_count < IMA4_FRAMES ? count - 1 : count;
  if (whole > 0) search_shaped_packets(samples, whole, IMA4_FRAMES, taps, space, found);
  if (whole < count) {
    search_shaped_packets(
        samples + whole * IMA4_FRAMES, 1, state->last_frame_count, taps + whole * code_count,
        space, found + whole);
  }
  memcpy(state->errors, &shaping->errors, sizeof shaping->errors);
  state->running_index = shaping->running_index;
  state->running_predictor = shaping->running_predictor;
}
