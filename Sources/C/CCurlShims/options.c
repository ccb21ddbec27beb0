#include "CCurlShims.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t work = PTHREAD_MUTEX_INITIALIZER;

// Taken and never given back.
static void stop_work(void) { pthread_mutex_lock(&work); }

CURLcode curl_shim_start(void) {
  // libcurl writes the keys of every TLS connection into the file that this names.
  if (getenv("SSLKEYLOGFILE") != NULL && unsetenv("SSLKEYLOGFILE") != 0) {
    return CURLE_FAILED_INIT;
  }
  // The resolver of the C library takes other names, domains and options from these.
  static const char *const resolver[] = {"HOSTALIASES", "LOCALDOMAIN", "RES_OPTIONS",
                                         "RESOLV_HOST_CONF"};
  for (size_t i = 0; i < sizeof resolver / sizeof *resolver; i++) {
    if (getenv(resolver[i]) != NULL && unsetenv(resolver[i]) != 0) {
      return CURLE_FAILED_INIT;
    }
  }
  const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
  // What was registered last runs first: before OpenSSL, which registered itself just now, cleans up.
  if (code == CURLE_OK && atexit(stop_work) != 0) {
    return CURLE_OUT_OF_MEMORY;
  }
  return code;
}

void curl_shim_enter(void) { pthread_mutex_lock(&work); }

void curl_shim_leave(void) { pthread_mutex_unlock(&work); }

static bool is(CURLoption option, curl_easytype wanted) {
  const struct curl_easyoption *known = curl_easy_option_by_id(option);
  if (known == NULL) {
    return false;
  }
  // A set of values is a number as well.
  return known->type == wanted || (wanted == CURLOT_LONG && known->type == CURLOT_VALUES);
}

CURLcode curl_shim_set_number(CURL *handle, CURLoption option, long value) {
  return is(option, CURLOT_LONG) ? curl_easy_setopt(handle, option, value)
                                 : CURLE_BAD_FUNCTION_ARGUMENT;
}

CURLcode curl_shim_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return is(option, CURLOT_OFF_T) ? curl_easy_setopt(handle, option, value)
                                  : CURLE_BAD_FUNCTION_ARGUMENT;
}

CURLcode curl_shim_set_text(CURL *handle, CURLoption option, const char *text) {
  return is(option, CURLOT_STRING) ? curl_easy_setopt(handle, option, text)
                                   : CURLE_BAD_FUNCTION_ARGUMENT;
}

CURLcode curl_shim_set_bytes(CURL *handle, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
  return is(option, CURLOT_BLOB) ? curl_easy_setopt(handle, option, &blob)
                                 : CURLE_BAD_FUNCTION_ARGUMENT;
}

CURLcode curl_shim_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
  return is(option, CURLOT_SLIST) ? curl_easy_setopt(handle, option, list)
                                  : CURLE_BAD_FUNCTION_ARGUMENT;
}

CURLcode curl_shim_set_callbacks(
  CURL *handle, curl_read_callback sent, curl_seek_callback rewound, curl_write_callback header,
  curl_write_callback body, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_READFUNCTION, sent);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_READDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, rewound);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_SEEKDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  return code;
}

CURLcode curl_shim_set_error_text(CURL *handle, char *room) {
  return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, room);
}

long curl_shim_number(CURL *handle, CURLINFO info) {
  long value = -1;
  if ((info & CURLINFO_TYPEMASK) != CURLINFO_LONG) {
    return -1;
  }
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : -1;
}

curl_off_t curl_shim_size(CURL *handle, CURLINFO info) {
  curl_off_t value = -1;
  if ((info & CURLINFO_TYPEMASK) != CURLINFO_OFF_T) {
    return -1;
  }
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : -1;
}

int curl_shim_socket(CURL *handle) {
  curl_socket_t socket = CURL_SOCKET_BAD;
  return curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &socket) == CURLE_OK ? (int)socket : -1;
}

const char *curl_shim_peer_certificate(CURL *handle) {
  struct curl_certinfo *chain = NULL;
  if (curl_easy_getinfo(handle, CURLINFO_CERTINFO, &chain) != CURLE_OK || chain == NULL ||
      chain->num_of_certs < 1) {
    return NULL;
  }
  static const char name[] = "Cert:";
  for (const struct curl_slist *field = chain->certinfo[0]; field != NULL; field = field->next) {
    if (strncmp(field->data, name, sizeof name - 1) == 0) {
      return field->data + sizeof name - 1;
    }
  }
  return NULL;
}
