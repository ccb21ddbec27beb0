#pragma once
#include <stddef.h>
#include <stdint.h>

/// Writes a grey picture of one bit a pixel (1 is white) as PNG into memory that the caller frees with
/// `drawing_free`. `rows` holds `height` rows of (width + 7) / 8 bytes. NULL when memory runs out.
/// libpng reports errors by longjmp, which must not cross a Swift frame: it ends in here.
uint8_t *drawing_png_gray1(
  uint32_t width, uint32_t height, const uint8_t *rows, size_t *length);

void drawing_free(void *memory);
