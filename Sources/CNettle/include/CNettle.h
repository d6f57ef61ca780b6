#pragma once

#include <nettle/hmac.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>

/* Whether libnettle is installed. Where it is not, no other function of it may be called. */
int tocsin_has_nettle(void);
