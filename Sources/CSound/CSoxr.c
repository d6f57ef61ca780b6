#include "CSoxr.h"

#include "CLoading.h"

#define SOXR "libsoxr.so.0"

int tocsin_has_soxr(void) { return tocsin_optional_function(SOXR, "soxr_create") != NULL; }

FORWARD(SOXR, soxr_t, soxr_create,
        (double input_rate, double output_rate, unsigned channels, soxr_error_t *error,
         const soxr_io_spec_t *io, const soxr_quality_spec_t *quality,
         const soxr_runtime_spec_t *runtime),
        (input_rate, output_rate, channels, error, io, quality, runtime))
FORWARD(SOXR, soxr_error_t, soxr_process,
        (soxr_t resampler, soxr_in_t in, size_t in_length, size_t *in_done, soxr_out_t out,
         size_t out_length, size_t *out_done),
        (resampler, in, in_length, in_done, out, out_length, out_done))
FORWARD_1(SOXR, void, soxr_delete, soxr_t)
FORWARD_2(SOXR, soxr_io_spec_t, soxr_io_spec, soxr_datatype_t, soxr_datatype_t)
FORWARD_2(SOXR, soxr_quality_spec_t, soxr_quality_spec, unsigned long, unsigned long)
FORWARD_1(SOXR, soxr_runtime_spec_t, soxr_runtime_spec, unsigned)
