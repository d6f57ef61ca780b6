#ifndef KERNELS_H
#define KERNELS_H

#include "CIMA4Search.h"

extern const int16_t ima4_steps[IMA4_STEPS];

typedef void ima4_search_function(
    const int16_t *samples, size_t count, void *workspace, ima4_candidates *found);

typedef void ima4_shaped_function(
    const int16_t *samples, size_t count, const float *taps, ima4_shaped_state *state,
    void *workspace, ima4_candidate *found);

/// The search, compiled for vectors of one width.
typedef struct {
  size_t lanes;
  size_t single_size;
  size_t most_size;
  size_t greedy_size;
  /// The trellis, with one path on either side of the signal for each step index.
  ima4_search_function *single;
  /// The beam of many paths, guided by the estimated cost of the rest.
  ima4_search_function *most;
  /// Without a search: the nearest code for each sample, from a few starts.
  ima4_search_function *greedy;
  /// The beam again, with weighted errors.
  ima4_shaped_function *shaped;
} ima4_kernel;

extern const ima4_kernel ima4_kernel_baseline;
#ifdef __x86_64__
extern const ima4_kernel ima4_kernel_avx2;
extern const ima4_kernel ima4_kernel_avx512;
#endif

#endif
