#pragma once
#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

// What Swift cannot do: options of libcurl are set and read through calls with a variable number of
// arguments, whose types nobody checks. Each function here takes one type, and answers
// CURLE_BAD_FUNCTION_ARGUMENT to an option of another one. Nothing here takes a format.

/// Makes libcurl ready; to be called once, before anything else of it.
CURLcode curl_shim_start(void);

/// What a thread does with libcurl stands between these two, so that the program does not end in the middle of
/// it: at exit OpenSSL takes its tables down, whoever still reads them. At that time `enter` does not return.
void curl_shim_enter(void);
void curl_shim_leave(void);

CURLcode curl_shim_set_number(CURL *handle, CURLoption option, long value);
CURLcode curl_shim_set_size(CURL *handle, CURLoption option, curl_off_t value);
/// The text is copied; NULL takes an earlier one, or the library's own, away.
CURLcode curl_shim_set_text(CURL *handle, CURLoption option, const char *text);
/// The bytes are copied.
CURLcode curl_shim_set_bytes(CURL *handle, CURLoption option, const void *bytes, size_t count);
/// The list has to stay until the handle is gone.
CURLcode curl_shim_set_list(CURL *handle, CURLoption option, struct curl_slist *list);

/// Whom a transfer asks for what is sent, and tells what comes; each is called with `context`.
CURLcode curl_shim_set_callbacks(
  CURL *handle, curl_read_callback sent, curl_seek_callback rewound, curl_write_callback header,
  curl_write_callback body, void *context);
/// Room for CURL_ERROR_SIZE bytes, which has to stay until the handle is gone.
CURLcode curl_shim_set_error_text(CURL *handle, char *room);

/// What is known of a transfer; -1 when it is not known.
long curl_shim_number(CURL *handle, CURLINFO info);
curl_off_t curl_shim_size(CURL *handle, CURLINFO info);

/// Reads the certificates of a PEM text and writes them anew, with nothing in between: what is handed
/// to the TLS library is what was understood here. No passphrase is ever asked for.
///
/// Gives memory that the caller frees with `curl_shim_free`, and how many there are; NULL when there is
/// none, or one that cannot be read.
char *curl_shim_certificates(const char *text, size_t length, size_t *written, size_t *count);
void curl_shim_free(char *memory);

/// The socket of a connection; -1 when there is none.
int curl_shim_socket(CURL *handle);

/// The certificate that the other side of a TLS connection showed, as PEM, where CURLOPT_CERTINFO was set;
/// NULL when there is none. The text belongs to the handle.
const char *curl_shim_peer_certificate(CURL *handle);

/// SHA-256 of the public key of the first certificate in a PEM text, as it is encoded in the certificate
/// (SubjectPublicKeyInfo, DER); false when there is none.
bool curl_shim_key_hash(const char *text, size_t length, unsigned char hash[32]);
