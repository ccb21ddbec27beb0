// Plays a program that is careless with what it reads from standard input: its argument says how. The search must
// find it (controls.py).

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char room[1 << 16];

int main(int count, char **arguments) {
  size_t size = 0;
  for (ssize_t more; (more = read(0, room + size, sizeof room - size)) > 0;) size += (size_t)more;
  const char *way = count > 1 ? arguments[1] : "";
  char *copy = malloc(size + 1);
  if (!copy) return 1;
  memcpy(copy, room, size);
  if (strcmp(way, "still")) explicit_bzero(room, sizeof room);
  if (!strcmp(way, "let go")) {
    // Far from the parts of a block that the C library writes into when it is let go.
    char *other = malloc(size + 4096);
    if (!other) return 1;
    memcpy(other + 2048, copy, size);
    explicit_bzero(copy, size);
    free(other);
  } else if (!strcmp(way, "given back")) {
    char *pages = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return 1;
    memcpy(pages, copy, size);
    explicit_bzero(copy, size);
    munmap(pages, 1 << 16);
  } else if (!strcmp(way, "wiped")) {
    explicit_bzero(copy, size);
  } else if (!strcmp(way, "core")) {
    abort();
  } else if (!strcmp(way, "child")) {
    pid_t child = fork();
    if (child < 0) return 1;
    if (child > 0) explicit_bzero(copy, size);
  }
  return 0;
}
