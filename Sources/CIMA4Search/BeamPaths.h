#pragma once

// The paths of a beam, and what leads from one sample to the next.

#include "CostToGo.h"
#include "Limit.h"
#include "Shaping.h"

enum {
  /// Room for some more ways over a sample than are wanted: a limit is found by looking at a part
  /// of them.
  way_count = 640,
  table_bits = 11,
  /// Of a step index.
  index_bits = 7
};

/// How many ways over a sample are followed: very many at the start, where the best ones to come
/// are least known, and towards the end fewer and fewer: the less is left, the better its cost is
/// known.
typedef struct {
  int first, early, last, early_frames;
  /// To find a limit, the ways of every so many-th path are looked at.
  int part;
} Widths;

/// Of a search for the least sum of squared errors. With one half more everywhere it is 0.01 dB
/// better, with a third less 0.03 dB worse.
static const Widths plain_widths = {
    .first = 280, .early = 80, .last = 40, .early_frames = 6, .part = 3};

/// With a filter the estimates are those of other errors: it takes more.
static const Widths shaped_widths = {
    .first = 400, .early = 160, .last = 76, .early_frames = 8, .part = 7};

/// So many ways over a sample are followed.
INLINE int beam_width(const Widths *widths, int frame) {
  const int early_frames = widths->early_frames, later_frames = IMA4_FRAMES - early_frames;
  if (frame < early_frames) {
    return widths->first - (widths->first - widths->early) * frame / early_frames;
  }
  return widths->early - (widths->early - widths->last) * (frame - early_frames) / later_frames;
}

/// What all costs start from, so that the bits of small ones differ no more than those of others.
#define COST_BASE 1024.0f

/// Where a path comes from: in the low four bits the code, above it the number of the path before, or
/// of the start.
enum { parent_shift = 4 };

INLINE int code_of(int origin) { return origin & (code_count - 1); }

/// What the step index of a state does.
typedef struct {
  /// What each code adds to the predictor, and the index that it leads to.
  CodeFloats differences[IMA4_STEPS];
  CodeInts next[IMA4_STEPS];
  /// What makes predictors on the next index, which are much alike, the same whole number.
  CodeFloats scale[IMA4_STEPS];
} BeamTables;

/// All ways over a sample: a vector for each path before it, or for each start, with a lane for each
/// code.
typedef struct {
  /// The predictors and the costs behind the sample.
  CodeFloats predictor[way_count + code_count];
  CodeFloats cost[way_count + code_count];
  /// The costs from there to the end as well, as estimated.
  CodeFloats promise[way_count + code_count];
  /// Of the paths that they make: the step index in the low bits, above it the predictor as far as
  /// it matters.
  CodeInts key[way_count + code_count];
} AllWays;

/// The ways that are followed, one behind the other; the last vector may reach beyond the count.
typedef struct {
  int count;
  int32_t origin[way_count + code_count];
} Ways;

/// Paths behind a sample. Behind the last one is room for one that is not kept.
typedef struct {
  int count;
  float predictor[way_count + 1];
  float cost[way_count + 1];
  int32_t key[way_count + 1];
  /// In a shaped search the last errors of each path, the latest first, and what its filter makes
  /// of them.
  CodeFloats errors[way_count + 1];
  float bend[way_count + 1];
} Paths;

/// The memory of a beam.
typedef struct {
  BeamTables tables;
  float samples[IMA4_FRAMES];
  const Rests *rests;
  AllWays all_ways;
  Ways ways;
  Paths paths[2];
  /// The number of the latest path with a key, by a hash of that.
  uint16_t table[1 << table_bits];
  /// The numbers in it are below this one.
  int table_end;
  uint16_t origins[IMA4_FRAMES][way_count + 1];
  int way_spread;
  /// What promises to cost this or more is not followed.
  float bound;
  /// Of a shaped search: see `Shaping.h`.
  Shaping shaping;
} Beam;

enum { key_index_mask = (1 << index_bits) - 1 };

/// Predictors are alike if they differ by less than a 96th of the step size: of paths on the same
/// index with such ones the cheapest stands for all, which keeps the beam diverse.
INLINE float alike_scale(int index) {
  const float scale = 96.0f / (float)ima4_steps[index];
  return scale < 1 ? scale : 1;
}

INLINE void fill_tables(BeamTables *tables) {
  for (int index = 0; index < IMA4_STEPS; index++) {
    for (int code = 0; code < code_count; code++) {
      int magnitude = code & 7, size = difference(index, magnitude);
      int next = magnitude < 4 ? index - 1 : index + rise(magnitude);
      next = next < 0 ? 0 : next < IMA4_STEPS ? next : IMA4_STEPS - 1;
      tables->differences[index][code] = (float)(code & 8 ? -size : size);
      tables->next[index][code] = next;
      tables->scale[index][code] = alike_scale(next);
    }
  }
}

/// The costs to go that the codes of an index lead to, from a row of `Beam`.
INLINE CodeFloats behind_codes(const CostRow *row, int index) {
  CodeFloats near;
  memcpy(&near, row->places + index, sizeof near);
  // The row starts one index early: these are -1, +2, +4, +6 and +8.
  return __builtin_shufflevector(near, near, 0, 0, 0, 0, 3, 5, 7, 9, 0, 0, 0, 0, 3, 5, 7, 9);
}

/// The estimated cost behind each code of an index, with an `error` of the sign that each one leads
/// to.
INLINE CodeFloats costs_behind(const Beam *beam, int frame, int index, CodeFloats error) {
  const CostRow *rows = beam->rests->costs[frame + 1];
  CodeFloats below = behind_codes(&rows[0], index), above = behind_codes(&rows[1], index);
  return error < 0 ? above : below;
}

/// Appends the ways of one path or start by the codes that `taken` has to `count` others.
/// - Returns: how many there are then.
INLINE int append_ways(Ways *ways, int count, int parent, CodeInts taken) {
  unsigned mask = lane_mask(taken);
#if LANES == 32 && defined(__x86_64__)
  const __m512i origins = (__m512i)(lane_numbers + (parent << parent_shift));
  _mm512_storeu_si512(
      ways->origin + count, _mm512_maskz_compress_epi32((__mmask16)mask, origins));
  return count + __builtin_popcount(mask);
#else
  for (; mask != 0; mask &= mask - 1) {
    ways->origin[count++] = parent << parent_shift | __builtin_ctz(mask);
  }
  return count;
#endif
}
