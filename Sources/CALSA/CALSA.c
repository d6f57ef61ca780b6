#include "CALSA.h"

#include <errno.h>
#include <string.h>

#include "CLoading.h"

#define ALSA "libasound.so.2"

/* The handler's type is variadic, which Swift cannot make: libasound would write to stderr itself. */
static void ignore(const char *file, int line, const char *function, int err, const char *fmt,
                   ...) {
  (void)file, (void)line, (void)function, (void)err, (void)fmt;
}

/* A machine without libasound has no devices, and that is not a reason to end. */

void tocsin_alsa_silence(void) {
  __typeof__(&snd_lib_error_set_handler) own =
      (__typeof__(own))tocsin_optional_function(ALSA, "snd_lib_error_set_handler");
  if (own) own(ignore);
}

__attribute__((visibility("hidden"))) int snd_pcm_open(snd_pcm_t **pcm, const char *name,
                                                       snd_pcm_stream_t stream, int mode) {
  __typeof__(&snd_pcm_open) own =
      (__typeof__(own))tocsin_optional_function(ALSA, "snd_pcm_open");
  return own ? own(pcm, name, stream, mode) : -ELIBACC;
}

__attribute__((visibility("hidden"))) const char *snd_strerror(int error) {
  __typeof__(&snd_strerror) own =
      (__typeof__(own))tocsin_optional_function(ALSA, "snd_strerror");
  return own ? own(error) : strerror(-error);
}

__attribute__((visibility("hidden"))) int snd_device_name_hint(int card, const char *interface,
                                                               void ***hints) {
  __typeof__(&snd_device_name_hint) own =
      (__typeof__(own))tocsin_optional_function(ALSA, "snd_device_name_hint");
  return own ? own(card, interface, hints) : -ELIBACC;
}

FORWARD_2(ALSA, char *, snd_device_name_get_hint, const void *, const char *)
FORWARD_1(ALSA, int, snd_device_name_free_hint, void **)

typedef snd_pcm_t *pcm;
typedef snd_pcm_hw_params_t *hw;
typedef snd_pcm_sw_params_t *sw;
typedef snd_pcm_status_t *status;

FORWARD_1(ALSA, int, snd_pcm_close, pcm)
FORWARD_1(ALSA, int, snd_pcm_prepare, pcm)
FORWARD_1(ALSA, int, snd_pcm_start, pcm)
FORWARD_1(ALSA, int, snd_pcm_drain, pcm)
FORWARD_1(ALSA, int, snd_pcm_drop, pcm)
FORWARD_1(ALSA, snd_pcm_state_t, snd_pcm_state, pcm)
FORWARD_1(ALSA, snd_pcm_sframes_t, snd_pcm_avail_update, pcm)
FORWARD_2(ALSA, int, snd_pcm_delay, pcm, snd_pcm_sframes_t *)
FORWARD_3(ALSA, snd_pcm_sframes_t, snd_pcm_writei, pcm, const void *, snd_pcm_uframes_t)
FORWARD_1(ALSA, int, snd_pcm_poll_descriptors_count, pcm)
FORWARD_3(ALSA, int, snd_pcm_poll_descriptors, pcm, struct pollfd *, unsigned int)
FORWARD_4(ALSA, int, snd_pcm_poll_descriptors_revents, pcm, struct pollfd *, unsigned int,
          unsigned short *)

FORWARD_1(ALSA, int, snd_pcm_status_malloc, status *)
FORWARD_1(ALSA, void, snd_pcm_status_free, status)
FORWARD_2(ALSA, int, snd_pcm_status, pcm, status)
FORWARD_1(ALSA, snd_pcm_uframes_t, snd_pcm_status_get_avail, const snd_pcm_status_t *)

FORWARD_1(ALSA, int, snd_pcm_hw_params_malloc, hw *)
FORWARD_1(ALSA, void, snd_pcm_hw_params_free, hw)
FORWARD_2(ALSA, int, snd_pcm_hw_params, pcm, hw)
FORWARD_2(ALSA, int, snd_pcm_hw_params_any, pcm, hw)
FORWARD_3(ALSA, int, snd_pcm_hw_params_set_access, pcm, hw, snd_pcm_access_t)
FORWARD_3(ALSA, int, snd_pcm_hw_params_set_format, pcm, hw, snd_pcm_format_t)
FORWARD_3(ALSA, int, snd_pcm_hw_params_test_format, pcm, hw, snd_pcm_format_t)
FORWARD_3(ALSA, int, snd_pcm_hw_params_set_rate_resample, pcm, hw, unsigned int)
FORWARD_4(ALSA, int, snd_pcm_hw_params_set_rate_near, pcm, hw, unsigned int *, int *)
FORWARD_3(ALSA, int, snd_pcm_hw_params_set_channels_near, pcm, hw, unsigned int *)
FORWARD_4(ALSA, int, snd_pcm_hw_params_set_period_time_near, pcm, hw, unsigned int *, int *)
FORWARD_4(ALSA, int, snd_pcm_hw_params_set_buffer_time_near, pcm, hw, unsigned int *, int *)
FORWARD_2(ALSA, int, snd_pcm_hw_params_get_buffer_size, const snd_pcm_hw_params_t *,
          snd_pcm_uframes_t *)
FORWARD_3(ALSA, int, snd_pcm_hw_params_get_period_size, const snd_pcm_hw_params_t *,
          snd_pcm_uframes_t *, int *)

FORWARD_1(ALSA, int, snd_pcm_sw_params_malloc, sw *)
FORWARD_1(ALSA, void, snd_pcm_sw_params_free, sw)
FORWARD_2(ALSA, int, snd_pcm_sw_params, pcm, sw)
FORWARD_2(ALSA, int, snd_pcm_sw_params_current, pcm, sw)
FORWARD_3(ALSA, int, snd_pcm_sw_params_set_avail_min, pcm, sw, snd_pcm_uframes_t)
FORWARD_3(ALSA, int, snd_pcm_sw_params_set_start_threshold, pcm, sw, snd_pcm_uframes_t)
FORWARD_3(ALSA, int, snd_pcm_sw_params_set_stop_threshold, pcm, sw, snd_pcm_uframes_t)
