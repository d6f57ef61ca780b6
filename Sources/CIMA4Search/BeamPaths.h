#pragma once

// The paths of a beam, and what leads from one sample to the next.

#include "CostToGo.h"
#include "Limit.h"
#include "Shaping.h"

enum {
  /// Ways over the first sample and over the last one that are followed. Towards the end fewer do
  /// as well: the less is left, the better its cost is known.
  first_width = 240,
  last_width = 80,
  /// Room for some more than are wanted: a limit is found by looking at a part of them.
  way_count = 384,
  table_bits = 11,
  /// Costs to go before the first index and behind the last one, as many as codes lead beyond.
  row_size = 104
};

/// So many ways over a sample are followed.
INLINE int beam_width(int frame) {
  return first_width - (first_width - last_width) * frame / IMA4_FRAMES;
}

/// What all costs start from, so that the bits of small ones differ no more than those of others.
#define COST_BASE 1024.0f

/// Where a path comes from: the number of the one before, and in the low four bits the code.
INLINE int beam_origin(int parent, int code) { return parent * code_count + code; }

/// What the step index of a state does.
typedef struct {
  /// What each code adds to the predictor, and the index that it leads to.
  CodeFloats differences[IMA4_STEPS];
  CodeInts next[IMA4_STEPS];
  /// By how much predictors on the next index are shifted to find those that are much alike.
  CodeInts shift[IMA4_STEPS];
} BeamTables;

/// Ways onwards from paths, one behind the other; the last vector may reach beyond the count.
typedef struct {
  int count;
  float predictor[way_count + code_count];
  float cost[way_count + code_count];
  int32_t origin[way_count + code_count];
  /// The step index in the low bits, above it the predictor as far as it matters.
  int32_t key[way_count + code_count];
} Ways;

/// Paths behind a sample. Behind the last one is room for one that is not kept.
typedef struct {
  int count;
  float predictor[way_count + code_count];
  float cost[way_count + code_count];
  int32_t key[way_count + code_count];
  /// For each code the cost behind the next sample, and from there to the end as estimated.
  CodeFloats onward[way_count + code_count];
  /// In a shaped search the last errors of each path, the latest first, and what its filter makes
  /// of them.
  CodeFloats errors[way_count + code_count];
  float bend[way_count + code_count];
} Paths;

/// The memory of a beam.
typedef struct {
  BeamTables tables;
  float samples[IMA4_FRAMES];
  /// For each frame the cost to go if the predictor before is below the sample before, and above.
  float costs_to_go[IMA4_FRAMES + 1][2][row_size];
  CodeFloats start_costs[2 * IMA4_STEPS];
  Ways ways;
  Paths paths[2];
  /// The number of the latest path with a key, by a hash of that.
  uint16_t table[1 << table_bits];
  uint16_t origins[IMA4_FRAMES][way_count + 1];
  int way_spread;
  /// Of a shaped search: see `Shaping.h`.
  Shaping shaping;
} Beam;

enum { key_index_mask = (1 << index_bits) - 1 };

/// Predictors are alike if they differ by less than a 64th to a 32nd of the step size: of paths
/// on the same index with such ones the cheapest stands for all, which keeps the beam diverse.
INLINE int alike_shift(int index) {
  int bits = 31 - __builtin_clz((unsigned)ima4_steps[index]);
  return bits > 6 ? bits - 6 : 0;
}

INLINE void fill_tables(BeamTables *tables) {
  for (int index = 0; index < IMA4_STEPS; index++) {
    for (int code = 0; code < code_count; code++) {
      int magnitude = code & 7, size = difference(index, magnitude);
      int next = magnitude < 4 ? index - 1 : index + rise(magnitude);
      next = next < 0 ? 0 : next < IMA4_STEPS ? next : IMA4_STEPS - 1;
      tables->differences[index][code] = (float)(code & 8 ? -size : size);
      tables->next[index][code] = next;
      tables->shift[index][code] = alike_shift(next);
    }
  }
}

/// The costs to go that the codes of an index lead to, from a row of `Beam`.
INLINE CodeFloats behind_codes(const float *row, int index) {
  CodeFloats near;
  memcpy(&near, row + index, sizeof near);
  // The row starts one index early: these are -1, +2, +4, +6 and +8.
  return __builtin_shufflevector(near, near, 0, 0, 0, 0, 3, 5, 7, 9, 0, 0, 0, 0, 3, 5, 7, 9);
}

/// The estimated cost behind each code of an index, with an `error` of the sign that each one leads
/// to.
INLINE CodeFloats costs_behind(const Beam *beam, int frame, int index, CodeFloats error) {
  const float(*rows)[row_size] = beam->costs_to_go[frame + 1];
  CodeFloats below = behind_codes(rows[0], index), above = behind_codes(rows[1], index);
  return error < 0 ? above : below;
}

/// Appends the ways of one path or start that `taken` has.
INLINE void append_ways(
    Beam *beam, int parent, int index, CodeInts taken, CodeFloats predictor, CodeFloats cost) {
  Ways *ways = &beam->ways;
  const BeamTables *tables = &beam->tables;
  CodeInts like = __builtin_convertvector(predictor, CodeInts) >> tables->shift[index];
  CodeInts key = like << index_bits | tables->next[index];
  unsigned mask = lane_mask(taken);
#if LANES == 32 && defined(__x86_64__)
  CodeInts origin = beam_origin(parent, 0) + lane_numbers;
  const __mmask16 lanes = (__mmask16)mask;
  const int end = ways->count;
  _mm512_storeu_ps(ways->predictor + end, _mm512_maskz_compress_ps(lanes, (__m512)predictor));
  _mm512_storeu_ps(ways->cost + end, _mm512_maskz_compress_ps(lanes, (__m512)cost));
  _mm512_storeu_si512(ways->origin + end, _mm512_maskz_compress_epi32(lanes, (__m512i)origin));
  _mm512_storeu_si512(ways->key + end, _mm512_maskz_compress_epi32(lanes, (__m512i)key));
  ways->count += __builtin_popcount(mask);
#else
  for (; mask != 0; mask &= mask - 1) {
    int code = __builtin_ctz(mask), end = ways->count++;
    ways->predictor[end] = predictor[code];
    ways->cost[end] = cost[code];
    ways->origin[end] = beam_origin(parent, code);
    ways->key[end] = key[code];
  }
#endif
}
