#include "CDrawingShims.h"
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct sink {
  uint8_t *bytes;
  size_t length;
  size_t capacity;
};

static void put(png_structp png, png_bytep data, png_size_t count) {
  struct sink *sink = png_get_io_ptr(png);
  if (sink->length + count > sink->capacity) {
    size_t capacity = (sink->length + count) * 2;
    uint8_t *bytes = realloc(sink->bytes, capacity);
    if (bytes == NULL) {
      png_error(png, "out of memory");
    }
    sink->bytes = bytes;
    sink->capacity = capacity;
  }
  memcpy(sink->bytes + sink->length, data, count);
  sink->length += count;
}

static void flush(png_structp png) { (void)png; }

static void silent(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void fail(png_structp png, png_const_charp text) {
  (void)text;
  png_longjmp(png, 1);
}

uint8_t *drawing_png_gray1(
  uint32_t width, uint32_t height, const uint8_t *rows, size_t *length) {
  struct sink *sink = calloc(1, sizeof *sink);
  if (sink == NULL) {
    return NULL;
  }
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail, silent);
  png_infop info = png == NULL ? NULL : png_create_info_struct(png);
  if (info == NULL) {
    png_destroy_write_struct(&png, NULL);
    free(sink);
    return NULL;
  }
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    free(sink->bytes);
    free(sink);
    return NULL;
  }
  png_set_write_fn(png, sink, put, flush);
  png_set_IHDR(
    png, info, width, height, 1, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
    PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  const size_t stride = ((size_t)width + 7) / 8;
  for (uint32_t row = 0; row < height; row++) {
    png_write_row(png, rows + row * stride);
  }
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  uint8_t *bytes = sink->bytes;
  *length = sink->length;
  free(sink);
  return bytes;
}

void drawing_free(void *memory) { free(memory); }
