#ifndef CIMA4ORACLE_H
#define CIMA4ORACLE_H

#include <stdint.h>

/// The least sum of squared errors with which any IMA4 packet encodes 64 samples, from any preamble.
///
/// It is found by trying everything: all predictors and all step indices, sample by sample. Ways
/// that cost more than `bound` are given up, so the result is no more than that.
int64_t ima4_optimum(const int16_t *samples, int64_t bound);

#endif
