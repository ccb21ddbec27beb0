#pragma once
#include <stddef.h>
#include <stdint.h>

// What Swift cannot do safely: libjpeg and libpng report errors by longjmp, and V4L2 is macros and unions.

enum reader_status {
  READER_OK = 0,
  READER_DAMAGED = 1,
  READER_TOO_MANY_PIXELS = 2,
  READER_OUT_OF_MEMORY = 3,
};

/// A grey picture, one byte a pixel, rows side by side. `pixels` is freed with `reader_free`.
struct reader_picture {
  uint32_t width;
  uint32_t height;
  uint8_t *pixels;
};

/// Decodes a JPEG to grey. Pictures over `comfort` pixels are halved until they are below, which libjpeg does while
/// decoding; over `limit` pixels, or with more than 64 scans, they are refused.
enum reader_status reader_jpeg(
  const uint8_t *bytes, size_t length, uint64_t comfort, uint64_t limit,
  struct reader_picture *picture);

/// Decodes a PNG to grey on white. Over `limit` pixels it is refused.
enum reader_status reader_png(
  const uint8_t *bytes, size_t length, uint64_t limit, struct reader_picture *picture);

void reader_free(void *memory);

/// How a camera lays out its frames.
enum reader_format { READER_GREY = 0, READER_YUYV = 1, READER_MJPEG = 2 };

/// The calls that a camera is driven with: the system's, or a test's in place of a driver.
/// Each returns what the system call of its name does, with errno.
struct reader_calls {
  int (*control)(int file, unsigned long request, void *argument);
  void *(*map)(int file, size_t length, int64_t offset);
  int (*unmap)(void *memory, size_t length);
  /// 1 when a frame is there, 0 when none came in time.
  int (*wait)(int file, int milliseconds);
  ptrdiff_t (*read)(int file, void *buffer, size_t length);
};

const struct reader_calls *reader_system_calls(void);

/// A camera that is running. `buffers` are mapped from the driver; without any, frames are read(2).
struct reader_camera {
  const struct reader_calls *calls;
  int file;
  enum reader_format format;
  uint32_t width;
  uint32_t height;
  uint32_t stride;
  uint32_t buffer_count;
  int held;
  uint8_t *buffers[4];
  size_t lengths[4];
  uint8_t *own;
  size_t own_length;
};

/// Sets up a video device (the first of GREY, YUYV, MJPEG it offers, about 1280 by 720) and starts it. 0 or -errno.
int reader_camera_start(
  int file, const struct reader_calls *calls, struct reader_camera *camera);
/// Waits for a frame and lends it until the next call. 0, -EAGAIN after `milliseconds`, or -errno.
int reader_camera_next(
  struct reader_camera *camera, int milliseconds, const uint8_t **frame, size_t *length);
void reader_camera_stop(struct reader_camera *camera);

/// A format that a device offers: its code of four letters (V4L2_PIX_FMT_*), and its largest frame, 0 by 0 where the
/// driver does not say.
struct reader_offer {
  uint32_t code;
  uint32_t width;
  uint32_t height;
};

/// What a video device offers, without starting it: the number of offers, at most `most`, or -errno.
int reader_camera_offers(
  int file, const struct reader_calls *calls, struct reader_offer *offers, int most);
