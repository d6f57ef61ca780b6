#ifndef CPEERCODECS_H
#define CPEERCODECS_H

#include <stddef.h>
#include <stdint.h>

/// IMA4 through libavcodec's API: whole packets of 64 interleaved frames. Nonzero is a failure.
int peer_avcodec_encode(const int16_t *samples, size_t packets, int channels, uint8_t *output);
int peer_avcodec_decode(const uint8_t *input, size_t packets, int channels, int16_t *samples);

/// IMA4 in AIFF-C through libsndfile, from and to memory. `size` is the capacity, then the bytes
/// used.
int peer_sndfile_encode(
    const int16_t *samples, size_t frames, int channels, uint8_t *file, size_t *size);
int peer_sndfile_decode(const uint8_t *file, size_t size, size_t frames, int channels, int16_t *samples);

/// Encodes and decodes with the adpcm-xq library at `path`, in blocks of 60 bytes a channel: 4.25
/// bits for a sample, as many as IMA4 takes. Gives up after `limit` seconds: its search may run
/// forever on a sound with silence. `seconds` is the processor time of encoding.
int peer_xq_code(
    const char *path, int depth, const int16_t *samples, size_t frames, int channels,
    unsigned limit, int16_t *decoded, double *seconds);

#endif
