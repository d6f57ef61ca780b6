#include "CEBUR128.h"

#include "CLoading.h"

#define EBUR128 "libebur128.so.1"

int tocsin_has_ebur128(void) { return tocsin_optional_function(EBUR128, "ebur128_init") != NULL; }

FORWARD_3(EBUR128, ebur128_state *, ebur128_init, unsigned int, unsigned long, int)
FORWARD_1(EBUR128, void, ebur128_destroy, ebur128_state **)
FORWARD_3(EBUR128, int, ebur128_add_frames_double, ebur128_state *, const double *, size_t)
FORWARD_2(EBUR128, int, ebur128_loudness_global, ebur128_state *, double *)
FORWARD_2(EBUR128, int, ebur128_loudness_momentary, ebur128_state *, double *)
