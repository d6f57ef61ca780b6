#ifndef CIMA4ORACLE_H
#define CIMA4ORACLE_H

#include <stdint.h>

/// The least sum of squared errors with which any IMA4 packet encodes 64 samples, from any preamble.
///
/// It is found by trying everything: all predictors and all step indices, sample by sample. Ways
/// that cost more than `bound` are given up, so the result is no more than that.
int64_t ima4_optimum(const int16_t *samples, int64_t bound);

/// The least sum of squared weighted errors with which any codes encode `count` samples, at most
/// 16, from any preamble and after silence: an error e[n] weighs e[n] + t1·e[n-1] + ….
///
/// It is found by trying everything; ways that cost more than `bound` are given up.
/// - taps: 16.
double ima4_weighted_optimum(const int16_t *samples, int count, const float *taps, double bound);

#endif
