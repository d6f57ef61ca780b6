#pragma once

// Rows: numbers for the two paths of each step index, and vectors with two lanes for each of some
// indices that follow one another.

#include "Costs.h"
#include "Origin.h"

enum {
  /// Paths for each step index: two, one for each side of the sample.
  sides = 2,
  /// Indices in a vector. Rarely more than ten promise anything.
  row_indices = LANES / sides,
  last_index = IMA4_STEPS - 1,
  /// The maximum number of indices that one code rises.
  longest_rise = 8,
  /// Indices before the first one and after the last one, for vectors that are only partly on
  /// indices.
  margin = 16,
  row_length = margin + IMA4_STEPS + 2 * margin + 7
};

typedef I16 RowI;
typedef U16 RowU;
typedef U32 RowWide;
typedef uint8_t RowBytes __attribute__((ext_vector_type(LANES)));
/// Both lanes of an index, the lower one in the low bits.
typedef uint32_t RowPairs __attribute__((ext_vector_type(row_indices)));

/// Two numbers for each index: of the path at or below the sample, and of the one above.
typedef struct {
  uint16_t numbers[sides * row_length];
} Row;

INLINE int row_place(int index, int side) { return sides * (margin + index) + side; }

/// The values from `index` on, which may be beyond the indices by the margin.
INLINE RowU load(const Row *row, int index) {
  RowU vector;
  memcpy(&vector, row->numbers + row_place(index, 0), sizeof vector);
  return vector;
}

INLINE void store(Row *row, int index, RowU vector) {
  memcpy(row->numbers + row_place(index, 0), &vector, sizeof vector);
}

#define NO_COST ((RowU)(uint16_t)UINT16_MAX)

/// All bits set in the lanes of paths above the sample.
INLINE RowI upper(void) { return (RowI)(RowPairs)0xFFFF0000u; }

/// Exchanges the lanes of each index.
INLINE RowU exchanged(RowU row) {
  const RowPairs pairs = (RowPairs)row;
  return (RowU)(pairs >> 16 | pairs << 16);
}

/// The number of each lane's index, from the vector's first one.
INLINE RowI row_lanes(void) {
  static const int16_t numbers[32] = {0, 0, 1, 1, 2,  2,  3,  3,  4,  4,  5,  5,  6,  6,  7,  7,
                                      8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15};
  RowI lanes;
  memcpy(&lanes, numbers, sizeof lanes);
  return lanes;
}

/// The tables that decide the effects of the codes, for all indices.
typedef struct {
  /// The differences of the codes 0...3 and 4...7.
  Row small[4], large[4];
  /// All bits set but for the first index, but for the last one, and beyond the last one.
  Row but_first, but_last, beyond;
} RowTables;

INLINE void set_both(Row *row, int index, int number) {
  for (int side = 0; side < sides; side++) row->numbers[row_place(index, side)] = (uint16_t)number;
}

static void fill_rows(RowTables *tables) {
  memset(tables, 0xFF, sizeof *tables);
  for (int index = 0; index < IMA4_STEPS; index++) {
    for (int number = 0; number < 4; number++) {
      set_both(&tables->small[number], index, difference(index, number));
      set_both(&tables->large[number], index, difference(index, number + 4));
    }
    set_both(&tables->beyond, index, 0);
  }
  set_both(&tables->but_first, 0, 0);
  set_both(&tables->but_last, last_index, 0);
}

/// A bit for each lane that is set.
INLINE unsigned row_mask(RowI set) {
  typedef _Bool RowBools __attribute__((ext_vector_type(LANES)));
  RowBools bools = __builtin_convertvector(set, RowBools);
#if LANES == 32
  uint32_t mask;
#elif LANES == 16
  uint16_t mask;
#else
  uint8_t mask;
#endif
  memcpy(&mask, &bools, sizeof mask);
  return mask;
}
