#include "CNettle.h"

#include "CLoading.h"

#define NETTLE "libnettle.so.8"

int tocsin_has_nettle(void) {
  return tocsin_optional_function(NETTLE, "nettle_sha1_init") != NULL;
}

FORWARD_1(NETTLE, void, nettle_sha1_init, struct sha1_ctx *)
FORWARD_3(NETTLE, void, nettle_sha1_update, struct sha1_ctx *, size_t, const uint8_t *)
FORWARD_3(NETTLE, void, nettle_sha1_digest, struct sha1_ctx *, size_t, uint8_t *)

FORWARD_1(NETTLE, void, nettle_sha256_init, struct sha256_ctx *)
FORWARD_3(NETTLE, void, nettle_sha256_update, struct sha256_ctx *, size_t, const uint8_t *)
FORWARD_3(NETTLE, void, nettle_sha256_digest, struct sha256_ctx *, size_t, uint8_t *)

FORWARD_3(NETTLE, void, nettle_hmac_sha256_set_key, struct hmac_sha256_ctx *, size_t, const uint8_t *)
FORWARD_3(NETTLE, void, nettle_hmac_sha256_update, struct hmac_sha256_ctx *, size_t, const uint8_t *)
FORWARD_3(NETTLE, void, nettle_hmac_sha256_digest, struct hmac_sha256_ctx *, size_t, uint8_t *)
