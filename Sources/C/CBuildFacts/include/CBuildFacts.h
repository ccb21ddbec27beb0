#ifndef C_BUILD_FACTS_H
#define C_BUILD_FACTS_H

/* What whoever builds the programs says of the build; empty where nothing was said. */

/* Where the source is kept: an address, or a place in words. */
const char *_Nonnull build_archive_address(void);
/* SHA-256 of the archive with the source, 64 digits in hexadecimal. */
const char *_Nonnull build_archive_sha256(void);
/* The commit that was built, 40 digits in hexadecimal. */
const char *_Nonnull build_commit(void);

#endif
