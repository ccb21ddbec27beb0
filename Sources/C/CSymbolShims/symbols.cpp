#include "CSymbolShims.h"
#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

// Nothing thrown leaves this file: Swift could not catch it.
extern "C" int symbols_find(
  const uint8_t *pixels, int32_t width, int32_t height, int32_t stride, int32_t thorough,
  void *context, void (*found)(void *context, const struct found_symbol *symbol)) {
  try {
    ZXing::DecodeHints hints;
    hints.setFormats(ZXing::BarcodeFormat::QRCode)
      .setTryHarder(thorough != 0)
      .setTryRotate(false)
      .setTryDownscale(thorough != 0)
      .setReturnErrors(true);
    ZXing::ImageView view(pixels, width, height, ZXing::ImageFormat::Lum, stride, 1);
    for (const auto &result : ZXing::ReadBarcodes(view, hints)) {
      if (result.isPartOfSequence()) {
        continue;
      }
      const auto &bytes = result.bytes();
      struct found_symbol symbol;
      symbol.bytes = bytes.data();
      symbol.length = bytes.size();
      symbol.is_read = result.isValid() ? 1 : 0;
      for (int index = 0; index < 4; index++) {
        symbol.corners[2 * index] = result.position()[index].x;
        symbol.corners[2 * index + 1] = result.position()[index].y;
      }
      found(context, &symbol);
    }
    return 0;
  } catch (...) {
    return -1;
  }
}
