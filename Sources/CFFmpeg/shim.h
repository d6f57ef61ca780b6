#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/opt.h>
#include <libavutil/samplefmt.h>

// Macros that Swift cannot import.
static const int ffmpeg_end_of_file = AVERROR_EOF;
static const int ffmpeg_exit = AVERROR_EXIT;
static const int64_t ffmpeg_no_time = AV_NOPTS_VALUE;

// FFmpeg 5.1 moved the channel count; later versions do not have it where it was.
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 24, 100)
static inline int ffmpeg_frame_channels(const AVFrame *frame) {
  return frame->ch_layout.nb_channels;
}
static inline int ffmpeg_stream_channels(const AVCodecParameters *parameters) {
  return parameters->ch_layout.nb_channels;
}
#else
static inline int ffmpeg_frame_channels(const AVFrame *frame) { return frame->channels; }
static inline int ffmpeg_stream_channels(const AVCodecParameters *parameters) {
  return parameters->channels;
}
#endif
