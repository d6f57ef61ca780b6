#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CPeerCodecs.h"

typedef void *create_function(int channels, int rate, int depth, int shaping);
typedef int encode_function(
    void *context, uint8_t *output, size_t *size, const int16_t *input, int count);
typedef int decode_function(int16_t *output, const uint8_t *input, size_t size, int channels);

static double processor_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int code(
    const char *path, int depth, const int16_t *samples, size_t frames, int channels,
    int16_t *decoded, double *seconds) {
  enum { frames_in_block = 113 };
  void *library = dlopen(path, RTLD_NOW);
  if (!library) return 1;
  create_function *create = (create_function *)dlsym(library, "adpcm_create_context");
  encode_function *encode = (encode_function *)dlsym(library, "adpcm_encode_block");
  decode_function *decode = (decode_function *)dlsym(library, "adpcm_decode_block");
  if (!create || !encode || !decode) return 1;
  void *context = create(channels, 44100, depth, 0);
  *seconds = 0;
  for (size_t frame = 0; frame < frames; frame += frames_in_block) {
    int16_t block[2 * frames_in_block] = {0}, output[2 * frames_in_block];
    size_t count = frames - frame < frames_in_block ? frames - frame : frames_in_block;
    size_t bytes = count * (size_t)channels * sizeof(int16_t);
    memcpy(block, samples + frame * (size_t)channels, bytes);
    uint8_t coded[2 * 60];
    size_t size = sizeof(coded);
    double start = processor_seconds();
    if (!encode(context, coded, &size, block, frames_in_block)) return 1;
    *seconds += processor_seconds() - start;
    decode(output, coded, size, channels);
    memcpy(decoded + frame * (size_t)channels, output, bytes);
  }
  return 0;
}

int peer_xq_code(
    const char *path, int depth, const int16_t *samples, size_t frames, int channels,
    unsigned limit, int16_t *decoded, double *seconds) {
  size_t length = frames * (size_t)channels * sizeof(int16_t), size = sizeof(double) + length;
  char *shared =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 1;
  pid_t child = fork();
  if (child == 0) {
    alarm(limit);
    _exit(code(
        path, depth, samples, frames, channels, (int16_t *)(shared + sizeof(double)),
        (double *)shared));
  }
  int status = 1;
  if (child < 0 || waitpid(child, &status, 0) != child) status = 1;
  memcpy(seconds, shared, sizeof(double));
  memcpy(decoded, shared + sizeof(double), length);
  munmap(shared, size);
  return status != 0;
}
