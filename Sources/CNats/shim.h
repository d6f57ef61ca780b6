#include <nats/nats.h>

#include <stdlib.h>

/// The servers that a connection tries.
///
/// libnats 3.4.1 takes a signature that begins with a zero byte for none, which one in 256 does, and forgets
/// a server that has refused it: with each server named three times it tries again.
static inline natsStatus natsOptions_SetServersThrice(natsOptions *options, const char **servers, int count) {
  const char **all = malloc(3 * (size_t)count * sizeof *all);
  if (!all) return NATS_NO_MEMORY;
  for (int i = 0; i < 3 * count; i++) all[i] = servers[i % count];
  natsStatus status = natsOptions_SetServers(options, all, 3 * count);
  free(all);
  return status;
}
