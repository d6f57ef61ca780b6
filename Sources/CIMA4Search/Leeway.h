#pragma once

// The maximum costs of the paths of a packet.

#include <math.h>

#include "Front.h"

/// Packets that cost less than this are searched again in smaller units, but no more than twice.
enum { least_units = 512, most_passes = 3 };

/// The packets that are still searched.
typedef struct {
  uint8_t wanted[LANES];
  /// The maximum cost of each one.
  float bound[LANES];
  int scale_bits[LANES];
} Packets;

/// The maximum cost in units of a packet that costs at most `bound`.
static uint16_t bound_units(float bound, int scale_bits) {
  // Rounding makes no path dearer by more than a unit a sample.
  const float most = bound * units(scale_bits) + IMA4_FRAMES;
  return (uint16_t)(most > UINT16_MAX ? UINT16_MAX : most);
}

/// Whether predictors may reach the limits of 16 bits without costing too much.
static int is_loud(const int16_t *samples, float bound) {
  int greatest = 0;
  for (int frame = 0; frame < IMA4_FRAMES; frame++) {
    const int size = samples[frame] < 0 ? ~samples[frame] : samples[frame];
    greatest = size > greatest ? size : greatest;
  }
  const float room = (float)(INT16_MAX - greatest);
  return room * room <= 2 * bound + 1;
}

/// One of the packets that are searched side by side.
typedef struct {
  const int16_t *samples;
  size_t lane;
  float bound;
  int scale_bits;
} Packet;

/// By how much paths may cost more than the cheapest one. They may do so for later gains, and the
/// cost of the quick search in its dearest block to come shows how much that may be worth.
typedef struct {
  /// Fractions of the quick search's total cost, and of its cost in the dearest block to come.
  float of_all, of_dearest;
} Leeways;

/// For the trellis alone. With the other ones it is 0.02 dB better and takes a tenth longer.
static const Leeways tight = {.of_all = 0.1f, .of_dearest = 0.3f};

/// For a search that a beam follows, which takes much longer anyway.
static const Leeways generous = {.of_all = 0.15f, .of_dearest = 0.4f};

static void set_leeways(
    Search *search, const Packet *packet, const Leeways *leeways, const F32 *dearest) {
  const float unit = units(packet->scale_bits);
  for (int block = 0; block < blocks; block++) {
    const float all = leeways->of_all * packet->bound;
    const float own = (all + leeways->of_dearest * dearest[block][packet->lane]) * unit;
    const uint16_t most = search->bound / 2;
    search->leeway[block] = own < most ? (uint16_t)own : most;
    const float reach = sqrtf((float)(search->leeway[block] + 1) / unit) + 1;
    search->reach[block] = (uint16_t)(reach < UINT16_MAX ? reach : UINT16_MAX);
  }
}

/// Chooses the units in which a packet that costs `bound` at most is searched.
static void set_units(Search *search, const int16_t *samples, float bound, int scale_bits) {
  search->samples = samples;
  search->bound = bound_units(bound, scale_bits);
  search->greatest = (uint16_t)(UINT16_MAX >> scale_bits);
  search->factor = (uint16_t)(1 << scale_bits);
  search->is_loud = is_loud(samples, bound);
}

/// - Parameter index: the start of the best candidate that is known.
static void prepare(
    Search *search, const Packet *packet, const Leeways *leeways, int index, const F32 *dearest) {
  // The best start is seldom far from one that is good, unless the sound jumps.
  const int jumps = 2 * dearest[0][packet->lane] > packet->bound;
  const int below = jumps ? IMA4_STEPS : 16, above = jumps ? IMA4_STEPS : 15;
  set_units(search, packet->samples, packet->bound, packet->scale_bits);
  search->origin_count = 0;
  search->first = index > below ? index - below : 0;
  search->last = index < last_index - above ? index + above : last_index;
  set_leeways(search, packet, leeways, dearest);
}
