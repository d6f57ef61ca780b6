#include <alsa/asoundlib.h>

/* The handler's type is variadic, which Swift cannot make: libasound would write to stderr itself. */
static void tocsin_alsa_ignore(const char *file, int line, const char *function, int err,
                               const char *fmt, ...) {
  (void)file, (void)line, (void)function, (void)err, (void)fmt;
}

/* Keeps libasound from writing to stderr; its error codes say the same. */
static inline void tocsin_alsa_silence(void) { snd_lib_error_set_handler(tocsin_alsa_ignore); }
