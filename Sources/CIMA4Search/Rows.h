#pragma once

// Rows: numbers for all step indices, and vectors with a lane for each of some that follow one
// another.

#include "Costs.h"
#include "Origin.h"

// Rarely more than ten indices promise anything: vectors of 32 lanes would be half empty.
#if LANES > 8
#define ROW_LANES 16
#else
#define ROW_LANES 8
#endif

typedef int16_t RowI __attribute__((ext_vector_type(ROW_LANES)));
typedef uint16_t RowU __attribute__((ext_vector_type(ROW_LANES)));
typedef uint32_t RowWide __attribute__((ext_vector_type(ROW_LANES)));

enum {
  last_index = IMA4_STEPS - 1,
  /// Before the first index and behind the last one, for vectors that are only partly on indices.
  margin = 16,
  row_length = margin + IMA4_STEPS + 2 * margin + 7
};

/// A number for each index.
typedef struct {
  uint16_t numbers[row_length];
} Row;

#if ROW_LANES == 16
static const RowI row_lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#else
static const RowI row_lanes = {0, 1, 2, 3, 4, 5, 6, 7};
#endif

/// Those from `index` on, which may be beyond the indices by the margin.
INLINE RowU load(const Row *row, int index) {
  RowU vector;
  memcpy(&vector, row->numbers + margin + index, sizeof vector);
  return vector;
}

INLINE void store(Row *row, int index, RowU vector) {
  memcpy(row->numbers + margin + index, &vector, sizeof vector);
}

#define NO_COST ((RowU)(uint16_t)UINT16_MAX)

/// What decides which codes do what, for all indices.
typedef struct {
  /// The differences of the codes 0...3 and 4...7.
  Row small[4], large[4];
  /// All bits set but for the first index, but for the last one, and beyond the last one.
  Row but_first, but_last, beyond;
} RowTables;

static void fill_rows(RowTables *tables) {
  memset(tables, 0xFF, sizeof *tables);
  for (int index = 0; index < IMA4_STEPS; index++) {
    for (int number = 0; number < 4; number++) {
      tables->small[number].numbers[margin + index] = (uint16_t)difference(index, number);
      tables->large[number].numbers[margin + index] = (uint16_t)difference(index, number + 4);
    }
    tables->beyond.numbers[margin + index] = 0;
  }
  tables->but_first.numbers[margin] = 0;
  tables->but_last.numbers[margin + last_index] = 0;
}

/// A bit for each lane that is set.
INLINE unsigned row_mask(RowI set) {
  typedef _Bool RowBools __attribute__((ext_vector_type(ROW_LANES)));
  RowBools bools = __builtin_convertvector(set, RowBools);
#if ROW_LANES == 16
  uint16_t mask;
#else
  uint8_t mask;
#endif
  memcpy(&mask, &bools, sizeof mask);
  return mask;
}
