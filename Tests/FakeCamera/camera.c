#include "CFakeCamera.h"
#include <errno.h>
#include <linux/videodev2.h>
#include <stdlib.h>
#include <string.h>

enum { most_buffers = 8, offset_step = 0x1000 };

static struct fake_camera device;
static struct fake_camera_record record;
static uint8_t *memory[most_buffers];
static int is_mapped[most_buffers], is_queued[most_buffers];
static uint32_t buffer_count;
static int was_interrupted, waits;

static void violated(const char *what) {
  if (record.violation == NULL) {
    record.violation = what;
  }
}

static size_t buffer_length(void) { return (size_t)device.stride * device.height; }

void fake_camera_plug(struct fake_camera camera) {
  for (int index = 0; index < most_buffers; index++) {
    free(memory[index]);
    memory[index] = NULL;
    is_mapped[index] = is_queued[index] = 0;
  }
  device = camera;
  memset(&record, 0, sizeof record);
  buffer_count = 0;
  was_interrupted = waits = 0;
}

struct fake_camera_record fake_camera_seen(void) { return record; }

static int failed(int code) {
  errno = code;
  return -1;
}

static int set_format(struct v4l2_format *format) {
  if (record.is_streaming) {
    violated("a format is set while streaming");
    return failed(EBUSY);
  }
  if (format->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) {
    return failed(EINVAL);
  }
  // A driver that has not the format asked for answers with one it has.
  uint32_t chosen = device.formats[0];
  for (int index = 0; index < 4 && device.formats[index] != 0; index++) {
    if (device.formats[index] == format->fmt.pix.pixelformat) {
      chosen = format->fmt.pix.pixelformat;
    }
  }
  format->fmt.pix.pixelformat = chosen;
  format->fmt.pix.width = device.width;
  format->fmt.pix.height = device.height;
  format->fmt.pix.bytesperline = device.stride;
  format->fmt.pix.sizeimage = (uint32_t)buffer_length();
  return 0;
}

static int request_buffers(struct v4l2_requestbuffers *request) {
  if (request->memory != V4L2_MEMORY_MMAP) {
    return failed(EINVAL);
  }
  buffer_count = device.granted == 0 ? request->count : device.granted;
  request->count = buffer_count;
  return 0;
}

static int queue(struct v4l2_buffer *buffer) {
  if (buffer->index >= buffer_count || buffer->index >= most_buffers) {
    violated("a buffer that does not exist is queued");
    return failed(EINVAL);
  }
  if (!is_mapped[buffer->index]) {
    violated("a buffer is queued before it is mapped");
  }
  if (is_queued[buffer->index]) {
    violated("a buffer is queued twice");
    return failed(EINVAL);
  }
  is_queued[buffer->index] = 1;
  return 0;
}

static int dequeue(struct v4l2_buffer *buffer) {
  if (!record.is_streaming) {
    violated("a frame is taken before streaming");
    return failed(EINVAL);
  }
  for (uint32_t index = 0; index < buffer_count && index < most_buffers; index++) {
    if (!is_queued[index]) {
      continue;
    }
    is_queued[index] = 0;
    size_t length = device.frame_length < buffer_length() ? device.frame_length : buffer_length();
    memcpy(memory[index], device.frame, length);
    if (length > 0) {
      memory[index][0] = (uint8_t)record.frames;
    }
    record.frames++;
    buffer->index = device.claimed_index < 0 ? index : (uint32_t)device.claimed_index;
    buffer->bytesused = device.claimed_bytes == 0 ? (uint32_t)length : device.claimed_bytes;
    return 0;
  }
  violated("no buffer is queued");
  return failed(EAGAIN);
}

static int tell_format(struct v4l2_fmtdesc *format) {
  if (format->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) {
    return failed(EINVAL);
  }
  uint32_t index = device.is_endless ? 0 : format->index;
  if (index >= 4 || device.formats[index] == 0) {
    return failed(EINVAL);
  }
  format->pixelformat = device.formats[index];
  return 0;
}

static int tell_size(struct v4l2_frmsizeenum *size) {
  static const uint32_t widths[] = {640, 1920, 1280}, heights[] = {480, 1080, 720};
  if (device.has_no_sizes || (!device.is_endless && size->index >= 3)) {
    return failed(device.has_no_sizes ? ENOTTY : EINVAL);
  }
  size->type = V4L2_FRMSIZE_TYPE_DISCRETE;
  size->discrete.width = widths[size->index % 3];
  size->discrete.height = heights[size->index % 3];
  return 0;
}

static int control(int file, unsigned long request, void *argument) {
  (void)file;
  if (device.is_interrupted && !was_interrupted) {
    was_interrupted = 1;
    return failed(EINTR);
  }
  was_interrupted = 0;
  if (device.control_successes >= 0 && record.controls >= device.control_successes) {
    return failed(device.error);
  }
  record.controls++;
  switch (request) {
  case VIDIOC_QUERYCAP: {
    struct v4l2_capability *capability = argument;
    capability->capabilities = V4L2_CAP_DEVICE_CAPS | V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_META_CAPTURE;
    capability->device_caps =
      device.capabilities == 0 ? V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING : device.capabilities;
    return 0;
  }
  case VIDIOC_S_FMT: return set_format(argument);
  case VIDIOC_ENUM_FMT: return tell_format(argument);
  case VIDIOC_ENUM_FRAMESIZES: return tell_size(argument);
  case VIDIOC_REQBUFS: return request_buffers(argument);
  case VIDIOC_QUERYBUF: {
    struct v4l2_buffer *buffer = argument;
    if (buffer->index >= buffer_count) {
      return failed(EINVAL);
    }
    buffer->length = (uint32_t)buffer_length();
    buffer->m.offset = buffer->index * offset_step;
    return 0;
  }
  case VIDIOC_QBUF: return queue(argument);
  case VIDIOC_DQBUF: return dequeue(argument);
  case VIDIOC_STREAMON: record.is_streaming = 1; return 0;
  case VIDIOC_STREAMOFF:
    record.is_streaming = 0;
    memset(is_queued, 0, sizeof is_queued);
    return 0;
  default: violated("an unknown request"); return failed(ENOTTY);
  }
}

static void *map(int file, size_t length, int64_t offset) {
  (void)file;
  if (device.map_successes >= 0 && record.maps >= device.map_successes) {
    errno = device.error;
    return NULL;
  }
  int64_t index = offset / offset_step;
  if (index < 0 || index >= most_buffers || length != buffer_length()) {
    violated("something else than a buffer is mapped");
    errno = EINVAL;
    return NULL;
  }
  memory[index] = calloc(1, length == 0 ? 1 : length);
  is_mapped[index] = 1;
  record.maps++;
  return memory[index];
}

static int unmap(void *address, size_t length) {
  for (int index = 0; index < most_buffers; index++) {
    if (is_mapped[index] && memory[index] == address) {
      if (length != buffer_length()) {
        violated("a buffer is unmapped in part");
      }
      is_mapped[index] = 0;
      record.unmaps++;
      return 0;
    }
  }
  violated("something is unmapped that was not mapped");
  return failed(EINVAL);
}

static int wait_for_frame(int file, int milliseconds) {
  (void)file;
  (void)milliseconds;
  if (device.is_slow && waits++ % 2 == 0) {
    return 0;
  }
  return 1;
}

static ptrdiff_t read_frame(int file, void *buffer, size_t length) {
  (void)file;
  size_t given = device.frame_length < length ? device.frame_length : length;
  memcpy(buffer, device.frame, given);
  record.reads++;
  return (ptrdiff_t)given;
}

const struct reader_calls *fake_camera_calls(void) {
  static const struct reader_calls calls = {control, map, unmap, wait_for_frame, read_frame};
  return &calls;
}

uint32_t fake_camera_grey(void) { return V4L2_PIX_FMT_GREY; }
uint32_t fake_camera_yuyv(void) { return V4L2_PIX_FMT_YUYV; }
uint32_t fake_camera_mjpeg(void) { return V4L2_PIX_FMT_MJPEG; }
uint32_t fake_camera_rgb(void) { return V4L2_PIX_FMT_RGB24; }
uint32_t fake_camera_can_read(void) { return V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_READWRITE; }
uint32_t fake_camera_can_output(void) { return V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_STREAMING; }
