#pragma once

#include <ebur128.h>

/* Whether libebur128 is installed. Where it is not, no other function of it may be called. */
int tocsin_has_ebur128(void);
