#pragma once

// The paths of a beam, and the candidates that lead from one sample to the next.

#include "CostToGo.h"
#include "Limit.h"
#include "Shaping.h"

enum {
  /// Room for some more candidates over a sample than are wanted, because their limit is found from
  /// a part of them.
  way_count = 640,
  table_bits = 11,
  /// The bits of a step index.
  index_bits = 7
};

/// The number of candidates that are followed over a sample. It is largest at the start, where the
/// best paths are least known, and falls towards the end, where the remaining cost is known better.
typedef struct {
  int first, early, last, early_frames;
  /// The limit is found from the candidates of every `part`-th path.
  int part;
} Widths;

/// The widths for the least sum of squared errors. With widths half as large again the result is
/// 0.01 dB better, with a third less it is 0.03 dB worse.
static const Widths narrow = {
    .first = 320, .early = 60, .last = 50, .early_frames = 4, .part = 2};

/// With a filter the estimates are those of other errors, and no estimate sees a jump: it takes more.
static const Widths wide = {
    .first = 400, .early = 160, .last = 76, .early_frames = 8, .part = 1};

/// The number of candidates that are followed over a sample.
INLINE int beam_width(const Widths *widths, int frame) {
  const int early_frames = widths->early_frames, later_frames = IMA4_FRAMES - early_frames;
  if (frame < early_frames) {
    return widths->first - (widths->first - widths->early) * frame / early_frames;
  }
  return widths->early - (widths->early - widths->last) * (frame - early_frames) / later_frames;
}

/// The cost that every path starts from, so that the bits of small costs differ no more than those
/// of others.
#define COST_BASE 1024.0f

/// The candidates of one path are weighed in fans of eight codes: those that lead up, or those that
/// lead down. Close to a sample the greatest code of 0...3 is exchanged for the least one of the
/// other direction.
enum { fan_codes = 8, leads_down = 1, is_close = 2, fan_kinds = 4, exchanged_lane = 3 };

typedef float FanFloats __attribute__((ext_vector_type(fan_codes)));
typedef int32_t FanInts __attribute__((ext_vector_type(fan_codes)));

/// The origin of a path: the lane of its code in the low bits, the number of the fan above them.
enum { fan_shift = 3 };

/// The code in a lane of a fan.
INLINE int code_of(int kind, int lane) {
  const int sign = kind & leads_down ? 8 : 0;
  return kind & is_close && lane == exchanged_lane ? sign ^ 8 : sign | lane;
}

/// The effects of the codes on the step index of a state.
typedef struct {
  /// The differences that codes add, for each kind of fan.
  FanFloats differences[fan_kinds];
  /// The indices that codes lead to.
  FanInts next;
  /// Multiplies predictors on the next index, so that those that are much alike become the same
  /// integer.
  FanFloats scale;
  /// The maximum distance from a sample at which predictors are close to it.
  float close;
} BeamTable;

/// All candidates over a sample: vectors of two fans, in the order of the paths or starts.
typedef struct {
  /// The predictors and the costs after the sample.
  CodeFloats predictor[way_count + code_count];
  CodeFloats cost[way_count + code_count];
  /// The costs from there to the end as well, as estimated.
  CodeFloats promise[way_count + code_count];
  /// Keys of the resulting paths: the step index in the low bits, above it the significant part of
  /// the predictor.
  CodeInts key[way_count + code_count];
} AllWays;

/// The candidates that are followed, one after the other. The last vector may reach beyond the
/// count.
typedef struct {
  int count;
  int32_t origin[way_count + code_count];
} Ways;

/// The paths after a sample. There is room for one more after the last, which is not kept.
typedef struct {
  int count;
  float predictor[way_count + 1];
  float cost[way_count + 1];
  int32_t key[way_count + 1];
  /// In a shaped search: the last errors of each path, the latest first, and the filter's output
  /// for them.
  CodeFloats errors[way_count + 1];
  float bend[way_count + 1];
} Paths;

/// The memory of a beam.
typedef struct {
  BeamTable tables[IMA4_STEPS];
  float samples[IMA4_FRAMES];
  const Rests *rests;
  AllWays all_ways;
  int vector_count;
  /// The start of the first vector of candidates over the first sample.
  int first_start;
  Ways ways;
  Paths paths[2];
  /// The number of the latest path with a key, by a hash of that.
  uint16_t table[1 << table_bits];
  /// The numbers in it are below this one.
  int table_end;
  uint16_t origins[IMA4_FRAMES][way_count + 1];
  /// The kind of each fan over a sample.
  uint8_t kinds[IMA4_FRAMES][2 * (way_count + 1)];
  /// Whether each path has both fans, or only the one that leads to the sample.
  int has_all_codes;
  LimitGuess limit;
  /// Candidates that promise to cost this or more are not followed.
  float bound;
  /// The state of a shaped search: see `Shaping.h`.
  Shaping shaping;
} Beam;

enum { key_index_mask = (1 << index_bits) - 1 };

/// Predictors are alike if they differ by less than a 96th of the step size. The cheapest path
/// stands for all that are alike on one index, which keeps the beam diverse.
INLINE float alike_scale(int index) {
  const float scale = 96.0f / (float)ima4_steps[index];
  return scale < 1 ? scale : 1;
}

INLINE void fill_table(BeamTable *table, int index) {
  // At this distance the exchanged code misses the sample by at least 5/8 of the step size.
  table->close = 0.25f * (float)ima4_steps[index];
  for (int lane = 0; lane < fan_codes; lane++) {
    int next = lane < 4 ? index - 1 : index + rise(lane);
    next = next < 0 ? 0 : next < IMA4_STEPS ? next : IMA4_STEPS - 1;
    table->next[lane] = next;
    table->scale[lane] = alike_scale(next);
    for (int kind = 0; kind < fan_kinds; kind++) {
      const int code = code_of(kind, lane), size = difference(index, code & 7);
      table->differences[kind][lane] = (float)(code & 8 ? -size : size);
    }
  }
}

/// Two fans in one vector.
INLINE CodeFloats joined(FanFloats one, FanFloats another) {
  return __builtin_shufflevector(one, another, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

INLINE CodeInts joined_ints(FanInts one, FanInts another) {
  return __builtin_shufflevector(one, another, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/// The costs to go that two fans from two indices lead to.
INLINE CodeFloats behind_codes(const CostRow *row, int one, int another) {
  CodeFloats near, other;
  memcpy(&near, row->places + one, sizeof near);
  memcpy(&other, row->places + another, sizeof other);
  // The row starts one index early: these are -1, +2, +4, +6 and +8.
  return __builtin_shufflevector(
      near, other, 0, 0, 0, 0, 3, 5, 7, 9, 16, 16, 16, 16, 19, 21, 23, 25);
}

/// Appends the candidates of a vector that are `taken` to `count` others.
/// - Returns: the new count.
INLINE int append_ways(Ways *ways, int count, int vector, CodeInts taken) {
  unsigned mask = lane_mask(taken);
#if LANES == 32 && defined(__x86_64__)
  const __m512i origins = (__m512i)(lane_numbers + vector * code_count);
  _mm512_storeu_si512(
      ways->origin + count, _mm512_maskz_compress_epi32((__mmask16)mask, origins));
  return count + __builtin_popcount(mask);
#else
  for (; mask != 0; mask &= mask - 1) {
    ways->origin[count++] = vector * code_count + __builtin_ctz(mask);
  }
  return count;
#endif
}
