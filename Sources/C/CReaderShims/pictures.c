#include "CReaderShims.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// libjpeg wants stdio first.
#include <jpeglib.h>
#include <png.h>

struct failure {
  struct jpeg_error_mgr base;
  jmp_buf back;
};

static void fail(j_common_ptr info) { longjmp(((struct failure *)info->err)->back, 1); }

static void silent(j_common_ptr info) { (void)info; }

static void silent_level(j_common_ptr info, int level) {
  (void)info;
  (void)level;
}

// A progressive JPEG may repeat scans without end over a picture of few bytes.
static void count_scans(j_common_ptr info) {
  if (info->is_decompressor && ((j_decompress_ptr)info)->input_scan_number > 64) {
    fail(info);
  }
}

enum reader_status reader_jpeg(
  const uint8_t *bytes, size_t length, uint64_t comfort, uint64_t limit,
  struct reader_picture *picture) {
  struct jpeg_decompress_struct info;
  struct jpeg_progress_mgr progress;
  struct failure failure;
  uint8_t *volatile pixels = NULL;
  memset(&info, 0, sizeof info);
  memset(&progress, 0, sizeof progress);
  info.err = jpeg_std_error(&failure.base);
  failure.base.error_exit = fail;
  failure.base.output_message = silent;
  failure.base.emit_message = silent_level;
  if (setjmp(failure.back)) {
    jpeg_destroy_decompress(&info);
    free(pixels);
    return READER_DAMAGED;
  }
  jpeg_create_decompress(&info);
  progress.progress_monitor = count_scans;
  info.progress = &progress;
  jpeg_mem_src(&info, bytes, (unsigned long)length);
  jpeg_read_header(&info, TRUE);
  uint64_t area = (uint64_t)info.image_width * info.image_height;
  if (area == 0 || area > limit) {
    jpeg_destroy_decompress(&info);
    return area == 0 ? READER_DAMAGED : READER_TOO_MANY_PIXELS;
  }
  if (info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK) {
    jpeg_destroy_decompress(&info);
    return READER_DAMAGED;
  }
  info.out_color_space = JCS_GRAYSCALE;
  info.scale_num = 1;
  info.scale_denom = 1;
  while (area > comfort && info.scale_denom < 8) {
    info.scale_denom *= 2;
    area /= 4;
  }
  jpeg_start_decompress(&info);
  size_t stride = info.output_width;
  pixels = malloc(stride * info.output_height);
  if (pixels == NULL) {
    jpeg_destroy_decompress(&info);
    return READER_OUT_OF_MEMORY;
  }
  while (info.output_scanline < info.output_height) {
    JSAMPROW row = pixels + (size_t)info.output_scanline * stride;
    jpeg_read_scanlines(&info, &row, 1);
  }
  picture->width = info.output_width;
  picture->height = info.output_height;
  picture->pixels = pixels;
  // What follows the picture is of no interest, and finishing would read it.
  jpeg_abort_decompress(&info);
  jpeg_destroy_decompress(&info);
  return READER_OK;
}

enum reader_status reader_png(
  const uint8_t *bytes, size_t length, uint64_t limit, struct reader_picture *picture) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&image, bytes, length)) {
    png_image_free(&image);
    return READER_DAMAGED;
  }
  uint64_t area = (uint64_t)image.width * image.height;
  if (area == 0 || area > limit) {
    png_image_free(&image);
    return area == 0 ? READER_DAMAGED : READER_TOO_MANY_PIXELS;
  }
  image.format = PNG_FORMAT_GRAY;
  uint8_t *pixels = malloc(PNG_IMAGE_SIZE(image));
  if (pixels == NULL) {
    png_image_free(&image);
    return READER_OUT_OF_MEMORY;
  }
  // Transparent parts are shown on white, as viewers do.
  png_color white = {255, 255, 255};
  if (!png_image_finish_read(&image, &white, pixels, (png_int_32)image.width, NULL)) {
    png_image_free(&image);
    free(pixels);
    return READER_DAMAGED;
  }
  picture->width = image.width;
  picture->height = image.height;
  picture->pixels = pixels;
  png_image_free(&image);
  return READER_OK;
}

void reader_free(void *memory) { free(memory); }
