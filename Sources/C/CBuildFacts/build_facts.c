#include "CBuildFacts.h"

/* Set by Package.swift from the environment of the build. */
#ifndef DRAWBRIDGE_ARCHIVE_ADDRESS
#define DRAWBRIDGE_ARCHIVE_ADDRESS ""
#endif
#ifndef DRAWBRIDGE_ARCHIVE_SHA256
#define DRAWBRIDGE_ARCHIVE_SHA256 ""
#endif
#ifndef DRAWBRIDGE_COMMIT
#define DRAWBRIDGE_COMMIT ""
#endif

const char *build_archive_address(void) { return DRAWBRIDGE_ARCHIVE_ADDRESS; }
const char *build_archive_sha256(void) { return DRAWBRIDGE_ARCHIVE_SHA256; }
const char *build_commit(void) { return DRAWBRIDGE_COMMIT; }
