#pragma once

#include <alsa/asoundlib.h>

/* Keeps libasound from writing to stderr; its error codes say the same. */
void tocsin_alsa_silence(void);
