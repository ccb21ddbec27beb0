#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A QR code that zxing-cpp found. What it points at is lent for the call it is given to.
struct found_symbol {
  const uint8_t *bytes;
  size_t length;
  /// Corners clockwise as the symbol lies, from its top left: x, y, x, y and so on, in pixels.
  int32_t corners[8];
  /// 1 when it was read, 0 when it was only seen: too much of it is damaged.
  int32_t is_read;
};

/// Looks for QR codes in a grey picture, one byte a pixel, `stride` bytes from row to row, and gives each to `found`.
///
/// `thorough` looks at more rows, at smaller copies and for the inverted form. A part of a series (structured append)
/// is left out. 0, or -1 where the library gave up or there was no memory.
int symbols_find(
  const uint8_t *pixels, int32_t width, int32_t height, int32_t stride, int32_t thorough,
  void *context, void (*found)(void *context, const struct found_symbol *symbol));

#ifdef __cplusplus
}
#endif
