#include <libavcodec/avcodec.h>
#include <string.h>

#include "CPeerCodecs.h"

static AVCodecContext *open_codec(const AVCodec *codec, int channels) {
  AVCodecContext *context = codec ? avcodec_alloc_context3(codec) : NULL;
  if (!context) return NULL;
  context->sample_rate = 44100;
  context->sample_fmt = AV_SAMPLE_FMT_S16P;
  context->thread_count = 1;
  av_channel_layout_default(&context->ch_layout, channels);
  if (avcodec_open2(context, codec, NULL) < 0) avcodec_free_context(&context);
  return context;
}

int peer_avcodec_encode(const int16_t *samples, size_t packets, int channels, uint8_t *output) {
  AVCodecContext *context =
      open_codec(avcodec_find_encoder(AV_CODEC_ID_ADPCM_IMA_QT), channels);
  AVFrame *frame = av_frame_alloc();
  AVPacket *packet = av_packet_alloc();
  int failed = !context || !frame || !packet;
  if (!failed) {
    frame->nb_samples = 64;
    frame->format = AV_SAMPLE_FMT_S16P;
    av_channel_layout_default(&frame->ch_layout, channels);
    failed = av_frame_get_buffer(frame, 0) < 0;
  }
  size_t written = 0;
  for (size_t number = 0; !failed && number < packets; number++) {
    failed = av_frame_make_writable(frame) < 0;
    for (int channel = 0; channel < channels; channel++) {
      int16_t *plane = (int16_t *)frame->extended_data[channel];
      for (int index = 0; index < 64; index++) plane[index] = samples[index * channels + channel];
    }
    samples += 64 * channels;
    failed = failed || avcodec_send_frame(context, frame) < 0;
    while (!failed && avcodec_receive_packet(context, packet) == 0) {
      memcpy(output + written, packet->data, (size_t)packet->size);
      written += (size_t)packet->size;
      av_packet_unref(packet);
    }
  }
  failed = failed || written != packets * 34 * (size_t)channels;
  av_frame_free(&frame);
  av_packet_free(&packet);
  avcodec_free_context(&context);
  return failed;
}

int peer_avcodec_decode(const uint8_t *input, size_t packets, int channels, int16_t *samples) {
  AVCodecContext *context =
      open_codec(avcodec_find_decoder(AV_CODEC_ID_ADPCM_IMA_QT), channels);
  AVFrame *frame = av_frame_alloc();
  AVPacket *packet = av_packet_alloc();
  int failed = !context || !frame || !packet;
  uint8_t padded[2 * 34 + AV_INPUT_BUFFER_PADDING_SIZE] = {0};
  for (size_t number = 0; !failed && number < packets; number++) {
    memcpy(padded, input, 34 * (size_t)channels);
    input += 34 * channels;
    packet->data = padded;
    packet->size = 34 * channels;
    failed = avcodec_send_packet(context, packet) < 0 || avcodec_receive_frame(context, frame) < 0;
    for (int channel = 0; !failed && channel < channels; channel++) {
      const int16_t *plane = (const int16_t *)frame->extended_data[channel];
      for (int index = 0; index < 64; index++) samples[index * channels + channel] = plane[index];
    }
    samples += 64 * channels;
  }
  av_frame_free(&frame);
  if (packet) packet->data = NULL;
  av_packet_free(&packet);
  avcodec_free_context(&context);
  return failed;
}
