#pragma once

// Finds the least of many costs by a limit, without sorting them.

#include "CodeVectors.h"

/// Costs, of which there is at least one vector.
///
/// A sample of them gives a limit nearly as good as all of them give, and reading them takes most
/// of the time.
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

/// The limit that is tried first.
typedef struct {
  int limit;
  /// The approximate distance of the limit from there.
  int width;
} LimitGuess;

/// No cost of a path is beyond this limit. Limits may exceed it by their greatest width, and one
/// guess.
enum { widest = 1 << 27, greatest_limit = INT32_MAX - 2 * widest };

/// Nothing is known before the first limit.
INLINE LimitGuess first_guess(const Costs *costs) {
  const int sixteenth = 1 << 19;
  const int least = least_bits(costs);
  return (LimitGuess){
      .limit = (least < greatest_limit ? least : greatest_limit) + sixteenth, .width = sixteenth};
}

/// Two limits, `low` and the one that is `width` above it, and the number of costs below each.
typedef struct {
  int low, width, low_count, high_count;
} Bracket;

/// A bracket around counts of `enough` to `most`, found from a guess, or a lower limit that is good
/// enough.
INLINE Bracket bracket_from(
    const Costs *costs, const LimitGuess *guess, int enough, int most) {
  Bracket bracket = {.low = guess->limit, .width = guess->width};
  bracket.low_count = bracket.high_count = count_below(costs, bracket.low);
  while (bracket.low_count > most) {
    bracket.high_count = bracket.low_count;
    bracket.low -= bracket.width;
    bracket.low_count = count_below(costs, bracket.low);
    if (bracket.low_count > most) bracket.width *= 2;
  }
  if (bracket.high_count > most) return bracket;
  while (bracket.low_count < enough && bracket.low < greatest_limit) {
    bracket.high_count = count_below(costs, bracket.low + bracket.width);
    if (bracket.high_count > most) return bracket;
    bracket.low += bracket.width;
    bracket.low_count = bracket.high_count;
    if (bracket.width < widest) bracket.width *= 2;
  }
  return bracket;
}

/// A limit below which about `wanted_of_all` costs are: 7/8 to 9/8 of that, except for equal ones,
/// estimated from the costs that are looked at.
///
/// Costs are positive, so their bits, which limits are compared with, have the same order.
/// - guess: from the limit before, and for the next one. It saves time, and chooses among limits
///   that are all suitable.
INLINE int cost_limit(const Costs *costs, int wanted_of_all, LimitGuess *guess) {
  const int aim = wanted_of_all / costs->step, enough = aim - aim / 8, most = aim + aim / 8;
  Bracket found = bracket_from(costs, guess, enough, most);
  // Within the bracket counts grow about evenly.
  for (int pass = 0; found.low_count < enough && found.high_count > most && found.width > 1; pass++) {
    const int range = found.high_count - found.low_count, width = found.width;
    int part = (int)((int64_t)width * (aim - found.low_count) / range);
    if (pass % 4 == 3) part = width / 2;
    part = part < 1 ? 1 : part >= width ? width - 1 : part;
    const int count = count_below(costs, found.low + part);
    if (count > most) {
      found.width = part;
      found.high_count = count;
    } else {
      found.low += part;
      found.width -= part;
      found.low_count = count;
    }
  }
  const int narrow = 1 << 12, wide = 1 << 20;
  const int moved = found.low > guess->limit ? found.low - guess->limit : guess->limit - found.low;
  *guess = (LimitGuess){
      .limit = found.low < greatest_limit ? found.low : greatest_limit,
      .width = moved < narrow ? narrow : moved > wide ? wide : moved};
  return found.low;
}
