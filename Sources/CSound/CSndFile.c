#include "CSndFile.h"

#include "CLoading.h"

#define LIBRARY "libsndfile.so.1"

int tocsin_has_sndfile(void) {
  return tocsin_optional_function(LIBRARY, "sf_open_virtual") != NULL;
}

FORWARD_4(LIBRARY, SNDFILE *, sf_open_virtual, SF_VIRTUAL_IO *, int, SF_INFO *, void *)
FORWARD_1(LIBRARY, int, sf_close, SNDFILE *)
FORWARD_3(LIBRARY, sf_count_t, sf_readf_double, SNDFILE *, double *, sf_count_t)
FORWARD_1(LIBRARY, int, sf_error, SNDFILE *)
FORWARD_1(LIBRARY, const char *, sf_strerror, SNDFILE *)
FORWARD_4(LIBRARY, int, sf_command, SNDFILE *, int, void *, int)
