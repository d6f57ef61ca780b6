#ifndef CIMA4SEARCH_H
#define CIMA4SEARCH_H

#include <stddef.h>
#include <stdint.h>

/// Frames in a packet.
#define IMA4_FRAMES 64
/// The greatest number of step indices.
#define IMA4_STEPS 89

/// A step size of IMA ADPCM, index 0...88: IMA Recommended Practices 3.00 (1992), section 6.
int16_t ima4_step_size(int index);

/// One encoding of the 64 samples of a packet.
typedef struct {
  /// The sum of the squared errors.
  float cost;
  /// The state that the packet's preamble states: the predictor is a multiple of 128.
  int16_t start_predictor;
  uint8_t start_index;
  /// The state of a decoder after the packet.
  uint8_t end_index;
  int16_t end_predictor;
  /// The codes as in the packet: two in a byte, the first one low.
  uint8_t codes[IMA4_FRAMES / 2];
} ima4_candidate;

/// The best candidate for a packet, and the best one that ends on another step index; or, if that
/// would cost too much, another one that the quick search has found.
typedef struct {
  ima4_candidate best;
  ima4_candidate other;
} ima4_candidates;

/// The vectors of a search: which instructions it uses. The result is the same with each.
typedef enum { ima4_baseline = 0, ima4_avx2 = 1, ima4_avx512 = 2 } ima4_vectors;

/// The widest vectors that this processor has.
ima4_vectors ima4_widest_vectors(void);

/// The number of packets that one search takes. A greedy search of fewer takes the same time.
size_t ima4_lanes(ima4_vectors vectors);

/// The effort of a search.
typedef enum {
  /// The nearest code for each sample, from a few starts for each packet.
  ima4_greedy = 0,
  /// One path on either side of the signal for each step index.
  ima4_single = 1,
  /// Many paths wherever they promise most: better codes in some thirteen times the time.
  ima4_most = 2
} ima4_effort;

/// The bytes that a search needs beside its input and output; they must start at a multiple of 128.
size_t ima4_workspace_size(ima4_vectors vectors, ima4_effort effort);

/// Finds for each of `count` packets good codes and a good preamble to start from.
///
/// - samples: 64 of each packet, one packet after the other.
/// - count: 1...ima4_lanes(vectors).
/// - found: room for `count` results. Of a greedy search the other one starts on another index.
void ima4_search(
    ima4_vectors vectors, ima4_effort effort, const int16_t *samples, size_t count,
    void *workspace, ima4_candidates *found);

/// The taps of a filter that weighs errors.
#define IMA4_TAPS 16

/// The state that a shaped search hands on from one call to the next.
typedef struct {
  /// The last errors, sample less decoded, the latest first.
  float errors[IMA4_TAPS];
  /// The state of a decoder, which a preamble must not be mistaken for.
  int32_t running_predictor;
  int32_t running_index;
  /// The number of samples that count in the call's last packet, 2...64: its end is the cheapest
  /// one.
  int32_t last_frame_count;
} ima4_shaped_state;

/// Finds codes with a small sum of squared weighted errors for consecutive packets of one channel,
/// and preambles that all decoders read alike.
///
/// - taps: 16 for each packet. An error e[n] weighs e[n] + t1·e[n-1] + ... + t16·e[n-16].
/// - count: 1...ima4_lanes(vectors); the memory is that of the greatest effort.
/// - found: room for `count` results, whose costs are those of the weighted errors.
void ima4_search_shaped(
    ima4_vectors vectors, const int16_t *samples, size_t count, const float *taps,
    ima4_shaped_state *state, void *workspace, ima4_candidate *found);

#endif
