#pragma once

// What the codes of each step index add, in vectors.

#include "Costs.h"
#include "Origin.h"

typedef struct {
  /// The small codes' differences in their order, from -7/8 to +7/8 of the step size.
  I16 levels[8];
  /// The large codes' differences, and what of them is beyond 16 bits.
  I16 sizes[4];
  I16 rests[4];
  /// The levels one by one.
  _Alignas(16) int16_t table[8];
} Steps;

/// Indices below this one have no difference beyond 16 bits.
enum { first_vast_index = 80 };

static void fill_steps(Steps steps[IMA4_STEPS]) {
  for (int index = 0; index < IMA4_STEPS; index++) {
    for (int number = 0; number < 4; number++) {
      const int level = difference(index, number), size = difference(index, number + 4);
      steps[index].table[3 - number] = (int16_t)-level;
      steps[index].table[4 + number] = (int16_t)level;
      const int part = size > INT16_MAX ? INT16_MAX : size;
      steps[index].sizes[number] = all(part);
      steps[index].rests[number] = all(size - part);
    }
    for (int level = 0; level < 8; level++) {
      steps[index].levels[level] = all(steps[index].table[level]);
    }
  }
}

/// The elements `number` of a table.
INLINE I16 look_up(const int16_t table[8], I16 number) {
#if LANES == 32 && defined(__x86_64__)
  __m512i all_words = _mm512_broadcast_i32x4(_mm_load_si128((const __m128i *)table));
  return (I16)_mm512_permutexvar_epi16((__m512i)number, all_words);
#elif LANES == 16 && defined(__x86_64__)
  __m256i all_words = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)table));
  return (I16)_mm256_shuffle_epi8(all_words, (__m256i)(number * 0x0202 + 0x0100));
#else
  I16 words = all(table[0]);
#pragma clang loop unroll(full)
  for (int word = 1; word < 8; word++) words = number >= all(word) ? all(table[word]) : words;
  return words;
#endif
}

/// Adds a large code's difference, downwards where `sign` is set, as decoders do: the clamp is the
/// saturation of the addition, which may need two.
INLINE I16 add_large(const Steps *steps, int index, int magnitude, I16 predictor, I16 sign) {
  const int number = magnitude - 4;
  I16 sum = __builtin_elementwise_add_sat(predictor, (steps->sizes[number] ^ sign) - sign);
  if (index < first_vast_index) return sum;
  return __builtin_elementwise_add_sat(sum, (steps->rests[number] ^ sign) - sign);
}

/// The numbers of the two small codes whose levels enclose `distance`.
typedef struct {
  I16 under;
  I16 over;
} Enclosing;

INLINE Enclosing enclosing(const Steps *steps, I16 distance) {
  I16 inner = all(0);
#pragma clang loop unroll(full)
  for (int level = 1; level < 7; level++) inner -= distance >= steps->levels[level];
  return (Enclosing){
      .under = inner - (distance >= steps->levels[7]),
      .over = inner - (distance >= steps->levels[0])};
}
