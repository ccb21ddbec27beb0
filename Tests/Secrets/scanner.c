// Finds many byte strings, and parts of them, in memory that was copied out of a process, and runs of words in
// their order. Built and called by scanner.py.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BITS 22
#define ANCHOR 8

struct anchor {
  uint64_t value;
  uint32_t pattern, offset, next;
};

struct scanner {
  const uint8_t *bytes;
  const uint32_t *starts, *lengths, *least;
  uint32_t patterns;
  struct anchor *anchors;
  uint32_t count;
  uint32_t *heads; // 1 + the first anchor of a hash
  uint64_t *seen; // for each pattern, where its last hit ended
};

struct hit {
  uint64_t offset;
  uint32_t pattern, length;
};

static uint64_t load(const uint8_t *at) {
  uint64_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static uint32_t hash(uint64_t value) { return (uint32_t)((value * 0x9E3779B97F4A7C15ull) >> (64 - BITS)); }

// Memory is full of zeros, small numbers and repeated bytes: they begin no search.
static int says_little(uint64_t value) {
  int others = 0;
  for (int byte = 0; byte < 8; byte++) others += ((value >> (8 * byte)) & 255) != 0;
  return others < 2 || value == (value & 255) * 0x0101010101010101ull;
}

void scanner_free(struct scanner *scanner) {
  if (!scanner) return;
  free(scanner->anchors);
  free(scanner->heads);
  free(scanner->seen);
  free(scanner);
}

// The arrays stay the caller's, and must outlive the scanner.
struct scanner *scanner_make(
    const uint8_t *bytes, const uint32_t *starts, const uint32_t *lengths, const uint32_t *least,
    uint32_t patterns) {
  struct scanner *scanner = calloc(1, sizeof *scanner);
  if (!scanner) return NULL;
  *scanner = (struct scanner){
      .bytes = bytes, .starts = starts, .lengths = lengths, .least = least, .patterns = patterns};
  uint64_t room = 1;
  for (uint32_t at = 0; at < patterns; at++) room += lengths[at];
  scanner->anchors = calloc(room, sizeof *scanner->anchors);
  scanner->heads = calloc(1u << BITS, sizeof *scanner->heads);
  scanner->seen = calloc(patterns + 1, sizeof *scanner->seen);
  if (!scanner->anchors || !scanner->heads || !scanner->seen) {
    scanner_free(scanner);
    return NULL;
  }
  for (uint32_t at = 0; at < patterns; at++) {
    for (uint32_t offset = 0; offset + ANCHOR <= lengths[at]; offset++) {
      uint64_t value = load(bytes + starts[at] + offset);
      if (says_little(value)) continue;
      uint32_t *head = scanner->heads + hash(value);
      scanner->anchors[scanner->count] = (struct anchor){value, at, offset, *head};
      *head = ++scanner->count;
    }
  }
  return scanner;
}

// How many hits there are; the first `room` of them are written down. A hit is a part of a pattern of at least its
// `least` bytes.
uint64_t scanner_scan(
    struct scanner *scanner, const uint8_t *data, uint64_t size, struct hit *hits, uint64_t room) {
  uint64_t found = 0;
  memset(scanner->seen, 0, (scanner->patterns + 1) * sizeof *scanner->seen);
  for (uint64_t at = 0; at + ANCHOR <= size; at++) {
    uint64_t value = load(data + at);
    for (uint32_t next = scanner->heads[hash(value)]; next; next = scanner->anchors[next - 1].next) {
      struct anchor anchor = scanner->anchors[next - 1];
      if (anchor.value != value || scanner->seen[anchor.pattern] > at) continue;
      const uint8_t *pattern = scanner->bytes + scanner->starts[anchor.pattern];
      uint32_t length = scanner->lengths[anchor.pattern], before = 0, after = ANCHOR;
      while (before < anchor.offset && before < at && pattern[anchor.offset - before - 1] == data[at - before - 1])
        before++;
      while (anchor.offset + after < length && at + after < size && pattern[anchor.offset + after] == data[at + after])
        after++;
      if (before + after < scanner->least[anchor.pattern]) continue;
      if (found < room) hits[found] = (struct hit){at - before, anchor.pattern, before + after};
      found++;
      scanner->seen[anchor.pattern] = at + after;
    }
  }
  return found;
}

// Four letters of a word at a place, in small letters; each letter takes `stride` bytes, the others are zero.
static uint32_t letters(const uint8_t *at, int stride) {
  uint32_t value = 0;
  for (int letter = 0; letter < 4; letter++) {
    value |= (uint32_t)(at[letter * stride] | 0x20) << (8 * letter);
    for (int zero = 1; zero < stride && letter < 3; zero++)
      if (at[letter * stride + zero]) return 0;
  }
  return value;
}

static uint64_t next_word(
    const uint8_t *data, uint64_t size, uint64_t at, uint32_t word, int stride, uint64_t gap) {
  for (uint64_t place = at + 3 * (uint64_t)stride; place <= at + gap * stride; place++) {
    if (place + 4 * (uint64_t)stride > size) return 0;
    if (letters(data + place, stride) == word) return place;
  }
  return 0;
}

// Runs of `least` words that follow one another in `words` (their first four letters, small; zeros part the lists),
// forwards or backwards, no more than `gap` letters from one to the next.
uint64_t scanner_words(
    const uint32_t *words, uint32_t count, const uint8_t *data, uint64_t size, int stride, uint64_t gap,
    uint32_t least, struct hit *hits, uint64_t room) {
  static uint8_t wanted[1 << 16];
  uint64_t found = 0, end = 0;
  memset(wanted, 0, sizeof wanted);
  for (uint32_t word = 0; word < count; word++)
    if (words[word]) wanted[(words[word] ^ (words[word] >> 11)) & 0xFFFF] = 1;
  for (uint64_t at = 0; at + 4 * (uint64_t)stride <= size; at++) {
    uint32_t value;
    if (stride == 1) {
      memcpy(&value, data + at, sizeof value);
      value |= 0x20202020;
    } else {
      value = letters(data + at, stride);
    }
    if (!wanted[(value ^ (value >> 11)) & 0xFFFF] || at < end) continue;
    for (uint32_t word = 0; word < count; word++) {
      if (words[word] != value || !value) continue;
      for (int step = -1; step <= 1; step += 2) {
        uint64_t place = at;
        uint32_t length = 1;
        for (int64_t next = (int64_t)word + step; next >= 0 && next < count && words[next]; next += step) {
          uint64_t further = next_word(data, size, place, words[next], stride, gap);
          if (!further) break;
          place = further;
          length++;
        }
        if (length < least) continue;
        if (found < room) hits[found] = (struct hit){at, word, length};
        found++;
        if (place > end) end = place;
      }
    }
  }
  return found;
}
