#pragma once

// The candidates over a sample, and the promise of each one.

#include "BeamPaths.h"

/// The predictors from which each code of a fan comes closest to the first sample. A preamble can
/// store two around that point: the lower one or the upper one.
INLINE FanInts preamble_predictors(const Beam *beam, int index, int side, int kind) {
  FanInts difference = __builtin_convertvector(beam->tables[index].differences[kind], FanInts);
  FanInts start = (((int)beam->samples[0] - difference) & -spacing) + side * spacing;
  start = start < INT16_MIN ? (FanInts)INT16_MIN : start;
  return start > (INT16_MAX & -spacing) ? (FanInts)(INT16_MAX & -spacing) : start;
}

/// Whether decoders would disagree on a preamble, given the end of the packet before: decoders that
/// carry their own predictor on keep it if the preamble is near.
INLINE CodeInts is_ambiguous(const Shaping *shaping, int index, CodeInts start) {
  const int tolerance = 127;
  if (index != shaping->running_index) return (CodeInts)0;
  CodeInts distance = start - shaping->running_predictor;
  return distance != 0 & distance <= tolerance & distance >= -tolerance;
}

/// One path or start, and the codes that continue it.
typedef struct {
  int index, kind;
  /// Before each code.
  FanFloats predictor;
  float cost;
  /// The filter's output for the last errors.
  float bent;
} Fan;

/// Weighs the candidates of two fans.
INLINE void weigh_fans(
    Beam *beam, int vector, int frame, const Fan *one, const Fan *another, int is_shaped) {
  const BeamTable *own = &beam->tables[one->index], *other = &beam->tables[another->index];
  AllWays *ways = &beam->all_ways;
  const CodeFloats differences =
      joined(own->differences[one->kind], other->differences[another->kind]);
  const CodeFloats next = clamped(joined(one->predictor, another->predictor) + differences);
  const CodeFloats error = beam->samples[frame] - next;
  const CodeFloats weighted =
      is_shaped ? error + joined((FanFloats)one->bent, (FanFloats)another->bent) : error;
  const CodeFloats costs =
      joined((FanFloats)one->cost, (FanFloats)another->cost) + weighted * weighted;
  const CostRow *rows = beam->rests->costs[frame + 1];
  const CodeFloats below = behind_codes(&rows[0], one->index, another->index);
  const CodeFloats above = behind_codes(&rows[1], one->index, another->index);
  const CodeFloats alike = (next - (float)INT16_MIN) * joined(own->scale, other->scale);
  ways->predictor[vector] = next;
  ways->cost[vector] = costs;
  ways->promise[vector] = costs + (error < 0 ? above : below);
  ways->key[vector] =
      __builtin_convertvector(alike, CodeInts) << index_bits | joined_ints(own->next, other->next);
}

/// A start, numbered like a path: two for each index.
INLINE Fan start_fan(const Beam *beam, int start, int kind, float bent) {
  const int index = start / 2;
  const FanInts preamble = preamble_predictors(beam, index, start % 2, kind);
  return (Fan){
      .index = index, .kind = kind, .predictor = __builtin_convertvector(preamble, FanFloats),
      .cost = COST_BASE, .bent = bent};
}

/// Weighs the candidates over the first sample, of the starts with a known estimate of the rest.
INLINE void weigh_starts(Beam *beam, int is_shaped) {
  const float bent = is_shaped ? bend(beam->shaping.taps, beam->shaping.errors) : 0;
  const Front *front = first_front(beam->rests);
  const int lowest = front->first - longest_rise, highest = front->last + 1;
  // A filter may prefer one from which it is not known.
  const int first = is_shaped || lowest < 0 ? 0 : lowest;
  const int last = is_shaped || highest > last_index ? last_index : highest;
  beam->first_start = 2 * first;
  beam->vector_count = 2 * (last - first + 1);
  for (int vector = 0; vector < beam->vector_count; vector++) {
    const int start = beam->first_start + vector;
    const Fan up = start_fan(beam, start, 0, bent), down = start_fan(beam, start, leads_down, bent);
    weigh_fans(beam, vector, 0, &up, &down, is_shaped);
    if (!is_shaped) continue;
    const CodeInts preamble =
        __builtin_convertvector(joined(up.predictor, down.predictor), CodeInts);
    CodeFloats *promise = &beam->all_ways.promise[vector];
    *promise =
        is_ambiguous(&beam->shaping, start / 2, preamble) ? (CodeFloats)UNREACHED : *promise;
  }
}

/// A path.
INLINE Fan path_fan(const Paths *paths, int path, int kind, int is_shaped) {
  return (Fan){
      .index = paths->key[path] & key_index_mask, .kind = kind,
      .predictor = (FanFloats)paths->predictor[path], .cost = paths->cost[path],
      .bent = is_shaped ? paths->bend[path] : 0};
}

/// A path with the codes that lead to the sample.
INLINE Fan leading_fan(Beam *beam, const Paths *paths, int path, int frame) {
  const float distance = beam->samples[frame] - paths->predictor[path];
  const float close = beam->tables[paths->key[path] & key_index_mask].close;
  const int kind =
      (distance < 0 ? leads_down : 0) | (__builtin_fabsf(distance) < close ? is_close : 0);
  beam->kinds[frame][path] = (uint8_t)kind;
  return path_fan(paths, path, kind, 0);
}

/// Weighs the candidates over another sample by all codes.
INLINE void weigh_all(Beam *beam, const Paths *paths, int frame, int is_shaped) {
  beam->vector_count = paths->count;
  for (int path = 0; path < paths->count; path++) {
    const Fan up = path_fan(paths, path, 0, is_shaped);
    const Fan down = path_fan(paths, path, leads_down, is_shaped);
    weigh_fans(beam, path, frame, &up, &down, is_shaped);
  }
}

/// Weighs the candidates over another sample by the codes that lead to it.
INLINE void weigh(Beam *beam, Paths *paths, int frame) {
  beam->vector_count = (paths->count + 1) / 2;
  // The padding of the last vector promises nothing.
  paths->cost[paths->count] = UNREACHED;
  paths->predictor[paths->count] = 0;
  paths->key[paths->count] = 0;
  for (int vector = 0; vector < beam->vector_count; vector++) {
    const Fan one = leading_fan(beam, paths, 2 * vector, frame);
    const Fan another = leading_fan(beam, paths, 2 * vector + 1, frame);
    weigh_fans(beam, vector, frame, &one, &another, 0);
  }
}
