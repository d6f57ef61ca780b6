#pragma once

// The trace back along the paths, and the codes on it.

#include "Greedy.h"
#include "Start.h"

/// One encoding of the packets of all lanes.
typedef struct {
  /// The codes. Until it is replayed, all but the first have their lower three bits only, and above
  /// them the side of the sample on which the path is.
  I16 codes[IMA4_FRAMES];
  I16 start_predictor;
  I16 start_index;
  I16 end_predictor;
  I16 end_index;
  F32 cost;
} Way;

/// The end of a path, and its cost; the index is -1 if there is no path.
typedef struct {
  int index, side, cost;
} End;

/// The cheapest path that does not end on the index `except`.
INLINE End cheapest(const Front *front, int except) {
  End end = {.index = -1, .side = 0, .cost = UINT16_MAX};
  for (int index = front->first; index <= front->last; index++) {
    if (index == except) continue;
    for (int side = 0; side < sides; side++) {
      const int cost = front->cost.numbers[row_place(index, side)];
      if (cost < end.cost) end = (End){.index = index, .side = side, .cost = cost};
    }
  }
  return end;
}

/// A path that is followed back.
typedef struct {
  const Search *search;
  Way *way;
  size_t lane;
  int place;
} Track;

INLINE Track track_from(const Search *search, const End *end, Way *way, size_t lane) {
  return (Track){
      .search = search, .way = way, .lane = lane, .place = 2 * end->index + end->side};
}

INLINE int origin_of(const Search *search, int frame, int place) {
  return ((const uint8_t *)search->origins)[search->bytes[frame] + place];
}

/// Adds the code of the first sample.
INLINE void finish_track(const Track *track, int place) {
  const int code = origin_of(track->search, 0, place), magnitude = code & 7;
  const int index = place / 2 + (magnitude < 4 ? 1 : -rise(magnitude));
  const int size = difference(index, magnitude);
  const int predictor =
      start_predictor(track->search->samples[0], code & 8 ? -size : size, place & 1);
  ((int16_t *)track->way->codes)[track->lane] = (int16_t)code;
  ((int16_t *)&track->way->start_index)[track->lane] = (int16_t)index;
  ((int16_t *)&track->way->start_predictor)[track->lane] = (int16_t)predictor;
}

/// Packets that are searched side by side, and paths that are followed back side by side: they wait
/// for memory together.
enum { together = 2, track_count = 2 * together };

/// Follows paths back to their starts.
INLINE void trace(const Track tracks[track_count]) {
  int place[track_count];
  for (int number = 0; number < track_count; number++) place[number] = tracks[number].place;
  for (int frame = IMA4_FRAMES - 1; frame > 0; frame--) {
#pragma clang loop unroll(full)
    for (int number = 0; number < track_count; number++) {
      const Track *track = &tracks[number];
      const int from = origin_of(track->search, frame, place[number]);
      ((int16_t *)&track->way->codes[frame])[track->lane] =
          (int16_t)((place[number] & 1) << magnitude_bits | origin_magnitude(from));
      place[number] = place_before(place[number], from);
    }
  }
  for (int number = 0; number < track_count; number++) finish_track(&tracks[number], place[number]);
}

/// The code by which a path reaches a side of a sample.
INLINE I16 code_to(I16 step, I16 sample, I16 predictor, I16 size) {
  const U16 reach = (U16)distance(sample, predictor), whole = (U16)size;
  const I16 is_down = sample < predictor, is_above = -(step >> magnitude_bits);
  const U16 half = whole >> 3, three = half + (whole >> 2), five = half + (whole >> 1);
  const U16 seven = five + (whole >> 2);
  // Beyond the sample, or short of it; which may mean to turn round.
  const I16 goes_beyond = is_above ^ is_down, is_over_half = reach >= half;
  const I16 turns = ~(goes_beyond | is_over_half);
  const I16 small =
      -(goes_beyond ? is_over_half : reach >= seven) - (reach >= three) - (reach >= five);
  const I16 is_large = (step & 4) != all(0);
  return is_large ? (is_down & 8) | (step & 7) : ((is_down ^ turns) & 8) | small;
}

/// Decodes a candidate, for its codes and its real cost.
INLINE void replay(const I16 *samples, Way *way) {
  I16 predictor = way->start_predictor, index = way->start_index;
  F32 cost = 0;
  for (int frame = 0; frame < IMA4_FRAMES; frame++) {
    const I16 size = step_sizes(index);
    if (frame > 0) way->codes[frame] = code_to(way->codes[frame], samples[frame], predictor, size);
    const I16 code = way->codes[frame];
    const I16 sign = -(code >> 3), four = -(code >> 2 & 1);
    const I16 two = -(code >> 1 & 1), one = -(code & 1);
    const I16 whole = size & four, rest = (size >> 3) + (size >> 1 & two) + (size >> 2 & one);
    predictor = __builtin_elementwise_add_sat(predictor, (whole ^ sign) - sign);
    predictor = __builtin_elementwise_add_sat(predictor, (rest ^ sign) - sign);
    index += four ? all(2) - (two & -4) - (one & -2) : all(-1);
    index = __builtin_elementwise_min(__builtin_elementwise_max(index, all(0)), all(88));
    I32 error =
        __builtin_convertvector(__builtin_elementwise_sub_sat(samples[frame], predictor), I32);
    cost += __builtin_convertvector(error * error, F32);
  }
  way->cost = cost;
  way->end_predictor = predictor;
  way->end_index = index;
}

/// Writes one lane of a candidate to `found`.
INLINE void write_way(const Way *way, size_t lane, ima4_candidate *found) {
  found->cost = way->cost[lane];
  found->start_index = (uint8_t)way->start_index[lane];
  found->start_predictor = way->start_predictor[lane];
  found->end_index = (uint8_t)way->end_index[lane];
  found->end_predictor = way->end_predictor[lane];
  const int16_t *codes = (const int16_t *)way->codes + lane;
  for (int pair = 0; pair < IMA4_FRAMES / 2; pair++, codes += 2 * LANES) {
    found->codes[pair] = (uint8_t)(codes[0] | codes[LANES] << 4);
  }
}

/// Whether a chain of packets cannot use both candidates: they start and end on the same indices.
static int are_alike(const ima4_candidate *one, const ima4_candidate *another) {
  return one->start_index == another->start_index && one->end_index == another->end_index;
}

/// The candidate to keep beside `best`: one of the two that were known. Those are not alike, so at
/// least one of them differs from `best`.
static ima4_candidate way_beside(const ima4_candidate *best, const ima4_candidates *known) {
  if (known->best.end_index != best->end_index) return known->best;
  return are_alike(&known->other, best) ? known->best : known->other;
}
