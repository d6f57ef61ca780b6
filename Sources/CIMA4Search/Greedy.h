#pragma once

// The quick search: the nearest code for each sample, without looking ahead. It tries four starts
// for each packet and keeps the best one.

#include "StepSizes.h"

enum {
  starts = 4,
  code_pairs = IMA4_FRAMES / 2,
  /// Samples whose costs are reported together.
  block_frames = 8,
  blocks = IMA4_FRAMES / block_frames
};

typedef struct {
  I16 *samples;
  /// For each start the codes, two in a lane, the first one low.
  I16 *codes;
} GreedyWorkspace;

enum { greedy_vectors = IMA4_FRAMES + starts * code_pairs };

#define greedy_workspace_size (greedy_vectors * sizeof(I16))

/// One encoding of the packets of all lanes.
typedef struct {
  I16 index;
  I16 predictor;
  F32 cost;
} Chain;

INLINE I16 distance(I16 one, I16 another) {
  return __builtin_elementwise_max(one, another) - __builtin_elementwise_min(one, another);
}

/// `size` where it is not greater than `room`, both unsigned; else 0.
INLINE I16 part(I16 size, I16 room) {
  U16 lack = __builtin_elementwise_sub_sat((U16)size, (U16)room);
  return lack == (U16)0 ? size : (I16)0;
}

/// Moves on by the code for `sample` and returns it: the standard encoder's comparisons.
INLINE I16 step(Chain *chain, I16 sample) {
  I16 size = step_sizes(chain->index);
  I16 sign = sample < chain->predictor;
  I16 room = distance(sample, chain->predictor);
  I16 whole = part(size, room);
  room -= whole;
  I16 half = part(size >> 1, room);
  room -= half;
  I16 quarter = part(size >> 2, room);
  // Two saturated additions: the whole difference may exceed 16 bits.
  I16 rest = (size >> 3) + half + quarter;
  chain->predictor = __builtin_elementwise_add_sat(chain->predictor, (whole ^ sign) - sign);
  chain->predictor = __builtin_elementwise_add_sat(chain->predictor, (rest ^ sign) - sign);
  // Every step size has a quarter, so a part of it is never 0 where there is room for it.
  I16 four = whole != (I16)0, two = half != (I16)0, one = quarter != (I16)0;
  I16 next = chain->index + (four ? all(2) - (two & -4) - (one & -2) : all(-1));
  chain->index = __builtin_elementwise_min(__builtin_elementwise_max(next, all(0)), all(88));
  I32 error =
      __builtin_convertvector(__builtin_elementwise_sub_sat(sample, chain->predictor), I32);
  chain->cost += __builtin_convertvector(error * error, F32);
  return (sign & 8) | (four & 4) | (two & 2) | (one & 1);
}

/// The index whose step size is about `size`: step sizes grow by a tenth from 7 on, and the bits
/// of a floating-point number are nearly its logarithm.
INLINE I16 index_moving(F32 size) {
  const int32_t bits_of_7 = 0x40E00000;
  F32 octaves = __builtin_convertvector(bits(size) - bits_of_7, F32) * 0x1p-23f;
  I32 index = __builtin_convertvector(octaves * 7.27f + 0.5f, I32);
  return __builtin_convertvector(
      __builtin_elementwise_min(__builtin_elementwise_max(index, (I32)0), (I32)(IMA4_STEPS - 1)),
      I16);
}

INLINE F32 size(I16 distance) {
  return __builtin_convertvector((U16)distance, F32);
}

/// Guesses by how fast the signal moves: at its start, over the packet, and where it jumps most.
INLINE void guess(const I16 *samples, I16 predictor, I16 indices[starts]) {
  F32 sum = 0, early = 0, greatest = 0;
  for (int frame = 1; frame < IMA4_FRAMES; frame++) {
    F32 change = size(distance(samples[frame], samples[frame - 1]));
    sum += change;
    greatest = change > greatest ? change : greatest;
    if (frame == 7) early = sum;
  }
  // The first step must reach the signal from the predictor.
  I16 needed = index_moving(size(distance(samples[0], predictor)));
  indices[0] = __builtin_elementwise_max(index_moving(early * (0.9f / 7)), needed);
  indices[1] = indices[0] + (indices[0] + 8 < IMA4_STEPS ? all(8) : all(-8));
  indices[2] = __builtin_elementwise_max(index_moving(sum * (0.9f / 63)), needed);
  indices[3] = index_moving(greatest * 0.8f);
}

/// The chain of each lane that costs least and does not start on its index in `except`.
INLINE I16 cheapest_chain(const Chain *chains, const I16 *indices, I16 except) {
  F32 least = UNREACHED;
  I16 chosen = all(0);
  for (int number = 0; number < starts; number++) {
    I32 excluded = __builtin_convertvector(indices[number] == except, I32);
    I32 cheaper = unless(excluded, chains[number].cost) < least;
    least = cheaper ? chains[number].cost : least;
    chosen = __builtin_convertvector(cheaper, I16) ? all(number) : chosen;
  }
  return chosen;
}

static void write_chain(
    const I16 *codes, const Chain *chain, I16 index, I16 predictor, size_t lane,
    ima4_candidate *found) {
  found->cost = chain->cost[lane];
  found->start_index = (uint8_t)index[lane];
  found->start_predictor = predictor[lane];
  found->end_index = (uint8_t)chain->index[lane];
  found->end_predictor = chain->predictor[lane];
  const int16_t *pairs = (const int16_t *)codes + lane;
  for (int pair = 0; pair < code_pairs; pair++) found->codes[pair] = (uint8_t)pairs[pair * LANES];
}

/// The cost of the chosen chains in the dearest of the remaining blocks, from each block on.
INLINE void find_dearest(const F32 *sums, I16 chosen, F32 *dearest) {
  F32 greatest = 0;
  for (int block = blocks - 1; block >= 0; block--) {
    F32 cost = 0;
    for (int number = 0; number < starts; number++) {
      const F32 *sum = &sums[block * starts + number];
      const F32 own = block > 0 ? sum[0] - sum[-starts] : sum[0];
      cost = __builtin_convertvector(chosen == all(number), I32) ? own : cost;
    }
    greatest = cost > greatest ? cost : greatest;
    dearest[block] = greatest;
  }
}

/// Encodes `count` packets from four starts each.
/// - Parameter dearest: receives the costs by block, or null.
INLINE void encode_greedily(
    const int16_t *samples, size_t count, void *memory, F32 *dearest, ima4_candidates *found) {
  GreedyWorkspace space = {.samples = memory, .codes = (I16 *)memory + IMA4_FRAMES};
  transpose(samples, count, space.samples);
  I16 first = space.samples[0];
  I16 nearest = __builtin_elementwise_min(first, all(INT16_MAX - 191)) + 64 & -128;
  I16 indices[starts];
  guess(space.samples, nearest, indices);
  Chain chains[starts];
#pragma clang loop unroll(full)
  for (int number = 0; number < starts; number++) {
    chains[number] = (Chain){.index = indices[number], .predictor = nearest, .cost = 0};
  }
  F32 sums[blocks * starts];
  for (int pair = 0; pair < code_pairs; pair++) {
    I16 low = space.samples[2 * pair], high = space.samples[2 * pair + 1];
    // Each sample of a chain waits for the one before it: side by side they wait together.
#pragma clang loop unroll(full)
    for (int number = 0; number < starts; number++) {
      I16 code = step(&chains[number], low);
      space.codes[number * code_pairs + pair] = code | step(&chains[number], high) << 4;
      if (dearest) sums[2 * pair / block_frames * starts + number] = chains[number].cost;
    }
  }
  I16 best = cheapest_chain(chains, indices, all(-1)), best_index = indices[0];
  for (int number = 1; number < starts; number++) {
    best_index = best == all(number) ? indices[number] : best_index;
  }
  if (dearest) find_dearest(sums, best, dearest);
  // If the packet before ended on the best one's index, another candidate is wanted.
  I16 other = cheapest_chain(chains, indices, best_index);
  for (size_t lane = 0; lane < count; lane++) {
    int one = best[lane], two = other[lane];
    const I16 *codes = space.codes;
    write_chain(
        codes + one * code_pairs, &chains[one], indices[one], nearest, lane, &found[lane].best);
    write_chain(
        codes + two * code_pairs, &chains[two], indices[two], nearest, lane, &found[lane].other);
  }
}

static void greedy(
    const int16_t *samples, size_t count, void *memory, ima4_candidates *found) {
  encode_greedily(samples, count, memory, 0, found);
}
