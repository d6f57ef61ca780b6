#pragma once

// The estimated cost of the rest of a packet from each step index, sample by sample from its end.
//
// The decoder runs backwards here: from a state after a sample to those that lead there. The path
// kept for an index and a side of the sample before is the cheapest one from there on. Its cost is
// an estimate for all states on that index, whose predictors may be better or worse than its own.
//
// Going back is like going on: a predictor less the difference of a code should meet the sample
// before. So this is the trellis again, except for the indices: a code leads back to the index
// whose step it takes.

#include "CodeVectors.h"
#include "TrellisSearch.h"

enum {
  /// Places before the first index and after the last one, as many as codes lead beyond.
  row_size = 112
};

/// An estimate for each index: place 1 is that of index 0.
typedef struct {
  float places[row_size];
} CostRow;

/// The costs of the rest of one packet, and the memory to find them.
typedef struct {
  /// Its fronts are those before the samples.
  Search search;
  /// The cost that one unit stands for.
  float unit;
  /// For each frame the estimated cost of it and all that follow, with a predictor before it that
  /// is at or below the sample before, and above.
  CostRow costs[IMA4_FRAMES + 1][sides];
} Rests;

/// Copies the values at both ends beyond them: indices past an end mean the end.
INLINE void extend_row(Row *row) {
  for (int side = 0; side < sides; side++) {
    uint16_t *numbers = row->numbers + side;
    numbers[row_place(-1, 0)] = numbers[row_place(0, 0)];
    for (int beyond = 1; beyond <= longest_rise; beyond++) {
      numbers[row_place(last_index + beyond, 0)] = numbers[row_place(last_index, 0)];
    }
  }
}

static void extend_front(Front *front) {
  if (front->first > 0 && front->last < last_index) return;
  extend_row(&front->cost);
  extend_row(&front->distance);
  extend_row(&front->is_outward);
}

/// Closes a front after its last vector. The next one reads beyond its last index, by the longest
/// rise and by a vector that is only partly on indices.
INLINE void close_rests(Front *front, int index, int last) {
  const int seen = last + 1 + longest_rise + row_indices;
  const int end = last_index + longest_rise + row_indices;
  for (; index <= seen && index < end; index += row_indices) close_front(front, index);
}

/// The rests that the indices from `index` on lead to.
INLINE Survivors gather_rests(
    const RowTables *tables, const Meeting *meeting, const Front *after, int index) {
  Arrivals arrivals = no_arrivals();
  Departure from = {
      .tables = tables, .front = after, .index = index - 1, .step_index = index,
      .excluded = (RowU)0, .origin = origin(0, 1)};
  take_small_codes(&arrivals, meeting, &from);
#pragma clang loop unroll(full)
  for (int magnitude = 4; magnitude < 8; magnitude++) {
    from.index = index + rise(magnitude);
    if (from.index > after->last && after->last < last_index) continue;
    from.origin = origin(magnitude, -rise(magnitude));
    take_large_code(&arrivals, meeting, &from, magnitude);
  }
  Survivors rests = united(&arrivals, 1);
  rests.cost |= load(&tables->beyond, index);
  return rests;
}

/// The mean of the cost on one side and the lesser cost of both. The lesser one alone is too
/// hopeful for a path with a bad predictor.
INLINE RowU estimates(RowU costs) {
  const RowU least = __builtin_elementwise_min(costs, exchanged(costs));
  return costs == NO_COST ? least : (costs >> 1) + (least >> 1);
}

/// The costs of the rests without the error of their own predictors.
INLINE RowU own_costs(const Survivors *rests, const Meeting *meeting, RowU limit) {
  const RowU cost = __builtin_elementwise_sub_sat(rests->cost, row_cost(meeting, rests->error));
  return cost | (RowU)(rests->cost >= limit);
}

INLINE void write_row(CostRow *row, int index, RowPairs costs, float unit) {
  typedef float RowFloats __attribute__((ext_vector_type(row_indices)));
  typedef int32_t RowInts __attribute__((ext_vector_type(row_indices)));
  const RowFloats own = __builtin_convertvector((RowInts)costs, RowFloats) * unit;
  memcpy(row->places + 1 + index, &own, sizeof own);
}

INLINE void write_costs(Rests *rests, int frame, int index, RowU costs) {
  const RowPairs pairs = (RowPairs)estimates(costs);
  write_row(&rests->costs[frame][0], index, pairs & UINT16_MAX, rests->unit);
  write_row(&rests->costs[frame][1], index, pairs >> 16, rests->unit);
}

/// Codes that lead beyond the indices lead to the first or the last one.
static void extend_costs(CostRow *row) {
  row->places[0] = row->places[1];
  for (int place = IMA4_STEPS + 1; place < row_size; place++) {
    row->places[place] = row->places[IMA4_STEPS];
  }
}

/// Sets every cost to the greatest one that 16 bits hold, for places where nothing is known.
INLINE void clear_costs(CostRow *row, float unit) {
  for (int place = 0; place < row_size; place++) row->places[place] = UINT16_MAX * unit;
}

/// Finds the rests before a sample from those after it. Drops those that cost more than the
/// cheapest one plus half of the bound.
INLINE void step_back(Rests *rests, const RowTables *tables, int frame, int is_loud) {
  Search *search = &rests->search;
  const Front *after = &search->fronts[frame % 2];
  Front *before = &search->fronts[(frame + 1) % 2];
  const Meeting meeting = meeting_at(search, frame - 1, is_loud);
  const int most = after->least + search->bound / 2;
  const RowU limit = (RowU)(uint16_t)(most < search->bound ? most : search->bound);
  const int lowest = after->first - longest_rise, last = after->last + 1;
  int index = lowest > 0 ? lowest : 0;
  for (int side = 0; side < sides; side++) clear_costs(&rests->costs[frame][side], rests->unit);
  // The next step reads further before its first index than a front that goes forward.
  open_front(before, index, margin);
  if (after->last < 0) return;
  for (; index <= last && index < IMA4_STEPS; index += row_indices) {
    const Survivors found = gather_rests(tables, &meeting, after, index);
    put_survivors(
        before, 0, index, &found, limit, search->samples[frame - 1],
        search->samples[frame > 1 ? frame - 2 : 0], 0);
    write_costs(rests, frame, index, own_costs(&found, &meeting, limit));
  }
  close_rests(before, index, last);
  extend_front(before);
  for (int side = 0; side < sides; side++) extend_costs(&rests->costs[frame][side]);
}

static __attribute__((noinline)) void step_back_quietly(
    Rests *rests, const RowTables *tables, int frame) {
  step_back(rests, tables, frame, 0);
}

static __attribute__((noinline)) void step_back_loudly(
    Rests *rests, const RowTables *tables, int frame) {
  step_back(rests, tables, frame, 1);
}

/// Begins at the end of the packet, where any index will do.
static void begin_rests(Rests *rests, const RowTables *tables, int frame_count) {
  Search *search = &rests->search;
  Front *front = &search->fronts[(frame_count - 1) % 2];
  const RowI end = (RowI)search->samples[frame_count - 1];
  open_front(front, 0, margin);
  int index = 0;
  for (; index < IMA4_STEPS; index += row_indices) {
    put(
        front, index, load(&tables->beyond, index) | (RowU)upper(), end,
        (RowI)search->samples[frame_count - 2]);
  }
  close_rests(front, index, last_index);
  front->least = 0;
  front->first = 0;
  front->last = last_index;
  extend_front(front);
  memset(rests->costs[frame_count], 0, sizeof rests->costs[frame_count]);
}

/// Finds the costs of the rests of some packets from the second frame on, as if they ended after
/// `frame_count` samples, of which there are at least two.
static void find_costs_to_go(
    Rests *rests, int count, const RowTables *tables, int frame_count) {
  for (int number = 0; number < count; number++) begin_rests(&rests[number], tables, frame_count);
  for (int frame = frame_count - 1; frame > 0; frame--) {
    for (int number = 0; number < count; number++) {
      if (rests[number].search.is_loud) {
        step_back_loudly(&rests[number], tables, frame);
      } else {
        step_back_quietly(&rests[number], tables, frame);
      }
    }
  }
}

/// The costs of the rests before the second sample.
INLINE const Front *first_front(const Rests *rests) { return &rests->search.fronts[0]; }

/// Prepares the search back from the end of a packet.
/// - Parameter bound: the maximum cost of the rests.
/// - Parameter weight: the factor for their costs.
static void prepare_rests(Rests *rests, const int16_t *samples, float bound, float weight) {
  const int bits = scale_bits(bound);
  set_units(&rests->search, samples, bound, bits);
  rests->unit = weight / units(bits);
}
