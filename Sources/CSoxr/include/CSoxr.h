#pragma once

#include <soxr.h>

/* Whether libsoxr can be loaded. Without it the functions end the program, and an app must go on. */
int tocsin_soxr_is_there(void);
