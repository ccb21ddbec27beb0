#include "CCurlShims.h"
#include <limits.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// OpenSSL's own would ask at the terminal.
static int no_passphrase(char *room, int size, int writing, void *context) {
  (void)room, (void)size, (void)writing, (void)context;
  return -1;
}

// Copies certificates as long as there are some; false when one cannot be read or written.
static bool copy_all(BIO *from, BIO *to, size_t *count) {
  X509 *certificate;
  while ((certificate = PEM_read_bio_X509(from, NULL, no_passphrase, NULL)) != NULL) {
    const bool copied = PEM_write_bio_X509(to, certificate) == 1;
    X509_free(certificate);
    if (!copied) {
      return false;
    }
    *count += 1;
  }
  // The end is an error of its own kind.
  const unsigned long error = ERR_peek_last_error();
  return ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
}

char *curl_shim_certificates(const char *text, size_t length, size_t *written, size_t *count) {
  *written = *count = 0;
  if (length > INT_MAX) {
    return NULL;
  }
  ERR_clear_error();
  BIO *from = BIO_new_mem_buf(text, (int)length);
  BIO *to = BIO_new(BIO_s_mem());
  char *copy = NULL;
  if (from != NULL && to != NULL && copy_all(from, to, count) && *count > 0) {
    char *bytes = NULL;
    const long size = BIO_get_mem_data(to, &bytes);
    copy = size > 0 ? malloc((size_t)size) : NULL;
    if (copy != NULL) {
      memcpy(copy, bytes, (size_t)size);
      *written = (size_t)size;
    }
  }
  BIO_free(from);
  BIO_free(to);
  ERR_clear_error();
  return copy;
}

void curl_shim_free(char *memory) { free(memory); }

bool curl_shim_key_hash(const char *text, size_t length, unsigned char hash[32]) {
  if (length > INT_MAX) {
    return false;
  }
  ERR_clear_error();
  BIO *from = BIO_new_mem_buf(text, (int)length);
  X509 *certificate =
    from != NULL ? PEM_read_bio_X509(from, NULL, no_passphrase, NULL) : NULL;
  unsigned char *key = NULL;
  int size = 0;
  if (certificate != NULL) {
    size = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key);
  }
  const bool done = size > 0 && SHA256(key, (size_t)size, hash) != NULL;
  OPENSSL_free(key);
  X509_free(certificate);
  BIO_free(from);
  ERR_clear_error();
  return done;
}
