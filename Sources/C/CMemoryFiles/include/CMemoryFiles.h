#pragma once
#include <stdio.h>

/// Takes the place of the C library's tmpfile for everything in a program that links this: a stream over a file that exists
/// only in memory. cairo asks for one when it writes PostScript, and what it draws may be a seed.
FILE *tmpfile(void);
