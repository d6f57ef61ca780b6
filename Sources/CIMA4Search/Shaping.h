#pragma once

// Errors that are weighted by a filter, for an ear that hears them better at some frequencies.
//
// The filter is 1 + t₁z⁻¹ + … + t₁₆z⁻¹⁶. What it makes of a path's last errors is known before the
// next one: the `bend`, which is added to that. Each path carries its own last errors along.

#include "CodeVectors.h"

/// What a shaped search of one packet knows of the one before.
typedef struct {
  /// t₁…t₁₆.
  CodeFloats taps;
  /// The last errors before the packet, the latest one first.
  CodeFloats errors;
  /// The decoder's state before the packet.
  int running_index;
  int running_predictor;
  /// So many samples count.
  int frame_count;
} Shaping;

/// What the filter makes of the last errors, added up in the same order at every width; no more than
/// full scale, so that all costs stay below that of no path, whatever the filter is.
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
