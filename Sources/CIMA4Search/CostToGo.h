#pragma once

// What the rest of a packet will cost from each step index, sample by sample from its end.
//
// The decoder runs backwards here: from a state behind a sample to those that lead there. The path
// kept for an index and a side of the sample before is the one that is cheapest from there on. Its
// cost is an estimate for all states on that index: they may stand better or worse than its own.
//
// Going back is like going on: a predictor less what a code adds is to meet the sample before. So
// this is the trellis again, but for the indices: a code leads back to that whose step it takes.

#include "CodeVectors.h"
#include "TrellisSearch.h"

enum {
  /// Places before the first index and behind the last one, as many as codes lead beyond.
  row_size = 104,
  /// So far codes lead beyond the last index.
  longest_rise = 8
};

/// An estimate for each index: place 1 is that of index 0.
typedef struct {
  float places[row_size];
} CostRow;

/// What rests of one packet cost, and the memory to find it out.
typedef struct {
  /// Its fronts are those before the samples.
  Search search;
  /// What a unit of its costs counts.
  float unit;
  /// For each frame the estimated cost of it and all that follow, with a predictor before it that
  /// is at or below the sample before, and above.
  CostRow costs[IMA4_FRAMES + 1][sides];
} Rests;

/// The indices beyond the ends are the ends: whoever looks there finds what is here.
INLINE void extend_row(Row *row) {
  row->numbers[margin - 1] = row->numbers[margin];
  for (int beyond = 1; beyond <= longest_rise; beyond++) {
    row->numbers[margin + last_index + beyond] = row->numbers[margin + last_index];
  }
}

static void extend_front(Front *front) {
  if (front->first > 0 && front->last < last_index) return;
  for (int side = 0; side < sides; side++) {
    extend_row(&front->cost[side]);
    extend_row(&front->distance[side]);
    extend_row(&front->is_down[side]);
  }
}

/// Begins a front whose first vector is at `index`: the next one looks further before its first
/// index than a front that goes on, by the longest rise and one.
INLINE void open_rests(Front *front, int index) {
  for (int before = ROW_LANES; before <= margin; before += ROW_LANES) {
    open_front(front, index + ROW_LANES - before);
  }
}

/// Ends a front behind its last vector: the next one looks beyond its last index, by the longest rise
/// and by a vector that is only partly on indices.
INLINE void close_rests(Front *front, int index, int last) {
  const int seen = last + 1 + longest_rise + ROW_LANES, end = last_index + longest_rise + ROW_LANES;
  for (; index <= seen && index < end; index += ROW_LANES) close_front(front, index);
}

/// The rests that the indices from `index` on lead to.
INLINE Arrivals gather_rests(
    const RowTables *tables, const Meeting *meeting, const Front *after, int index) {
  Arrivals arrivals = no_arrivals();
  Departure from = {
      .tables = tables, .front = after, .step_index = index, .excluded = (RowU)0, .origin = 0};
#pragma clang loop unroll(full)
  for (from.side = 0; from.side < sides; from.side++) {
    from.index = index - 1;
    take_small_codes(&arrivals, meeting, &from);
  }
#pragma clang loop unroll(full)
  for (int magnitude = 4; magnitude < 8; magnitude++) {
    from.index = index + rise(magnitude);
    if (from.index > after->last && after->last < last_index) continue;
#pragma clang loop unroll(full)
    for (from.side = 0; from.side < sides; from.side++) {
      take_large_code(&arrivals, meeting, &from, magnitude);
    }
  }
  const RowU beyond = load(&tables->beyond, index);
  arrivals.below.cost |= beyond;
  arrivals.above.cost |= beyond;
  return arrivals;
}

/// Half way between the cost on one side and the lesser one of both, which alone is too hopeful
/// for one that stands badly.
INLINE RowU estimate(RowU side, RowU other) {
  const RowU least = __builtin_elementwise_min(side, other);
  return side == NO_COST ? least : (side >> 1) + (least >> 1);
}

/// What rests cost without the error of their own predictors.
INLINE RowU own_cost(const Survivors *rests, const Meeting *meeting, RowU limit) {
  const RowU cost = __builtin_elementwise_sub_sat(rests->cost, row_cost(meeting, rests->error));
  return cost | (RowU)(rests->cost >= limit);
}

INLINE void write_row(CostRow *row, int index, RowU costs, float unit) {
  typedef float RowFloats __attribute__((ext_vector_type(ROW_LANES)));
  const RowFloats own = __builtin_convertvector(costs, RowFloats) * unit;
  memcpy(row->places + 1 + index, &own, sizeof own);
}

INLINE void write_costs(
    Rests *rests, int frame, int index, const Arrivals *arrivals, const Meeting *meeting,
    RowU limit) {
  const RowU below = own_cost(&arrivals->below, meeting, limit);
  const RowU above = own_cost(&arrivals->above, meeting, limit);
  write_row(&rests->costs[frame][0], index, estimate(below, above), rests->unit);
  write_row(&rests->costs[frame][1], index, estimate(above, below), rests->unit);
}

/// Codes that lead beyond the indices lead to the first or the last one.
static void extend_costs(CostRow *row) {
  row->places[0] = row->places[1];
  for (int place = IMA4_STEPS + 1; place < row_size; place++) {
    row->places[place] = row->places[IMA4_STEPS];
  }
}

/// Where nothing is known, everything costs as much as can be told.
INLINE void clear_costs(CostRow *row, float unit) {
  for (int place = 0; place < row_size; place++) row->places[place] = UINT16_MAX * unit;
}

/// Finds the rests before a sample from those behind it; what costs more than half of the bound
/// more than the cheapest one is given up.
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
  open_rests(before, index);
  if (after->last < 0) return;
  for (; index <= last && index < IMA4_STEPS; index += ROW_LANES) {
    const Arrivals arrivals = gather_rests(tables, &meeting, after, index);
    put_arrivals(
        before, index, &arrivals, limit, search->samples[frame - 1],
        search->samples[frame > 1 ? frame - 2 : 0]);
    write_costs(rests, frame, index, &arrivals, &meeting, limit);
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
  open_rests(front, 0);
  int index = 0;
  for (; index < IMA4_STEPS; index += ROW_LANES) {
    put(front, index, 0, load(&tables->beyond, index), end, (RowI)search->samples[frame_count - 2]);
    put(front, index, 1, NO_COST, end, end);
  }
  close_rests(front, index, last_index);
  front->least = 0;
  front->first = 0;
  front->last = last_index;
  extend_front(front);
  memset(rests->costs[frame_count], 0, sizeof rests->costs[frame_count]);
}

/// Finds what rests of some packets cost from the second frame on, as if they ended after
/// `frame_count` samples, which are two at least.
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

/// What is known before the second sample.
INLINE const Front *first_front(const Rests *rests) { return &rests->search.fronts[0]; }

/// Prepares to look back from the end of a packet.
/// - Parameter bound: what rests may cost.
/// - Parameter weight: how much of what they cost counts.
static void prepare_rests(Rests *rests, const int16_t *samples, float bound, float weight) {
  const int bits = scale_bits(bound);
  set_units(&rests->search, samples, bound, bits);
  rests->unit = weight / units(bits);
}
