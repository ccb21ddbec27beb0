#pragma once
// The files of the desk's page, as they are: a program that reads no file has them inside.
#include <stddef.h>

/// The bytes of a file of the page, by its name; NULL where there is none. `size` is how many.
const unsigned char *desk_page(const char *name, size_t *size);
