/* A sound card without a card, for ALSA: it plays at the speed of the clock into a file, and fails
 * where it is told to.
 *
 *   pcm_type.flaky { lib "/…/flaky.so" }
 *   pcm.test {
 *     type flaky
 *     heard "/…/heard.raw"   what a listener hears, appended: samples in the device's form
 *     rate 48000             the only rate (Hz), channel count and form that it takes
 *     channels 2
 *     form "S32_LE"
 *     fault "xrun"           busy missing denied: opening fails; xrun: what is queued is lost;
 *                            gone: unplugged; stall: no frame is played any more
 *     at 12000               the frame, counted over all openings, where the fault comes, once
 *     absent 1               openings that fail after an unplugging
 *   }
 *
 * Build: cc -shared -fPIC -DPIC -Wl,-z,nodelete -o flaky.so flaky.c -lasound
 */
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum fault { NONE, XRUN, GONE, STALL };

struct flaky {
  snd_pcm_ioplug_t io;
  enum fault fault;
  long long at;          /* frames heard in all before the fault */
  long long heard_before; /* frames heard before the last preparation */
  long long heard;       /* frames heard since then */
  long long written;     /* frames written since then */
  long long started;     /* ns */
  int running, due, file, timer;
  size_t frame_size;
  char *ring;
};

/* Openings that still fail after an unplugging. */
static int absences;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* Plays up to frame `end`: the file gets what is heard. */
static void play(struct flaky *flaky, long long end) {
  while (flaky->heard < end) {
    size_t frame = flaky->heard % flaky->io.buffer_size;
    long long count = end - flaky->heard;
    if (count > (long long)(flaky->io.buffer_size - frame)) count = flaky->io.buffer_size - frame;
    if (write(flaky->file, flaky->ring + frame * flaky->frame_size, count * flaky->frame_size) < 0)
      abort();
    flaky->heard += count;
  }
}

static snd_pcm_sframes_t flaky_pointer(snd_pcm_ioplug_t *io) {
  struct flaky *flaky = io->private_data;
  if (!flaky->running) return flaky->heard;
  if (flaky->due && flaky->fault == XRUN) {
    flaky->fault = NONE;
    flaky->running = 0;
    return -EPIPE;
  }
  if (flaky->due && flaky->fault == GONE) {
    /* An error would make ALSA call it an underrun. */
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_DISCONNECTED);
    return flaky->heard;
  }
  /* The end of the queue was told by the last call: this is the underrun. */
  if (flaky->heard == flaky->written && io->state == SND_PCM_STATE_RUNNING) {
    flaky->running = 0;
    return -EPIPE;
  }
  long long end = (now() - flaky->started) * io->rate / 1000000000LL;
  if (end > flaky->written) end = flaky->written;
  if (flaky->fault != NONE && flaky->heard_before + end >= flaky->at) {
    end = flaky->at - flaky->heard_before;
    flaky->due = 1; /* a stalled device just stays here */
  }
  play(flaky, end);
  return flaky->heard;
}

static snd_pcm_sframes_t flaky_transfer(snd_pcm_ioplug_t *io,
                                        const snd_pcm_channel_area_t *areas,
                                        snd_pcm_uframes_t offset, snd_pcm_uframes_t size) {
  struct flaky *flaky = io->private_data;
  const char *from = (const char *)areas->addr + areas->first / 8 + offset * areas->step / 8;
  for (snd_pcm_uframes_t frame = 0; frame < size; frame++)
    memcpy(flaky->ring + (flaky->written + frame) % io->buffer_size * flaky->frame_size,
           from + frame * flaky->frame_size, flaky->frame_size);
  flaky->written += size;
  return size;
}

static int flaky_prepare(snd_pcm_ioplug_t *io) {
  struct flaky *flaky = io->private_data;
  if (flaky->due && flaky->fault == GONE) return -ENODEV;
  flaky->heard_before += flaky->heard;
  flaky->heard = flaky->written = 0;
  flaky->running = flaky->due = 0;
  flaky->frame_size = snd_pcm_format_physical_width(io->format) / 8 * io->channels;
  flaky->ring = realloc(flaky->ring, io->buffer_size * flaky->frame_size);
  return flaky->ring ? 0 : -ENOMEM;
}

static int flaky_start(snd_pcm_ioplug_t *io) {
  struct flaky *flaky = io->private_data;
  long long period = io->period_size * 1000000000LL / io->rate;
  struct itimerspec tick = {{0, period}, {0, period}};
  flaky->started = now();
  flaky->running = 1;
  return timerfd_settime(flaky->timer, 0, &tick, NULL) < 0 ? -errno : 0;
}

static int flaky_stop(snd_pcm_ioplug_t *io) {
  struct flaky *flaky = io->private_data;
  struct itimerspec off = {{0, 0}, {0, 0}};
  flaky->running = 0;
  timerfd_settime(flaky->timer, 0, &off, NULL);
  return 0;
}

static int flaky_revents(snd_pcm_ioplug_t *io, struct pollfd *pfd, unsigned int count,
                         unsigned short *revents) {
  uint64_t ticks;
  (void)count;
  if (pfd->revents & POLLIN && read(pfd->fd, &ticks, sizeof ticks) < 0 && errno != EAGAIN)
    return -errno;
  *revents = pfd->revents & POLLIN ? POLLOUT : 0;
  if (io->state == SND_PCM_STATE_DISCONNECTED) *revents = POLLERR | POLLNVAL;
  return 0;
}

static int flaky_close(snd_pcm_ioplug_t *io) {
  struct flaky *flaky = io->private_data;
  close(flaky->file);
  close(flaky->timer);
  free(flaky->ring);
  free(flaky);
  return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = flaky_start,
    .stop = flaky_stop,
    .pointer = flaky_pointer,
    .transfer = flaky_transfer,
    .prepare = flaky_prepare,
    .poll_revents = flaky_revents,
    .close = flaky_close,
};

static int constrain(snd_pcm_ioplug_t *io, long rate, long channels, const char *form) {
  unsigned int access = SND_PCM_ACCESS_RW_INTERLEAVED;
  unsigned int format = snd_pcm_format_value(form);
  unsigned int frame = snd_pcm_format_physical_width(format) / 8 * channels;
  int error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 1, &access);
  if (!error) error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, 1, &format);
  if (!error)
    error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, channels, channels);
  if (!error) error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, rate, rate);
  if (!error)
    error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 64 * frame,
                                            4096 * frame);
  if (!error)
    error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 256 * frame,
                                            16384 * frame);
  if (!error) error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024);
  return error;
}

SND_PCM_PLUGIN_DEFINE_FUNC(flaky) {
  const char *heard = "/dev/null", *form = "S32_LE", *fault = "none";
  long rate = 48000, channels = 2, at = 0, absent = 0;
  snd_config_iterator_t i, next;
  (void)root;
  snd_config_for_each(i, next, conf) {
    snd_config_t *entry = snd_config_iterator_entry(i);
    const char *id;
    if (snd_config_get_id(entry, &id) < 0) continue;
    if (!strcmp(id, "heard")) snd_config_get_string(entry, &heard);
    if (!strcmp(id, "form")) snd_config_get_string(entry, &form);
    if (!strcmp(id, "fault")) snd_config_get_string(entry, &fault);
    if (!strcmp(id, "rate")) snd_config_get_integer(entry, &rate);
    if (!strcmp(id, "channels")) snd_config_get_integer(entry, &channels);
    if (!strcmp(id, "at")) snd_config_get_integer(entry, &at);
    if (!strcmp(id, "absent")) snd_config_get_integer(entry, &absent);
  }
  if (!strcmp(fault, "busy")) return -EBUSY;
  if (!strcmp(fault, "missing")) return -ENODEV;
  if (!strcmp(fault, "denied")) return -EACCES;

  struct flaky *flaky = calloc(1, sizeof *flaky);
  if (!flaky) return -ENOMEM;
  flaky->at = at;
  flaky->fault = !strcmp(fault, "xrun")    ? XRUN
                 : !strcmp(fault, "gone")  ? GONE
                 : !strcmp(fault, "stall") ? STALL
                                           : NONE;
  flaky->file = open(heard, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  flaky->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  struct stat status;
  if (flaky->file < 0 || flaky->timer < 0 || fstat(flaky->file, &status) < 0) return -errno;
  long frame = snd_pcm_format_physical_width(snd_pcm_format_value(form)) / 8 * channels;
  flaky->heard_before = status.st_size / frame;
  /* The fault has been: this is the device that was plugged in again, or not yet. */
  if (at > 0 && flaky->heard_before >= at) {
    if (flaky->fault == GONE && absences++ < absent) return -ENODEV;
    flaky->fault = NONE;
  }

  flaky->io.version = SND_PCM_IOPLUG_VERSION;
  flaky->io.name = "flaky";
  flaky->io.flags = SND_PCM_IOPLUG_FLAG_BOUNDARY_WA;
  flaky->io.mmap_rw = 0;
  flaky->io.callback = &callbacks;
  flaky->io.private_data = flaky;
  flaky->io.poll_fd = flaky->timer;
  flaky->io.poll_events = POLLIN;
  int error = snd_pcm_ioplug_create(&flaky->io, name, stream, mode);
  if (!error) error = constrain(&flaky->io, rate, channels, form);
  if (error) return error;
  *pcmp = flaky->io.pcm;
  return 0;
}
SND_PCM_PLUGIN_SYMBOL(flaky);
