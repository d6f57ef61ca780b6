#pragma once

// Errors that are weighted by a filter, for an ear that hears them better at some frequencies.
//
// The filter is 1 + t₁z⁻¹ + … + t₁₆z⁻¹⁶. Its output for a path's last errors, the `bend`, is known
// before the next error and is added to it. Each path carries its own last errors along.

#include "CodeVectors.h"

/// The state that a shaped search of one packet takes from the one before.
typedef struct {
  /// t₁…t₁₆.
  CodeFloats taps;
  /// The last errors before the packet, the latest one first.
  CodeFloats errors;
  /// The decoder's state before the packet.
  int running_index;
  int running_predictor;
  /// The number of samples that count.
  int frame_count;
} Shaping;

/// The filter's output for the last errors, added up in the same order at every width. It is
/// limited to full scale, so that all costs stay below `UNREACHED`, whatever the filter is.
INLINE float bend(CodeFloats taps, CodeFloats errors) {
  CodeFloats parts = taps * errors;
  parts += __builtin_shufflevector(
      parts, parts, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
  parts += __builtin_shufflevector(
      parts, parts, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
  parts += __builtin_shufflevector(
      parts, parts, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
  const float sum = parts[0] + parts[1], most = 0x1p15f;
  return sum < -most ? -most : sum > most ? most : sum;
}

/// The last errors with one more.
INLINE CodeFloats with_error(CodeFloats errors, float error) {
  CodeFloats latest = (CodeFloats)error;
  return __builtin_shufflevector(
      latest, errors, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
}
