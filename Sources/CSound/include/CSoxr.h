#pragma once

#include <soxr.h>

/* Whether libsoxr is installed. Where it is not, no other function of it may be called. */
int tocsin_has_soxr(void);
