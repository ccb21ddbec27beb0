#include "CReaderShims.h"
#include <errno.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static int system_control(int file, unsigned long request, void *argument) {
  return ioctl(file, request, argument);
}

static void *system_map(int file, size_t length, int64_t offset) {
  void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset);
  return memory == MAP_FAILED ? NULL : memory;
}

static int system_wait(int file, int milliseconds) {
  struct pollfd waiting = {file, POLLIN, 0};
  return poll(&waiting, 1, milliseconds);
}

const struct reader_calls *reader_system_calls(void) {
  static const struct reader_calls calls = {
    system_control, system_map, munmap, system_wait, read,
  };
  return &calls;
}

static int call(const struct reader_camera *camera, unsigned long request, void *argument) {
  int result;
  do {
    result = camera->calls->control(camera->file, request, argument);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : 0;
}

// A driver may answer with another format or size than asked for: what it answered is what counts.
static int choose_format(struct reader_camera *camera) {
  int failure = 0;
  static const uint32_t codes[] = {V4L2_PIX_FMT_GREY, V4L2_PIX_FMT_YUYV, V4L2_PIX_FMT_MJPEG};
  for (int index = 0; index < 3; index++) {
    struct v4l2_format format;
    memset(&format, 0, sizeof format);
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    format.fmt.pix.width = 1280;
    format.fmt.pix.height = 720;
    format.fmt.pix.pixelformat = codes[index];
    format.fmt.pix.field = V4L2_FIELD_ANY;
    int code = call(camera, VIDIOC_S_FMT, &format);
    if (code < 0) {
      if (code != -EINVAL) {
        failure = code;
      }
      continue;
    }
    if (format.fmt.pix.pixelformat != codes[index]) {
      continue;
    }
    uint32_t width = format.fmt.pix.width, height = format.fmt.pix.height;
    if (width == 0 || height == 0 || width > 8192 || height > 8192) {
      failure = -EINVAL;
      continue;
    }
    uint32_t least = width * (index == READER_YUYV ? 2 : 1);
    camera->format = (enum reader_format)index;
    camera->width = width;
    camera->height = height;
    camera->stride = format.fmt.pix.bytesperline < least ? least : format.fmt.pix.bytesperline;
    camera->own_length = format.fmt.pix.sizeimage;
    return camera->stride > 65536 || camera->own_length > (64u << 20) ? -EINVAL : 0;
  }
  return failure < 0 ? failure : -EMEDIUMTYPE;
}

static int is_capture(const struct reader_camera *camera, uint32_t *can) {
  struct v4l2_capability capability;
  memset(&capability, 0, sizeof capability);
  int code = call(camera, VIDIOC_QUERYCAP, &capability);
  if (code < 0) {
    return code;
  }
  *can = capability.capabilities & V4L2_CAP_DEVICE_CAPS ? capability.device_caps
                                                        : capability.capabilities;
  return *can & V4L2_CAP_VIDEO_CAPTURE ? 0 : -ENODEV;
}

// The largest frame of a format; what a driver does not know stays 0.
static void largest(const struct reader_camera *camera, struct reader_offer *offer) {
  for (uint32_t index = 0; index < 256; index++) {
    struct v4l2_frmsizeenum size;
    memset(&size, 0, sizeof size);
    size.index = index;
    size.pixel_format = offer->code;
    if (call(camera, VIDIOC_ENUM_FRAMESIZES, &size) < 0) {
      return;
    }
    int discrete = size.type == V4L2_FRMSIZE_TYPE_DISCRETE;
    uint64_t width = discrete ? size.discrete.width : size.stepwise.max_width;
    uint64_t height = discrete ? size.discrete.height : size.stepwise.max_height;
    if (width * height > (uint64_t)offer->width * offer->height) {
      offer->width = (uint32_t)width;
      offer->height = (uint32_t)height;
    }
    if (!discrete) {
      return;
    }
  }
}

int reader_camera_offers(
  int file, const struct reader_calls *calls, struct reader_offer *offers, int most) {
  struct reader_camera camera;
  memset(&camera, 0, sizeof camera);
  camera.calls = calls;
  camera.file = file;
  uint32_t can = 0;
  int code = is_capture(&camera, &can);
  if (code < 0) {
    return code;
  }
  int count = 0;
  while (count < most) {
    struct v4l2_fmtdesc format;
    memset(&format, 0, sizeof format);
    format.index = (uint32_t)count;
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    if (call(&camera, VIDIOC_ENUM_FMT, &format) < 0) {
      break;
    }
    memset(&offers[count], 0, sizeof offers[count]);
    offers[count].code = format.pixelformat;
    largest(&camera, &offers[count]);
    count++;
  }
  return count;
}

static int map_buffers(struct reader_camera *camera) {
  struct v4l2_requestbuffers request;
  memset(&request, 0, sizeof request);
  request.count = 4;
  request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  request.memory = V4L2_MEMORY_MMAP;
  int code = call(camera, VIDIOC_REQBUFS, &request);
  if (code < 0) {
    return code;
  }
  uint32_t count = request.count > 4 ? 4 : request.count;
  for (uint32_t index = 0; index < count; index++) {
    struct v4l2_buffer buffer;
    memset(&buffer, 0, sizeof buffer);
    buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    buffer.memory = V4L2_MEMORY_MMAP;
    buffer.index = index;
    code = call(camera, VIDIOC_QUERYBUF, &buffer);
    if (code < 0) {
      return code;
    }
    void *memory = camera->calls->map(camera->file, buffer.length, buffer.m.offset);
    if (memory == NULL) {
      return -errno;
    }
    camera->buffers[index] = memory;
    camera->lengths[index] = buffer.length;
    camera->buffer_count = index + 1;
    code = call(camera, VIDIOC_QBUF, &buffer);
    if (code < 0) {
      return code;
    }
  }
  if (count == 0) {
    return -ENOMEM;
  }
  enum v4l2_buf_type type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return call(camera, VIDIOC_STREAMON, &type);
}

int reader_camera_start(
  int file, const struct reader_calls *calls, struct reader_camera *camera) {
  memset(camera, 0, sizeof *camera);
  camera->calls = calls;
  camera->file = file;
  camera->held = -1;
  uint32_t can = 0;
  int code = is_capture(camera, &can);
  if (code < 0) {
    return code;
  }
  code = choose_format(camera);
  if (code < 0) {
    return code;
  }
  if (can & V4L2_CAP_STREAMING) {
    code = map_buffers(camera);
  } else if (can & V4L2_CAP_READWRITE) {
    camera->own = malloc(camera->own_length);
    code = camera->own == NULL ? -ENOMEM : 0;
  } else {
    code = -ENODEV;
  }
  if (code < 0) {
    reader_camera_stop(camera);
  }
  return code;
}

static int give_back(struct reader_camera *camera) {
  if (camera->held < 0) {
    return 0;
  }
  struct v4l2_buffer buffer;
  memset(&buffer, 0, sizeof buffer);
  buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  buffer.memory = V4L2_MEMORY_MMAP;
  buffer.index = (uint32_t)camera->held;
  camera->held = -1;
  return call(camera, VIDIOC_QBUF, &buffer);
}

int reader_camera_next(
  struct reader_camera *camera, int milliseconds, const uint8_t **frame, size_t *length) {
  int code = give_back(camera);
  if (code < 0) {
    return code;
  }
  int ready = camera->calls->wait(camera->file, milliseconds);
  if (ready < 0) {
    return errno == EINTR ? -EAGAIN : -errno;
  }
  if (ready == 0) {
    return -EAGAIN;
  }
  if (camera->buffer_count == 0) {
    ptrdiff_t count = camera->calls->read(camera->file, camera->own, camera->own_length);
    if (count < 0) {
      return errno == EINTR ? -EAGAIN : -errno;
    }
    *frame = camera->own;
    *length = (size_t)count;
    return 0;
  }
  struct v4l2_buffer buffer;
  memset(&buffer, 0, sizeof buffer);
  buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  buffer.memory = V4L2_MEMORY_MMAP;
  code = call(camera, VIDIOC_DQBUF, &buffer);
  if (code < 0) {
    return code;
  }
  if (buffer.index >= camera->buffer_count) {
    return -EIO;
  }
  camera->held = (int)buffer.index;
  size_t used = buffer.bytesused;
  *frame = camera->buffers[buffer.index];
  *length = used > camera->lengths[buffer.index] ? camera->lengths[buffer.index] : used;
  return 0;
}

void reader_camera_stop(struct reader_camera *camera) {
  enum v4l2_buf_type type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  if (camera->buffer_count > 0) {
    call(camera, VIDIOC_STREAMOFF, &type);
  }
  for (uint32_t index = 0; index < camera->buffer_count; index++) {
    camera->calls->unmap(camera->buffers[index], camera->lengths[index]);
  }
  camera->buffer_count = 0;
  free(camera->own);
  camera->own = NULL;
}
