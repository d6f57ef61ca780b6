#pragma once

// Which of many costs are the least: a limit for them instead of an order.

#include "CodeVectors.h"

/// Costs, of which there is at least one vector.
///
/// A sample of them tells nearly as well where a limit is as all do, and most of the time goes into
/// reading them.
typedef struct {
  const CodeFloats *vectors;
  int count;
  /// 1 looks at all of them, 2 at every second one.
  int step;
} Costs;

INLINE int least_bits(const Costs *costs) {
  CodeInts least = (CodeInts)INT32_MAX;
  for (int number = 0; number < costs->count; number += costs->step) {
    CodeInts value = float_bits(costs->vectors[number]);
    least = value < least ? value : least;
  }
  return __builtin_reduce_min(least);
}

INLINE int count_below(const Costs *costs, int limit) {
  CodeInts sum = (CodeInts)0;
  for (int number = 0; number < costs->count; number += costs->step) {
    sum += float_bits(costs->vectors[number]) < (CodeInts)limit;
  }
  return -__builtin_reduce_add(sum);
}

/// A limit that at most `wanted_of_all` costs lie below and, but for equal ones, at least 7/8 of
/// that, as far as the costs that are looked at tell.
///
/// Costs are positive: their bits, which are what limits are, order as they do.
/// - spread: how far the limit was from the least cost the last time; it only saves time.
INLINE int cost_limit(const Costs *costs, int wanted_of_all, int *spread) {
  const int wanted = wanted_of_all / costs->step;
  const int enough = wanted - wanted / 8, aim = wanted - wanted / 16, widest = 1 << 27;
  const int least = least_bits(costs);
  int low = least, width = *spread, low_count = 0;
  int high_count = count_below(costs, low + width);
  while (high_count <= wanted) {
    low += width;
    low_count = high_count;
    if (low_count >= enough || width >= widest) break;
    width *= 2;
    high_count = count_below(costs, low + width);
  }
  // The limit is in the `width` above `low`: between them counts grow about evenly.
  for (int pass = 0; low_count < enough && high_count > wanted && width > 1; pass++) {
    int part = (int)((int64_t)width * (aim - low_count) / (high_count - low_count));
    if (pass % 4 == 3) part = width / 2;
    part = part < 1 ? 1 : part >= width ? width - 1 : part;
    int count = count_below(costs, low + part);
    if (count > wanted) {
      width = part;
      high_count = count;
    } else {
      low += part;
      width -= part;
      low_count = count;
    }
  }
  const int narrow = 1 << 10, wide = 1 << 20;
  *spread = low - least < narrow ? narrow : low - least > wide ? wide : low - least;
  return low;
}
