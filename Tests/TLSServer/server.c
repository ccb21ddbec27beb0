#include "CTLSServer.h"
#include <limits.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <string.h>

void *tls_server_new(const char *certificate, const char *key) {
  SSL_CTX *server = SSL_CTX_new(TLS_server_method());
  BIO *certificate_text = BIO_new_mem_buf(certificate, (int)strlen(certificate));
  BIO *key_text = BIO_new_mem_buf(key, (int)strlen(key));
  X509 *own = PEM_read_bio_X509(certificate_text, NULL, NULL, NULL);
  EVP_PKEY *private = PEM_read_bio_PrivateKey(key_text, NULL, NULL, NULL);
  if (
    own == NULL || private == NULL || SSL_CTX_use_certificate(server, own) != 1
    || SSL_CTX_use_PrivateKey(server, private) != 1) {
    SSL_CTX_free(server);
    server = NULL;
  }
  X509_free(own);
  EVP_PKEY_free(private);
  BIO_free(certificate_text);
  BIO_free(key_text);
  return server;
}

void tls_server_free(void *server) { SSL_CTX_free(server); }

void *tls_accept(void *server, int socket) {
  SSL *connection = SSL_new(server);
  if (connection == NULL || SSL_set_fd(connection, socket) != 1 || SSL_accept(connection) != 1) {
    SSL_free(connection);
    ERR_clear_error();
    return NULL;
  }
  return connection;
}

long tls_read(void *connection, void *bytes, size_t count) {
  return SSL_read(connection, bytes, count > INT_MAX ? INT_MAX : (int)count);
}

long tls_write(void *connection, const void *bytes, size_t count) {
  return SSL_write(connection, bytes, count > INT_MAX ? INT_MAX : (int)count);
}

void tls_end(void *connection) {
  SSL_shutdown(connection);
  SSL_free(connection);
  ERR_clear_error();
}
