#include "Kernels.h"

const int16_t ima4_steps[IMA4_STEPS] = {
    7,     8,     9,     10,    11,    12,    13,    14,    16,    17,    19,    21,    23,
    25,    28,    31,    34,    37,    41,    45,    50,    55,    60,    66,    73,    80,
    88,    97,    107,   118,   130,   143,   157,   173,   190,   209,   230,   253,   279,
    307,   337,   371,   408,   449,   494,   544,   598,   658,   724,   796,   876,   963,
    1060,  1166,  1282,  1411,  1552,  1707,  1878,  2066,  2272,  2499,  2749,  3024,  3327,
    3660,  4026,  4428,  4871,  5358,  5894,  6484,  7132,  7845,  8630,  9493,  10442, 11487,
    12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
};

int16_t ima4_step_size(int index) { return ima4_steps[index]; }

ima4_vectors ima4_widest_vectors(void) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    return ima4_avx512;
  }
  if (__builtin_cpu_supports("avx2")) return ima4_avx2;
#endif
  return ima4_baseline;
}

static const ima4_kernel *kernel(ima4_vectors vectors) {
  switch (vectors) {
#ifdef __x86_64__
    case ima4_avx512: return &ima4_kernel_avx512;
    case ima4_avx2: return &ima4_kernel_avx2;
#endif
    default: return &ima4_kernel_baseline;
  }
}

size_t ima4_lanes(ima4_vectors vectors) { return kernel(vectors)->lanes; }

size_t ima4_workspace_size(ima4_vectors vectors, ima4_effort effort) {
  switch (effort) {
    case ima4_greedy: return kernel(vectors)->greedy_size;
    case ima4_single: return kernel(vectors)->single_size;
    default: return kernel(vectors)->most_size;
  }
}

void ima4_search(
    ima4_vectors vectors, ima4_effort effort, const int16_t *samples, size_t count,
    void *workspace, ima4_candidates *found) {
  const ima4_kernel *chosen = kernel(vectors);
  switch (effort) {
    case ima4_greedy: chosen->greedy(samples, count, workspace, found); break;
    case ima4_single: chosen->single(samples, count, workspace, found); break;
    default: chosen->most(samples, count, workspace, found);
  }
}

void ima4_search_shaped(
    ima4_vectors vectors, const int16_t *samples, size_t count, const float *taps,
    ima4_shaped_state *state, void *workspace, ima4_candidate *found) {
  kernel(vectors)->shaped(samples, count, taps, state, workspace, found);
}
