#pragma once

#include <sndfile.h>

/* Whether libsndfile is installed. Where it is not, no other function of it may be called. */
int tocsin_has_sndfile(void);
