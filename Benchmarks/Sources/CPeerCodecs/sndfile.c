#include <sndfile.h>
#include <string.h>

#include "CPeerCodecs.h"

typedef struct {
  uint8_t *bytes;
  sf_count_t room, size, position;
} Memory;

static sf_count_t length(void *data) { return ((Memory *)data)->size; }
static sf_count_t tell(void *data) { return ((Memory *)data)->position; }

static sf_count_t seek(sf_count_t offset, int whence, void *data) {
  Memory *memory = data;
  sf_count_t start =
      whence == SEEK_SET ? 0 : whence == SEEK_CUR ? memory->position : memory->size;
  return memory->position = start + offset;
}

static sf_count_t read_bytes(void *bytes, sf_count_t count, void *data) {
  Memory *memory = data;
  sf_count_t left = memory->size - memory->position;
  if (count > left) count = left > 0 ? left : 0;
  memcpy(bytes, memory->bytes + memory->position, (size_t)count);
  memory->position += count;
  return count;
}

static sf_count_t write_bytes(const void *bytes, sf_count_t count, void *data) {
  Memory *memory = data;
  if (memory->position + count > memory->room) return 0;
  memcpy(memory->bytes + memory->position, bytes, (size_t)count);
  memory->position += count;
  if (memory->position > memory->size) memory->size = memory->position;
  return count;
}

static SF_VIRTUAL_IO input_output = {length, seek, read_bytes, write_bytes, tell};

int peer_sndfile_encode(
    const int16_t *samples, size_t frames, int channels, uint8_t *file, size_t *size) {
  Memory memory = {file, (sf_count_t)*size, 0, 0};
  SF_INFO info = {
      .samplerate = 44100, .channels = channels,
      .format = SF_FORMAT_AIFF | SF_FORMAT_IMA_ADPCM};
  SNDFILE *sound = sf_open_virtual(&input_output, SFM_WRITE, &info, &memory);
  if (!sound) return 1;
  int failed = sf_writef_short(sound, samples, (sf_count_t)frames) != (sf_count_t)frames;
  sf_close(sound);
  *size = (size_t)memory.size;
  return failed;
}

int peer_sndfile_decode(
    const uint8_t *file, size_t size, size_t frames, int channels, int16_t *samples) {
  Memory memory = {(uint8_t *)file, (sf_count_t)size, (sf_count_t)size, 0};
  SF_INFO info = {.channels = channels};
  SNDFILE *sound = sf_open_virtual(&input_output, SFM_READ, &info, &memory);
  if (!sound) return 1;
  int failed = sf_readf_short(sound, samples, (sf_count_t)frames) != (sf_count_t)frames;
  sf_close(sound);
  return failed;
}
