#include "CIMA4Oracle.h"

#include <stdlib.h>

enum { frames = 64, indices = 89, predictors = 65536, least = -32768, greatest = 32767 };

static const int steps[indices] = {
    7,     8,     9,     10,    11,    12,    13,    14,    16,    17,    19,    21,    23,
    25,    28,    31,    34,    37,    41,    45,    50,    55,    60,    66,    73,    80,
    88,    97,    107,   118,   130,   143,   157,   173,   190,   209,   230,   253,   279,
    307,   337,   371,   408,   449,   494,   544,   598,   658,   724,   796,   876,   963,
    1060,  1166,  1282,  1411,  1552,  1707,  1878,  2066,  2272,  2499,  2749,  3024,  3327,
    3660,  4026,  4428,  4871,  5358,  5894,  6484,  7132,  7845,  8630,  9493,  10442, 11487,
    12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
};
static const int changes[8] = {-1, -1, -1, -1, 2, 4, 6, 8};

/// The least cost of each state, index and predictor; negative where it has not been reached.
typedef struct {
  int64_t *cost;
  int *states;
  int count;
} Front;

static Front empty(void) {
  Front front = {
      malloc(sizeof(int64_t) * indices * predictors), malloc(sizeof(int) * indices * predictors),
      0};
  for (int state = 0; state < indices * predictors; state++) front.cost[state] = -1;
  return front;
}

static void reach(Front *front, int index, int predictor, int64_t cost, int64_t bound) {
  if (cost > bound) return;
  int state = index * predictors + predictor - least;
  if (front->cost[state] < 0) front->states[front->count++] = state;
  if (front->cost[state] < 0 || cost < front->cost[state]) front->cost[state] = cost;
}

static int clamp(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}

/// Every code from one state.
static void leave(Front *next, int index, int predictor, int64_t cost, int sample, int64_t bound) {
  for (int code = 0; code < 16; code++) {
    int step = steps[index], difference = step >> 3;
    if (code & 4) difference += step;
    if (code & 2) difference += step >> 1;
    if (code & 1) difference += step >> 2;
    int decoded =
        clamp(code & 8 ? predictor - difference : predictor + difference, least, greatest);
    int64_t error = sample - decoded;
    reach(next, clamp(index + changes[code & 7], 0, indices - 1), decoded, cost + error * error, bound);
  }
}

int64_t ima4_optimum(const int16_t *samples, int64_t bound) {
  Front from = empty(), to = empty();
  for (int index = 0; index < indices; index++) {
    for (int predictor = least; predictor <= greatest; predictor += 128) {
      reach(&from, index, predictor, 0, bound);
    }
  }
  for (int frame = 0; frame < frames; frame++) {
    for (int number = 0; number < from.count; number++) {
      int state = from.states[number];
      int64_t cost = from.cost[state];
      from.cost[state] = -1;
      leave(&to, state / predictors, state % predictors + least, cost, samples[frame], bound);
    }
    from.count = 0;
    Front other = from;
    from = to;
    to = other;
  }
  int64_t optimum = bound;
  for (int number = 0; number < from.count; number++) {
    int64_t cost = from.cost[from.states[number]];
    if (cost < optimum) optimum = cost;
  }
  free(from.cost);
  free(from.states);
  free(to.cost);
  free(to.states);
  return optimum;
}

/// What is known on the way down the tree of all codes.
typedef struct {
  const int16_t *samples;
  const float *taps;
  int count;
  double least;
  double errors[16];
} Descent;

/// Tries all codes from one state on.
static void descend(Descent *descent, int frame, int index, int predictor, double cost) {
  if (frame == descent->count) {
    if (cost < descent->least) descent->least = cost;
    return;
  }
  double bend = 0;
  for (int lag = 1; lag <= frame; lag++) {
    bend += descent->taps[lag - 1] * descent->errors[frame - lag];
  }
  for (int code = 0; code < 16; code++) {
    int step = steps[index], difference = step >> 3;
    if (code & 4) difference += step;
    if (code & 2) difference += step >> 1;
    if (code & 1) difference += step >> 2;
    int decoded =
        clamp(code & 8 ? predictor - difference : predictor + difference, least, greatest);
    double error = descent->samples[frame] - decoded, weighted = error + bend;
    double sum = cost + weighted * weighted;
    if (sum >= descent->least) continue;
    descent->errors[frame] = error;
    descend(descent, frame + 1, clamp(index + changes[code & 7], 0, indices - 1), decoded, sum);
  }
}

double ima4_weighted_optimum(const int16_t *samples, int count, const float *taps, double bound) {
  Descent descent = {.samples = samples, .taps = taps, .count = count, .least = bound};
  for (int index = 0; index < indices; index++) {
    for (int predictor = least; predictor <= greatest; predictor += 128) {
      descend(&descent, 0, index, predictor, 0);
    }
  }
  return descent.least;
}
