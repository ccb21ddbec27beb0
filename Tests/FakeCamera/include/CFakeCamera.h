#pragma once
#include "CReaderShims.h"

// A V4L2 driver that exists only in this process, for the tests of the camera: it answers as the
// kernel's documentation of V4L2 says a capture device does, and holds the program to that protocol.

/// What the device is and what goes wrong with it. Zeros are a well-behaved camera without frames.
struct fake_camera {
  /// V4L2_CAP_*; 0 stands for capture and streaming.
  uint32_t capabilities;
  /// The formats it offers, as V4L2_PIX_FMT_*; 0 ends the list.
  uint32_t formats[4];
  uint32_t width, height, stride;
  /// How many buffers it grants; 0 stands for as many as asked for.
  uint32_t granted;
  /// The number of the buffer that DQBUF claims to give back, when not -1.
  int claimed_index;
  /// How many bytes DQBUF claims, when not 0.
  uint32_t claimed_bytes;
  /// The frame it gives again and again; each starts with its number, 0 and up, in its first byte.
  const uint8_t *frame;
  size_t frame_length;
  /// Gives no frame in time on every second wait.
  int is_slow;
  /// The calls of one kind that succeed before all fail with `error`; -1 stands for always.
  int control_successes, map_successes;
  int error;
  /// Every control call is interrupted once before it is answered.
  int is_interrupted;
  /// Does not say how large its frames are; never ends its list of formats.
  int has_no_sizes, is_endless;
};

/// What the program did.
struct fake_camera_record {
  int controls, maps, unmaps, frames, reads;
  int is_streaming;
  /// The first break of the protocol, or NULL.
  const char *violation;
};

/// Sets up the one device of this process and forgets the one before.
void fake_camera_plug(struct fake_camera camera);
struct fake_camera_record fake_camera_seen(void);
const struct reader_calls *fake_camera_calls(void);

uint32_t fake_camera_grey(void);
uint32_t fake_camera_yuyv(void);
uint32_t fake_camera_mjpeg(void);
uint32_t fake_camera_rgb(void);
uint32_t fake_camera_can_read(void);
uint32_t fake_camera_can_output(void);
